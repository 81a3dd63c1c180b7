{% for line in file.header() %}{% if !loop.first %}
{% endif %}--{% if !line.is_empty() %} {{ line }}{% endif %}{% endfor %}{% if !file.licence().is_empty() %}
--{% for line in file.licence() %}
--{% if !line.is_empty() %} {{ line }}{% endif %}{% endfor %}{% endif %}
