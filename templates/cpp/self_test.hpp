{% if let Some(walk) = self.page().walk %}{% let walked = self.walk(walk) %}{% if let Some(test) = self.page().self_test %}/// A lookup that differs from rays walked.
struct {{ self.difference() }} {
  const char *piece;
  unsigned square;
  {{ self.bitboard() }} occupied;
  {{ self.bitboard() }} found;
  {{ self.bitboard() }} walked;
};

/// Compares every lookup with rays walked, under every subset of every mask.
///
/// \return the first difference, or nothing where all lookups are right
[[nodiscard]] inline std::optional<{{ self.difference() }}> {{ test.name }}() {
{% if !self.page().fills.is_empty() %}  {{ self.init() }}();
{% endif %}  for (const auto &[piece, lookup, walked, masks] : detail::comparisons) {
    for (unsigned square = 0; square < {{ walk.indices }}; ++square) {
{% if let Some(squares) = walked.squares %}      if ((({{ squares }} >> square) & 1) == 0) {
        continue;
      }
{% endif %}      {{ self.bitboard() }} subset = 0;
      do {
        const auto found = lookup(square, subset);
        const auto right = walked(square, subset);
        if (found != right) {
          return {{ self.difference() }}{piece, square, subset, found, right};
        }
        subset = (subset - masks[square]) & masks[square];
      } while (subset != 0);
    }
  }
  return std::nullopt;
}
{% endif %}{% endif %}