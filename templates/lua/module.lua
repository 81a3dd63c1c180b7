{% include "lua/header.lua" %}

{% for line in doc %}{{ line }}
{% endfor %}{% if !libraries.is_empty() %}
{% for line in libraries %}{{ line }}
{% endfor %}{% endif %}{% if let Some(holder) = writer.holder %}
--- What would be too many local variables.
local {{ holder }} = {}
{% endif %}{% for array in arrays %}
{% include "lua/array.lua" %}
{% endfor %}{% for table in filled %}
{% for line in writer.filled(table) %}{{ line }}
{% endfor %}{% endfor %}{% for function in functions %}
{% include "lua/function.lua" %}
{% endfor %}{% if let Some(walker) = walker %}
{% include "lua/walk.lua" %}
{% for (name, fill) in fills %}
{% for line in self::comment(&format!("Stores the attack sets of the {}.", fill.owner)) %}{{ line }}
{% endfor %}local function {{ name }}()
  for square = 0, {{ walker.walk.indices - 1 }} do
{% if let Some(is_none) = walker.is_none %}    if {{ writer.text(is_none) }} then
      goto continue
    end
{% endif %}    local mask = {{ writer.held(fill.masks) }}[square]
    local subset = {{ writer.text(walker.zero) }}
    repeat
      local place = {{ fill.index }}(square, subset)
{% for line in writer.stored(fill, walker.walk) %}{{ line }}
{% endfor %}      subset = {{ writer.text(walker.next) }}
    until subset == 0
{% if walker.is_none.is_some() %}    ::continue::
{% endif %}  end
end
{% endfor %}{% for table in filled %}
{% if walker.runtime == Runtime::Lua54 %}for place = 0, {{ table.length - 1 }} do
  {{ writer.held(table.name) }}[place] = 0
end
{% endif %}{% for (name, fill) in fills %}{% if fill.table == table.index %}{{ name }}()
{% endif %}{% endfor %}{% endfor %}{% endif %}{% if let Some(function) = square %}
{% include "lua/function.lua" %}
{% endif %}
return {
{% for rank in ranks %}  -- {{ rank.doc }}
{% for (name, bit) in rank.squares %}  {{ name }} = {{ bit }},
{% endfor %}{% endfor %}{% for entry in writer.exports() %}{{ entry }}
{% endfor %}}
