{{ walked.doc }}
{{ walked.head }}
{% if walked.dialect.has_words %}  let attacks = 0n;
{% else %}  let attacksLo = 0;
  let attacksHi = 0;
{% endif %}  for (let ray = 0; ray < steps.length; ray++) {
    let at = {% if let Some(grid) = walked.walk.grid %}{{ grid.of_bit }}[square]{{ walked.dialect.sure() }}{% else %}square{% endif %};
{% if walked.walk.has_range %}    for (let left = range; left > 0; left--) {
      if ({% if walked.dialect.has_words %}((from[ray]{{ walked.dialect.sure() }} >> BigInt(at)) & 1n) === 0n{% else %}((from[2 * ray + (at >> 5)]{{ walked.dialect.sure() }} >>> at) & 1) === 0{% endif %}) {
        break;
      }
{% else %}    while ({% if walked.dialect.has_words %}((from[ray]{{ walked.dialect.sure() }} >> BigInt(at)) & 1n) !== 0n{% else %}((from[2 * ray + (at >> 5)]{{ walked.dialect.sure() }} >>> at) & 1) !== 0{% endif %}) {
{% endif %}      at += steps[ray]{{ walked.dialect.sure() }};
{% if walked.dialect.has_words %}      const reached = 1n << BigInt({% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[at]{{ walked.dialect.sure() }}{% else %}at{% endif %});
      attacks |= reached;
      if ((occupied & reached) !== 0n) {
        break;
      }
{% else %}{% if walked.walk.grid.is_some() %}      const bit = {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[at]{{ walked.dialect.sure() }}{% else %}at{% endif %};
{% endif %}      // Shifts count modulo 32.
      const reached = 1 << {% if walked.walk.grid.is_some() %}bit{% else %}at{% endif %};
      if ({% if walked.walk.grid.is_some() %}bit{% else %}at{% endif %} < 32) {
        attacksLo |= reached;
      } else {
        attacksHi |= reached;
      }
      if ((({% if walked.walk.grid.is_some() %}bit{% else %}at{% endif %} < 32 ? lo : hi) & reached) !== 0) {
        break;
      }
{% endif %}    }
  }
{% if walked.dialect.has_words %}  return attacks;
{% else %}  return { lo: attacksLo >>> 0, hi: attacksHi >>> 0 };
{% endif %}}
