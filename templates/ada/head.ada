{% for line in of.header() %}--{% if !line.is_empty() %}  {{ line }}{% endif %}
{% endfor %}{% if !of.licence().is_empty() %}
{% for line in of.licence() %}--{% if !line.is_empty() %}  {{ line }}{% endif %}
{% endfor %}{% endif %}
