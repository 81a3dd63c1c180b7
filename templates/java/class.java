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
{% endfor %}{% if let Some(unpack) = unpack %}
  /** Unpacks words of four characters each, the highest bits first, into rows. */
  private static void {{ unpack }}(String[] constants, long[]... rows) {
    int constant = 0;
    int at = 0;
    for (long[] row : rows) {
      for (int index = 0; index < row.length; index++) {
        if (at == constants[constant].length()) {
          constant++;
          at = 0;
        }
        for (int end = at + 4; at < end; at++) {
          row[index] = (row[index] << 16) | constants[constant].charAt(at);
        }
      }
    }
  }
{% endif %}{% if let Some(fill) = fill %}{% include "java/fill.java" %}
{% endif %}{% for holder in nested %}
{% include "java/holder.java" %}
{% endfor %}}
