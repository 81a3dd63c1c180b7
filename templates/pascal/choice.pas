{% if let Some(pair) = self.page().pair %}{% let doc = self.function_doc(pair.name, pair.doc) %}
type
  { What a rook and a bishop attack. }
  T{{ pair.kind }} = record
    Rook, Bishop: QWord;
  end;

{% include "pascal/comment.pas" %}
function {{ pair.name }}(Square: Integer; Occupied: QWord): T{{ pair.kind }};{{ self.overload(pair.name) }}
{% endif %}{% if let Some(choice) = self.page().choice %}{% let doc = self.function_doc(choice.name, choice.doc) %}
{% include "pascal/comment.pas" %}
function {{ choice.name }}(Piece: T{{ choice.kind }}; Square: Integer; Occupied: QWord): QWord;{{ self.overload(choice.name) }}
{% endif %}
