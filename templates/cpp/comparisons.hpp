/// A lookup, what is walked instead, and the squares whose subsets are tried.
struct comparison {
  const char *piece;
  {{ self.bitboard() }} (*lookup)(unsigned square, {{ self.bitboard() }} occupied);
  {{ self.bitboard() }} (*walked)(unsigned square, {{ self.bitboard() }} occupied);
  {{ self.bitboard() }} (*relevant)(unsigned square);
};

{{ self.list() }} std::array<comparison, {{ item.lines.len() }}> comparisons{{ "{{" }}
{% for line in item.lines %}{{ line }}
{% endfor %}}};

