{% if let Some(pair) = self.page().pair %}
/// What a rook and a bishop attack.
struct {{ pair.kind }}
{
    /// The squares that the rook attacks.
    ulong rook;
    /// The squares that the bishop attacks.
    ulong bishop;
}

{% for line in self.function_doc(pair.name, pair.doc) %}{{ line }}
{% endfor %}{{ pair.kind }} {{ pair.name }}(int square, ulong occupied) {{ attributes }}
{
    const rook = {{ pair.rook }}(square, occupied);
    const bishop = {{ pair.bishop }}(square, occupied);
    return {{ pair.kind }}(rook, bishop);
}
{% endif %}{% if let Some(choice) = self.page().choice %}
{% for line in self.function_doc(choice.name, choice.doc) %}{{ line }}
{% endfor %}ulong {{ choice.name }}({{ choice.kind }} piece, int square, ulong occupied) {{ attributes }}
{
    final switch (piece)
    {
{%- for one in choice.pieces %}
    case {{ choice.kind }}.{{ one.member.named(Case::Camel) }}:
        return {{ one.lookup }}(square{% if !one.is_leaper %}, occupied{% endif %});
{%- endfor %}
    }
}

/// The same for a piece that the compiler knows.
ulong {{ choice.name }}({{ choice.kind }} piece)(int square, ulong occupied) {{ attributes }}
{
    return {{ choice.name }}(piece, square, occupied);
}
{% endif %}{% for batch in self.page().batches %}
/**
 * Looks up as many attack sets as there are squares. The three arrays have the same length.
 *
 * Params:
 *     squares = the squares of the pieces
 *     occupied = the occupied squares, one set for each piece
 *     attacks = gets the attack sets; it may be the array of occupied squares
 */
void {{ batch.name }}(const(ubyte)[] squares, const(ulong)[] occupied, ulong[] attacks)
    {{ attributes }}
{
    assert(occupied.length == squares.length && attacks.length == squares.length,
        "the three arrays have to be of one length");
    foreach (i, square; squares)
        attacks[i] = {{ batch.lookup }}(square, occupied[i]);
}
{% endfor %}
