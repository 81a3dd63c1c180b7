{%- for batch in file.page().batches %}

/**
 * Looks up count attack sets: sets[i] becomes that of squares[i] under
 * occupied[i]. sets and occupied may be one array.
 */
{{ file.batch(batch) }}
{
    size_t i;

    for (i = 0; i < count; i++) {
        sets[i] = {{ batch.lookup }}(squares[i], occupied[i]);
    }
}
{%- endfor %}
