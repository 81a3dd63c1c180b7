{% let has_out = js.keys.has_out() %}{% if let Some(pair) = js.page().pair %}
{% if has_out %}{% else if js.keys.is_typed() %}/** What a rook and a bishop attack. */
{{ js.export(true) }}interface {{ pair.kind }} {
  /** The squares that the rook attacks. */
  rook: {{ js.keys.bitboard() }};
  /** The squares that the bishop attacks. */
  bishop: {{ js.keys.bitboard() }};
}
{% else %}/**
 * What a rook and a bishop attack.
 *
 * @typedef {object} {{ pair.kind }}
 * @property { {{- js.keys.bitboard() -}} } rook - the squares that the rook attacks
 * @property { {{- js.keys.bitboard() -}} } bishop - the squares that the bishop attacks
 */
{% endif %}{% if !has_out %}
{% endif %}{% for line in js.beside(pair.name, pair.doc, pair.kind, "") %}{{ line }}
{% endfor %}{% if js.is_declared %}{% else if has_out %}  {{ pair.rook }}({{ js.place() }}, rook);
  {{ pair.bishop }}({{ js.place() }}, bishop);
}
{% else %}  const rook = {{ pair.rook }}({{ js.place() }});
  const bishop = {{ pair.bishop }}({{ js.place() }});
  return { rook, bishop };
}
{% endif %}{% endif %}{% if let Some(choice) = js.page().choice %}
{% for line in js.pieces(choice) %}{{ line }}
{% endfor %}
{% for line in js.beside(choice.name, choice.doc, js.keys.bitboard(), choice.kind) %}{{ line }}
{% endfor %}{% if !js.is_declared %}  switch (piece) {
{% for one in choice.pieces %}    case "{{ one.id }}":
{% let place = js.place_of(one) %}{% if has_out %}      {{ one.lookup }}({{ place }}, out);
      break;
{% else %}      return {{ one.lookup }}({{ place }});
{% endif %}{% endfor %}    default:
      throw new RangeError("no such piece");
  }
}
{% endif %}{% endif %}
