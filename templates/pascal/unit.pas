{% let unit = self %}{% let routines = self.routines(Group::UPWARDS) %}{% include "pascal/head.pas" %}
{% let doc = self.page().about(WIDTH, "  ") %}{% let indent = "" %}{% include "pascal/comment.pas" %}
unit {{ self.name() }};

{$mode {{ mode }}}{$J-}

interface
{% let own = self.own() %}{% if let Some(unit) = types.include %}{% if !own.is_empty() %}
uses {{ unit }};
{% endif %}{% endif %}{% if self.set_words() > 1 %}
type
  { A set of squares: bit I mod 64 of word I div 64 stands for square I. }
  TSquareSet = array[0..{{ self.set_words() - 1 }}] of QWord;
{% endif %}{% let data = self.data(true) %}{% include "pascal/data.pas" %}{% for of in self.page().enumerations %}
{% include "pascal/enumeration.pas" %}
{% endfor %}{% for routine in routines.iter() %}{% if self.is_shown(*routine.item) %}
{% let doc = routine.doc %}{% let indent = "" %}{% include "pascal/comment.pas" %}
{{ routine.head }}{{ self.overload(routine.item.name()) }}{% if self.is_inline(*routine.item) %} inline;{% endif %}
{% endif %}{% endfor %}{% include "pascal/choice.pas" %}{% for function in own.iter() %}
{ The same for your types. }
{{ Self::own_head(function) }}
{% endfor %}
implementation
{% let data = self.data(false) %}{% include "pascal/data.pas" %}{% for (is_unchecked, group) in self::groups(routines) %}{% if is_unchecked %}
{$push}{$Q-}{$R-} // The arithmetic wraps.
{% endif %}{% for routine in group %}
{% if !self.is_shown(*routine.item) %}{% let doc = routine.doc %}{% let indent = "" %}{% include "pascal/comment.pas" %}
{% endif %}{{ routine.head }}{{ self.overload(routine.item.name()) }}{% if self.is_inline(*routine.item) %} inline;{% endif %}
{%- if !routine.lets.is_empty() %}
var
{%- for variable in self::variables(routine.lets) %}
  {{ variable }}
{%- endfor %}
{%- endif %}
begin
{%- for line in routine.body %}
  {{ line }}
{%- endfor %}
end;
{% endfor %}{% if is_unchecked %}
{$pop}
{% endif %}{% endfor %}{% include "pascal/choice_body.pas" %}{% for function in own.iter() %}
{{ Self::own_head(function) }}
begin
{{ Self::own_body(function) }}
end;
{% endfor %}{% if let Some(walked) = self.filling() %}
{$push}{$Q-}{$R-} // The difference of subset and mask wraps.

{% include "pascal/walk.pas" %}
{% for (name, fill) in loops %}
procedure {{ name }};
var
  Square: Integer;{% if fill.is_or %}
  Index: LongWord;{% endif %}
  Subset: QWord;
begin
  for Square := 0 to {{ walked.walk.indices - 1 }} do
  begin
{%- if let Some(squares) = walked.squares %}
    if ({{ squares }} shr Square) and 1 = 0 then
      Continue;
{%- endif %}
    Subset := 0;
    repeat
{%- if fill.is_or %}
      Index := {{ fill.index }}(Square, Subset);
      {{ fill.table_name }}[Index] := {{ fill.table_name }}[Index] or
        {{ self.text(&self.walked(walked.walk, fill.rays, "Subset")) }};
{%- else %}
      {{ fill.table_name }}[{{ fill.index }}(Square, Subset)] :=
        {{ self.text(&self.walked(walked.walk, fill.rays, "Subset")) }};
{%- endif %}
      Subset := (Subset - {{ fill.masks }}[Square]) and {{ fill.masks }}[Square];
    until Subset = 0;
  end;
end;
{% endfor %}
{$pop}

initialization
{%- for (name, _) in loops %}
  {{ name }};
{%- endfor %}
{% endif %}
end.
