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
/* The squares attacked from a square: those passed until a ray ends or meets an occupied one. */
{{ storage }} {{ file.word }} {{ file.own_function("walk") }}(const {{ file.own_function("ray") }} *rays, int count,{% if walk.has_range %} int range,{% endif %} unsigned square,
    {{ file.word }} occupied)
{
    {{ file.word }} set = 0;

    for (int i = 0; i < count; i++) {
        int at = {% if walk.grid.is_some() %}{{ file.own_constant("places") }}[square]{% else %}(int)square{% endif %};

{%- if walk.has_range %}
        int left = range;

        while (left-- > 0 && ((rays[i].from >> at) & 1) != 0) {
{%- else %}

        while (((rays[i].from >> at) & 1) != 0) {
{%- endif %}
            at += rays[i].step;
            set |= ({{ file.word }})1 << {% if walk.grid.is_some() %}{{ file.own_constant("bits") }}[at]{% else %}at{% endif %};
            if (((occupied >> {% if walk.grid.is_some() %}{{ file.own_constant("bits") }}[at]{% else %}at{% endif %}) & 1) != 0) {
                break;
            }
        }
    }
    return set;
}
