{% include "ocaml/head.ml" %}
{% for line in self::documented(of.about()) %}{{ line }}
{% endfor %}{% for rank in of.page().ranks %}
(** {2 {{ rank.doc }}} *)

{% for (name, _) in rank.squares %}val {{ name }} : {{ of.place_types()[0] }}
{% endfor %}{% endfor %}{% for (doc, text) in of.declared_arrays() %}
{% for line in self::documented(doc) %}{{ line }}
{% endfor %}{{ text }}
{% endfor %}{% for enumeration in of.page().enumerations %}
(** {{ enumeration.what }} [{{ enumeration.function }}] returns. *)
type {{ enumeration.kind }} =
{%- for one in enumeration.members %}
  | {{ self::member(one) }}  (** {{ one.doc }} *)
{%- endfor %}
{% endfor %}{% for (doc, text) in of.declared() %}
{% for line in self::documented(doc) %}{{ line }}
{% endfor %}{{ text }}
{% endfor %}{% if let Some(pair) = of.page().pair %}
{% for line in self::documented(of.function_doc(pair.name, pair.doc)) %}{{ line }}
{% endfor %}{{ of.pair_declared(pair.name) }}
{% endif %}{% if let Some(choice) = of.page().choice %}
{% for line in self::documented(of.function_doc(choice.name, choice.doc)) %}{{ line }}
{% endfor %}{{ of.choice_declared(choice) }}
{% endif %}
