{% let is_ffi = file.is_ffi(array) %}{% let parts = file.parts(array) %}{% for line in file.array_doc(array) %}{{ line }}
{% endfor %}{{ file.array_head(array) }} = {% if is_ffi %}ffi.new("{% if array.is_public && parts.len() == 1 %}const {% endif %}{{ WORDS.entry(array.storage.to_owned(), false) }}[{{ array.values.len() }}]"{% if parts.len() > 1 %})
{% include "lua/parts.lua" %}{% else %}, {
{{ parts[0] }}
}){% endif %}{% else if array.kind == ArrayKind::Rays && array.storage == Storage::Byte %}{ {% for value in array.values.iter() %}{% if !loop.first %}, {% endif %}{{ array.decimal(value.to_owned()) }}{% endfor %} }{% else %}{
{{ parts[0] }}
}{% endif %}
