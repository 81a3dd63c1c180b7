--- Follows each ray{% if walker.walk.has_range %} for so many steps{% endif %} to its first blocker, that one included.
local function {{ walker.walk.name }}(steps, origins, {% if walker.walk.has_range %}most, {% endif %}square, occupied)
  local attacks = {{ writer.text(walker.zero) }}
  for ray = 1, #steps do
    local at = {% if let Some(grid) = walker.walk.grid %}{{ grid.of_bit }}[square]{% else %}square{% endif %}
    local reached = {{ writer.text(walker.zero) }}
{% if walker.walk.has_range %}    local left = most
    while left > 0 and {{ writer.text(walker.goes_on) }} do
      left = left - 1
{% else %}    while {{ writer.text(walker.goes_on) }} do
{% endif %}      at = at + steps[ray]
      reached = {{ writer.text(walker.reached) }}
      attacks = {{ writer.text(walker.united) }}
    end
  end
  return attacks
end
