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
{% endif %}{% include "javascript/functions.js" %}{% let own = self.own_methods() %}{% if !own.is_empty() %}
/** The functions of this file for your types. */
{{ self.export(true) }}const {{ typed[0] }} = {
{% for method in own %}{% if !loop.first %}
{% endif %}{% for line in method %}  {{ line }}
{% endfor %}{% endfor %}} as const;
{% if let (Some(choice), Some(own)) = (self.page().choice.as_ref(), keys.types.piece()) %}
/** The piece of this file that is one of yours. */
function {{ typed[1] }}(piece: {{ own }}): {{ choice.kind }} {
  switch (piece) {
{% for one in choice.pieces %}    case {{ own }}.{{ one.member.own_named(Case::Pascal) }}:
      return "{{ one.id }}";
{% endfor %}    default:
      throw new RangeError("no such piece");
  }
}
{% endif %}{% endif %}{% if let Some(walked) = self.filling() %}{% let walk = walked.walk %}
{% let has_words = false %}{% include "javascript/walk.js" %}

{% include "javascript/fill.js" %}
{% endif %}{% if self.keys.is_commonjs() %}
// prettier-ignore
module.exports = {
{% for line in self.exports() %}  {{ line }}
{% endfor %}};
{% endif %}
