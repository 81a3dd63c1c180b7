{% for line in self::commented("(*", of.header()) %}{{ line }}
{% endfor %}{% if !of.licence().is_empty() %}
{% for line in self::commented("(*", of.licence()) %}{{ line }}
{% endfor %}{% endif %}
