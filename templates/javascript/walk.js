{% for line in js.walking(walk, *has_words) %}{{ line }}
{% endfor %}{% if has_words %}  let attacks = 0n;
{% else %}  let attacksLo = 0;
  let attacksHi = 0;
{% endif %}  for (let ray = 0; ray < steps.length; ray++) {
    let at = {% if let Some(grid) = walk.grid %}{{ grid.of_bit }}[square]{{ sure }}{% else %}square{% endif %};
{% if walk.has_range %}    for (let left = range; left > 0; left--) {
      if ({% if has_words %}((from[ray]{{ sure }} >> BigInt(at)) & 1n) === 0n{% else %}((from[2 * ray + (at >> 5)]{{ sure }} >>> at) & 1) === 0{% endif %}) {
        break;
      }
{% else %}    while ({% if has_words %}((from[ray]{{ sure }} >> BigInt(at)) & 1n) !== 0n{% else %}((from[2 * ray + (at >> 5)]{{ sure }} >>> at) & 1) !== 0{% endif %}) {
{% endif %}      at += steps[ray]{{ sure }};
{% if has_words %}      const reached = 1n << BigInt({% if let Some(grid) = walk.grid %}{{ grid.bit_of }}[at]{{ sure }}{% else %}at{% endif %});
      attacks |= reached;
      if ((occupied & reached) !== 0n) {
        break;
      }
{% else %}{% let bit %}{% if walk.grid.is_some() %}bit{% else %}at{% endif %}{% endlet %}{% if let Some(grid) = walk.grid %}      const bit = {{ grid.bit_of }}[at]{{ sure }};
{% endif %}      // Shifts count modulo 32.
      const reached = 1 << {{ bit }};
      if ({{ bit }} < 32) {
        attacksLo |= reached;
      } else {
        attacksHi |= reached;
      }
      if ((({{ bit }} < 32 ? lo : hi) & reached) !== 0) {
        break;
      }
{% endif %}    }
  }
{% if has_words %}  return attacks;
{% else %}  return { lo: attacksLo >>> 0, hi: attacksHi >>> 0 };
{% endif %}}
