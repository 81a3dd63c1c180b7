{% if let Some(walk) = self.page().walk %}{% let walked = self.walk(walk) %}{% if let Some(test) = self.page().self_test %}/// A lookup that differs from rays walked.
struct {{ self.difference() }} {
  const char *piece;
  unsigned square;
  {{ self.bitboard() }} occupied;
  {{ self.bitboard() }} found;
  {{ self.bitboard() }} walked;
};

/// Compares every lookup with rays walked, under every subset of relevant
/// squares, with all other squares empty and with all of them occupied.
///
/// \return the first difference, or nothing where all lookups are right
[[nodiscard]] inline std::optional<{{ self.difference() }}> {{ test.name }}() {
{% if !self.page().fills.is_empty() %}  {{ self.init() }}();
{% endif %}  for (const auto &[piece, lookup, walked, relevant] : detail::comparisons) {
    for (unsigned square = 0; square < {{ walk.indices }}; ++square) {
{% if let Some(squares) = walked.squares %}      if ((({{ squares }} >> square) & 1) == 0) {
        continue;
      }
{% endif %}      const auto mask = relevant(square);
      {{ self.bitboard() }} subset = 0;
      do {
        for (const auto occupied : {subset, subset | ~mask}) {
          const auto found = lookup(square, occupied);
          const auto right = walked(square, occupied);
          if (found != right) {
            return {{ self.difference() }}{piece, square, occupied, found, right};
          }
        }
        subset = (subset - mask) & mask;
      } while (subset != 0);
    }
  }
  return std::nullopt;
}
{% endif %}{% endif %}