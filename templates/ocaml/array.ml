{% for line in self::aside(array.doc) %}{{ line }}
{% endfor %}{{ of.array_head(array) }}
{{ of.rows(array) }}
  {{ self::array_end(array) }}
