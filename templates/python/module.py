{% let file = self %}{% include "python/header.py" %}
"""{{ self.page().summary }}

{% for line in self.about() %}{{ line }}
{% endfor %}"""
{% for group in self.imports() %}
{% for line in group %}{{ line }}
{% endfor %}{% endfor %}
{% for line in self.exports() %}{{ line }}
{% endfor %}{% for rank in self.page().ranks %}
# {{ rank.doc }}
{% for (name, bit) in rank.squares %}{{ self.constant(name, "", &bit.to_string()) }}
{% endfor %}{% endfor %}{% for one in self.page().arrays %}{% let array = self.array(one) %}
{% include "python/constant.py" %}
{% if options.is_native(one) %}if sys.byteorder == "big":
    {{ one.name }}.byteswap()
{% endif %}{% endfor %}{% if self.page().reversals.bits.is_some() && !self.is_numpy() %}
# Every byte with its bits in the opposite order.
{{ self.constant(reversed, "bytes", "bytes(int(f\"{byte:08b}\"[::-1], 2) for byte in range(256))") }}
{% endif %}{% if let Some(walked) = self.filling() %}

{% include "python/walk.py" %}
{% endif %}{% for function in self.routines([Group::Reversals, Group::Indices]) %}{% include "python/function.py" %}{% endfor %}{% if let Some(walked) = self.filling() %}{% for (function, table) in filled %}

{% include "python/fill.py" %}


{% for line in self.array_doc(table.name, table.doc) %}{{ line }}
{% endfor %}{{ self.constant(table.name, self.list("tuple[int, ...]"), &format!("{function}()")) }}
{% endfor %}{% endif %}{% for function in self.routines([Group::Square, Group::Lookups, Group::Unions, Group::Scans]) %}{% include "python/function.py" %}{% endfor %}
