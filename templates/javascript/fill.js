{% if let Some(walked) = walk %}{{ fills.doc }}
{{ fills.head }}
  for (let square = 0; square < {{ walked.walk.indices }}; square++) {
{% include "javascript/first.js" %}
    do {
{% if walked.dialect.has_words %}      table[index(square, subset)]{% if fills.is_or %}{{ walked.dialect.sure() }} |={% else %} ={% endif %} {{ walked.walk.name }}(steps, from, {% if walked.walk.has_range %}range, {% endif %}square, subset);
{% else %}      const set = {{ walked.walk.name }}(steps, from, {% if walked.walk.has_range %}range, {% endif %}square, lo, hi);
      const slot = index(square, lo, hi);
      table[2 * slot]{% if fills.is_or %}{{ walked.dialect.sure() }} |={% else %} ={% endif %} set.lo;
      table[2 * slot + 1]{% if fills.is_or %}{{ walked.dialect.sure() }} |={% else %} ={% endif %} set.hi;
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
{%- endif %}{% endif %}
