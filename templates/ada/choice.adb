{% if let Some(pair) = of.page().pair %}
   function {{ pair.name }}
     (Square : Square_Index; Occupied : Bitboard) return {{ pair.kind }}
   is
   begin
      return
        (Rook   => {{ pair.rook }} (Square, Occupied),
         Bishop => {{ pair.bishop }} (Square, Occupied));
   end {{ pair.name }};
{% endif %}{% if let Some(choice) = of.page().choice %}
   function {{ choice.name }}
     (Piece    : {{ choice.kind }};
      Square   : Square_Index;
      Occupied : Bitboard)
      return Bitboard
   is
   begin
      case Piece is
{%- for one in choice.pieces %}
         when {{ one.member.constant }} =>
            return {{ one.lookup }} (Square{% if !one.is_leaper %}, Occupied{% endif %});
{%- endfor %}
      end case;
   end {{ choice.name }};
{% endif %}
