/* The squares whose occupation shortens some ray. */
{{ test.relevant }}
{
    {{ walk.word }} set = 0;

    for (int i = 0; i < count; i++) {
        {{ walk.word }} open = {{ test.open }};

        for (int at = 0; at < {{ walk.indices }}; at++) {
            {{ walk.word }} blocker = ({{ walk.word }})1 << at;

            if ({{ test.blocked }} != open) {
                set |= blocker;
            }
        }
    }
    return set;
}

{{ test.which }}
{{ walk.storage }} int {{ test.differs }}(unsigned square, {{ walk.word }} occupied)
{
    const {{ walk.word }} walked[{{ test.pieces.len() }}] = {
{%- for piece in test.pieces %}
        {{ piece.walked }},
{%- endfor %}
    };
{% for one in test.compared %}
    if ({{ one.lookup }}(square, occupied) != {{ one.expected }}) {
        return {{ loop.index }};
    }
{%- endfor %}
    return 0;
}

{{ test.doc }}{{ test.head }}
{
{%- if let Some(squares) = walk.squares %}
    const {{ walk.word }} squares = {{ squares }};
{% endif %}
{%- if let Some(init) = test.init %}
    {{ init }}();
{%- endif %}
    for (*square = 0; *square < {{ walk.indices }}; ++*square) {
        const {{ walk.word }} masks[{{ test.pieces.len() }}] = {
{%- for piece in test.pieces %}
            {{ piece.relevant }},
{%- endfor %}
        };
{% if let Some(_) = walk.squares %}
        if (((squares >> *square) & 1) == 0) {
            continue;
        }
{%- endif %}
        for (int piece = 0; piece < {{ test.pieces.len() }}; piece++) {
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
