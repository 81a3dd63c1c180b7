{% for of in js.page().enumerations %}{% if of.is_result %}
{% for line in js.enumeration(of) %}{{ line }}
{% endfor %}{% endif %}{% endfor %}{% for function in js.routines(Group::PUBLIC_FIRST) %}
{% for line in function.doc %}{{ line }}
{% endfor %}{{ function.head }}
{% for line in function.body %}  {{ line }}
{% endfor %}}
{% endfor %}{% include "javascript/choice.js" %}
