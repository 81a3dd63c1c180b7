{% if has_pairs %}{% include "c/walk_pairs.c" %}{% else %}{% include "c/walk_words.c" %}{% endif %}
{%- if let Some(fill) = fill %}

{% if has_pairs %}{% include "c/fill_pairs.c" %}{% else %}{% include "c/fill_words.c" %}{% endif %}
{%- endif %}
{%- if let Some(test) = test %}

{% if has_pairs %}{% include "c/test_pairs.c" %}{% else %}{% include "c/test_words.c" %}{% endif %}
{%- endif %}
