{% for table in tables %}
{% include "c/table.h" %}
{%- endfor %}
{%- for function in indices %}
{% include "c/function.h" %}
{%- endfor %}
{%- for text in code %}

{{ text }}
{%- endfor %}
