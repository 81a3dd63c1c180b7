/* The squares whose occupation shortens some ray. */
{{ test.relevant }}
{
    {{ word }} set = 0;

    for (int i = 0; i < count; i++) {
        {{ word }} open = {{ test.open }};

        for (int at = 0; at < {{ walk.page.indices }}; at++) {
            {{ word }} blocker = ({{ word }})1 << at;

            if ({{ test.blocked }} != open) {
                set |= blocker;
            }
        }
    }
    return set;
}

{{ test.which }}
{{ walk.storage }} int {{ test.differs }}(unsigned square, {{ word }} occupied)
{
    const {{ word }} walked[{{ test.pieces.len() }}] = {
{%- for (walked, _) in test.pieces %}
        {{ walked }},
{%- endfor %}
    };
{% for one in test.compared %}
    if ({{ one.lookup }}(square, occupied) != {{ one.expected }}) {
        return {{ loop.index }};
    }
{%- endfor %}
    return 0;
}

{{ test.head }}
{
{%- if let Some(squares) = walk.squares %}
    const {{ word }} squares = {{ squares }};
{% endif %}
{%- if let Some(init) = test.init %}
    {{ init }}();
{%- endif %}
    for (*square = 0; *square < {{ walk.page.indices }}; ++*square) {
        const {{ word }} masks[{{ test.pieces.len() }}] = {
{%- for (_, relevant) in test.pieces %}
            {{ relevant }},
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
