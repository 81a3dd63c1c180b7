{% let is_bigint = js.keys.has_words() %}{% if is_bigint %}{% let head = js.own(halves, "Splits bigints into halves, bits 0 to 31 first: on halves, all is faster.") %}{% for line in head.with("words", "BigUint64Array", "what is split").returning("Uint32Array", "the halves").lines() %}{{ line }}
{% endfor %}  const halves = new Uint32Array(2 * words.length);
  for (let at = 0; at < halves.length; at++) {
    const word = words[at >> 1]{{ sure }};
    halves[at] = Number(BigInt.asUintN(32, at % 2 === 0 ? word : word >> 32n));
  }
  return halves;
}

{% endif %}{% let sign %}{% if js.is_or() %}{{ sure }} |={% else %} ={% endif %}{% endlet %}{% for line in js.filling_head(walk) %}{{ line }}
{% endfor %}{% if is_bigint %}  const sets = new Uint32Array(table.buffer);
  const subset = new BigUint64Array([1n]);
  const halves = new Uint32Array(subset.buffer);
  // Which half of a bigint comes first is the machine's choice.
  const low = halves[0] === 1 ? 0 : 1;
{% endif %}  for (let square = 0; square < {{ walk.indices }}; square++) {
{% include "javascript/first.js" %}
    do {
      const set = {{ walk.name }}(steps, from, {% if walk.has_range %}range, {% endif %}square, lo, hi);
{% if is_bigint %}      halves[low] = lo;
      halves[1 - low] = hi;
      const slot = index(square, subset[0]{{ sure }});
      sets[2 * slot + low]{{ sign }} set.lo;
      sets[2 * slot + 1 - low]{{ sign }} set.hi;
{% else %}      const slot = index(square, lo, hi);
      table[2 * slot]{{ sign }} set.lo;
      table[2 * slot + 1]{{ sign }} set.hi;
{% endif %}{% include "javascript/next.js" %}
  }
}
{% if let Some([flag, fill]) = late %}
{% for line in js.own(fill, "Fills all tables.").lines() %}{{ line }}
{% endfor %}{% for call in js.calls(walk) %}  {{ call }}
{% endfor %}  {{ flag }} = true;
}
{%- else %}
{%- for call in js.calls(walk) %}
{{ call }}
{%- endfor %}
{%- endif %}
