{% include "ocaml/head.ml" %}
(* Compares every lookup with rays walked, under every subset of relevant
   squares, with all other squares empty and with all of them occupied. *)
{% for array in tested.test.arrays %}
{% include "ocaml/array.ml" %}
{% endfor %}
{% let walked = tested.walked %}{% include "ocaml/walk.ml" %}

(* Returns the squares where a blocker shortens a ray: all but its last. *)
let {{ tested.test.relevant }} steps starts {% if walked.walk.has_range %}range {% endif %}square =
  let relevant = ref 0L in
  for ray = 0 to Array.length steps - 1 do
    let at = ref {% if let Some(grid) = walked.walk.grid %}{{ grid.of_bit }}.{square}{% else %}square{% endif %} in
    let reached = ref 0L in
{%- if walked.walk.has_range %}
    let left = ref range in
{%- endif %}
    while
      {% if walked.walk.has_range %}!left > 0
      && {% endif %}Int64.logand (Int64.shift_right_logical starts.(ray) !at) 1L <> 0L
    do
      relevant := Int64.logor !relevant !reached;
      at := !at + steps.(ray);
{%- if walked.walk.has_range %}
      decr left;
{%- endif %}
      reached := Int64.shift_left 1L {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}.{!at}{% else %}!at{% endif %}
    done
  done;
  !relevant
{% for one in tested.compared %}{% if let Some(squares) = one.squares %}
let {{ one.relevant[0] }} square =
{%- for line in of.finished(squares) %}
  {{ line }}
{%- endfor %}
{% endif %}
let {{ one.walker }} square occupied =
{%- for line in one.body %}
  {{ line }}
{%- endfor %}
{% endfor %}
let compare_lookups piece lookup walked relevant =
  for square = 0 to {{ walked.walk.indices - 1 }} do
{%- if let Some(squares) = walked.squares %}
    if Int64.logand (Int64.shift_right_logical {{ squares }} square) 1L <> 0L then
{%- endif %}
    let mask = relevant square in
    let check occupied =
      let found = lookup square occupied in
      let right = walked square occupied in
      if not (Int64.equal found right) then begin
        Printf.eprintf
          "the %s on square %d, occupied 0x%Lx: found 0x%Lx, walked 0x%Lx\n"
          piece square occupied found right;
        exit 1
      end
    in
    let rec from subset =
      check subset;
      check (Int64.logor subset (Int64.lognot mask));
      let next = Int64.logand (Int64.sub subset mask) mask in
      if next <> 0L then from next
    in
    from 0L
  done

let () =
{%- for [spoken, lookup, walker, relevant] in tested.comparisons() %}
  compare_lookups "{{ spoken }}" {{ self::module_of(module) }}.{{ lookup }}
    {{ walker }} {{ relevant }}{% if !loop.last %};{% endif %}
{%- endfor %}
