{% let file = self %}{% let page = self.page() %}{% let is_jit = self.is_jit() %}{% let functions = self.routines(&Group::UPWARDS[1..]) %}{% let called = self.called(functions) %}{% let has_ffi = self.has_ffi() %}{% include "lua/header.lua" %}

{% for line in page.about(WIDTH - 4, "    ") %}---{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if is_jit %}---
--- Bitboards are of the type uint64_t: 0x8001ULL.
{% endif %}{% if has_ffi || !called.is_empty() %}
{% if has_ffi %}local ffi = require("ffi")
{% endif %}{% if !called.is_empty() %}local bit = require("bit")
{% for names in called.chunks(4) %}local {{ names.join(", ") }} = bit.{{ names.join(", bit.") }}
{% endfor %}{% endif %}{% endif %}{% if let Some(holder) = holder %}
--- What would be too many local variables.
local {{ holder }} = {}
{% endif %}{% for array in page.arrays %}
{% include "lua/array.lua" %}
{% endfor %}{% for table in page.filled %}{% let array = table.array() %}
{% for line in self.array_doc(array) %}{{ line }}
{% endfor %}{{ self.array_head(array) }} = {% if is_jit %}ffi.new("uint64_t[{{ table.length }}]"){% else %}{}{% endif %}
{% endfor %}{% for function in functions %}
{% include "lua/function.lua" %}
{% endfor %}{% include "lua/choice.lua" %}{% if let Some(walked) = self.filling() %}
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
{% endfor %}{% if fill.is_or %}{% let slot = format!("{}[place]", self.held(&fill.table_name)) %}      {{ slot }} = {% if is_jit %}bor({{ slot }}, attacks){% else %}{{ slot }} | attacks{% endif %}
{% endif %}      subset = {% if is_jit %}band(subset - mask, mask){% else %}(subset - mask) & mask{% endif %}
    until subset == 0
{% if walked.squares.is_some() %}    ::continue::
{% endif %}  end
end
{% endfor %}{% for table in page.filled %}
{% if !is_jit %}for place = 0, {{ table.length - 1 }} do
  {{ self.held(table.name) }}[place] = 0
end
{% endif %}{% for (name, fill) in fills %}{% if fill.table == table.index %}{{ name }}()
{% endif %}{% endfor %}{% endfor %}{% endif %}{% if let Some(square) = page.square %}{% let function = self.routine(Item::Square(square)) %}
{% include "lua/function.lua" %}
{% endif %}
return {
{% for rank in page.ranks %}  -- {{ rank.doc }}
{% for (name, bit) in rank.squares %}  {{ name }} = {{ bit }},
{% endfor %}{% endfor %}{% for of in page.enumerations %}{% if of.is_result %}  -- The {{ of.plural }} of {{ of.function }}.
  {{ of.kind }} = {
{% for one in of.members %}    {{ one.named(Case::Shouty) }} = {{ loop.index0 }},
{% endfor %}  },
{% endif %}{% endfor %}{% for entry in self.exports() %}{{ entry }}
{% endfor %}}
