do
  -- A function has so many constants at most.
  local parts = {
{% for rows in parts %}    function()
      return {
{{ rows }}
      }
    end,
{% endfor %}  }
  local at = 0
  for _, part in ipairs(parts) do
    for _, entry in ipairs(part()) do
      {{ file.held(array.name) }}[at] = entry
      at = at + 1
    end
  end
end
