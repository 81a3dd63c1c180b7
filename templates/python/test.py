{% let options = file.options %}{% let typed = options.typed %}{% let set = file.set_type() %}{% include "python/header.py" %}
"""Compares every lookup with rays walked, under every subset of relevant squares.

All other squares are empty at first, and occupied then.
"""
{% include "python/imports.py" %}
import unittest
{% if options.typed %}from typing import Final
{% endif %}{% if file.is_numpy() %}
import numpy as np
{% if options.typed %}from numpy.typing import NDArray
{% endif %}{% endif %}
{% if let Some(package) = options.package %}from {{ package.get_ref() }} {% endif %}import {{ stem }}
{% for one in arrays %}{% let array = numbers.array(one) %}
{% include "python/constant.py" %}
{% endfor %}

{% include "python/walk.py" %}


{% if walked.walk.has_range %}{{ file.signature("", relevant, [["steps", "tuple[int, ...]"], ["origins", "tuple[int, ...]"], ["most", "int"], ["square", "int"]], "int") }}{% else %}{{ file.signature("", relevant, [["steps", "tuple[int, ...]"], ["origins", "tuple[int, ...]"], ["square", "int"]], "int") }}{% endif %}
    """Return what rays reach on the empty board, without the last square of each."""
    relevant = 0
    for step, origin in zip(steps, origins{% if options.minor >= 10 %}, strict=True{% endif %}):
        at = {% if let Some(grid) = walked.walk.grid %}{{ grid.of_bit }}[square]{% else %}square{% endif %}
        reached = 0
{% if walked.walk.has_range %}        for _ in range(most):
            if not origin >> at & 1:
                break
{% else %}        while origin >> at & 1:
{% endif %}            relevant |= reached
            at += step
            reached = 1 << {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[at]{% else %}at{% endif %}
    return relevant
{% for one in compared %}

{{ file.signature("", one.walker, [["square", "int"], ["occupied", set]], set) }}
{% if one.pieces.len() == 1 %}{{ self::walking("    ", "return ", one.walked) }}
{% else %}{% for line in self::united(one.walked) %}    {{ line }}
{% endfor %}{% endif %}{% if let Some(squares) = one.squares %}

{{ file.signature("", one.relevant[0], [["square", "int"]], "int") }}
{{ self::walking("    ", "return ", squares) }}
{% endif %}{% endfor %}

{% if file.is_numpy() %}{{ file.signature("", difference, [["piece", "str"], ["square", "int"], ["occupied", "int"], ["found", "int"], ["walked", "int"]], "str") }}{% else %}{{ file.signature("", difference, [["piece", "str"], ["square", "int"], ["occupied", "int"], ["found", "int"], ["walked", "int"]], "str") }}{% endif %}
    board = f"the {piece} on square {square}, occupied {occupied:#018x}"
    return f"{board}: found {found:#018x}, walked {walked:#018x}"


class Test{{ Case::Pascal.join([stem]) }}(unittest.TestCase):
    """Says which lookup differs, on which square and under which occupancy."""
{% for one in compared %}{% if one.is_public %}
{{ file.signature("    ", &format!("test_{}", one.lookup), [["self", ""]], "None") }}
        """Compare the {{ one.spoken }}'s lookup."""
{% for relevant in one.relevant %}        for square in range({{ walked.walk.indices }}):
{% let piece = format!("\"{}\"", one.spoken) %}{% if let Some(squares) = walked.squares %}            if not {{ squares }} >> square & 1:
                continue
{% endif %}{{ self::call("            ", &format!("mask = {relevant}"), ["square"], "") }}
{% if file.is_numpy() %}            subsets = {{ file.subsets }}(mask)
            occupied = np.concatenate((subsets, subsets | ~np.uint64(mask)))
            squares = np.full(occupied.shape, square)
{{ self::call("            ", &format!("found = {}.{}", self.stem, one.lookup), ["squares", "occupied"], "") }}
{{ self::call("            ", &format!("walked = {}", one.walker), ["square", "occupied"], "") }}
            for at in np.flatnonzero(found != walked).tolist():
{{ self::call("                ", &format!("message = {}", self.difference), [piece.as_str(), "square", "int(occupied[at])", "int(found[at])", "int(walked[at])"], "") }}
                self.fail(message)
{% else %}            for subset in {{ file.subsets }}(mask):
                for occupied in (subset, subset | ~mask & 0xFFFFFFFFFFFFFFFF):
{{ self::call("                    ", &format!("found = {}.{}", self.stem, one.lookup), ["square", "occupied"], "") }}
{{ self::call("                    ", &format!("walked = {}", one.walker), ["square", "occupied"], "") }}
                    if found != walked:
{{ self::call("                        ", &format!("message = {}", self.difference), [piece.as_str(), "square", "occupied", "found", "walked"], "") }}
                        self.fail(message)
{% endif %}{% endfor %}{% endif %}{% endfor %}

if __name__ == "__main__":
    unittest.main()
