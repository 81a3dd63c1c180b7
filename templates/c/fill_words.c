int {{ fill.is_filled }};

void {{ fill.init }}(void)
{
{%- if let Some(squares) = walk.squares %}
    const {{ file.word }} squares = {{ squares }};
{% endif %}
    if ({{ fill.is_filled }}) {
        return;
    }
{%- for fill_loop in fill.loops %}
    for (unsigned square = 0; square < {{ walk.page.indices }}; square++) {
        {{ file.word }} relevant = {{ fill_loop.mask }};
        {{ file.word }} occupied = 0;
{% if let Some(_) = walk.squares %}
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
    {{ fill.is_filled }} = 1;
}
