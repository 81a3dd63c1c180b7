{% include "pascal/head.pas" %}
{ Compares every lookup of {{ unit.name() }} with rays walked, under every subset of relevant squares,
  with all other squares empty and with all of them occupied. }
program {{ unit.name() }}Test;

{$mode {{ unit.mode }}}{$J-}

uses
  {{ unit.name() }};

type
  TLookup = function(Square: Integer; Occupied: QWord): QWord;
  TRelevant = function(Square: Integer): QWord;

const
{%- for array in tested.arrays %}
{% let doc = array.doc %}{% let indent = "  " %}{% include "pascal/comment.pas" %}
  {{ array.head }} = (
{{ array.rows }}
  );
{% endfor %}
{$push}{$Q-}{$R-} // The difference of subset and mask wraps.

{% let walked = tested.walked %}{% include "pascal/walk.pas" %}

{ Returns the squares where a blocker shortens a ray: all that each reaches but its last. }
function {{ tested.test.relevant }}(const Steps: array of ShortInt; const From: array of QWord;
  {% if walked.walk.has_range %}Range: Integer; {% endif %}Square: Integer): QWord;
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
    while {% if walked.walk.has_range %}(Left > 0) and {% endif %}((From[Ray] shr At) and 1 <> 0) do
    begin
      Result := Result or Reached;
      At := At + Steps[Ray];
      Reached := QWord(1) shl {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[At]{% else %}At{% endif %};
{%- if walked.walk.has_range %}
      Dec(Left);
{%- endif %}
    end;
  end;
end;
{% for one in tested.compared %}{% if let Some(squares) = one.squares %}
function {{ one.relevant[0] }}(Square: Integer): QWord;
begin
  Result := {{ unit.text(squares) }};
end;
{% endif %}{% endfor %}{% for one in tested.compared %}{% if one.is_public %}
function {{ one.walker }}(Square: Integer; Occupied: QWord): QWord;
begin
  Result := {% for piece in one.pieces %}{% if !loop.first %} or
    {% endif %}{{ unit.text(&unit.walked(walked.walk, piece.rays, "Occupied")) }}{% endfor %};
end;
{% endif %}{% endfor %}
{ Says on which square and under which occupancy a lookup is the first to differ. }
function IsSame(const Piece: string; Lookup, Walked: TLookup;
  Relevant: TRelevant): Boolean;
var
  Square: Integer;
  HasOthers: Boolean;
  Mask, Subset, Occupied, Found, Right: QWord;
begin
  for Square := 0 to {{ walked.walk.indices - 1 }} do
  begin
{%- if let Some(squares) = walked.squares %}
    if ({{ squares }} shr Square) and 1 = 0 then
      Continue;
{%- endif %}
    Mask := Relevant(Square);
    Subset := 0;
    repeat
      for HasOthers := False to True do
      begin
        Occupied := Subset;
        if HasOthers then
          Occupied := Subset or not Mask;
        Found := Lookup(Square, Occupied);
        Right := Walked(Square, Occupied);
        if Found <> Right then
        begin
          WriteLn(StdErr, 'the ', Piece, ' on square ', Square, ', occupied $',
            HexStr(Occupied, 16), ': found $', HexStr(Found, 16), ', walked $', HexStr(Right, 16));
          Exit(False);
        end;
      end;
      Subset := (Subset - Mask) and Mask;
    until Subset = 0;
  end;
  Result := True;
end;

{$pop}

begin
{%- for [spoken, lookup, walker, relevant] in tested.comparisons() %}
  if not IsSame('{{ spoken }}', @{{ lookup }}, @{{ walker }}, @{{ relevant }}) then
    Halt(1);
{%- endfor %}
end.
