/// A lookup that differs from rays walked.
struct {{ self.difference() }} {
  const char *piece;
  unsigned square;
  {{ self.bitboard() }} occupied;
  {{ self.bitboard() }} found;
  {{ self.bitboard() }} walked;
{% if self.keys.is_old() %}
  /// True where there is a difference.
  explicit operator bool() const noexcept { return piece != nullptr; }
  const {{ self.difference() }} *operator->() const noexcept { return this; }
{% endif %}};

