void {{ fill.init }}(void)
{
    static int is_filled;
{%- if let Some(squares) = walk.squares %}
    const {{ walk.word }} squares = {{ squares }};
{%- endif %}

    if (is_filled) {
        return;
    }
{%- for fill_loop in fill.loops %}
    for (unsigned square = 0; square < {{ walk.indices }}; square++) {
        {{ walk.word }} relevant = {{ fill_loop.mask }};
        {{ walk.word }} occupied = 0;
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
    is_filled = 1;
}
