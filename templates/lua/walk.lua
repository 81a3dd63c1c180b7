--- Follows each ray{% if walker.walk.has_range %} for so many steps{% endif %} to its first blocker, that one included.
local function {{ walker.walk.name }}(steps, origins, {% if walker.walk.has_range %}most, {% endif %}square, occupied)
  local attacks = {{ style.text(walker.zero) }}
  for ray = 1, #steps do
    local at = {% if let Some(grid) = walker.walk.grid %}{{ grid.of_bit }}[square]{% else %}square{% endif %}
    local reached = {{ style.text(walker.zero) }}
{% if walker.walk.has_range %}    local left = most
    while left > 0 and {{ style.text(walker.goes_on) }} do
      left = left - 1
{% else %}    while {{ style.text(walker.goes_on) }} do
{% endif %}      at = at + steps[ray]
      reached = {{ style.text(walker.reached) }}
      attacks = {{ style.text(walker.united) }}
    end
  end
  return attacks
end
