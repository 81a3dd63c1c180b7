/// {{ of.what }} `{{ of.function }}` returns.
pub const {{ of.kind }} = enum(u8) {
{% for one in of.members %}    {{ one.named(Case::Snake) }}{% if let Some(number) = one.number %} = {{ number }}{% endif %},
{% endfor %}{% if of.is_result %}
    const all = [_]{{ of.kind }}{
{% for one in of.members %}        .{{ one.named(Case::Snake) }},
{% endfor %}    };
{% endif %}};
