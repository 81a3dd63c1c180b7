{% for line in header %}//{{ line }}
{% endfor %}
{% if !licence.is_empty() %}/*
{% for line in licence %} *{{ line }}
{% endfor %} */

{% endif %}{% if let Some(package) = package %}package {{ package }};

{% endif %}{{ doc }}
{% if let Some(annotation) = annotation %}@{{ annotation }}("magicgen")
{% endif %}{{ modifiers }}class {{ name }} {
  private {{ name }}() {}
{% for rank in squares %}
{{ rank.doc }}
  {{ rank.text }}
{% endfor %}{% for array in arrays %}
{{ array.doc }}
{% if let Some(value) = array.value %}  {{ array.head }} = {{ value }};
{% else %}  {{ array.head }} = {
{{ array.rows }}
  };
{% endif %}{% endfor %}{% for method in methods %}
{{ method.doc }}
  {{ method.head }} {
{% for line in method.body %}    {{ line }}
{% endfor %}  }
{% endfor %}{% for unpacker in unpackers %}
  /** {{ unpacker.doc }} */
  private static void {{ unpacker.method }}(String[] constants, {{ unpacker.element }}[]... rows) {
    int constant = 0;
    int at = 0;
    for ({{ unpacker.element }}[] row : rows) {
      for (int index = 0; index < row.length; index++) {
        if (at == {% if unpacker.characters == 0 %}2 * {% endif %}constants[constant].length()) {
          constant++;
          at = 0;
        }
{% if unpacker.characters > 1 %}        for (int end = at + {{ unpacker.characters }}; at < end; at++) {
          row[index] = (row[index] << 16) | constants[constant].charAt(at);
        }
{% else if unpacker.characters == 1 %}        row[index] = constants[constant].charAt(at);
        at++;
{% else %}        char pair = constants[constant].charAt(at / 2);
        row[index] = (byte) (at % 2 == 0 ? pair >>> 8 : pair);
        at++;
{% endif %}      }
    }
  }
{% endfor %}{% if let Some(fill) = fill %}{% include "java/fill.java" %}
{% endif %}{% for holder in nested %}
{% include "java/holder.java" %}
{% endfor %}}
