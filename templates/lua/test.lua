{% let is_jit = file.is_jit() %}{% include "lua/header.lua" %}

--- Compares every lookup with rays walked, under every subset of every mask.

{% if is_jit %}local ffi = require("ffi")
local bit = require("bit")
local band, bor, lshift, rshift = bit.band, bit.bor, bit.lshift, bit.rshift
local tohex = bit.tohex
{% endif %}local lookups = require("{{ module }}")
{% for array in tested.arrays %}
{% include "lua/array.lua" %}
{% endfor %}
{% include "lua/walk.lua" %}
{% for one in compared %}
local function {{ one.walker }}(square, occupied)
{% for line in file.right(one.walked) %}{{ line }}
{% endfor %}end
{% endfor %}
{% if is_jit %}local function hex(word)
  return "0x" .. tohex(word)
end
{% else %}local function hex(word)
  return string.format("0x%016x", word)
end
{% endif %}
--- Stops with a message at the first square and occupancy under which a lookup differs.
local function compare(piece, lookup, walked, masks)
  for square = 0, {{ walked.walk.indices - 1 }} do
{% if let Some(squares) = walked.squares %}    if {% if is_jit %}band(rshift({{ squares }}, square), 1){% else %}(({{ squares }} >> square) & 1){% endif %} == 0 then
      goto continue
    end
{% endif %}    local mask = masks[square]
    local subset = 0{% if is_jit %}ULL{% endif %}
    repeat
      local found = lookup(square, subset)
      local right = walked(square, subset)
      if found ~= right then
        local board = "the " .. piece .. " on square " .. square .. ", occupied " .. hex(subset)
        error(board .. ": found " .. hex(found) .. ", walked " .. hex(right), 0)
      end
      subset = {% if is_jit %}band(subset - mask, mask){% else %}(subset - mask) & mask{% endif %}
    until subset == 0
{% if walked.squares.is_some() %}    ::continue::
{% endif %}  end
end

{% for line in self.calls() %}{{ line }}
{% endfor %}print("every lookup is right")
