{% for whole in self.page().whole %}
{% for line in self.function_doc(whole.name, whole.doc) %}    {{ line }}
{% endfor %}{% for line in self.head_of_whole(whole) %}    {{ line }}
{% endfor %}{% for line in whole.stored(&STATEMENTS, "val", "") %}        {{ line }}
{% endfor %}{% for word in whole.of %}        {{ whole.array() }}[{{ loop.index0 }}] = {{ whole.array() }}{{ loop.index0 }}
{% endfor %}    }
{% endfor %}{% if let Some(pair) = self.page().pair %}
    /**
     * What a rook and a bishop attack.
     *
     * @property rook the squares that the rook attacks
     * @property bishop the squares that the bishop attacks
     */
    {{ self.visible(true) }}data class {{ pair.kind }}({{ self.visible(true) }}val rook: Long, {{ self.visible(true) }}val bishop: Long)

{% for line in self.function_doc(pair.name, pair.doc) %}    {{ line }}
{% endfor %}    {{ self.visible(true) }}fun {{ pair.name }}(square: Int, occupied: Long): {{ pair.kind }} =
        {{ pair.kind }}({{ pair.rook }}(square, occupied), {{ pair.bishop }}(square, occupied))
{% endif %}{% if let Some(choice) = self.page().choice %}
{% for line in self.function_doc(choice.name, choice.doc) %}    {{ line }}
{% endfor %}    {{ self.visible(true) }}fun {{ choice.name }}(piece: {{ choice.kind }}, square: Int, occupied: Long): Long =
        when (piece) {
{% for one in choice.pieces %}            {{ choice.kind }}.{{ one.member.named(Case::Shouty) }} -> {{ one.lookup }}(square{% if !one.is_leaper %}, occupied{% endif %})
{% endfor %}        }
{% endif %}{% for batch in self.page().batches %}
    /**
     * Looks up as many attack sets as there are squares.
     *
     * @param squares the squares of the pieces
     * @param occupied the occupied squares, one set for each piece
     * @param attacks gets the attack sets; it may be the array of occupied squares
     * @throws IllegalArgumentException unless the three arrays are of one length
     */
{% for line in self.head_of_batch(batch) %}    {{ line }}
{% endfor %}        require(occupied.size == squares.size && attacks.size == squares.size) {
            "the three arrays have to be of one length"
        }
        for (i in squares.indices) {
            attacks[i] = {{ batch.lookup }}(squares[i].toInt(), occupied[i])
        }
    }
{% endfor %}
