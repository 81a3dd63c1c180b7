#if {{ HAS_VECTORS }}
/* The bytes of each of {{ lanes.count() }} words in the opposite order. */
{{ file.inline }} {{ File::register(*lanes) }} {{ file.reversal_of(*lanes) }}({{ File::register(*lanes) }} words)
{
{%- if lanes == Lanes::Two %}
    return _mm_shuffle_epi8(words, _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
{%- else %}
    return _mm256_shuffle_epi8(words, _mm256_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7,
        8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
{%- endif %}
}
#endif
