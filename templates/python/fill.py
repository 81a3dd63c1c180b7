{% for (name, fill) in fills %}{% if fill.table == table.index %}{% let store = ["=", "|="][usize::from(*fill.is_or)] %}{% let is_numpy = self.is_numpy() %}{{ self.signature("", name, [["table", self.list("list[int]")]], "None") }}
{% let doc = format!("Store the attack sets of the {}.", fill.owner) %}{% for line in self::sentence(doc, doc) %}{{ line }}
{% endfor %}{% if is_numpy %}{{ self::call("    ", "for square, mask in enumerate", [&format!("{}.tolist()", fill.masks)], ":") }}{% else %}{{ self::call("    ", "for square, mask in enumerate", [&fill.masks], ":") }}{% endif %}
{% if let Some(squares) = walked.squares %}        if not {{ squares }} >> square & 1:
            continue
{% endif %}{% if is_numpy %}        subsets = {{ subsets }}(mask)
        squares = np.full(subsets.shape, square)
{{ self::call("        ", &format!("places = {}", fill.index), ["squares", "subsets"], "") }}
{{ self::walking("        ", &format!("table[places] {} ", store), &self::walk_from(walked.walk, fill.rays, "subsets")) }}
{% else %}        for subset in {{ subsets }}(mask):
{{ self::call("            ", &format!("place = {}", fill.index), ["square", "subset"], "") }}
{{ self::walking("            ", &format!("table[place] {} ", store), &self::walk_from(walked.walk, fill.rays, "subset")) }}
{% endif %}

{% endif %}{% endfor %}{{ self.signature("", function, [], self.list("tuple[int, ...]")) }}
    """Return the table, filled."""
    table = {% if self.is_numpy() %}np.zeros({{ table.length }}, dtype=np.uint64){% else %}[0] * {{ table.length }}{% endif %}
{% for (name, fill) in fills %}{% if fill.table == table.index %}    {{ name }}(table)
{% endif %}{% endfor %}    return {% if self.is_numpy() %}table{% else %}tuple(table){% endif %}
