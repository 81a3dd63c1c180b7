   --  The {{ one.plural }} of {{ one.function }}.
   type {{ one.kind }} is
{%- for member in one.members %}
     {% if loop.first %}({% else %} {% endif %}{{ member.constant }}{% if loop.last %});{% else %},{% endif %}
{%- endfor %}
