{% include "lua/header.lua" %}

{% for line in doc %}{{ line }}
{% endfor %}{% if !libraries.is_empty() %}
{% for line in libraries %}{{ line }}
{% endfor %}{% endif %}{% if let Some(holder) = holder %}
--- What would be too many local variables.
local {{ holder }} = {}
{% endif %}{% for array in arrays %}
{% include "lua/array.lua" %}
{% endfor %}{% for table in filled %}
{% for line in table.comment %}{{ line }}
{% endfor %}{{ table.head }}
{% endfor %}{% for function in functions %}
{% include "lua/function.lua" %}
{% endfor %}{% if let Some(walker) = walker %}
{% include "lua/walk.lua" %}
{% for table in filled %}{% for fill in table.fills %}
{% for line in fill.doc %}{{ line }}
{% endfor %}local function {{ fill.name }}()
  for square = 0, {{ walker.walk.indices - 1 }} do
{% if let Some(is_none) = walker.is_none %}    if {{ style.text(is_none) }} then
      goto continue
    end
{% endif %}    local mask = {{ fill.masks }}[square]
    local subset = {{ style.text(walker.zero) }}
    repeat
      local place = {{ fill.index }}(square, subset)
{% for line in fill.walked %}{{ line }}
{% endfor %}{% if let Some(united) = fill.united %}      {{ style.text(fill.slot) }} = {{ style.text(united) }}
{% endif %}      subset = {{ style.text(walker.next) }}
    until subset == 0
{% if walker.is_none.is_some() %}    ::continue::
{% endif %}  end
end
{% endfor %}{% endfor %}{% for table in filled %}
{% if let Some(last) = table.last %}for place = 0, {{ last }} do
  {{ table.name }}[place] = 0
end
{% endif %}{% for fill in table.fills %}{{ fill.name }}()
{% endfor %}{% endfor %}{% endif %}{% if let Some(function) = square %}
{% include "lua/function.lua" %}
{% endif %}
return {
{% for rank in ranks %}  -- {{ rank.doc }}
{% for (name, bit) in rank.squares %}  {{ name }} = {{ bit }},
{% endfor %}{% endfor %}{% for entry in exports %}{{ entry }}
{% endfor %}}
