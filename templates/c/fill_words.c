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
/* The squares attacked from a square: those passed until a ray ends or meets an occupied one. */
static {{ fill.word }} {{ fill.walk }}(const {{ fill.ray }} *rays, int count,{% if fill.has_range %} int range,{% endif %} unsigned square,
    {{ fill.word }} occupied)
{
    {{ fill.word }} set = 0;

    for (int i = 0; i < count; i++) {
        int at = {{ fill.start }};

{%- if fill.has_range %}
        int left = range;

        while (left-- > 0 && ((rays[i].from >> at) & 1) != 0) {
{%- else %}

        while (((rays[i].from >> at) & 1) != 0) {
{%- endif %}
            at += rays[i].step;
            set |= ({{ fill.word }})1 << {{ fill.bit }};
            if (((occupied >> {{ fill.bit }}) & 1) != 0) {
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
    const {{ fill.word }} squares = {{ squares }};
{%- endif %}

    if (is_filled) {
        return;
    }
{%- for fill_loop in fill.loops %}
    for (unsigned square = 0; square < {{ fill.indices }}; square++) {
        {{ fill.word }} relevant = {{ fill_loop.mask }};
        {{ fill.word }} occupied = 0;
{% if let Some(_) = fill.squares %}
        if (((squares >> square) & 1) == 0) {
            continue;
        }
{%- endif %}
        do {
            {{ fill.word }} set = {{ fill.walk }}({{ fill_loop.rays }}, {{ fill_loop.rows.len() }}, {{ fill_loop.range }}square, occupied);

            {{ fill_loop.store }}
            occupied = (occupied - relevant) & relevant;
        } while (occupied != 0);
    }
{%- endfor %}
    is_filled = 1;
}
