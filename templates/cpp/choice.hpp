{% if let Some(pair) = self.page().pair %}/// What a rook and a bishop attack.
struct {{ pair.kind }} {
  {{ self.bitboard() }} rook;
  {{ self.bitboard() }} bishop;
};

{% for line in self.function_doc(pair.name, pair.doc) %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% for line in self.beside(pair.kind, pair.name, None) %}{{ line }}
{% endfor %}{% for line in item.lines %}{% if !line.starts_with('#') %}  {% endif %}{{ line }}
{% endfor %}}
{% endif %}{% if self.page().pair.is_some() && self.page().choice.is_some() %}
{% endif %}{% if let Some(choice) = self.page().choice %}// clang-format off
{% for line in self.function_doc(choice.name, choice.doc) %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% for line in self.beside(self.bitboard(), choice.name, Some(choice)) %}{{ line }}
{% endfor %}  switch (piece) {
{% for one in choice.pieces %}  case {{ choice.kind }}::{{ one.member.named(self.keys.case()) }}:
    return {{ one.lookup }}{% if one.is_array %}[square]{% else %}(square{% if !one.is_leaper %}, occupied{% endif %}){% endif %};
{% endfor %}  }
  return 0;
}

/// The same for a piece that the compiler knows.
template <{{ choice.kind }} Known>
{% for line in self.beside(self.bitboard(), choice.name, None) %}{{ line }}
{% endfor %}  return {{ choice.name }}(Known, square, occupied);
}
// clang-format on
{% endif %}{% for batch in self.page().batches %}{% if !loop.first || self.page().pair.is_some() || self.page().choice.is_some() %}
{% endif %}{% let is_fenced = self.page().choice.is_some() && batch.lanes.is_some() %}{% if is_fenced %}// clang-format off
{% endif %}/// Looks up `count` attack sets: `attacks[at]` becomes that of `squares[at]`
/// under `occupied[at]`. `attacks` and `occupied` may be one array.
{% let set = self.bitboard() %}{% let head = format!("{} void {}", self.batch_kind(), batch.name) %}{% for line in item::opening(head.as_str(), self.batch_parameters().as_slice()) %}{{ line }}
{% endfor %}{% for line in self.batch_body(batch) %}{% if !line.starts_with('#') && !line.is_empty() %}  {% endif %}{{ line }}
{% endfor %}}
{% if self.keys.is_20() %}
/// The same for spans, all of one length, as debug builds assert.
{% for line in item::opening(head.as_str(), ["std::span<const std::uint8_t> squares".to_owned(), format!("std::span<const {}> occupied", set), format!("std::span<{}> attacks", set)]) %}{{ line }}
{% endfor %}  assert(squares.size() == attacks.size() && "a square for each set");
  assert(occupied.size() == attacks.size() && "an occupancy for each set");
{% for line in item::CALLS.lines("  ", batch.name.as_str(), ["attacks.size()", "squares.data()", "occupied.data()", "attacks.data()"], ";") %}{{ line }}
{% endfor %}}
{% endif %}{% if is_fenced %}// clang-format on
{% endif %}{% endfor %}