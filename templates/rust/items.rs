{% macro function(one) %}
{% for line in one.docs %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% for line in one.attributes %}{{ line }}
{% endfor %}{{ one.head }}
{% for line in one.body %}    {{ line }}
{% endfor %}}
{% endmacro %}
{% macro table(one, margin) %}
{% for line in one.docs %}{{ margin }}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% for line in one.attributes %}{{ line }}
{% endfor %}{{ margin }}#[rustfmt::skip]
{{ margin }}{{ one.head }}
{{ one.rows }}
{{ margin }}]{% if one.is_argument %}){% endif %};
{% endmacro %}
{% macro comment(mark, line) %}{{ mark }}{% if !line.trim_end().is_empty() %} {{ line.trim_end() }}{% endif %}
{% endmacro %}