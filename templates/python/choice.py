{% let square = self.words().square %}{% let index = self.words().index %}{% if let Some(pair) = self.page().pair %}

{{ self.signature("", pair.name, [[square, index], ["occupied", self.set_type()]], &self.pair_type()) }}
{% for line in self.function_doc(pair.name, pair.doc) %}{{ line }}
{% endfor %}    rook = {{ pair.rook }}({{ square }}, occupied)
    bishop = {{ pair.bishop }}({{ square }}, occupied)
    return rook, bishop
{% endif %}{% if let Some(choice) = self.page().choice %}

{{ self.signature("", choice.name, [["piece", choice.kind.as_str()], [square, index], ["occupied", self.set_type()]], self.set_type()) }}
{% for line in self.function_doc(choice.name, choice.doc) %}{{ line }}
{% endfor %}    return {{ chosen }}[piece]({{ square }}, occupied)


# The functions that {{ choice.name }} calls, by piece.
{{ self.chosen_head() }}
{% for one in choice.pieces %}    {% if one.is_leaper %}lambda {{ square }}, _occupied: {{ one.lookup }}({{ square }}){% else %}{{ one.lookup }}{% endif %},
{% endfor %})
{% endif %}
