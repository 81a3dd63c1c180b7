{{ routine.head }}
{%- for line in routine.doc %}
  ##{% if !line.is_empty() %} {{ line }}{% endif %}
{%- endfor %}
{%- if self::reads_filled(*routine.item) %}
  {.cast(noSideEffect).}: # The table is filled once, before anyone reads it.
{%- for line in routine.body %}
    {{ line }}
{%- endfor %}{% else %}
{%- for line in routine.body %}
  {{ line }}
{%- endfor %}{% endif %}
