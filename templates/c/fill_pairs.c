int {{ file.own_function("is filled") }};

void {{ file.own_function("init") }}(void)
{
{%- if let Some(squares) = squares %}
    static const {{ file.word }} squares = {{ squares }};
{%- endif %}
    unsigned square;

    if ({{ file.own_function("is filled") }}) {
        return;
    }
{%- for fill_loop in loops %}
    for (square = 0; square < {{ walk.indices }}; square++) {
        {{ file.word }} relevant = {{ fill_loop.mask }};
        {{ file.word }} occupied;
        {{ file.half }} borrow;
{% if let Some(_) = squares %}
        if (!{{ file.own_function("has") }}(squares, (int)square)) {
            continue;
        }
{%- endif %}
        occupied.lo = 0;
        occupied.hi = 0;
        do {
            {{ fill_loop.walk }}
{%- if fill_loop.is_or %}
            {{ fill_loop.store }}

            slot->lo |= set.lo;
            slot->hi |= set.hi;
{%- else %}

            {{ fill_loop.store }}
{%- endif %}
            /* The next subset of the relevant squares: (occupied - relevant) & relevant. */
            borrow = occupied.lo < relevant.lo ? 1 : 0;
            occupied.lo = (occupied.lo - relevant.lo) & relevant.lo;
            occupied.hi = (occupied.hi - relevant.hi - borrow) & relevant.hi;
        } while (occupied.lo != 0 || occupied.hi != 0);
    }
{%- endfor %}
    {{ file.own_function("is filled") }} = 1;
}
