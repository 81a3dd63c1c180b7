{{ holder.doc }}
  private static final class {{ holder.name }} {
{% for table in holder.tables %}    static final {{ table.kind }} {{ table.name }} = new {{ table.allocation }};
{% endfor %}{% for table in holder.tables %}{% if let Some(packed) = table.packed %}
    private static final String[] {{ packed.name }} = {
{{ packed.elements }}
    };
{% endif %}{% endfor %}
    static {
{% for table in holder.tables %}{% if let Some(rows) = table.rows %}      for (int square = 0; square < {{ rows.count }}; square++) {
        {{ table.name }}[square] = new {{ rows.element }}[{{ rows.array }}[square]];
      }
{% endif %}{% if let Some(packed) = table.packed %}      {{ packed.method }}({{ packed.name }}, {{ table.name }});
{% endif %}{% endfor %}{% for (method, table) in holder.fills %}      {{ method }}({{ table }});
{% endfor %}    }
  }
