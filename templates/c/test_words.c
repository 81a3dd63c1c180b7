/* The squares whose occupation shortens some ray. */
{{ self.relevant() }}
{
    {{ file.word }} set = 0;

    for (int i = 0; i < count; i++) {
        {{ file.word }} open = {{ file.own_function("walk") }}(rays + i, 1, {% if walk.has_range %}range, {% endif %}square, 0);

        for (int at = 0; at < {{ walk.indices }}; at++) {
            {{ file.word }} blocker = ({{ file.word }})1 << at;

            if ({{ file.own_function("walk") }}(rays + i, 1, {% if walk.has_range %}range, {% endif %}square, blocker) != open) {
                set |= blocker;
            }
        }
    }
    return set;
}

{{ Self::which(test) }}
{{ storage }} int {{ file.own_function("differs") }}(unsigned square, {{ file.word }} occupied)
{
    const {{ file.word }} walked[{{ test.pieces.len() }}] = {
{%- for piece in test.pieces %}
{%- let rays = piece.rays %}
        {{ file.own_function("walk") }}({{ rays.name }}, {{ rays.count }}, {% if walk.has_range %}{{ rays.range }}, {% endif %}square, occupied),
{%- endfor %}
    };
{% for one in test.lookups() %}
    if ({{ one.lookup }}(square, occupied) != {{ Self::expected(one.of, "") }}) {
        return {{ loop.index }};
    }
{%- endfor %}
    return 0;
}

{{ self.head(test) }}
{
{%- if let Some(squares) = self.squares() %}
    const {{ file.word }} squares = {{ squares }};
{% endif %}
{%- if file.must_init() %}
    {{ file.own_function("init") }}();
{%- endif %}
    for (*square = 0; *square < {{ walk.indices }}; ++*square) {
        const {{ file.word }} masks[{{ test.pieces.len() }}] = {
{%- for piece in test.pieces %}
{%- let rays = piece.rays %}
            {{ file.own_function("relevant") }}({{ rays.name }}, {{ rays.count }}, {% if walk.has_range %}{{ rays.range }}, {% endif %}*square),
{%- endfor %}
        };
{% if let Some(_) = self.squares() %}
        if (((squares >> *square) & 1) == 0) {
            continue;
        }
{%- endif %}
        for (int piece = 0; piece < {{ test.pieces.len() }}; piece++) {
            const {{ file.word }} mask = masks[piece];
            {{ file.word }} subset = 0;

            do {
                int which;

                /* All other squares are empty, then occupied. */
                *occupied = subset;
                which = {{ file.own_function("differs") }}(*square, *occupied);
                if (which == 0) {
                    *occupied = subset | ~mask;
                    which = {{ file.own_function("differs") }}(*square, *occupied);
                }
                if (which != 0) {
                    return which;
                }
                subset = (subset - mask) & mask;
            } while (subset != 0);
        }
    }
    return 0;
}
