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
		return {{ one.lookup }}(square{% if !one.is_leaper %}, occupied{% endif %})
{% endfor %}	}
	return 0
}
{% endif %}
