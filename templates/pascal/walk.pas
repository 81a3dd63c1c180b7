{ Follows each ray{% if walked.walk.has_range %} for so many steps{% endif %} to its first blocker, that one included. }
function {{ walked.walk.name }}(const Steps: array of ShortInt; const From: array of QWord;
  {% if walked.walk.has_range %}Range: Integer; {% endif %}Square: Integer; Occupied: QWord): QWord;
var
  Ray, At{% if walked.walk.has_range %}, Left{% endif %}: Integer;
  Reached: QWord;
begin
  Result := 0;
  for Ray := 0 to High(Steps) do
  begin
    At := {% if let Some(grid) = walked.walk.grid %}{{ grid.of_bit }}[Square]{% else %}Square{% endif %};
{%- if walked.walk.has_range %}
    Left := Range;
{%- endif %}
    Reached := 0;
    while {% if walked.walk.has_range %}(Left > 0) and {% endif %}((From[Ray] shr At) and 1 <> 0) and (Reached and Occupied = 0) do
    begin
      At := At + Steps[Ray];
      Reached := QWord(1) shl {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[At]{% else %}At{% endif %};
      Result := Result or Reached;
{%- if walked.walk.has_range %}
      Dec(Left);
{%- endif %}
    end;
  end;
end;
