{% if file.has_int128() -%}
#if !defined(__SIZEOF_INT128__)
#error "{{ file.names.prefix }}: no unsigned type has 128 bits; generate without word = int128"
#endif

/* A set of squares: bit i stands for square i. */
__extension__ typedef unsigned __int128 {{ file.set }};
{%- else -%}
/* A set of squares: bit i % 64 of word i / 64 stands for square i. */
typedef struct {
    {{ file.word }} w[{{ file.set_words() }}];
} {{ file.set }};
{%- endif %}
{%- if file.packs() %}

/* The set of these words, the lowest first. */
{{ file.inline }} {{ file.set }} {{ file.own_function("pack") }}({% for word in file.packed_words() %}{% if !loop.first %}, {% endif %}{{ file.word }} {{ word }}{% endfor %})
{
{%- if file.has_int128() %}
    return ({{ file.set }})w1 << 64 | w0;
{%- else %}
    {{ file.set }} set;
{% for word in file.packed_words() %}
    set.w[{{ loop.index0 }}] = {{ word }};
{%- endfor %}
    return set;
{%- endif %}
}
{%- endif %}
