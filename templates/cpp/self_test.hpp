/// A lookup that differs from rays walked.
struct {{ difference }} {
  const char *piece;
  unsigned square;
  {{ bitboard }} occupied;
  {{ bitboard }} found;
  {{ bitboard }} walked;
};

/// Compares every lookup with rays walked, under every subset of every mask.
///
/// \return the first difference, or nothing where all lookups are right
[[nodiscard]] inline std::optional<{{ difference }}> {{ name }}() {
{% if let Some(init) = init %}  {{ init }}();
{% endif %}  for (const auto &[piece, lookup, walked, masks] : detail::comparisons) {
    for (unsigned square = 0; square < {{ indices }}; ++square) {
{% if let Some(squares) = squares %}      if ((({{ squares }} >> square) & 1) == 0) {
        continue;
      }
{% endif %}      {{ bitboard }} subset = 0;
      do {
        const auto found = lookup(square, subset);
        const auto right = walked(square, subset);
        if (found != right) {
          return {{ difference }}{piece, square, subset, found, right};
        }
        subset = (subset - masks[square]) & masks[square];
      } while (subset != 0);
    }
  }
  return std::nullopt;
}
