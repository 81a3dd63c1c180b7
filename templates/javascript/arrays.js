{% for array in arrays %}
{% for line in array.doc %}{{ line }}
{% endfor %}{{ array.head }} = {{ array.rows }}
{% endfor %}
