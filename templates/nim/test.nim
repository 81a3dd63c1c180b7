when isMainModule:
  # Compares every lookup with rays walked, under every subset of relevant
  # squares, with all other squares empty and with all of them occupied.
  import std/strutils
{% for array in self.page().arrays %}{% if array.is_tested %}
{% for line in self::aside(array.doc) %}  # {{ line }}
{% endfor %}  {{ self.array_head(array) }} = [
{% let rows = self.rows(array) %}{% for line in rows.lines() %}  {{ line }}
{% endfor %}  ]
{% endif %}{% endfor %}{% if !self.page().module.fills() %}
{% let indent = "  " %}{% include "nim/walk.nim" %}
{% endif %}
  func {{ test.relevant }}(steps: openArray[int8], starts: openArray[uint64],
      {% if walk.has_range %}range: int, {% endif %}square: int): uint64 =
    # Returns the squares where a blocker shortens a ray: all but its last.
    for ray, step in steps:
      var at = {% if let Some(grid) = walk.grid %}int({{ grid.of_bit }}[square]){% else %}square{% endif %}
{%- if walk.has_range %}
      var left = range
{%- endif %}
      var reached = 0'u64
      while {% if walk.has_range %}left > 0 and {% endif %}((starts[ray] shr at) and 1) != 0:
        result = result or reached
        at += step
        reached = 1'u64 shl {% if let Some(grid) = walk.grid %}{{ grid.bit_of }}[at]{% else %}at{% endif %}
{%- if walk.has_range %}
        dec left
{%- endif %}
{% for one in compared %}{% if let Some(squares) = one.squares %}
  func {{ one.relevant[0] }}(square: int): uint64 =
{%- for line in self.finished(squares) %}
    {{ line }}
{%- endfor %}
{% endif %}
  func {{ one.walker }}(square: int, occupied: uint64): uint64 =
{%- for line in one.body %}
    {{ line }}
{%- endfor %}
{% endfor %}
  template compare(piece: string, lookup, walked, relevant: untyped) =
    for square in 0 .. {{ walk.indices - 1 }}:
{%- if let Some(squares) = walked.squares %}
      if (({{ squares }} shr square) and 1) == 0:
        continue
{%- endif %}
      let mask = relevant(square)
      var subset = 0'u64
      while true:
        for occupied in [subset, subset or not mask]:
          let found = lookup(square, occupied)
          let right = walked(square, occupied)
          if found != right:
            quit("the " & piece & " on square " & $square & ", occupied 0x" &
                toHex(occupied) & ": found 0x" & toHex(found) &
                ", walked 0x" & toHex(right))
        subset = (subset - mask) and mask
        if subset == 0:
          break

  proc selfTest() =
{%- for [spoken, lookup, walker, relevant] in self::comparisons(compared) %}
    compare("{{ spoken }}", {{ lookup }}, {{ walker }}, {{ relevant }})
{%- endfor %}

  selfTest()
