/// {{ of.what }} `{{ of.function }}` returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
{% let reason = format!("not every program needs all {}", of.plural) %}{% for line in options.unused(reason.as_str()) %}{{ line }}
{% endfor %}{% for line in options.unusual_type(of.kind) %}{{ line }}
{% endfor %}{{ self.visibility(true) }}enum {{ of.kind }} {
{% for one in of.members %}    /// {{ one.doc }}
    {{ one.named(Case::Pascal) }}{% if let Some(number) = one.number %} = {{ number }}{% endif %},
{% endfor %}}
