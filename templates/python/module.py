{% include "python/header.py" %}
"""{{ summary }}

{% for line in doc %}{{ line }}
{% endfor %}"""
{% for group in imports %}
{% for line in group %}{{ line }}
{% endfor %}{% endfor %}
{% for line in exports %}{{ line }}
{% endfor %}{% for rank in ranks %}
# {{ rank.doc }}
{% for line in rank.lines %}{{ line }}
{% endfor %}{% endfor %}{% for constant in constants %}
{% include "python/constant.py" %}
{% endfor %}{% if let Some(walker) = walker %}

{% include "python/walk.py" %}
{% endif %}{% for function in helpers %}{% include "python/function.py" %}{% endfor %}{% for table in filled %}

{% include "python/fill.py" %}


{% for line in table.comment %}{{ line }}
{% endfor %}{{ table.head }}
{% endfor %}{% for function in functions %}{% include "python/function.py" %}{% endfor %}
