{% let head_lines = self.head_lines() %}{% let licence = self.licence() %}{% let is_jit = self.is_jit() %}{% let functions = self.functions() %}{% let libraries = self.loaded(functions) %}{% include "lua/header.lua" %}

{% for line in self.about() %}{{ line }}
{% endfor %}{% if !libraries.is_empty() %}
{% for line in libraries %}{{ line }}
{% endfor %}{% endif %}{% if let Some(holder) = holder %}
--- What would be too many local variables.
local {{ holder }} = {}
{% endif %}{% for array in self.arrays() %}
{% include "lua/array.lua" %}
{% endfor %}{% for function in functions %}
{% include "lua/function.lua" %}
{% endfor %}{% if let Some(walked) = self.filling() %}
{% include "lua/walk.lua" %}
{% for (name, fill) in fills %}
{% for line in self::marked("--- ", &format!("Stores the attack sets of the {}.", fill.owner)) %}{{ line }}
{% endfor %}local function {{ name }}()
  for square = 0, {{ walked.walk.indices - 1 }} do
{% if let Some(squares) = walked.squares %}    if {% if is_jit %}band(rshift({{ squares }}, square), 1){% else %}(({{ squares }} >> square) & 1){% endif %} == 0 then
      goto continue
    end
{% endif %}    local mask = {{ self.held(fill.masks) }}[square]
    local subset = 0{% if is_jit %}ULL{% endif %}
    repeat
      local place = {{ fill.index }}(square, subset)
{% for line in self.stored(fill, walked.walk) %}{{ line }}
{% endfor %}      subset = {% if is_jit %}band(subset - mask, mask){% else %}(subset - mask) & mask{% endif %}
    until subset == 0
{% if walked.squares.is_some() %}    ::continue::
{% endif %}  end
end
{% endfor %}{% for table in self.page().filled %}
{% if !is_jit %}for place = 0, {{ table.length - 1 }} do
  {{ self.held(table.name) }}[place] = 0
end
{% endif %}{% for (name, fill) in fills %}{% if fill.table == table.index %}{{ name }}()
{% endif %}{% endfor %}{% endfor %}{% endif %}{% if let Some(square) = self.page().square %}{% let function = self.routine(Item::Square(square)) %}
{% include "lua/function.lua" %}
{% endif %}
return {
{% for rank in self.page().ranks %}  -- {{ rank.doc }}
{% for (name, bit) in rank.squares %}  {{ name }} = {{ bit }},
{% endfor %}{% endfor %}{% for entry in self.exports() %}{{ entry }}
{% endfor %}}
