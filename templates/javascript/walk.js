{{ walked.doc }}
{{ walked.head }}
{% if walked.dialect.has_words %}  let attacks = 0n;
{% else %}  let attacksLo = 0;
  let attacksHi = 0;
{% endif %}  for (let ray = 0; ray < steps.length; ray++) {
    let at = {{ walked.place() }};
{% if walked.walk.has_range %}    for (let left = range; left > 0; left--) {
      if ({{ walked.may_step() }} === {% if walked.dialect.has_words %}0n{% else %}0{% endif %}) {
        break;
      }
{% else %}    while ({{ walked.may_step() }} !== {% if walked.dialect.has_words %}0n{% else %}0{% endif %}) {
{% endif %}      at += {{ walked.dialect.entry("steps", "ray") }};
{% if walked.dialect.has_words %}      const reached = 1n << BigInt({{ walked.bit() }});
      attacks |= reached;
      if ((occupied & reached) !== 0n) {
        break;
      }
{% else %}{% if walked.walk.grid.is_some() %}      const bit = {{ walked.bit() }};
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
