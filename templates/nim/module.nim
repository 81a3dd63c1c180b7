{% for line in self.header() %}#{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !self.licence().is_empty() %}
{% for line in self.licence() %}#{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}
{% for line in self.about() %}##{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if self.page().has_counts || self.page().reversals.bits.is_some() %}
import std/bitops
{% endif %}{% if let Some(import) = keys.types.include %}
import {{ import }}
{% endif %}{% if !self.page().ranks.is_empty() %}
const
{%- for rank in self.page().ranks %}
  # {{ rank.doc }}
{%- for (name, bit) in rank.squares %}
  {{ name }}* = {{ bit }}
{%- endfor %}
{%- endfor %}
{% endif %}{% for array in self.page().arrays %}{% if !array.is_tested %}
{% include "nim/array.nim" %}
{% endif %}{% endfor %}{% for of in self.page().enumerations %}
{% include "nim/enumeration.nim" %}
{% endfor %}{% for routine in self.routines(GROUPS.0) %}
{% include "nim/routine.nim" %}
{% endfor %}{% if let Some(walked) = self.filling() %}
{% let indent = "" %}{% include "nim/walk.nim" %}
{% for (fill_table, table) in filled %}
func {{ fill_table }}(): array[{{ table.length }}, uint64] =
{%- for fill in self.page().fills %}{% if fill.table == table.index %}
  for square, mask in {{ fill.masks }}:
{%- if let Some(squares) = walked.squares %}
    if (({{ squares }} shr square) and 1) == 0:
      continue
{%- endif %}
    var subset = 0'u64
    while true:
      let index = {{ fill.index }}(square, subset)
{%- for line in self.stored(fill, walked.walk) %}
      {{ line }}
{%- endfor %}
      subset = (subset - mask) and mask
      if subset == 0:
        break
{%- endif %}{%- endfor %}

{% if table.is_public %}let {{ table.name }}* = {{ fill_table }}()
{%- for line in self::aside(table.doc) %}
  ## {{ line }}
{%- endfor %}
{% else %}{% for line in self::aside(table.doc) %}# {{ line }}
{% endfor %}let {{ table.name }} = {{ fill_table }}()
{% endif %}{% endfor %}{% endif %}
{%- for routine in self.routines(GROUPS.1) %}
{% include "nim/routine.nim" %}
{% endfor %}{% include "nim/choice.nim" %}{% for lines in self.typed() %}
{% for line in lines %}{{ line }}
{% endfor %}{% endfor %}{% if let Some((walk, test)) = self.page().test() %}{% let walked = self.walk(walk) %}
{% include "nim/test.nim" %}
{% endif %}
