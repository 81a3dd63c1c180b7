(* Follows each ray{% if walked.walk.has_range %} for so many steps{% endif %} to its first blocker, that one included. *)
let {{ walked.walk.name }} steps starts {% if walked.walk.has_range %}range {% endif %}square occupied =
  let attacks = ref 0L in
  for ray = 0 to Array.length steps - 1 do
    let at = ref {% if let Some(grid) = walked.walk.grid %}{{ grid.of_bit }}.{square}{% else %}square{% endif %} in
    let reached = ref 0L in
{%- if walked.walk.has_range %}
    let left = ref range in
{%- endif %}
    while
      {% if walked.walk.has_range %}!left > 0
      && {% endif %}Int64.logand (Int64.shift_right_logical starts.(ray) !at) 1L <> 0L
      && Int64.logand !reached occupied = 0L
    do
      at := !at + steps.(ray);
      reached := Int64.shift_left 1L {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}.{!at}{% else %}!at{% endif %};
{%- if walked.walk.has_range %}
      decr left;
{%- endif %}
      attacks := Int64.logor !attacks !reached
    done
  done;
  !attacks
