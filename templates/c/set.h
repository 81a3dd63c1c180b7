/* A set of squares: bit i % 64 of word i / 64 stands for square i. */
typedef struct {
    {{ file.word }} w[{{ file.set_words() }}];
} {{ file.set }};
{%- if file.packs() %}

/* The set of these words, the lowest first. */
{{ file.inline }} {{ file.set }} {{ file.own_function("pack") }}({% for word in file.packed_words() %}{% if !loop.first %}, {% endif %}{{ file.word }} {{ word }}{% endfor %})
{
    {{ file.set }} set;
{% for word in file.packed_words() %}
    set.w[{{ loop.index0 }}] = {{ word }};
{%- endfor %}
    return set;
}
{%- endif %}
