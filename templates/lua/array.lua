{% for line in array.comment %}{{ line }}
{% endfor %}{{ array.head }}
{%- if let Some((rows, close)) = array.rows %}
{{ rows }}
{{ close }}
{%- endif %}{% if !array.parts.is_empty() %}
do
  -- A function has so many constants at most.
  local parts = {
{% for rows in array.parts %}    function()
      return {
{{ rows }}
      }
    end,
{% endfor %}  }
  local at = 0
  for _, part in ipairs(parts) do
    for _, entry in ipairs(part()) do
      {{ array.name }}[at] = entry
      at = at + 1
    end
  end
end
{%- endif %}
