
{% if let Some(doc) = table.doc -%}
{{ doc }}
{% endif -%}
{{ table.head }}
{%- if let Some(rows) = table.rows %} = {
{{ rows }}
}
{%- endif %};
{%- if let Some(assert) = table.assert %}
{%- if assert.hide %}
#ifndef __cplusplus
{{ assert.text }}
#endif
{%- else %}
{{ assert.text }}
{%- endif %}
{%- endif %}
