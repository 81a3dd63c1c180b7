{% for array in arrays %}
{{ array.doc }}
{% if array.is_ignored %}// prettier-ignore
{% endif %}{{ array.start }}{{ array.kind }} = {{ array.value }}
{% endfor %}
