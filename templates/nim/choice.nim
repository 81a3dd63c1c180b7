{% if let Some(pair) = self.page().pair %}
func {{ pair.name }}*(square: int, occupied: uint64): tuple[rook, bishop: uint64] =
{%- for line in self.function_doc(pair.name, pair.doc) %}
  ##{% if !line.is_empty() %} {{ line }}{% endif %}
{%- endfor %}
  ({{ pair.rook }}(square, occupied), {{ pair.bishop }}(square, occupied))
{% endif %}{% if let Some(choice) = self.page().choice %}
func {{ choice.name }}*(piece: {{ choice.kind }}, square: int, occupied: uint64): uint64 =
{%- for line in self.function_doc(choice.name, choice.doc) %}
  ##{% if !line.is_empty() %} {{ line }}{% endif %}
{%- endfor %}
  case piece
{%- for one in choice.pieces %}
  of {{ choice.kind }}.{{ self::member(one.member) }}:
    {{ one.lookup }}(square{% if !one.is_leaper %}, occupied{% endif %})
{%- endfor %}
{% endif %}
