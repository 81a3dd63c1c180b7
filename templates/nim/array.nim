{% if !array.is_public %}{% for line in self::aside(array.doc) %}# {{ line }}
{% endfor %}{% endif %}{{ self.array_head(array) }} = [
{{ self.rows(array) }}
]
{%- if array.is_public %}{% for line in self.array_doc(array) %}
  ## {{ line }}
{%- endfor %}{% endif %}
