/* A direction: what a step adds, and the places from which a step may be taken. */
typedef struct {
    int step;
    {{ file.word }} from;
} {{ walk.ray }};
{% for (name, length, rows) in walk.permutation %}
static const {{ file.byte }} {{ name }}[{{ length }}] = {
{{ rows }}
};
{% endfor %}
{%- for (name, rows) in walk.rays %}
static const {{ walk.ray }} {{ name }}[{{ rows.len() }}] = {
{%- for row in rows %}
    {{ row }}
{%- endfor %}
};
{% endfor %}
/* Whether a bit is set. */
{{ walk.storage }} int {{ walk.has }}({{ file.word }} set, int at)
{
    return (int)((at < 32 ? set.lo >> at : set.hi >> (at - 32)) & 1);
}

/* A set with one bit more. */
{{ walk.storage }} {{ file.word }} {{ walk.add }}({{ file.word }} set, int at)
{
    if (at < 32) {
        set.lo |= ({{ file.half }})1 << at;
    } else {
        set.hi |= ({{ file.half }})1 << (at - 32);
    }
    return set;
}

/* The squares attacked from a square: those passed until a ray ends or meets an occupied one. */
{{ walk.storage }} {{ file.word }} {{ walk.name }}(const {{ walk.ray }} *rays, int count,{% if walk.page.has_range %} int range,{% endif %} unsigned square,
    {{ file.word }} occupied)
{
    {{ file.word }} set;
    int i;

    set.lo = 0;
    set.hi = 0;
    for (i = 0; i < count; i++) {
        int at = {{ walk.start }};

{%- if walk.page.has_range %}
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
