{%- if by_pointer %}    {{ word }} other;
{% for lookup in lookups %}
{%- if loop.first %}
    {{ lookup }}(square, occupied, attacks);
{%- else %}
    {{ lookup }}(square, occupied, &other);
    attacks->lo |= other.lo;
    attacks->hi |= other.hi;
{%- endif %}
{%- endfor %}
{%- else %}
{%- for lookup in lookups %}
{%- if loop.first %}    {{ word }} set = {{ lookup }}(square, occupied);
{%- else %}
    {% if loop.index0 == 1 %}{{ word }} other{% else %}other{% endif %} = {{ lookup }}(square, occupied);
{%- if loop.index0 == 1 %}
{% endif %}
    set.lo |= other.lo;
    set.hi |= other.hi;
{%- endif %}
{%- endfor %}
    return set;
{%- endif %}
