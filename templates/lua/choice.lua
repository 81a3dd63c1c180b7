{% let set = self.cdata(true, "integer") %}{% if let Some(pair) = page.pair %}
--- {{ pair.doc.summary }}
---@param square integer {{ pair.doc.parameters[0].what }}
---@param occupied {{ set }} the occupied squares
---@return {{ set }} rook the squares that the rook attacks
---@return {{ set }} bishop the squares that the bishop attacks
local function {{ pair.name }}(square, occupied)
  return {{ pair.rook }}(square, occupied), {{ pair.bishop }}(square, occupied)
end
{% endif %}{% if let Some(choice) = page.choice %}
--- {{ choice.doc.summary }}
---@param piece {% for one in choice.pieces %}"{{ one.id }}"{% if !loop.last %}|{% endif %}{% endfor %} the piece
---@param square integer {{ choice.doc.parameters[1].what }}
---@param occupied {{ set }} the occupied squares
---@return {{ set }} attacks the attacked squares
local function {{ choice.name }}(piece, square, occupied)
{% for one in choice.pieces %}  {% if !loop.first %}else{% endif %}if piece == "{{ one.id }}" then
    return {{ one.lookup }}(square{% if !one.is_leaper %}, occupied{% endif %})
{% endfor %}  end
  error("no such piece: " .. tostring(piece), 2)
end
{% endif %}
