/* {{ mover.doc }} */
{{ file.inline }} {{ file.word }} {{ mover.name }}({{ file.word }} word, {{ file.word }} mask)
{
#if (defined(__BMI2__) && defined(__x86_64__)) || (defined(__AVX2__) && defined(_M_X64))
    return {% if mover.spreads %}_pdep_u64{% else %}_pext_u64{% endif %}(word, mask);
{%- if file.needs_bmi2() %}
#else
#error "{{ file.names.prefix }}: lookups take instructions of BMI2; compile with -mbmi2"
{%- else %}
#else
    {{ file.word }} moved = 0;
    {{ file.word }} bit;

    for (bit = 1; mask != 0; bit <<= 1) {
        {{ file.word }} others = mask & (mask - 1);

        if ((word & {% if mover.spreads %}bit{% else %}(mask ^ others){% endif %}) != 0) {
            moved |= {% if mover.spreads %}mask ^ others{% else %}bit{% endif %};
        }
        mask = others;
    }
    return moved;
{%- endif %}
#endif
}
