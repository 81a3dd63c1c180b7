{% for line in head_lines %}{% if !loop.first %}
{% endif %}--{% if !line.is_empty() %} {{ line }}{% endif %}{% endfor %}{% if !licence.is_empty() %}
--{% for line in licence %}
--{% if !line.is_empty() %} {{ line }}{% endif %}{% endfor %}{% endif %}
