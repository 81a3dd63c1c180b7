{% if options.typed && options.minor < 10 %}
from __future__ import annotations
{% endif %}