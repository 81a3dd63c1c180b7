/* {{ file.header()[0] }} */
/* clang-format off */
{%- for line in comment::block("/*", file.further_header()) %}
{{ line }}
{%- endfor %}
{%- if !file.licence().is_empty() %}
{% for line in comment::block("/*", file.licence()) %}
{{ line }}
{%- endfor %}
{%- endif %}
