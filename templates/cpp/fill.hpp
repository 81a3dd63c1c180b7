/// Stores the attack sets of the {{ fill.owner }}.
inline void {{ name }}() noexcept {
  for (unsigned square = 0; square < {{ indices }}; ++square) {
{% if let Some(squares) = squares %}    if ((({{ squares }} >> square) & 1) == 0) {
      continue;
    }
{% endif %}    const auto mask = {{ masks }}[square];
    std::uint64_t subset = 0;
    do {
      const auto attacks = {{ walked }};
      {{ table }}[{{ index }}(square, subset)] {% if fill.is_or %}|= {% else %}= {% endif %}attacks;
      subset = (subset - mask) & mask;
    } while (subset != 0);
  }
}
