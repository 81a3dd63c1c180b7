/** The {{ of.plural }} of {{ of.function }}(). */
enum {{ of.kind }} {
{%- for one in of.members %}
    {{ one.constant }}{% if let Some(number) = one.number %} = {{ number }}{% endif %}{% if !loop.last %},{% endif %}
{%- endfor %}
};
