{% let sign %}{% if js.is_or() %}{{ sure }} |={% else %} ={% endif %}{% endlet %}{% let head = js.own(js.fill, "Stores what is walked under every subset of every mask.") %}{% let head = head.with("table", js.keys.bitboards(), "what is filled").with("masks", js.keys.bitboards(), "relevant occupancy masks by square") %}{% for line in head.along(walk).with("index", js.keys.index(), "places").lines() %}{{ line }}
{% endfor %}  for (let square = 0; square < {{ walk.indices }}; square++) {
{% include "javascript/first.js" %}
    do {
{% if has_words %}      table[index(square, subset)]{{ sign }} {{ walk.name }}(steps, from, {% if walk.has_range %}range, {% endif %}square, subset);
{% else %}      const set = {{ walk.name }}(steps, from, {% if walk.has_range %}range, {% endif %}square, lo, hi);
      const slot = index(square, lo, hi);
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
