{% for line in function.doc %}{{ line }}
{% endfor %}local function {{ function.name }}({{ function.parameters }})
{% for line in function.body %}  {{ line.text(style) }}
{% endfor %}end
