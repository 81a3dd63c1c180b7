{% include "lua/header.lua" %}

--- Compares every lookup with rays walked, under every subset of every mask.

{% for line in libraries %}{{ line }}
{% endfor %}local lookups = require("{{ module }}")
{% for array in arrays %}
{% include "lua/array.lua" %}
{% endfor %}
{% include "lua/walk.lua" %}
{% for one in compared %}
local function {{ one.walker }}(square, occupied)
{% for line in writer.right(one.walked) %}{{ line }}
{% endfor %}end
{% endfor %}
{% if walker.runtime == Runtime::LuaJit %}local function hex(word)
  return "0x" .. tohex(word)
end
{% else %}local function hex(word)
  return string.format("0x%016x", word)
end
{% endif %}
--- Stops with a message at the first square and occupancy under which a lookup differs.
local function compare(piece, lookup, walked, masks)
  for square = 0, {{ walker.walk.indices - 1 }} do
{% if let Some(is_none) = walker.is_none %}    if {{ writer.text(is_none) }} then
      goto continue
    end
{% endif %}    local mask = masks[square]
    local subset = {{ writer.text(walker.zero) }}
    repeat
      local found = lookup(square, subset)
      local right = walked(square, subset)
      if found ~= right then
        local board = "the " .. piece .. " on square " .. square .. ", occupied " .. hex(subset)
        error(board .. ": found " .. hex(found) .. ", walked " .. hex(right), 0)
      end
      subset = {{ writer.text(walker.next) }}
    until subset == 0
{% if walker.is_none.is_some() %}    ::continue::
{% endif %}  end
end

{% for line in self.calls() %}{{ line }}
{% endfor %}print("every lookup is right")
