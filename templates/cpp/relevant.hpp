{% if let Some(walk) = self.page().walk %}/// Returns the squares where a blocker shortens a ray: all that each reaches
/// but its last.
template <typename Steps, typename From>
{% for line in item.lines %}{{ line }}
{% endfor %}  {{ self.bitboard() }} relevant = 0;
  for (std::size_t ray = 0; ray < steps.size(); ++ray) {
    int at = {% if let Some(grid) = walk.grid %}{{ grid.of_bit }}[square]{% else %}static_cast<int>(square){% endif %};
    {{ self.bitboard() }} reached = 0;
{% if walk.has_range %}    for (int left = range; left > 0; --left) {
      if (((from[ray] >> at) & 1) == 0) {
        break;
      }
{% else %}    while (((from[ray] >> at) & 1) != 0) {
{% endif %}      relevant |= reached;
      at += steps[ray];
      reached = {{ self.bitboard() }}{1} << {% if let Some(grid) = walk.grid %}{{ grid.bit_of }}[static_cast<std::size_t>(at)]{% else %}at{% endif %};
    }
  }
  return relevant;
}
{% endif %}