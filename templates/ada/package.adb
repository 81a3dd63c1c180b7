{% let frame = of.frame %}{% include "ada/head.ada" %}
{% if has_use && !of.has_with() %}with Interfaces;

{% endif %}package body {{ frame.package }} is
{% if has_use %}
   use Interfaces;
{% endif %}{% if let Some(walked) = of.walk %}
   type Step_Array is array (Natural range <>) of Integer;

   type Bitboard_Array is array (Natural range <>) of Bitboard;
{% endif %}{% for one in of.private %}
{%- for line in one.doc %}
   --  {{ line }}
{%- endfor %}
   {{ one.head }}{% if !one.rows.is_empty() %}
{{ one.rows }}{% endif %}
{% endfor %}{% for routine in of.routines %}{% if !routine.item.is_public() %}
{%- for line in routine.doc %}
   --  {{ line }}
{%- endfor %}
   {{ routine.head }}
   with Inline;
{% endif %}{% endfor %}{% let pad = "   " %}{% if let Some(walked) = of.walk %}
   --  Follows each ray{% if walked.walk.has_range %} for so many steps{% endif %} to its first blocker, that one
   --  included.
{% include "ada/walk.ada" %};
{% for one in of.loops %}
   --  Stores the attack sets of the {{ one.fill.owner }}.
   procedure {{ one.name }};
{% endfor %}{% endif %}{% for routine in of.routines %}
   {{ routine.head }}
   is
{%- for line in self::declarations(routine) %}
      {{ line }}
{%- endfor %}
   begin
{%- for line in self::statements(routine) %}
      {{ line }}
{%- endfor %}
   end {{ routine.item.name() }};
{% endfor %}{% if let Some(walked) = of.walk %}
{% include "ada/walk_body.ada" %}
{% for one in of.loops %}
   procedure {{ one.name }} is{% if let Some(squares) = walked.squares %}
      Board        : constant Bitboard := {{ squares }};{% endif %}
      Mask, Subset : Bitboard;
      Index        : Unsigned_32;
   begin
      for Square in Square_Index loop
{%- if walked.squares.is_some() %}
         if (Shift_Right (Board, Square) and 1) /= 0 then
{% let pad = "   " %}{% include "ada/fill.ada" %}
         end if;
{%- else %}
{% let pad = "" %}{% include "ada/fill.ada" %}
{%- endif %}
      end loop;
   end {{ one.name }};
{% endfor %}
begin
{%- for one in of.loops %}
   {{ one.name }};
{%- endfor %}
{%- endif %}
end {{ frame.package }};
