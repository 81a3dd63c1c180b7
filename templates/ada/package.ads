{% let of = self %}{% let page = of.page() %}{% include "ada/head.ada" %}
{% if of.has_with() %}with Interfaces;

{% endif %}{% let own = of.own() %}{% if !own.is_empty() %}{% for package in of.withs() %}with {{ package }};
{% endfor %}
{% endif %}{% for line in page.about(WIDTH - 4, "  ") %}--{% if !line.is_empty() %}  {{ line }}{% endif %}
{% endfor %}
package {{ of.name }} is

   pragma {% if !page.module.fills() && own.is_empty() %}Pure{% else %}Elaborate_Body{% endif %};
{% if of.has_words() %}
   --  A {% if of.set_words() > 1 %}word of a {% endif %}set of squares.
   subtype Bitboard is Interfaces.Unsigned_64;
{% if of.set_words() > 1 %}
   --  A set of squares: bit I mod 64 of word I / 64 stands for square I.
   type Square_Set is array (0 .. {{ of.set_words() - 1 }}) of Bitboard;
{% endif %}{% endif %}
   --  A bit index.
   subtype Square_Index is Natural range 0 .. {{ page.module.board.indices.saturating_sub(1) }};
{% for rank in page.ranks %}
   --  {{ rank.doc }}
{%- for (name, bit) in rank.squares %}
   {{ name }} : constant Square_Index := {{ bit }};
{%- endfor %}
{% endfor %}{% for declared in of.types() %}
   {{ declared }}
{% endfor %}{% for one in of.data(true) %}
{%- for line in one.doc %}
   --  {{ line }}
{%- endfor %}
   {{ one.head }}{% if !one.rows.is_empty() %}
{{ one.rows }}{% endif %}
{% endfor %}{% for one in page.enumerations %}
{% include "ada/enumeration.ads" %}
{% endfor %}{% for routine in of.routines(Group::PUBLIC_FIRST) %}{% if routine.item.is_public() %}
{%- for line in routine.doc %}
   --  {{ line }}
{%- endfor %}
   {{ routine.head }}
   with Inline;
{% endif %}{% endfor %}{% include "ada/choice.ads" %}{% for function in own %}
   --  The same for your types.
   {{ self::own_head(function) }}
   with Inline;
{% endfor %}
end {{ of.name }};
