{% for one in table.loops %}{% for line in one.function %}{{ line }}
{% endfor %}{% for line in one.doc %}{{ line }}
{% endfor %}{% for line in one.head %}{{ line }}
{% endfor %}{% if let Some(squares) = table.squares %}        if not {{ squares }} >> square & 1:
            continue
{% endif %}{% if table.is_numpy %}        subsets = {{ table.subsets }}(mask)
        squares = np.full(subsets.shape, square)
{% else %}        for subset in {{ table.subsets }}(mask):
{% endif %}{% for line in one.lines %}{{ line }}
{% endfor %}

{% endfor %}{% for line in table.function %}{{ line }}
{% endfor %}    """Return the table, filled."""
    table = {% if table.is_numpy %}np.zeros({{ table.length }}, dtype=np.uint64){% else %}[0] * {{ table.length }}{% endif %}
{% for one in table.loops %}    {{ one.name }}(table)
{% endfor %}    return {% if table.is_numpy %}table{% else %}tuple(table){% endif %}
