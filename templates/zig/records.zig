/// What is known of all pieces on one square.
{{ self.visible(*records.is_public) }}const {{ records.type_name }} = struct {
{% for one in records.members %}    /// {{ self::sentence(&one.meaning) }}
    {{ one.name }}: {{ one.kind }}{% if loop.first %} align({{ records.alignment }}){% endif %},
{% endfor %}};

/// All pieces, by square.
{{ self.visible(*records.is_public) }}const {{ records.name }} = [{{ records.length }}]{{ records.type_name }}{
{% for (cells, square) in records.rows %}    .{ // {{ square }}
{% for (one, cell) in records.members.iter().zip(cells.iter()) %}        .{{ one.name }} = {{ cell }},
{% endfor %}    },
{% endfor %}};