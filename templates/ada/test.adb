{% include "ada/head.ada" %}
with Ada.Command_Line;
with Ada.Text_IO;
with Interfaces; use Interfaces;
with {{ of.name }}; use {{ of.name }};

{% let doc = format!("Compares every lookup of {} with rays walked, under every subset of relevant squares, with all other squares empty and with all of them occupied.", self.of.name) %}{% for line in of.comment("", doc) %}--  {{ line }}
{% endfor %}
procedure {{ name }} is

   package Word_IO is new Ada.Text_IO.Modular_IO (Bitboard);

   type Step_Array is array (Natural range <>) of Integer;

   type Bitboard_Array is array (Natural range <>) of Bitboard;

   type Lookup is access function
     (Square : Square_Index; Occupied : Bitboard) return Bitboard;

   type Squares is access function (Square : Square_Index) return Bitboard;
{% for one in tested.arrays %}
{%- for line in one.doc %}
   --  {{ line }}
{%- endfor %}
   {{ one.head }}
{{ one.rows }}
{% endfor %}{% let pad = "   " %}{% let walked = tested.walked %}
   --  Follows each ray{% if walked.walk.has_range %} for so many steps{% endif %} to its first blocker, that one
   --  included.
{% include "ada/walk.ada" %};

   --  Returns the squares where a blocker shortens a ray: all that each
   --  reaches but its last.
{% include "ada/relevant.ada" %};
{% for one in tested.compared %}{% if one.is_public %}
   function {{ one.walker }}
     (Square : Square_Index; Occupied : Bitboard) return Bitboard;
{% endif %}{% if one.squares.is_some() %}
   function {{ one.relevant[0] }}
     (Square : Square_Index) return Bitboard;
{% endif %}{% endfor %}
   --  Says on which square and under which occupancy a lookup is the first to
   --  differ.
   procedure Compare
     (Piece         : String;
      Found, Walked : Lookup;
      Relevant      : Squares);

   procedure Compare
     (Piece         : String;
      Found, Walked : Lookup;
      Relevant      : Squares)
   is
      use Ada.Text_IO;
{% if let Some(squares) = walked.squares %}
      Board    : constant Bitboard := {{ squares }};
{%- endif %}
      Mask     : Bitboard;
      Subset   : Bitboard;
      Occupied : Bitboard;
   begin
      for Square in Square_Index loop
         Mask := Relevant (Square);
         Subset := 0;
         loop
{%- if walked.squares.is_some() %}
            exit when (Shift_Right (Board, Square) and 1) = 0;
{%- endif %}
            for Has_Others in Boolean loop
               Occupied := Subset;
               if Has_Others then
                  Occupied := Subset or not Mask;
               end if;
               if Found (Square, Occupied) /= Walked (Square, Occupied) then
                  Put
                    (Standard_Error,
                     "the " & Piece & " on square" & Square'Image
                     & ", occupied ");
                  Word_IO.Put (Standard_Error, Occupied, 0, 16);
                  Put (Standard_Error, ": found ");
                  Word_IO.Put
                    (Standard_Error, Found (Square, Occupied), 0, 16);
                  Put (Standard_Error, ", walked ");
                  Word_IO.Put
                    (Standard_Error, Walked (Square, Occupied), 0, 16);
                  New_Line (Standard_Error);
                  Ada.Command_Line.Set_Exit_Status (Ada.Command_Line.Failure);
                  return;
               end if;
            end loop;
            Subset := (Subset - Mask) and Mask;
            exit when Subset = 0;
         end loop;
      end loop;
   end Compare;

{% include "ada/walk_body.ada" %}

{% include "ada/relevant.ada" %}
   is
      Relevant : Bitboard := 0;
      Reached  : Bitboard;
      Here     : Natural;
{%- if walked.walk.has_range %}
      Left     : Natural;
{%- endif %}
   begin
      for Ray in Steps'Range loop
         Here := {% if let Some(grid) = walked.walk.grid %}Natural ({{ grid.of_bit }} (Square)){% else %}Square{% endif %};
{%- if walked.walk.has_range %}
         Left := Limit;
{%- endif %}
         Reached := 0;
         while {% if walked.walk.has_range %}Left > 0
           and then {% endif %}(Shift_Right (From (Ray), Here) and 1) /= 0
         loop
            Relevant := Relevant or Reached;
            Here := Here + Steps (Ray);
            Reached := Shift_Left (1, {% if let Some(grid) = walked.walk.grid %}Natural ({{ grid.bit_of }} (Here)){% else %}Here{% endif %});
{%- if walked.walk.has_range %}
            Left := Left - 1;
{%- endif %}
         end loop;
      end loop;
      return Relevant;
   end {{ tested.test.relevant }};
{% for one in tested.compared %}{% if one.is_public %}
   function {{ one.walker }}
     (Square : Square_Index; Occupied : Bitboard) return Bitboard
   is
   begin
      return
        {% for piece in one.pieces %}{% if !loop.first %}
        or {% endif %}{{ walked.walk.name }}
          ({{ piece.rays.steps }},
           {{ piece.rays.from }},
           {% if walked.walk.has_range %}{{ piece.rays.range }}, {% endif %}Square, Occupied){% endfor %};
   end {{ one.walker }};
{% endif %}{% if one.squares.is_some() %}
   function {{ one.relevant[0] }}
     (Square : Square_Index) return Bitboard
   is
   begin
      return
{%- for piece in one.pieces %}
        {{ tested.test.relevant }}
          ({{ piece.rays.steps }},
           {{ piece.rays.from }},
           {% if walked.walk.has_range %}{{ piece.rays.range }}, {% endif %}Square)
{%- endfor %};
   end {{ one.relevant[0] }};
{% endif %}{% endfor %}
begin
{%- for [spoken, lookup, walker, relevant] in tested.comparisons() %}
   Compare
     ("{{ spoken }}",
      {{ lookup }}'Access,
      {{ walker }}'Access,
      {{ relevant }}'Access);
{%- endfor %}
end {{ name }};
