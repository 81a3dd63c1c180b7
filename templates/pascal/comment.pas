{{ indent }}{ {% for line in doc %}{% if !loop.first %}
{% if !line.is_empty() %}{{ indent }}  {{ line }}{% endif %}{% else %}{{ line }}{% endif %}{% endfor %} }
