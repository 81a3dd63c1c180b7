/* The squares whose occupation shortens some ray. */
{{ test.relevant }}
{
    {{ word }} none, set;
    int i, at;

    none.lo = 0;
    none.hi = 0;
    set = none;
    for (i = 0; i < count; i++) {
        {{ word }} open = {{ test.open }};

        for (at = 0; at < {{ walk.page.indices }}; at++) {
            {{ word }} blocker = {{ walk.add }}(none, at);
            {{ word }} blocked = {{ test.blocked }};

            if (blocked.lo != open.lo || blocked.hi != open.hi) {
                set = {{ walk.add }}(set, at);
            }
        }
    }
    return set;
}

{{ test.which }}
{{ walk.storage }} int {{ test.differs }}(unsigned square, {{ word }} occupied)
{
    {{ word }} walked[{{ test.pieces.len() }}];
    {{ word }} found;
{% for (reached, _) in test.pieces %}
    walked[{{ loop.index0 }}] = {{ reached }};
{%- endfor %}
{%- for one in test.compared %}
    found = {{ one.lookup }}(square, occupied);
    if (found.lo != {{ one.expected_lo }} || found.hi != {{ one.expected_hi }}) {
        return {{ loop.index }};
    }
{%- endfor %}
    return 0;
}

{{ test.head }}
{
{%- if let Some(squares) = walk.squares %}
    static const {{ word }} squares = {{ squares }};
{%- endif %}
    int piece;
{% if let Some(init) = test.init %}
    {{ init }}();
{%- endif %}
    for (*square = 0; *square < {{ walk.page.indices }}; ++*square) {
        {{ word }} masks[{{ test.pieces.len() }}];
{% if let Some(_) = walk.squares %}
        if (!{{ walk.has }}(squares, (int)*square)) {
            continue;
        }
{%- endif %}
{%- for (_, relevant) in test.pieces %}
        masks[{{ loop.index0 }}] = {{ relevant }};
{%- endfor %}
        for (piece = 0; piece < {{ test.pieces.len() }}; piece++) {
            {{ word }} mask = masks[piece];

            occupied->lo = 0;
            occupied->hi = 0;
            do {
                int which = {{ test.differs }}(*square, *occupied);
                {{ half }} borrow = occupied->lo < mask.lo ? 1 : 0;

                if (which != 0) {
                    return which;
                }
                /* The next subset of the mask: (occupied - mask) & mask. */
                occupied->lo = (occupied->lo - mask.lo) & mask.lo;
                occupied->hi = (occupied->hi - mask.hi - borrow) & mask.hi;
            } while (occupied->lo != 0 || occupied->hi != 0);
        }
    }
    return 0;
}
