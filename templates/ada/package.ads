{% let frame = of.frame %}{% include "ada/head.ada" %}
{% if of.has_with() %}with Interfaces;

{% endif %}{% for line in doc %}--{% if !line.is_empty() %}  {{ line }}{% endif %}
{% endfor %}
package {{ frame.package }} is

   pragma {% if is_pure %}Pure{% else %}Elaborate_Body{% endif %};
{% if has_words %}
   --  A set of squares.
   subtype Bitboard is Interfaces.Unsigned_64;
{% endif %}
   --  A bit index.
   subtype Square_Index is Natural range 0 .. {{ last }};
{% for rank in squares %}
   --  {{ rank.doc }}
{%- for line in rank.lines %}
   {{ line }}
{%- endfor %}
{% endfor %}{% for one in of.public %}
{%- for line in one.doc %}
   --  {{ line }}
{%- endfor %}
   {{ one.text }}
{% endfor %}{% for routine in of.routines %}{% if routine.is_public %}
{%- for line in routine.doc %}
   --  {{ line }}
{%- endfor %}
   {{ routine.head }}
   with Inline;
{% endif %}{% endfor %}
end {{ frame.package }};
