{{ fills.doc }}
{{ fills.head }}
  for (let square = 0; square < {{ fills.indices }}; square++) {
{% include "javascript/first.js" %}
    do {
{% if fills.dialect.has_words %}      table[index(square, subset)]{% if fills.is_or %}{{ fills.dialect.sure() }} |={% else %} ={% endif %} {{ fills.walked }};
{% else %}      const set = {{ fills.walked }};
      const slot = index(square, lo, hi);
      table[2 * slot]{% if fills.is_or %}{{ fills.dialect.sure() }} |={% else %} ={% endif %} set.lo;
      table[2 * slot + 1]{% if fills.is_or %}{{ fills.dialect.sure() }} |={% else %} ={% endif %} set.hi;
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
