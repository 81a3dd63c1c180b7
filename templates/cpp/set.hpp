{% let set = self.bitboard() %}{% let words = self.set_words() %}
/// A set of squares: bit i % 64 of word i / 64 stands for square i.
struct {{ set }} {
  std::uint64_t w[{{ words }}];
};
{% for sign in ["|", "&", "^"] %}
constexpr {{ set }} operator{{ sign }}({{ set }} a, {{ set }} b) {
  return {{ "{{" }}{% for word in 0..words %}{% if !loop.first %}, {% endif %}a.w[{{ word }}] {{ sign }} b.w[{{ word }}]{% endfor %}{{ "}}" }};
}
{% endfor %}
constexpr {{ set }} operator~({{ set }} a) {
  return {{ "{{" }}{% for word in 0..words %}{% if !loop.first %}, {% endif %}~a.w[{{ word }}]{% endfor %}{{ "}}" }};
}

constexpr bool operator==({{ set }} a, {{ set }} b) {
  return {% for word in 0..words %}{% if !loop.first %} && {% endif %}a.w[{{ word }}] == b.w[{{ word }}]{% endfor %};
}

constexpr bool operator!=({{ set }} a, {{ set }} b) {
  return !(a == b);
}
