{% include "python/header.py" %}
"""Compares every lookup with rays walked, under every subset of every mask."""
{% for group in self.imports() %}
{% for line in group %}{{ line }}
{% endfor %}{% endfor %}
{% if let Some(package) = file.options.package %}from {{ package }} {% endif %}import {{ stem }}
{% for one in arrays %}{% let array = numbers.array(one) %}
{% include "python/constant.py" %}
{% endfor %}

{% include "python/walk.py" %}
{% for one in compared %}

{{ self.walker_head(one) }}
{% for line in self.walker_body(one) %}    {{ line }}
{% endfor %}{% endfor %}

{{ self.difference_head() }}
    board = f"the {piece} on square {square}, occupied {occupied:#018x}"
    return f"{board}: found {found:#018x}, walked {walked:#018x}"


class Test{{ Case::Pascal.join([stem]) }}(unittest.TestCase):
    """Says which lookup differs, on which square and under which occupancy."""
{% for one in compared %}{% if one.is_public %}
{% for line in self.method(one) %}{{ line }}
{% endfor %}        """Compare the {{ one.spoken }}'s lookup."""
{% for masks in one.masks %}{% for line in self::squares_of(masks, "        ", false) %}{{ line }}
{% endfor %}{% if let Some(squares) = walked.squares %}            if not {{ squares }} >> square & 1:
                continue
{% endif %}{% if file.is_numpy() %}            occupied = {{ file.subsets }}(mask)
            squares = np.full(occupied.shape, square)
{% for line in self.calls(one) %}{{ line }}
{% endfor %}            for at in np.flatnonzero(found != walked).tolist():
{% else %}            for occupied in {{ file.subsets }}(mask):
{% for line in self.calls(one) %}{{ line }}
{% endfor %}                if found != walked:
{% endif %}{% for line in self.failing(one) %}{{ line }}
{% endfor %}{% endfor %}{% endif %}{% endfor %}

if __name__ == "__main__":
    unittest.main()
