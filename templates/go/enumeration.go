// {{ of.kind }} is {{ self::lowered(of.what) }} {{ of.function }} returns.
type {{ of.kind }} uint8

// The {{ of.plural }} of {{ of.function }}.
const (
{% for one in of.members %}	{% if let Some(number) = one.number %}{{ self::padded(one, of) }} {{ of.kind }} = {{ number }}{% else %}{{ one.constant }}{% if loop.first %} {{ of.kind }} = iota{% endif %}{% endif %}
{% endfor %})
