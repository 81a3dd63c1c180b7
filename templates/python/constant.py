{% for line in constant.comment %}{{ line }}
{% endfor %}{% if let Some((rows, close)) = constant.rows %}# fmt: off
{{ constant.head }}
{{ rows }}
{{ close }}
# fmt: on
{%- if let Some(name) = constant.swapped %}
if sys.byteorder == "big":
    {{ name }}.byteswap()
{%- endif %}{% else %}{{ constant.head }}{% endif %}
