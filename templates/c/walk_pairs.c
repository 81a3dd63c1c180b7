/* A direction: what a step adds, and the places from which a step may be taken. */
typedef struct {
    int step;
    {{ walk.word }} from;
} {{ walk.ray }};
{% for (name, length, rows) in walk.permutation %}
static const {{ walk.byte }} {{ name }}[{{ length }}] = {
{{ rows }}
};
{% endfor %}
{%- for rays in walk.rays %}
static const {{ walk.ray }} {{ rays.name }}[{{ rays.rows.len() }}] = {
{%- for row in rays.rows %}
    {{ row }}
{%- endfor %}
};
{% endfor %}
/* Whether a bit is set. */
{{ walk.storage }} int {{ walk.has }}({{ walk.word }} set, int at)
{
    return (int)((at < 32 ? set.lo >> at : set.hi >> (at - 32)) & 1);
}

/* A set with one bit more. */
{{ walk.storage }} {{ walk.word }} {{ walk.add }}({{ walk.word }} set, int at)
{
    if (at < 32) {
        set.lo |= ({{ walk.half }})1 << at;
    } else {
        set.hi |= ({{ walk.half }})1 << (at - 32);
    }
    return set;
}

/* The squares attacked from a square: those passed until a ray ends or meets an occupied one. */
{{ walk.storage }} {{ walk.word }} {{ walk.name }}(const {{ walk.ray }} *rays, int count,{% if walk.has_range %} int range,{% endif %} unsigned square,
    {{ walk.word }} occupied)
{
    {{ walk.word }} set;
    int i;

    set.lo = 0;
    set.hi = 0;
    for (i = 0; i < count; i++) {
        int at = {{ walk.start }};

{%- if walk.has_range %}
        int left = range;

        while (left-- > 0 && {{ walk.has }}(rays[i].from, at)) {
{%- else %}

        while ({{ walk.has }}(rays[i].from, at)) {
{%- endif %}
            at += rays[i].step;
            set = {{ walk.add }}(set, {{ walk.bit }});
            if ({{ walk.has }}(occupied, {{ walk.bit }})) {
                break;
            }
        }
    }
    return set;
}
