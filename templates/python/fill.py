{% for (name, fill) in fills %}{% if fill.table == table.index %}{{ self.signature(name, [["table", self.list("list[int]")]], "None") }}
{% for line in self::store_doc(fill) %}{{ line }}
{% endfor %}{% for line in self::squares_of(fill.masks, "    ", self.is_numpy()) %}{{ line }}
{% endfor %}{% if let Some(squares) = walked.squares %}        if not {{ squares }} >> square & 1:
            continue
{% endif %}{% if self.is_numpy() %}        subsets = {{ subsets }}(mask)
        squares = np.full(subsets.shape, square)
{% else %}        for subset in {{ subsets }}(mask):
{% endif %}{% for line in self.stored(fill, walked.walk) %}{{ line }}
{% endfor %}

{% endif %}{% endfor %}{{ self.signature(function, [], self.list("tuple[int, ...]")) }}
    """Return the table, filled."""
    table = {% if self.is_numpy() %}np.zeros({{ table.length }}, dtype=np.uint64){% else %}[0] * {{ table.length }}{% endif %}
{% for (name, fill) in fills %}{% if fill.table == table.index %}    {{ name }}(table)
{% endif %}{% endfor %}    return {% if self.is_numpy() %}table{% else %}tuple(table){% endif %}
