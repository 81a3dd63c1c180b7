{% for function in functions %}
{{ function.doc }}
{{ function.head }}
{% for line in function.body %}  {{ line }}
{% endfor %}}
{% endfor %}
