--- Follows each ray{% if walked.walk.has_range %} for so many steps{% endif %} to its first blocker, that one included.
local function {{ walked.walk.name }}(steps, origins, {% if walked.walk.has_range %}most, {% endif %}square, occupied)
  local attacks = 0{% if is_jit %}ULL{% endif %}
  for ray = 1, #steps do
    local at = {% if let Some(grid) = walked.walk.grid %}{{ grid.of_bit }}[square]{% else %}square{% endif %}
    local reached = 0{% if is_jit %}ULL{% endif %}
{% if walked.walk.has_range %}    local left = most
    while left > 0 and {% if is_jit %}band(rshift(origins[ray], at), 1) ~= 0 and band(reached, occupied) == 0{% else %}((origins[ray] >> at) & 1) ~= 0 and (reached & occupied) == 0{% endif %} do
      left = left - 1
{% else %}    while {% if is_jit %}band(rshift(origins[ray], at), 1) ~= 0 and band(reached, occupied) == 0{% else %}((origins[ray] >> at) & 1) ~= 0 and (reached & occupied) == 0{% endif %} do
{% endif %}      at = at + steps[ray]
      {% if let Some(grid) = walked.walk.grid %}{% let bit = format!("{}[at]", grid.bit_of) %}reached = {% if is_jit %}lshift(1ULL, {{ bit }}){% else %}1 << {{ bit }}{% endif %}{% else %}reached = {% if is_jit %}lshift(1ULL, at){% else %}1 << at{% endif %}{% endif %}
      attacks = {% if is_jit %}bor(attacks, reached){% else %}attacks | reached{% endif %}
    end
  end
  return attacks
end
