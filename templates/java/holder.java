{% for line in self.comment("", holder.doc) %}  {{ line }}
{% endfor %}  private static final class {{ holder.name }} {
{% for table in holder.tables %}    static final {{ self::kind(table) }} {{ table.name }} = new {{ self::element(*table.table.storage) }}
{%- match table.table.rows %}
{%- when Rows::No %}[{{ table.table.entries.len() }}];
{%- when Rows::Equal(length) %}[{{ self.module().board.indices }}][{{ length }}];
{%- when Rows::Ragged(_) %}[{{ self.module().board.indices }}][];
{%- endmatch %}
{% endfor %}{% for table in holder.tables %}{% if !table.literals.is_empty() %}
    private static final String[] {{ table.packed }} = {
{% for literal in table.literals %}{{ literal }}
{% endfor %}    };
{% endif %}{% endfor %}
    static {
{% for table in holder.tables %}{% if let Some(lengths) = table.lengths %}      for (int square = 0; square < {{ self.module().board.indices }}; square++) {
        {{ table.name }}[square] = new {{ self::element(*table.table.storage) }}[{{ lengths }}[square]];
      }
{% endif %}{% if !table.literals.is_empty() %}      {{ holders.unpack }}({{ table.packed }}, {{ table.name }});
{% endif %}{% endfor %}{% for (name, fill, held) in self.filled() %}{% if held.class == holder.name %}      {{ name }}({{ held.name }});
{% endif %}{% endfor %}    }
  }
