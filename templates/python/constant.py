{% for line in array.doc %}{{ line }}
{% endfor %}{% if array.rows.is_empty() %}{{ array.head }}{% else %}# fmt: off
{{ array.head }}
{{ array.rows }}
# fmt: on{% endif %}
