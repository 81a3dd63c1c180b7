{% include "ada/walk.ada" %}
{{ pad }}is
{{ pad }}   Attacks : Bitboard := 0;
{{ pad }}   Reached : Bitboard;
{{ pad }}   Here    : Natural;
{%- if walked.walk.has_range %}
{{ pad }}   Left    : Natural;
{%- endif %}
{{ pad }}begin
{{ pad }}   for Ray in Steps'Range loop
{{ pad }}      Here := {% if let Some(grid) = walked.walk.grid %}Natural ({{ grid.of_bit }} (Square)){% else %}Square{% endif %};
{%- if walked.walk.has_range %}
{{ pad }}      Left := Limit;
{%- endif %}
{{ pad }}      Reached := 0;
{{ pad }}      while {% if walked.walk.has_range %}Left > 0
{{ pad }}        and then {% endif %}(Shift_Right (From (Ray), Here) and 1) /= 0
{{ pad }}        and then (Reached and Occupied) = 0
{{ pad }}      loop
{{ pad }}         Here := Here + Steps (Ray);
{{ pad }}         Reached := Shift_Left (1, {% if let Some(grid) = walked.walk.grid %}Natural ({{ grid.bit_of }} (Here)){% else %}Here{% endif %});
{{ pad }}         Attacks := Attacks or Reached;
{%- if walked.walk.has_range %}
{{ pad }}         Left := Left - 1;
{%- endif %}
{{ pad }}      end loop;
{{ pad }}   end loop;
{{ pad }}   return Attacks;
{{ pad }}end {{ walked.walk.name }};
