{% if let Some(dispatch) = file.page().dispatch.as_ref() %}{% include "c/detect.c" %}

{% endif %}int {{ file.own_function("is filled") }};

void {{ file.own_function("init") }}(void)
{
{%- if let Some(squares) = self.squares() %}
    const {{ file.word }} squares = {{ squares }};
{% endif %}
    if ({{ file.own_function("is filled") }}) {
        return;
    }
{%- if let Some(dispatch) = file.page().dispatch.as_ref() %}
    {{ dispatch.flag }} = {{ dispatch.detect }}();
{%- endif %}
{%- for fill_loop in file.page().fills %}
    for (unsigned square = 0; square < {{ walk.indices }}; square++) {
        {{ file.word }} relevant = {{ self.mask(fill_loop) }};
        {{ file.word }} occupied = 0;
{% if let Some(_) = self.squares() %}
        if (((squares >> square) & 1) == 0) {
            continue;
        }
{%- endif %}
        do {
            {{ self.reached(fill_loop) }}

            {{ self.store(fill_loop) }}
            occupied = (occupied - relevant) & relevant;
        } while (occupied != 0);
    }
{%- endfor %}
    {{ file.own_function("is filled") }} = 1;
}
