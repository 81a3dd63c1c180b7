int {{ file.own_function("is filled") }};

void {{ file.own_function("init") }}(void)
{
{%- if let Some(squares) = squares %}
    const {{ file.word }} squares = {{ squares }};
{% endif %}
    if ({{ file.own_function("is filled") }}) {
        return;
    }
{%- for fill_loop in loops %}
    for (unsigned square = 0; square < {{ walk.indices }}; square++) {
        {{ file.word }} relevant = {{ fill_loop.mask }};
        {{ file.word }} occupied = 0;
{% if let Some(_) = squares %}
        if (((squares >> square) & 1) == 0) {
            continue;
        }
{%- endif %}
        do {
            {{ fill_loop.walk }}

            {{ fill_loop.store }}
            occupied = (occupied - relevant) & relevant;
        } while (occupied != 0);
    }
{%- endfor %}
    {{ file.own_function("is filled") }} = 1;
}
