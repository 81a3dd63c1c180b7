{% include "javascript/header.js" %}
{{ doc }}
{% for rank in squares %}
{{ rank.doc }}
// prettier-ignore
{{ rank.text }}
{% endfor %}{% if let Some(bits) = bits %}
{{ bits }}
{% endif %}{% for array in arrays %}
{{ array.doc }}
{{ array.start }}{{ array.kind }};
{% endfor %}{% for function in functions %}
{{ function.doc }}
{{ function.head }}
{% endfor %}
