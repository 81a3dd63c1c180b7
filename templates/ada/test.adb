{% include "ada/head.ada" %}
with Ada.Command_Line;
with Ada.Text_IO;
with Interfaces; use Interfaces;
with {{ of.name }}; use {{ of.name }};

{% let doc = format!("Compares every lookup of {} with rays walked, under every subset of every mask.", self.of.name) %}{% for line in of.comment("", doc) %}--  {{ line }}
{% endfor %}
procedure {{ name }} is

   package Word_IO is new Ada.Text_IO.Modular_IO (Bitboard);

   type Step_Array is array (Natural range <>) of Integer;

   type Bitboard_Array is array (Natural range <>) of Bitboard;

   type Lookup is access function
     (Square : Square_Index; Occupied : Bitboard) return Bitboard;
{% for one in arrays %}
{%- for line in one.doc %}
   --  {{ line }}
{%- endfor %}
   {{ one.head }}
{{ one.rows }}
{% endfor %}{% let pad = "   " %}
   --  Follows each ray{% if walked.walk.has_range %} for so many steps{% endif %} to its first blocker, that one
   --  included.
{% include "ada/walk.ada" %};
{% for one in compared %}{% if one.is_public %}
   function {{ one.walker }}
     (Square : Square_Index; Occupied : Bitboard) return Bitboard;
{% endif %}{% endfor %}
   --  Says on which square and under which occupancy a lookup is the first to
   --  differ.
   procedure Compare
     (Piece         : String;
      Found, Walked : Lookup;
      Masks         : Bitboard_Array);

   procedure Compare
     (Piece         : String;
      Found, Walked : Lookup;
      Masks         : Bitboard_Array)
   is
      use Ada.Text_IO;
{% if let Some(squares) = walked.squares %}
      Board  : constant Bitboard := {{ squares }};
{%- endif %}
      Subset : Bitboard;
   begin
      for Square in Square_Index loop
         Subset := 0;
         loop
{%- if walked.squares.is_some() %}
            exit when (Shift_Right (Board, Square) and 1) = 0;
{%- endif %}
            if Found (Square, Subset) /= Walked (Square, Subset) then
               Put
                 (Standard_Error,
                  "the " & Piece & " on square" & Square'Image
                  & ", occupied ");
               Word_IO.Put (Standard_Error, Subset, 0, 16);
               Put (Standard_Error, ": found ");
               Word_IO.Put (Standard_Error, Found (Square, Subset), 0, 16);
               Put (Standard_Error, ", walked ");
               Word_IO.Put (Standard_Error, Walked (Square, Subset), 0, 16);
               New_Line (Standard_Error);
               Ada.Command_Line.Set_Exit_Status (Ada.Command_Line.Failure);
               return;
            end if;
            Subset := (Subset - Masks (Square)) and Masks (Square);
            exit when Subset = 0;
         end loop;
      end loop;
   end Compare;

{% include "ada/walk_body.ada" %}
{% for one in compared %}{% if one.is_public %}
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
{% endif %}{% endfor %}
begin
{%- for [spoken, lookup, walker, masks] in self::comparisons(compared) %}
   Compare
     ("{{ spoken }}",
      {{ lookup }}'Access,
      {{ walker }}'Access,
      {{ masks }});
{%- endfor %}
end {{ name }};
