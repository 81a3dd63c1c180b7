   function {{ tested.test.relevant }}
     (Steps  : Step_Array;
      From   : Bitboard_Array;
{%- if walked.walk.has_range %}
      Limit  : Natural;
{%- endif %}
      Square : Square_Index) return Bitboard