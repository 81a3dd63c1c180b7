{% for line in js.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !js.licence().is_empty() %}
{% for line in js.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
