{% for line in holder.doc %}  {{ line }}
{% endfor %}  private static final class {{ holder.name }} {
{% for table in holder.tables %}    static final {{ table.kind }} {{ table.name }} = new {{ table.allocation }};
{% endfor %}{% for table in holder.tables %}{% if let Some((name, constants)) = table.packed %}
    private static final String[] {{ name }} = {
{{ constants }}
    };
{% endif %}{% endfor %}
    static {
{% for table in holder.tables %}{% if let Some((count, lengths)) = table.rows %}      for (int square = 0; square < {{ count }}; square++) {
        {{ table.name }}[square] = new {{ self::element(*table.storage) }}[{{ lengths }}[square]];
      }
{% endif %}{% if let Some((name, _)) = table.packed %}      {{ holders.unpack }}({{ name }}, {{ table.name }});
{% endif %}{% endfor %}{% for fill in holder.fills %}      {{ fill }}
{% endfor %}    }
  }
