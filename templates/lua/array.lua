{% for line in array.doc %}{{ line }}
{% endfor %}{{ array.head }}{{ array.rows }}
