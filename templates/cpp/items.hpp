{% for item in items %}
{% if item.opens %}// clang-format off
{% endif %}{% for line in item.doc %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% for line in item.lines %}{{ line }}
{% endfor %}{% if item.closes %}// clang-format on
{% endif %}{% endfor %}