{% for line in table.function %}{{ line }}
{% endfor %}    """Return the attack sets, rays walked under every subset of every mask."""
    table = {% if table.is_numpy %}np.zeros({{ table.length }}, dtype=np.uint64){% else %}[0] * {{ table.length }}{% endif %}
{% for one in table.loops %}    for square, mask in enumerate({{ one.masks }}{% if table.is_numpy %}.tolist(){% endif %}):
{% if let Some(squares) = table.squares %}        if not {{ squares }} >> square & 1:
            continue
{% endif %}{% if table.is_numpy %}        subsets = {{ table.subsets }}(mask)
        squares = np.full(subsets.shape, square)
{% else %}        for subset in {{ table.subsets }}(mask):
{% endif %}{% for line in one.lines %}{{ line }}
{% endfor %}{% endfor %}    return {% if table.is_numpy %}table{% else %}tuple(table){% endif %}
