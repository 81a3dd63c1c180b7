class {{ of.kind }}(IntEnum):
    """{{ of.what }} {{ of.function }} returns."""

{% for one in of.members %}    {{ one.named(Case::Shouty) }} = {{ loop.index0 }}
{% endfor %}{% if of.is_result && !self.is_numpy() %}

# The {{ of.plural }} by number.
{{ self.constant(members, "", &format!("tuple({})", of.kind)) }}
{% endif %}
