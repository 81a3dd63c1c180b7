  /** {{ of.what }} {@link #{{ of.function }}} returns. */
  {{ self.visible(true) }}enum {{ of.kind }} {
{% for one in of.members %}    /** {{ one.doc }} */
    {{ one.named(Case::Shouty) }}{% if !loop.last %},{% else if of.is_result %};{% endif %}
{% endfor %}{% if of.is_result %}
    private static final {{ of.kind }}[] ALL = values();
{% endif %}  }
