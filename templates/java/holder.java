{{ holder.doc }}
  private static final class {{ holder.name }} {
{% for table in holder.tables %}    static final {{ table.kind }} {{ table.name }} = new {{ table.allocation }};
{% endfor %}{% for table in holder.tables %}{% if let Some(packed) = table.packed %}
    private static final String[] {{ packed.name }} = {
{{ packed.elements }}
    };
{% endif %}{% endfor %}
    static {
{% for statement in holder.statements %}      {{ statement }}
{% endfor %}    }
  }
