{% if file.settings.is_c89() %}{% include "c/walk_pairs.c" %}{% else %}{% include "c/walk_words.c" %}{% endif %}
{%- if file.module.fills() %}

{% if file.settings.is_c89() %}{% include "c/fill_pairs.c" %}{% else %}{% include "c/fill_words.c" %}{% endif %}
{%- endif %}
{%- if let Some(test) = file.page().self_test %}

{% if file.settings.is_c89() %}{% include "c/test_pairs.c" %}{% else %}{% include "c/test_words.c" %}{% endif %}
{%- endif %}
