{% if let Some(pair) = of.page().pair %}
   --  What a rook and a bishop attack.
   type {{ pair.kind }} is record
      Rook, Bishop : Bitboard;
   end record;
{% for line in of.function_doc(pair.name, pair.doc) %}
   --  {{ line }}
{%- endfor %}
   function {{ pair.name }}
     (Square : Square_Index; Occupied : Bitboard) return {{ pair.kind }}
   with Inline;
{% endif %}{% if let Some(choice) = of.page().choice %}
{% for line in of.function_doc(choice.name, choice.doc) %}
   --  {{ line }}
{%- endfor %}
   function {{ choice.name }}
     (Piece    : {{ choice.kind }};
      Square   : Square_Index;
      Occupied : Bitboard)
      return Bitboard
   with Inline;
{% endif %}
