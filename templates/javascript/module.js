{% let js = self %}{% let has_words = self.keys.has_words() %}{% let sure = self.keys.sure() %}{% include "javascript/header.js" %}
{% if self.keys.is_commonjs() %}"use strict";

{% endif %}{% include "javascript/top.js" %}{% let arrays = self.arrays() %}{% include "javascript/arrays.js" %}{% if let Some(blob) = self.page().module.blob %}{% include "javascript/load.js" %}{% endif %}{% for table in self.page().filled %}
{% for line in self.described(table.doc, Storage::Word) %}{{ line }}
{% endfor %}{{ self.declared(table.name, self.keys.bitboards(), *table.is_public) }} = {{ self.content(table) }};
{% endfor %}{% if self.has_lent() %}
/** Takes the sets of lookups in functions that return no set. */
const {{ lent }} = new Uint32Array(2);
{% endif %}{% if let Some([flag, _]) = late %}
/** Whether a lookup has filled the tables. */
let {{ flag }} = false;
{% endif %}{% include "javascript/functions.js" %}{% if let Some(walked) = self.filling() %}{% let walk = walked.walk %}
{% let has_words = false %}{% include "javascript/walk.js" %}

{% include "javascript/fill.js" %}
{% endif %}{% if self.keys.is_commonjs() %}
// prettier-ignore
module.exports = {
{% for line in self.exports() %}  {{ line }}
{% endfor %}};
{% endif %}
