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
   --  The pieces of {{ choice.name }}.
   type {{ choice.kind }} is
{%- for one in choice.pieces %}
     {% if loop.first %}({% else %} {% endif %}{{ one.constant }}{% if loop.last %});{% else %},{% endif %}
{%- endfor %}
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
