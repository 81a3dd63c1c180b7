{% include "javascript/header.js" %}
{% include "javascript/top.js" %}{% for array in js.page().arrays %}{% if array.is_public %}
{% for line in js.described(array.doc, *array.storage) %}{{ line }}
{% endfor %}{{ js.array_head(array) }};
{% endif %}{% endfor %}{% for table in js.page().filled %}{% if table.is_public %}
{% for line in js.described(table.doc, Storage::Word) %}{{ line }}
{% endfor %}{{ js.declared(table.name, self::read_only(js.keys.bitboards()).as_str(), true) }};
{% endif %}{% endfor %}{% for of in js.page().enumerations %}{% if of.is_result %}
{% for line in js.enumeration(of) %}{{ line }}
{% endfor %}{% endif %}{% endfor %}{% for item in js.items(Group::PUBLIC_FIRST) %}{% if item.is_public() %}
{% for line in js.doc(*item) %}{{ line }}
{% endfor %}{{ js.head(&js.head_of(*item)) }}
{% endif %}{% endfor %}{% include "javascript/choice.js" %}
