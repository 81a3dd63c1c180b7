{% for line in self.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !self.licence().is_empty() %}
{% for line in self.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
{% for line in self.about() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% for rank in self.page().ranks %}
// {{ rank.doc }}
{% for line in self::constants(rank) %}{{ line }}
{% endfor %}{% endfor %}{% for array in self.arrays() %}
{% for line in array.doc %}// {{ line }}
{% endfor %}{{ array.head }}(
{{ array.rows }}
);
{% endfor %}{% for of in self.page().enumerations %}
// The {{ of.plural }} of {{ of.function }}.
{% for one in of.members %}const {{ one.constant }} = {{ loop.index0 }}u;
{% endfor %}{% endfor %}{% for routine in self.routines(Group::UPWARDS) %}
{% for line in routine.doc %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{{ routine.head }}
{%- for line in routine.body %}
    {{ line }}
{%- endfor %}
}
{% endfor %}{% if let Some(pair) = self.page().pair %}
// What a rook and a bishop attack.
struct {{ pair.kind }} {
    rook: {{ PAIR }},
    bishop: {{ PAIR }},
}

{% for line in self.function_doc(pair.name, pair.doc) %}// {{ line }}
{% endfor %}fn {{ pair.name }}(square: u32, occupied: {{ PAIR }}) -> {{ pair.kind }} {
    return {{ pair.kind }}({{ pair.rook }}(square, occupied), {{ pair.bishop }}(square, occupied));
}
{% endif %}{% if let Some(choice) = self.page().choice %}
{% for line in self.function_doc(choice.name, choice.doc) %}// {{ line }}
{% endfor %}fn {{ choice.name }}(piece: u32, square: u32, occupied: {{ PAIR }}) -> {{ PAIR }} {
    switch piece {
{%- for one in choice.pieces %}
        {% if loop.last %}default{% else %}case {{ one.member.constant }}{% endif %}: {
            return {{ one.lookup }}(square{% if !one.is_leaper %}, occupied{% endif %});
        }
{%- endfor %}
    }
}
{% endif %}
