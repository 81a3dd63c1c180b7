  ;; The {{ of.plural }} of ${{ of.function }}.
{% for one in of.members %}  (global (export "{{ one.constant }}") i32 (i32.const {{ loop.index0 }}))
{% endfor %}
