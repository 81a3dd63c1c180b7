{% if !routine.item.is_public() %}{% for line in self::commented("(*", routine.doc) %}{{ line }}
{% endfor %}{% endif %}{{ routine.head }}
{%- for line in routine.body %}
  {{ line }}
{%- endfor %}
