

{{ function.head }}
{% for line in function.doc %}{{ line }}
{% endfor %}{% for line in function.body %}    {{ line }}
{% endfor %}