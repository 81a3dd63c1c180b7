{{ file.heading() }}

#include "{{ header }}"
{%- for definition in definitions %}

{{ definition }}
{%- endfor %}

/* clang-format on */
