{% include "pascal/head.pas" %}
{% let indent = "" %}{% include "pascal/comment.pas" %}
unit {{ name }};

{$mode {{ frame.mode }}}{$J-}

interface
{% let data = &public %}{% include "pascal/data.pas" %}{% for group in groups %}{% for routine in group.routines %}{% if routine.is_public %}
{% let doc = routine.doc %}{% let indent = "" %}{% include "pascal/comment.pas" %}
{{ routine.head }}
{% endif %}{% endfor %}{% endfor %}
implementation
{% let data = &private %}{% include "pascal/data.pas" %}{% for group in groups %}{% if group.is_unchecked %}
{$push}{$Q-}{$R-} // The arithmetic wraps.
{% endif %}{% for routine in group.routines %}
{% if !routine.is_public %}{% let doc = routine.doc %}{% let indent = "" %}{% include "pascal/comment.pas" %}
{% endif %}{{ routine.head }}{% if routine.is_inline %} inline;{% endif %}
{%- if !routine.variables.is_empty() %}
var
{%- for variable in routine.variables %}
  {{ variable }}
{%- endfor %}
{%- endif %}
begin
{%- for line in routine.body %}
  {{ line }}
{%- endfor %}
end;
{% endfor %}{% if group.is_unchecked %}
{$pop}
{% endif %}{% endfor %}{% if let Some(walked) = walk %}
{$push}{$Q-}{$R-} // The difference of subset and mask wraps.

{% include "pascal/walk.pas" %}
{% for one in loops %}
procedure {{ one.name }};
var
  Square: Integer;{% if one.fill.is_or %}
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
{%- if one.fill.is_or %}
      Index := {{ one.fill.index }}(Square, Subset);
      {{ one.fill.table_name }}[Index] := {{ one.fill.table_name }}[Index] or
        {{ one.walked }};
{%- else %}
      {{ one.fill.table_name }}[{{ one.fill.index }}(Square, Subset)] :=
        {{ one.walked }};
{%- endif %}
      Subset := (Subset - {{ one.fill.masks }}[Square]) and {{ one.fill.masks }}[Square];
    until Subset = 0;
  end;
end;
{% endfor %}
{$pop}

initialization
{%- for one in loops %}
  {{ one.name }};
{%- endfor %}
{% endif %}
end.
