{% if let Some(pair) = self.page().pair %}
{% for line in self.function_doc(pair.name, pair.doc) %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}func {{ pair.name }}(square int, occupied uint64) (rook, bishop uint64) {
	return {{ pair.rook }}(square, occupied), {{ pair.bishop }}(square, occupied)
}
{% endif %}{% if let Some(choice) = self.page().choice %}
{% for line in self.function_doc(choice.name, choice.doc) %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}func {{ choice.name }}(piece {{ choice.kind }}, square int, occupied uint64) uint64 {
	switch piece {
{% for one in choice.pieces %}	case {{ one.member.constant }}:
		return {{ one.lookup }}{% if one.is_array %}[square]{% else %}(square{% if !one.is_leaper %}, occupied{% endif %}){% endif %}
{% endfor %}	}
	return 0
}
{% endif %}{% for batch in self.page().batches %}
// {{ batch.name }} looks up as many attack sets as there are squares.
// It sets attacks[i] to the attack set of squares[i] under occupied[i], and panics unless the three
// slices have the same length. The slices occupied and attacks may be the same.
func {{ batch.name }}(squares []uint8, occupied, attacks []uint64) {
	if len(occupied) != len(squares) || len(attacks) != len(squares) {
		panic("the three slices need the same length")
	}
	for i, square := range squares {
		attacks[i] = {{ batch.lookup }}(int(square), occupied[i])
	}
}
{% endfor %}
