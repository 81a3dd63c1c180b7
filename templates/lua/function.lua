{% for line in function.doc %}{{ line }}
{% endfor %}local function {{ function.head }}
{% for line in function.body %}  {{ line }}
{% endfor %}end
