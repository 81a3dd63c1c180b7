type
  { The {{ of.plural }} of {{ of.function }}. }
  T{{ of.kind }} = (
{%- for one in of.members %}
    {{ one.constant }}{% if loop.last %});{% else %},{% endif %}
{%- endfor %}
