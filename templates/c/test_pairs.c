/* The squares whose occupation shortens some ray. */
{{ self.relevant() }}
{
    {{ file.word }} none, set;
    int i, at;

    none.lo = 0;
    none.hi = 0;
    set = none;
    for (i = 0; i < count; i++) {
        {{ file.word }} open = {{ file.own_function("walk") }}(rays + i, 1, {% if walk.has_range %}range, {% endif %}square, none);

        for (at = 0; at < {{ walk.indices }}; at++) {
            {{ file.word }} blocker = {{ file.own_function("add") }}(none, at);
            {{ file.word }} blocked = {{ file.own_function("walk") }}(rays + i, 1, {% if walk.has_range %}range, {% endif %}square, blocker);

            if (blocked.lo != open.lo || blocked.hi != open.hi) {
                set = {{ file.own_function("add") }}(set, at);
            }
        }
    }
    return set;
}

{{ Self::which(test) }}
{{ storage }} int {{ file.own_function("differs") }}(unsigned square, {{ file.word }} occupied)
{
    {{ file.word }} walked[{{ test.pieces.len() }}];
    {{ file.word }} found;
{% for piece in test.pieces %}
{%- let rays = piece.rays %}
    walked[{{ loop.index0 }}] = {{ file.own_function("walk") }}({{ rays.name }}, {{ rays.count }}, {% if walk.has_range %}{{ rays.range }}, {% endif %}square, occupied);
{%- endfor %}
{%- for one in test.lookups() %}
    found = {{ one.lookup }}(square, occupied);
    if (found.lo != {{ Self::expected(one.of, ".lo") }} || found.hi != {{ Self::expected(one.of, ".hi") }}) {
        return {{ loop.index }};
    }
{%- endfor %}
    return 0;
}

{{ self.head(test) }}
{
{%- if let Some(squares) = self.squares() %}
    static const {{ file.word }} squares = {{ squares }};
{%- endif %}
    int piece;
{% if file.module.fills() %}
    {{ file.own_function("init") }}();
{%- endif %}
    for (*square = 0; *square < {{ walk.indices }}; ++*square) {
        {{ file.word }} masks[{{ test.pieces.len() }}];
{% if let Some(_) = self.squares() %}
        if (!{{ file.own_function("has") }}(squares, (int)*square)) {
            continue;
        }
{%- endif %}
{%- for piece in test.pieces %}
{%- let rays = piece.rays %}
        masks[{{ loop.index0 }}] = {{ file.own_function("relevant") }}({{ rays.name }}, {{ rays.count }}, {% if walk.has_range %}{{ rays.range }}, {% endif %}*square);
{%- endfor %}
        for (piece = 0; piece < {{ test.pieces.len() }}; piece++) {
            {{ file.word }} mask = masks[piece];
            {{ file.word }} subset;

            subset.lo = 0;
            subset.hi = 0;
            do {
                {{ file.half }} borrow = subset.lo < mask.lo ? 1 : 0;
                int which;

                /* All other squares are empty, then occupied. */
                *occupied = subset;
                which = {{ file.own_function("differs") }}(*square, *occupied);
                if (which == 0) {
                    occupied->lo = subset.lo | ~mask.lo;
                    occupied->hi = subset.hi | ~mask.hi;
                    which = {{ file.own_function("differs") }}(*square, *occupied);
                }
                if (which != 0) {
                    return which;
                }
                /* The next subset of the mask: (subset - mask) & mask. */
                subset.lo = (subset.lo - mask.lo) & mask.lo;
                subset.hi = (subset.hi - mask.hi - borrow) & mask.hi;
            } while (subset.lo != 0 || subset.hi != 0);
        }
    }
    return 0;
}
