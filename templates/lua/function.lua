{% for line in function.doc %}{{ line }}
{% endfor %}local function {{ function.head }}
{% for line in function.body %}  {{ line }}
{% endfor %}end{% if self.is_interpreted(function) %}
-- LuaJIT 2.1 compiles a function of so many variables wrongly.
jit.off({{ function.item.name() }}){% endif %}
