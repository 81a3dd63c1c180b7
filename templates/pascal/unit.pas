{% include "pascal/head.pas" %}
{% let indent = "" %}{% include "pascal/comment.pas" %}
unit {{ page.module.names.type_name }};

{$mode {{ frame.mode }}}{$J-}

interface
{% let data = &public %}{% include "pascal/data.pas" %}{% for routine in routines %}{% if routine.item.is_public() %}
{% let doc = routine.doc %}{% let indent = "" %}{% include "pascal/comment.pas" %}
{{ routine.head }}
{% endif %}{% endfor %}
implementation
{% let data = &private %}{% include "pascal/data.pas" %}{% for (is_unchecked, group) in self.groups() %}{% if is_unchecked %}
{$push}{$Q-}{$R-} // The arithmetic wraps.
{% endif %}{% for routine in group %}
{% if !routine.item.is_public() %}{% let doc = routine.doc %}{% let indent = "" %}{% include "pascal/comment.pas" %}
{% endif %}{{ routine.head }}{% if self.is_inline(*routine.item) %} inline;{% endif %}
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
