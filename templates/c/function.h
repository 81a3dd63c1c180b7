
{{ function.doc }}
{{ function.head }}
{
{%- for line in function.lines %}
{% if line.is_empty() %}{% else %}    {{ line }}{% endif %}
{%- endfor %}
}
