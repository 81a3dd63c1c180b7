{% for whole in self.page().whole %}
{% for line in self.doc_of_whole(whole) %}  ;; {{ line }}
{% endfor %}{{ self::head_of_whole(whole) }}
{% for line in self.calls_of_whole(whole) %}{{ line }}{% if loop.last %}){% endif %}
{% endfor %}{% endfor %}{% let place = "(local.get $square) (local.get $occupied)" %}{% if let Some(pair) = self.page().pair %}
{% for line in self.function_doc(pair.name, pair.doc) %}  ;; {{ line }}
{% endfor %}  (func ${{ pair.name }} (export "{{ pair.name }}")
    (param $square i32) (param $occupied i64) (result i64 i64)
    (call ${{ pair.rook }} {{ place }})
    (call ${{ pair.bishop }} {{ place }}))
{% endif %}{% if let Some(choice) = self.page().choice %}
{% for line in self.function_doc(choice.name, choice.doc) %}  ;; {{ line }}
{% endfor %}  (func ${{ choice.name }} (export "{{ choice.name }}")
    (param $piece i32) (param $square i32) (param $occupied i64) (result i64)
{% for one in choice.pieces %}    (block ${{ choice.pieces.len() - loop.index }}
{% endfor %}    (br_table{% for one in choice.pieces %} ${{ loop.index0 }}{% endfor %} (local.get $piece))
{% for one in choice.pieces %}    ) {% if !loop.last %}(return {% endif %}(call ${{ one.lookup }} {% if one.is_leaper %}(local.get $square){% else %}{{ place }}{% endif %}))
{% endfor %}{% endif %}
