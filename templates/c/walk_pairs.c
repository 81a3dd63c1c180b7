/* A direction: what a step adds, and the places from which a step may be taken. */
typedef struct {
    int step;
    {{ file.word }} from;
} {{ file.own_function("ray") }};
{% for (name, length, rows) in self.permutation() %}
static const {{ file.storage_type(Storage::Byte) }} {{ name }}[{{ length }}] = {
{{ rows }}
};
{% endfor %}
{%- for rays in self.all_rays() %}
static const {{ file.own_function("ray") }} {{ rays.name }}[{{ rays.count }}] = {
{%- for row in self.ray_rows(rays) %}
    {{ row }}
{%- endfor %}
};
{% endfor %}
/* Whether a bit is set. */
{{ storage }} int {{ file.own_function("has") }}({{ file.word }} set, int at)
{
    return (int)((at < 32 ? set.lo >> at : set.hi >> (at - 32)) & 1);
}

/* A set with one bit more. */
{{ storage }} {{ file.word }} {{ file.own_function("add") }}({{ file.word }} set, int at)
{
    if (at < 32) {
        set.lo |= ({{ file.half }})1 << at;
    } else {
        set.hi |= ({{ file.half }})1 << (at - 32);
    }
    return set;
}

/* The squares attacked from a square: those passed until a ray ends or meets an occupied one. */
{{ storage }} {{ file.word }} {{ file.own_function("walk") }}(const {{ file.own_function("ray") }} *rays, int count,{% if walk.has_range %} int range,{% endif %} unsigned square,
    {{ file.word }} occupied)
{
    {{ file.word }} set;
    int i;

    set.lo = 0;
    set.hi = 0;
    for (i = 0; i < count; i++) {
        int at = {% if walk.grid.is_some() %}{{ file.own_constant("places") }}[square]{% else %}(int)square{% endif %};

{%- if walk.has_range %}
        int left = range;

        while (left-- > 0 && {{ file.own_function("has") }}(rays[i].from, at)) {
{%- else %}

        while ({{ file.own_function("has") }}(rays[i].from, at)) {
{%- endif %}
            at += rays[i].step;
            set = {{ file.own_function("add") }}(set, {% if walk.grid.is_some() %}{{ file.own_constant("bits") }}[at]{% else %}at{% endif %});
            if ({{ file.own_function("has") }}(occupied, {% if walk.grid.is_some() %}{{ file.own_constant("bits") }}[at]{% else %}at{% endif %})) {
                break;
            }
        }
    }
    return set;
}
