{% include "python/header.py" %}
"""Compares every lookup with rays walked, under every subset of every mask."""
{% for group in imports %}
{% for line in group %}{{ line }}
{% endfor %}{% endfor %}{% for constant in constants %}
{% include "python/constant.py" %}
{% endfor %}

{% include "python/walk.py" %}
{% for function in walked %}{% include "python/function.py" %}{% endfor %}

{% for line in difference %}{{ line }}
{% endfor %}    board = f"the {piece} on square {square}, occupied {occupied:#018x}"
    return f"{board}: found {found:#018x}, walked {walked:#018x}"


class {{ class }}(unittest.TestCase):
    """Says which lookup differs, on which square and under which occupancy."""
{% for test in tests %}
{% for line in test.head %}{{ line }}
{% endfor %}        """Compare the {{ test.spoken }}'s lookup."""
{% for one in test.loops %}{% for line in one.head %}{{ line }}
{% endfor %}{% if let Some(squares) = squares %}            if not {{ squares }} >> square & 1:
                continue
{% endif %}{% if walker.is_numpy %}            occupied = {{ walker.subsets }}(mask)
            squares = np.full(occupied.shape, square)
{% for line in one.found %}{{ line }}
{% endfor %}{% for line in one.walked %}{{ line }}
{% endfor %}            for at in np.flatnonzero(found != walked).tolist():
{% for line in one.fail %}{{ line }}
{% endfor %}{% else %}            for occupied in {{ walker.subsets }}(mask):
{% for line in one.found %}{{ line }}
{% endfor %}{% for line in one.walked %}{{ line }}
{% endfor %}                if found != walked:
{% for line in one.fail %}{{ line }}
{% endfor %}{% endif %}{% endfor %}{% endfor %}

if __name__ == "__main__":
    unittest.main()
