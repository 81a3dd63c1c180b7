{%- for batch in file.page().batches %}
{%- for line in file.batch_on_kinds(batch) %}
{{ line }}
{%- endfor %}

/**
 * Looks up count attack sets: sets[i] becomes that of squares[i] under
 * occupied[i]. sets and occupied may be one array.
 */
{{ file.batch(batch) }}
{
{%- for line in file.batch_body(batch) %}
{% if !line.is_empty() && !line.starts_with('#') %}    {% endif %}{{ line }}
{%- endfor %}
}
{%- endfor %}
