{% include "c/heading.h" %}

#include "{{ header }}"
{%- for definition in definitions %}

{{ definition }}
{%- endfor %}

/* clang-format on */
