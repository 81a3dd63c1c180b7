{% for line in frame.header %}--{% if !line.is_empty() %}  {{ line }}{% endif %}
{% endfor %}{% if !frame.licence.is_empty() %}
{% for line in frame.licence %}--{% if !line.is_empty() %}  {{ line }}{% endif %}
{% endfor %}{% endif %}
