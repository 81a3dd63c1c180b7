{% let frame = of.frame %}{% include "ada/head.ada" %}
{% if of.has_with() %}with Interfaces;

{% endif %}{% for line in doc %}--{% if !line.is_empty() %}  {{ line }}{% endif %}
{% endfor %}
package {{ frame.package }} is

   pragma {% if !of.page.module.fills() %}Pure{% else %}Elaborate_Body{% endif %};
{% if of.has_words() %}
   --  A set of squares.
   subtype Bitboard is Interfaces.Unsigned_64;
{% endif %}
   --  A bit index.
   subtype Square_Index is Natural range 0 .. {{ last }};
{% for rank in of.page.ranks %}
   --  {{ rank.doc }}
{%- for (name, bit) in rank.squares %}
   {{ name }} : constant Square_Index := {{ bit }};
{%- endfor %}
{% endfor %}{% for one in of.public %}
{%- for line in one.doc %}
   --  {{ line }}
{%- endfor %}
   {{ one.head }}{% if !one.rows.is_empty() %}
{{ one.rows }}{% endif %}
{% endfor %}{% for routine in of.routines %}{% if routine.item.is_public() %}
{%- for line in routine.doc %}
   --  {{ line }}
{%- endfor %}
   {{ routine.head }}
   with Inline;
{% endif %}{% endfor %}
end {{ frame.package }};
