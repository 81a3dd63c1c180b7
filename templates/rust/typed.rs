{% for path in options.types() %}    use {{ path }};
{% endfor %}{% let piece = self.piece_of() %}{% if !piece.is_empty() %}
{% for line in piece %}    {{ line }}
{% endfor %}{% endif %}{% for function in self.page().typed() %}{% let name = function.name %}
    /// [`{{ name }}`](super::{{ name }}) on types of one's own.
    #[inline]
    #[must_use]
{% for line in options.unused("not every program needs every lookup") %}    {{ line }}
{% endfor %}{% for line in options.unusual_function(name) %}    {{ line }}
{% endfor %}{{ self.typed_head(function) }}
{% for one in function.parameters %}{% if let Some(number) = self.typed_number(one) %}        let {{ one.name }} = {{ number }};
{% endif %}{% endfor %}{% for line in self.typed_result(function) %}        {{ line }}
{% endfor %}    }
{% endfor %}