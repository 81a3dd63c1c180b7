    /** {{ of.what }} [{{ of.function }}] returns. */
    {{ self.visible(true) }}enum class {{ of.kind }} {
{% for one in of.members %}        /** {{ one.doc }} */
        {{ one.named(Case::Shouty) }},
{% endfor %}    }
