{% include "pascal/head.pas" %}
{ Compares every lookup of {{ unit.name() }} with rays walked, under every subset of every mask. }
program {{ unit.name() }}Test;

{$mode {{ unit.mode }}}{$J-}

uses
  {{ unit.name() }};

type
  TLookup = function(Square: Integer; Occupied: QWord): QWord;

const
{%- for array in arrays %}
{% let doc = array.doc %}{% let indent = "  " %}{% include "pascal/comment.pas" %}
  {{ array.head }} = (
{{ array.rows }}
  );
{% endfor %}
{$push}{$Q-}{$R-} // The difference of subset and mask wraps.

{% include "pascal/walk.pas" %}
{% for one in compared %}{% if one.is_public %}
function {{ one.walker }}(Square: Integer; Occupied: QWord): QWord;
begin
  Result := {% for piece in one.pieces %}{% if !loop.first %} or
    {% endif %}{{ unit.text(&unit.walked(walked.walk, piece.rays, "Occupied")) }}{% endfor %};
end;
{% endif %}{% endfor %}
{ Says on which square and under which occupancy a lookup is the first to differ. }
function IsSame(const Piece: string; Lookup, Walked: TLookup;
  const Masks: array of QWord): Boolean;
var
  Square: Integer;
  Subset, Found, Right: QWord;
begin
  for Square := 0 to High(Masks) do
  begin
{%- if let Some(squares) = walked.squares %}
    if ({{ squares }} shr Square) and 1 = 0 then
      Continue;
{%- endif %}
    Subset := 0;
    repeat
      Found := Lookup(Square, Subset);
      Right := Walked(Square, Subset);
      if Found <> Right then
      begin
        WriteLn(StdErr, 'the ', Piece, ' on square ', Square, ', occupied $',
          HexStr(Subset, 16), ': found $', HexStr(Found, 16), ', walked $', HexStr(Right, 16));
        Exit(False);
      end;
      Subset := (Subset - Masks[Square]) and Masks[Square];
    until Subset = 0;
  end;
  Result := True;
end;

{$pop}

begin
{%- for [spoken, lookup, walker, masks] in self::comparisons(compared) %}
  if not IsSame('{{ spoken }}', @{{ lookup }}, @{{ walker }}, {{ masks }}) then
    Halt(1);
{%- endfor %}
end.
