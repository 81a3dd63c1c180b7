{{ fills.doc }}
{{ fills.head }}
  for (let square = 0; square < {{ fills.indices }}; square++) {
{% include "javascript/first.js" %}
    do {
{% if fills.has_words %}      {{ fills.slots[0] }} {% if fills.is_or %}|={% else %}={% endif %} {{ fills.walked }};
{% else %}      const set = {{ fills.walked }};
      const slot = index(square, lo, hi);
      {{ fills.slots[0] }} {% if fills.is_or %}|={% else %}={% endif %} set.lo;
      {{ fills.slots[1] }} {% if fills.is_or %}|={% else %}={% endif %} set.hi;
{% endif %}{% include "javascript/next.js" %}
  }
}
{% if let Some(late) = fills.late %}
/** Fills all tables. */
{{ late.head }}
{% for call in fills.calls %}  {{ call }}
{% endfor %}  {{ late.flag }} = true;
}
{%- else %}
{%- for call in fills.calls %}
{{ call }}
{%- endfor %}
{%- endif %}
