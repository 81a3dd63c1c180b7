    /// <summary>What is known of all pieces on one square.</summary>
    {{ self.visible(*records.is_public) }} struct {{ records.type_name }}
    {
{% for one in records.members %}        /// <summary>{{ self::sentence(&one.meaning) }}</summary>
        {{ self::record_visibility(records) }} readonly {{ one.kind }} {{ one.name }};

{% endfor %}{% for line in self::constructor(records) %}        {{ line }}
{% endfor %}        {
{% for one in records.members %}            {{ one.name }} = {{ self::parameter_of(one) }};
{% endfor %}        }
    }

    /// <summary>All pieces, by square.</summary>
    {{ self.visible(*records.is_public) }} static readonly {{ records.type_name }}[] {{ records.name }} =
    {
{% for line in records.lines("        ", [format!("new {}(", records.type_name).as_str(), "),"], " // ") %}{{ line }}
{% endfor %}    };