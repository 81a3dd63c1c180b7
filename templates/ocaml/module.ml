{% let of = self %}{% include "ocaml/head.ml" %}{% if !self.page().ranks.is_empty() %}
{%- for rank in self.page().ranks %}
(* {{ rank.doc }} *)
{%- for (name, bit) in rank.squares %}
let {{ name }} = {{ bit }}
{%- endfor %}
{% endfor %}{% endif %}{% for array in self.page().arrays %}
{% include "ocaml/array.ml" %}
{% endfor %}{% for of in self.page().enumerations %}
{% include "ocaml/enumeration.ml" %}
{% if of.is_result %}
let {{ of.kind }} =
  [|
{%- for one in of.members %}
    {{ self::member(one) }};
{%- endfor %}
  |]
{% endif %}{% endfor %}{% for routine in self.routines(GROUPS.0) %}
{% include "ocaml/routine.ml" %}
{% endfor %}{% if let Some(walked) = self.filling() %}
{% include "ocaml/walk.ml" %}
{% for table in self.page().filled %}
{% for line in self::aside(table.doc) %}{{ line }}
{% endfor %}let {{ table.name }} =
  Bigarray.(Array1.create int64 c_layout) {{ table.length }}

let () =
  Bigarray.Array1.fill {{ table.name }} 0L
{%- for fill in self.page().fills %}{% if fill.table == table.index %};
  for square = 0 to {{ walked.walk.indices - 1 }} do
{%- if let Some(squares) = walked.squares %}
    if Int64.logand (Int64.shift_right_logical {{ squares }} square) 1L <> 0L then
{%- endif %}
    let mask = {{ fill.masks }}.{square} in
    let rec from subset =
      let index = {{ fill.index }} square subset in
{%- for line in self.stored(fill, walked.walk) %}
      {{ line }}
{%- endfor %}
      let next = Int64.logand (Int64.sub subset mask) mask in
      if next <> 0L then from next
    in
    from 0L
  done
{%- endif %}{% endfor %}
{% endfor %}{% endif %}{% for routine in self.routines(GROUPS.1) %}
{% include "ocaml/routine.ml" %}
{% endfor %}{% if let Some(pair) = self.page().pair %}
let[@inline] {{ pair.name }} square occupied =
  ({{ pair.rook }} square occupied, {{ pair.bishop }} square occupied)
{% endif %}{% if let Some(choice) = self.page().choice %}
let {{ choice.name }} piece square occupied =
  match piece with
{%- for one in choice.pieces %}
  | {{ self::member(one.member) }} -> {{ one.lookup }} square{% if !one.is_leaper %} occupied{% endif %}
{%- endfor %}
{% endif %}
