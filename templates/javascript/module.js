{% include "javascript/header.js" %}
{% if is_commonjs %}"use strict";

{% endif %}{{ doc }}
{% for rank in squares %}
{{ rank.doc }}
// prettier-ignore
{{ rank.text }}
{% endfor %}{% if let Some(bits) = bits %}
{{ bits }}
{% endif %}{% include "javascript/arrays.js" %}{% if let Some(fills) = fills %}{% if let Some(late) = fills.late %}
/** Whether a lookup has filled the tables. */
let {{ late.flag }} = false;
{% endif %}{% endif %}{% include "javascript/functions.js" %}{% if let Some(walked) = walk %}
{% include "javascript/walk.js" %}
{% endif %}{% if let Some(fills) = fills %}
{% include "javascript/fill.js" %}
{% endif %}{% if !exports.is_empty() %}
// prettier-ignore
module.exports = {
{% for line in exports %}  {{ line }}
{% endfor %}};
{% endif %}
