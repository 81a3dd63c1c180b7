{% if data.has_constants() %}
const
{%- for (doc, lines) in data.squares %}
  { {{ doc }} }
{%- for line in lines %}
  {{ line }}
{%- endfor %}
{% endfor %}{% for array in data.arrays %}
{% let doc = array.doc %}{% let indent = "  " %}{% include "pascal/comment.pas" %}
  {{ array.head }} = (
{{ array.rows }}
  );
{% endfor %}{% endif %}{% if !data.filled.is_empty() %}
var
{%- for array in data.filled %}
{% let doc = array.doc %}{% let indent = "  " %}{% include "pascal/comment.pas" %}
  {{ array.head }};
{% endfor %}{% endif %}
