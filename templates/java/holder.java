{% for line in self.comment("", holder.doc) %}  {{ line }}
{% endfor %}  private static final class {{ holder.name }} {
    static final {{ self::kind(holder) }} {{ holders.entries }} = new {{ self::element(*holder.table.storage) }}
{%- match holder.table.rows %}
{%- when Rows::No %}[{{ holder.table.entries.len() }}];
{%- when Rows::Equal(length) %}[{{ holder.table.length() / length }}][{{ length }}];
{%- when Rows::Ragged(_) %}[{{ self.module().board.indices }}][];
{%- endmatch %}
{% if !holder.literals.is_empty() %}
    private static final String[] {{ holders.packed }} = {
{% for literal in holder.literals %}{{ literal }}
{% endfor %}    };
{% endif %}
    static {
{% if let Some(lengths) = holder.lengths %}      for (int square = 0; square < {{ self.module().board.indices }}; square++) {
        {{ holders.entries }}[square] = new {{ self::element(*holder.table.storage) }}[{{ lengths }}[square]];
      }
{% endif %}{% if !holder.literals.is_empty() %}      {{ holders.unpack }}({{ holders.packed }}, {{ holders.entries }});
{% endif %}{% if let Some(start) = holder.loaded %}      {{ holders.load }}({{ start }}, {{ holders.entries }});
{% endif %}{% for (name, fill, held) in self.filled() %}{% if held.name == holder.name %}      {{ name }}({{ holders.entries }});
{% endif %}{% endfor %}    }
  }
