{%- if count == Count::LeadingZeros -%}
/* The number of zeros above a word's most significant one bit; 64 for 0. */
{%- else -%}
/* The number of zeros below a word's least significant one bit; 64 for 0. */
{%- endif %}
{{ file.inline }} {{ file.half }} {{ file.count_name(*count) }}({{ file.word }} word)
{
#if defined(__GNUC__) && !defined(__TINYC__)
    return word == 0 ? 64U : ({{ file.half }})__builtin_{% if count == Count::LeadingZeros %}clz{% else %}ctz{% endif %}ll(word);
#elif defined(_M_X64) || defined(_M_ARM64)
    unsigned long index;
{% if count == Count::LeadingZeros %}
    return _BitScanReverse64(&index, word) ? 63U - ({{ file.half }})index : 64U;
{%- else %}
    return _BitScanForward64(&index, word) ? ({{ file.half }})index : 64U;
{%- endif %}
#else
{%- if count == Count::LeadingZeros %}
    word |= word >> 1;
    word |= word >> 2;
    word |= word >> 4;
    word |= word >> 8;
    word |= word >> 16;
    word = ~(word | (word >> 32));
{%- else %}
    word = (word - 1ULL) & ~word;
{%- endif %}
    word -= (word >> 1) & 0x5555555555555555ULL;
    word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return ({{ file.half }})((word * 0x0101010101010101ULL) >> 56);
#endif
}
