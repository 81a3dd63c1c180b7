{{ pad }}function {{ walked.walk.name }}
{{ pad }}  (Steps    : Step_Array;
{{ pad }}   From     : Bitboard_Array;
{%- if walked.walk.has_range %}
{{ pad }}   Limit    : Natural;
{%- endif %}
{{ pad }}   Square   : Square_Index;
{{ pad }}   Occupied : Bitboard) return Bitboard
