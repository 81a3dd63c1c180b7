{{ file.heading() }}

#include "{{ header }}"
{%- if !definitions.is_empty() %}

{{ definitions }}
{%- endif %}

/* clang-format on */
