/// {{ of.what }} $(D {{ of.function }}) returns.
enum {{ of.kind }} : ubyte
{
{%- for one in of.members %}
    /// {{ one.doc }}
    {{ one.named(Case::Camel) }}{% if let Some(number) = one.number %} = {{ number }}{% endif %},
{%- endfor %}
}
