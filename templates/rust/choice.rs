{% let reason = "not every program needs every lookup" %}{% let keyword = functions::keyword(self.is_const()) %}{% if let Some(pair) = self.page().pair %}
{% for line in self.function_doc(pair.name, pair.doc) %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}#[inline]
#[must_use]
{% for line in self.beside([reason, keyword, pair.name.as_str()], ["square: usize", "occupied: u64"], " -> (u64, u64)") %}{{ line }}
{% endfor %}{% for line in self.pair_body(pair) %}    {{ line }}
{% endfor %}}
{% endif %}{% if let Some(choice) = self.page().choice %}
{% for line in self.function_doc(choice.name, choice.doc) %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}#[inline]
#[must_use]
{% let piece = format!("piece: {}", choice.kind) %}{% for line in self.beside([reason, keyword, choice.name.as_str()], [piece.as_str(), "square: usize", "occupied: u64"], " -> u64") %}{{ line }}
{% endfor %}    match piece {
{% for one in choice.pieces %}        {{ choice.kind }}::{{ one.member.named(Case::Pascal) }} => {{ one.lookup }}{% if one.is_array %}[square]{% else %}(square{% if !one.is_leaper %}, occupied{% endif %}){% endif %},
{% endfor %}    }
}
{% endif %}{% for batch in self.page().batches %}{% for line in self.batch_on_kinds(batch) %}{{ line }}
{% endfor %}
/// Looks up as many attack sets as there are squares: `attacks[at]` becomes that of `squares[at]`
/// under `occupied[at]`.
///
/// # Panics
///
/// Panics unless the three slices are of one length.
{% for line in self.beside(["not every program looks up in batches", "fn", batch.name.as_str()], ["squares: &[u8]", "occupied: &[u64]", "attacks: &mut [u64]"], "") %}{{ line }}
{% endfor %}    assert_eq!(squares.len(), attacks.len(), "a square for each set");
    assert_eq!(occupied.len(), attacks.len(), "an occupancy for each set");
{% for line in self.batch_body(batch) %}    {{ line }}
{% endfor %}}
{% endfor %}