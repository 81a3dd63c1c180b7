/* A direction: what a step adds, and the places from which a step may be taken. */
typedef struct {
    int step;
    {{ fill.word }} from;
} {{ fill.ray }};
{% for (name, length, rows) in fill.permutation %}
static const {{ fill.byte }} {{ name }}[{{ length }}] = {
{{ rows }}
};
{% endfor %}
{%- for fill_loop in fill.loops %}
static const {{ fill.ray }} {{ fill_loop.rays }}[{{ fill_loop.rows.len() }}] = {
{%- for row in fill_loop.rows %}
    {{ row }}
{%- endfor %}
};
{% endfor %}
/* Whether a bit is set. */
static int {{ has }}({{ fill.word }} set, int at)
{
    return (int)((at < 32 ? set.lo >> at : set.hi >> (at - 32)) & 1);
}

/* A set with one bit more. */
static {{ fill.word }} {{ add }}({{ fill.word }} set, int at)
{
    if (at < 32) {
        set.lo |= ({{ fill.half }})1 << at;
    } else {
        set.hi |= ({{ fill.half }})1 << (at - 32);
    }
    return set;
}

/* The squares attacked from a square: those passed until a ray ends or meets an occupied one. */
static {{ fill.word }} {{ fill.walk }}(const {{ fill.ray }} *rays, int count,{% if fill.has_range %} int range,{% endif %} unsigned square,
    {{ fill.word }} occupied)
{
    {{ fill.word }} set;
    int i;

    set.lo = 0;
    set.hi = 0;
    for (i = 0; i < count; i++) {
        int at = {{ fill.start }};

{%- if fill.has_range %}
        int left = range;

        while (left-- > 0 && {{ has }}(rays[i].from, at)) {
{%- else %}

        while ({{ has }}(rays[i].from, at)) {
{%- endif %}
            at += rays[i].step;
            set = {{ add }}(set, {{ fill.bit }});
            if ({{ has }}(occupied, {{ fill.bit }})) {
                break;
            }
        }
    }
    return set;
}

void {{ fill.init }}(void)
{
    static int is_filled;
{%- if let Some(squares) = fill.squares %}
    static const {{ fill.word }} squares = {{ squares }};
{%- endif %}
    unsigned square;

    if (is_filled) {
        return;
    }
{%- for fill_loop in fill.loops %}
    for (square = 0; square < {{ fill.indices }}; square++) {
        {{ fill.word }} relevant = {{ fill_loop.mask }};
        {{ fill.word }} occupied;
        {{ fill.half }} borrow;
{% if let Some(_) = fill.squares %}
        if (!{{ has }}(squares, (int)square)) {
            continue;
        }
{%- endif %}
        occupied.lo = 0;
        occupied.hi = 0;
        do {
            {{ fill.word }} set = {{ fill.walk }}({{ fill_loop.rays }}, {{ fill_loop.rows.len() }}, {{ fill_loop.range }}square, occupied);
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
    is_filled = 1;
}
