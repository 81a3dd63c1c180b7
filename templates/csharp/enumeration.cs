    /// <summary>{{ of.what }} <see cref="{{ of.function }}"/> returns.</summary>
    {{ visible }} enum {{ of.kind }}
    {
{% for one in of.members %}        /// <summary>{{ one.doc }}</summary>
        {{ one.named(Case::Pascal) }}{% if let Some(number) = one.number %} = {{ number }}{% endif %},
{% endfor %}    }
