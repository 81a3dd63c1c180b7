{% for line in unit.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !unit.licence().is_empty() %}
{% for line in unit.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
