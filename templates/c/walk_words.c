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
/* The squares attacked from a square: those passed until a ray ends or meets an occupied one. */
{{ walk.storage }} {{ file.word }} {{ walk.name }}(const {{ walk.ray }} *rays, int count,{% if walk.page.has_range %} int range,{% endif %} unsigned square,
    {{ file.word }} occupied)
{
    {{ file.word }} set = 0;

    for (int i = 0; i < count; i++) {
        int at = {{ walk.start }};

{%- if walk.page.has_range %}
        int left = range;

        while (left-- > 0 && ((rays[i].from >> at) & 1) != 0) {
{%- else %}

        while (((rays[i].from >> at) & 1) != 0) {
{%- endif %}
            at += rays[i].step;
            set |= ({{ file.word }})1 << {{ walk.bit }};
            if (((occupied >> {{ walk.bit }}) & 1) != 0) {
                break;
            }
        }
    }
    return set;
}
