{% if let Some(walk) = self.page().walk %}/// A lookup, and what is walked instead under every subset of masks.
struct comparison {
  const char *piece;
  {{ self.bitboard() }} (*lookup)(unsigned square, {{ self.bitboard() }} occupied);
  {{ self.bitboard() }} (*walked)(unsigned square, {{ self.bitboard() }} occupied);
  const std::array<std::uint64_t, {{ walk.indices }}> &masks;
};

inline constexpr std::array<comparison, {{ item.lines.len() }}> comparisons{{ "{{" }}
{% for line in item.lines %}{{ line }}
{% endfor %}}};
{% endif %}