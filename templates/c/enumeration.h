/** The {{ of.plural }} of {{ of.function }}(). */
enum {{ of.kind }} {
{%- for one in of.members %}
    {{ one.constant }}{% if !loop.last %},{% endif %}
{%- endfor %}
};
