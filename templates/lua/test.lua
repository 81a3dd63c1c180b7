{% let is_jit = file.is_jit() %}{% include "lua/header.lua" %}

--- Compares every lookup with rays walked, under every subset of relevant squares, with all other
--- squares empty and with all of them occupied.

{% if is_jit %}local bit = require("bit")
local band, bnot, bor = bit.band, bit.bnot, bit.bor
local lshift, rshift = bit.lshift, bit.rshift
local tohex = bit.tohex
{% endif %}local lookups = require("{{ module }}")
{% for array in tested.test.arrays %}
{% include "lua/array.lua" %}
{% endfor %}
{% let walked = tested.walked %}{% include "lua/walk.lua" %}

--- Returns the squares where a blocker shortens a ray: all that each reaches but its last.
local function {{ tested.test.relevant }}(steps, origins, {% if walked.walk.has_range %}most, {% endif %}square)
  local relevant = 0{% if is_jit %}ULL{% endif %}
  for ray = 1, #steps do
    local at = {% if let Some(grid) = walked.walk.grid %}{{ grid.of_bit }}[square]{% else %}square{% endif %}
    local reached = 0{% if is_jit %}ULL{% endif %}
{% if walked.walk.has_range %}    local left = most
    while left > 0 and {% if is_jit %}band(rshift(origins[ray], at), 1) ~= 0{% else %}((origins[ray] >> at) & 1) ~= 0{% endif %} do
      left = left - 1
{% else %}    while {% if is_jit %}band(rshift(origins[ray], at), 1) ~= 0{% else %}((origins[ray] >> at) & 1) ~= 0{% endif %} do
{% endif %}      relevant = {% if is_jit %}bor(relevant, reached){% else %}relevant | reached{% endif %}
      at = at + steps[ray]
      {% if let Some(grid) = walked.walk.grid %}{% let bit = format!("{}[at]", grid.bit_of) %}reached = {% if is_jit %}lshift(1ULL, {{ bit }}){% else %}1 << {{ bit }}{% endif %}{% else %}reached = {% if is_jit %}lshift(1ULL, at){% else %}1 << at{% endif %}{% endif %}
    end
  end
  return relevant
end
{% for one in tested.compared %}
local function {{ one.walker }}(square, occupied)
{% for line in file.right(one.walked) %}{{ line }}
{% endfor %}end
{% if let Some(squares) = one.squares %}
local function {{ one.relevant[0] }}(square)
{% for line in file.right(squares) %}{{ line }}
{% endfor %}end
{% endif %}{% endfor %}
{% if is_jit %}local function hex(word)
  return "0x" .. tohex(word)
end
{% else %}local function hex(word)
  return string.format("0x%016x", word)
end
{% endif %}
--- Stops with a message at the first square and occupancy under which a lookup differs.
local function compare(piece, lookup, walked, relevant)
  for square = 0, {{ walked.walk.indices - 1 }} do
{% if let Some(squares) = walked.squares %}    if {% if is_jit %}band(rshift({{ squares }}, square), 1){% else %}(({{ squares }} >> square) & 1){% endif %} == 0 then
      goto continue
    end
{% endif %}    local mask = relevant(square)
    local subset = 0{% if is_jit %}ULL{% endif %}
    repeat
      local full = {% if is_jit %}bor(subset, bnot(mask)){% else %}subset | ~mask{% endif %}
      for _, occupied in ipairs({ subset, full }) do
        local found = lookup(square, occupied)
        local right = walked(square, occupied)
        if found ~= right then
          local board = "the " .. piece .. " on square " .. square
          board = board .. ", occupied " .. hex(occupied)
          error(board .. ": found " .. hex(found) .. ", walked " .. hex(right), 0)
        end
      end
      subset = {% if is_jit %}band(subset - mask, mask){% else %}(subset - mask) & mask{% endif %}
    until subset == 0
{% if walked.squares.is_some() %}    ::continue::
{% endif %}  end
end

{% for line in self.calls() %}{{ line }}
{% endfor %}print("every lookup is right")
