{% if is_body %}{% include "ada/package.adb" %}{% else %}{% include "ada/package.ads" %}{% endif %}
