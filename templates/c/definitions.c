{% for table in tables %}
{% include "c/table.h" %}
{%- endfor %}
{%- for function in indices %}
{% include "c/function.h" %}
{%- endfor %}
{%- if let Some(fill) = fill %}

{{ fill }}
{%- endif %}
