/// A lookup, and what is walked instead under every subset of masks.
struct comparison {
  const char *piece;
  {{ bitboard }} (*lookup)(unsigned square, {{ bitboard }} occupied);
  {{ bitboard }} (*walked)(unsigned square, {{ bitboard }} occupied);
  const std::array<std::uint64_t, {{ indices }}> &masks;
};

inline constexpr std::array<comparison, {{ compared.len() }}> comparisons{{ "{{" }}
{% for one in compared %}    {"{{ one[0] }}", {{ one[1] }}, {{ one[2] }}, {{ one[3] }}},
{% endfor %}}};
