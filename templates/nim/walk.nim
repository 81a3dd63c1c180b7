{{ indent }}func {{ walked.walk.name }}(steps: openArray[int8], starts: openArray[uint64],
{{ indent }}    {% if walked.walk.has_range %}range: int, {% endif %}square: int, occupied: uint64): uint64 =
{{ indent }}  # Follows each ray{% if walked.walk.has_range %} for so many steps{% endif %} to its first blocker, that one included.
{{ indent }}  for ray, step in steps:
{{ indent }}    var at = {% if let Some(grid) = walked.walk.grid %}int({{ grid.of_bit }}[square]){% else %}square{% endif %}
{%- if walked.walk.has_range %}
{{ indent }}    var left = range
{%- endif %}
{{ indent }}    var reached = 0'u64
{{ indent }}    while {% if walked.walk.has_range %}left > 0 and ((starts[ray] shr at) and 1) != 0 and
{{ indent }}        {% else %}((starts[ray] shr at) and 1) != 0 and {% endif %}(reached and occupied) == 0:
{{ indent }}      at += step
{{ indent }}      reached = 1'u64 shl {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[at]{% else %}at{% endif %}
{{ indent }}      result = result or reached
{%- if walked.walk.has_range %}
{{ indent }}      dec left
{%- endif %}
