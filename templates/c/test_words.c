/* The squares whose occupation shortens some ray. */
{{ test.relevant_head }}
{
    {{ file.word }} set = 0;

    for (int i = 0; i < count; i++) {
        {{ file.word }} open = {{ walk.name }}(rays + i, 1, {% if walk.page.has_range %}range, {% endif %}square, 0);

        for (int at = 0; at < {{ walk.page.indices }}; at++) {
            {{ file.word }} blocker = ({{ file.word }})1 << at;

            if ({{ walk.name }}(rays + i, 1, {% if walk.page.has_range %}range, {% endif %}square, blocker) != open) {
                set |= blocker;
            }
        }
    }
    return set;
}

{{ test.which }}
{{ walk.storage }} int {{ test.differs }}(unsigned square, {{ file.word }} occupied)
{
    const {{ file.word }} walked[{{ test.page.pieces.len() }}] = {
{%- for piece in test.page.pieces %}
{%- let rays = piece.rays %}
        {{ walk.name }}({{ rays.name }}, {{ rays.count }}, {% if walk.page.has_range %}{{ rays.range }}, {% endif %}square, occupied),
{%- endfor %}
    };
{% for one in test.compared %}
    if ({{ one.lookup }}(square, occupied) != {{ Self::expected(one.of, "") }}) {
        return {{ loop.index }};
    }
{%- endfor %}
    return 0;
}

{{ test.head }}
{
{%- if let Some(squares) = walk.squares %}
    const {{ file.word }} squares = {{ squares }};
{% endif %}
{%- if let Some(fill) = fill %}
    {{ fill.init }}();
{%- endif %}
    for (*square = 0; *square < {{ walk.page.indices }}; ++*square) {
        const {{ file.word }} masks[{{ test.page.pieces.len() }}] = {
{%- for piece in test.page.pieces %}
{%- let rays = piece.rays %}
            {{ test.relevant }}({{ rays.name }}, {{ rays.count }}, {% if walk.page.has_range %}{{ rays.range }}, {% endif %}*square),
{%- endfor %}
        };
{% if let Some(_) = walk.squares %}
        if (((squares >> *square) & 1) == 0) {
            continue;
        }
{%- endif %}
        for (int piece = 0; piece < {{ test.page.pieces.len() }}; piece++) {
            *occupied = 0;
            do {
                int which = {{ test.differs }}(*square, *occupied);

                if (which != 0) {
                    return which;
                }
                *occupied = (*occupied - masks[piece]) & masks[piece];
            } while (*occupied != 0);
        }
    }
    return 0;
}
