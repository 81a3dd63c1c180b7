{% let routines = of.routines(Group::PUBLIC_FIRST) %}{% let walk = of.filling() %}{% include "ada/head.ada" %}
{% if of.has_use() && !of.has_with() %}with Interfaces;

{% endif %}package body {{ of.name }} is
{% if of.has_use() %}
   use Interfaces;
{% endif %}{% if let Some(walked) = walk %}
   type Step_Array is array (Natural range <>) of Integer;

   type Bitboard_Array is array (Natural range <>) of Bitboard;
{% endif %}{% for one in of.data(false) %}
{%- for line in one.doc %}
   --  {{ line }}
{%- endfor %}
   {{ one.head }}{% if !one.rows.is_empty() %}
{{ one.rows }}{% endif %}
{% endfor %}{% for routine in routines.iter() %}{% if !routine.item.is_public() %}
{%- for line in routine.doc %}
   --  {{ line }}
{%- endfor %}
   {{ routine.head }}
   with Inline;
{% endif %}{% endfor %}{% let pad = "   " %}{% if let Some(walked) = walk %}
   --  Follows each ray{% if walked.walk.has_range %} for so many steps{% endif %} to its first blocker, that one
   --  included.
{% include "ada/walk.ada" %};
{% for (name, fill) in of.loops %}
   --  Stores the attack sets of the {{ fill.owner }}.
   procedure {{ name }};
{% endfor %}{% endif %}{% for routine in routines.iter() %}
   {{ routine.head }}
   is
{%- if !routine.steps.is_empty() %}
      Result : Bitboard := Bits;
{%- endif %}
{%- for line in self::declarations(routine) %}
      {{ line }}
{%- endfor %}
   begin
{%- for line in self::statements(routine) %}
      {{ line }}
{%- endfor %}
   end {{ routine.item.name() }};
{% endfor %}{% include "ada/choice.adb" %}{% for function in of.own() %}
   {{ self::own_head(function) }}
   is
   begin
{%- for line in self::own_body(function) %}
      {{ line }}
{%- endfor %}
   end {{ function.name }};
{% endfor %}{% if let Some(walked) = walk %}
{% include "ada/walk_body.ada" %}
{% for (name, fill) in of.loops %}
   procedure {{ name }} is{% if let Some(squares) = walked.squares %}
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
   end {{ name }};
{% endfor %}
begin
{%- for (name, _) in of.loops %}
   {{ name }};
{%- endfor %}
{%- endif %}
end {{ of.name }};
