{% let set = self.bitboard() %}{% let words = self.set_words() %}
{% if self.has_int128() -%}
#if !defined(__SIZEOF_INT128__)
#error "{{ self.namespace }}: no unsigned type has 128 bits; generate without word = int128"
#endif

/// A set of squares: bit i stands for square i.
__extension__ typedef unsigned __int128 {{ set }};
{%- else -%}
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
{%- endif %}
