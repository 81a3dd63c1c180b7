type {{ of.kind }} =
{%- for one in of.members %}
  | {{ self::member(one) }}
{%- endfor %}
