{% if let Some(pair) = self.page().pair %}
function {{ pair.name }}(Square: Integer; Occupied: QWord): T{{ pair.kind }};{{ self.overload(pair.name) }}
begin
  Result.Rook := {{ pair.rook }}(Square, Occupied);
  Result.Bishop := {{ pair.bishop }}(Square, Occupied);
end;
{% endif %}{% if let Some(choice) = self.page().choice %}
function {{ choice.name }}(Piece: T{{ choice.kind }}; Square: Integer; Occupied: QWord): QWord;{{ self.overload(choice.name) }}
begin
  case Piece of
{%- for one in choice.pieces %}
    {% if loop.last && !loop.first %}else{% else %}{{ one.member.constant }}:{% endif %}
      Result := {{ one.lookup }}(Square{% if !one.is_leaper %}, Occupied{% endif %});
{%- endfor %}
  end;
end;
{% endif %}
