int {{ file.own_function("is filled") }};

void {{ file.own_function("init") }}(void)
{
{%- if let Some(squares) = self.squares() %}
    static const {{ file.word }} squares = {{ squares }};
{%- endif %}
    unsigned square;

    if ({{ file.own_function("is filled") }}) {
        return;
    }
{%- for fill_loop in file.page().fills %}
    for (square = 0; square < {{ walk.indices }}; square++) {
        {{ file.word }} relevant = {{ self.mask(fill_loop) }};
        {{ file.word }} occupied;
        {{ file.half }} borrow;
{% if let Some(_) = self.squares() %}
        if (!{{ file.own_function("has") }}(squares, (int)square)) {
            continue;
        }
{%- endif %}
        occupied.lo = 0;
        occupied.hi = 0;
        do {
            {{ self.reached(fill_loop) }}
{%- if fill_loop.is_or %}
            {{ self.store(fill_loop) }}

            slot->lo |= set.lo;
            slot->hi |= set.hi;
{%- else %}

            {{ self.store(fill_loop) }}
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
