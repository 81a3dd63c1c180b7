{% if let Some(pair) = self.page().pair %}
/// What a rook and a bishop attack.
pub const {{ pair.kind }} = struct { rook: u64, bishop: u64 };

{% for line in self.function_doc(pair.name, pair.doc) %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}pub fn {{ pair.name }}(sq: u6, occupied: u64) {{ pair.kind }} {
    return .{
        .rook = {{ pair.rook }}(sq, occupied),
        .bishop = {{ pair.bishop }}(sq, occupied),
    };
}
{% endif %}{% if let Some(choice) = self.page().choice %}
{% for line in self.function_doc(choice.name, choice.doc) %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}pub fn {{ choice.name }}(piece: {{ choice.kind }}, sq: u6, occupied: u64) u64 {
    return switch (piece) {
{% for one in choice.pieces %}        .{{ one.member.named(Case::Snake) }} => {{ one.lookup }}{% if one.is_array %}[sq]{% else %}(sq{% if !one.is_leaper %}, occupied{% endif %}){% endif %},
{% endfor %}    };
}
{% endif %}{% for batch in self.page().batches %}
/// Looks up as many attack sets as there are squares: sets `attacks[i]` to the attack set of
/// `squares[i]` under `occupied[i]`. The three slices have the same length, which safe builds
/// check. `occupied` and `attacks` may be the same slice.
pub fn {{ batch.name }}(squares: []const u6, occupied: []const u64, attacks: []u64) void {
    for (squares, occupied, attacks) |sq, set, *result| {
        result.* = {{ batch.lookup }}(sq, set);
    }
}
{% endfor %}
