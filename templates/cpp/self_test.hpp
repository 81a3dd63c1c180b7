{% if let Some(walk) = self.page().walk %}{% let walked = self.walk(walk) %}{% if let Some(test) = self.page().self_test %}{% for line in item.doc %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !self.keys.is_old() && !self.is_apart %}[[nodiscard]] {% endif %}{% if !self.is_apart %}{{ self.inline() }} {% endif %}{{ self.found() }} {{ test.name }}() {
{% if self.must_init() %}  {{ self.init() }}();
{% endif %}  for (const auto &entry : detail::comparisons) {
    for (unsigned square = 0; square < {{ walk.indices }}; ++square) {
{% if let Some(squares) = walked.squares %}      if ((({{ squares }} >> square) & 1) == 0) {
        continue;
      }
{% endif %}      const auto mask = entry.relevant(square);
      {{ self.bitboard() }} subset = 0;
      do {
        for (const auto occupied : {subset, subset | ~mask}) {
          const auto found = entry.lookup(square, occupied);
          const auto right = entry.walked(square, occupied);
          if (found != right) {
            return {{ self.difference() }}{entry.piece, square, occupied, found, right};
          }
        }
        subset = (subset - mask) & mask;
      } while (subset != 0);
    }
  }
  return {};
}
{% endif %}{% endif %}