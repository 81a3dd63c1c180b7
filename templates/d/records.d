/// What is known of all pieces on one square.
{{ self.visible(*records.is_public) }}align({{ records.alignment }}) struct {{ records.type_name }}
{
{% for one in records.members %}    {{ one.kind }} {{ one.name }}; /// {{ one.meaning }}
{% endfor %}}

/// All pieces, by square.
{{ self.visible(*records.is_public) }}immutable {{ records.type_name }}[{{ records.length }}] {{ records.name }} = [
{% for line in records.lines("    ", [format!("{}(", records.type_name).as_str(), "),"], " // ") %}{{ line }}
{% endfor %}];