{% for whole in self.page().whole %}
{% for line in self.function_doc(whole.name, whole.doc) %}  {{ line }}
{% endfor %}  {{ self.head_of_whole(whole) }}
{% for line in whole.stored(&STATEMENTS, "long", ";") %}    {{ line }}
{% endfor %}{% for word in whole.of %}    {{ whole.array() }}[{{ loop.index0 }}] = {{ whole.array() }}{{ loop.index0 }};
{% endfor %}  }
{% endfor %}{% if let Some(pair) = self.page().pair %}
  /** What a rook and a bishop attack. */
  {{ self.visible(true) }}static final class {{ pair.kind }} {
    /** The squares that the rook attacks. */
    {{ self.visible(true) }}final long rook;

    /** The squares that the bishop attacks. */
    {{ self.visible(true) }}final long bishop;

    private {{ pair.kind }}(long rook, long bishop) {
      this.rook = rook;
      this.bishop = bishop;
    }
  }

{% for line in self.function_doc(pair.name, pair.doc) %}  {{ line }}
{% endfor %}  {{ self.visible(true) }}static {{ pair.kind }} {{ pair.name }}(int square, long occupied) {
    long rook = {{ pair.rook }}(square, occupied);
    long bishop = {{ pair.bishop }}(square, occupied);
    return new {{ pair.kind }}(rook, bishop);
  }
{% endif %}{% if let Some(choice) = self.page().choice %}
{% for line in self.function_doc(choice.name, choice.doc) %}  {{ line }}
{% endfor %}  {{ self.visible(true) }}static long {{ choice.name }}({{ choice.kind }} piece, int square, long occupied) {
    switch (piece) {
{% for one in choice.pieces %}      case {{ one.member.named(Case::Shouty) }}:
        return {{ one.lookup }}{% if one.is_array %}[square]{% else %}(square{% if !one.is_leaper %}, occupied{% endif %}){% endif %};
{% endfor %}      default:
        throw new AssertionError(piece);
    }
  }
{% endif %}{% if let Some(constants) = self.vectors %}{% for batch in self.page().batches %}{% let batch = self.on_vectors(batch, constants) %}
{% include "java/vectors.java" %}
{% endfor %}{% else %}{% for batch in self.page().batches %}
  /**
   * Looks up as many attack sets as there are squares.
   *
   * @param squares the squares of the pieces
   * @param occupied the occupied squares, one set for each piece
   * @param attacks where the attack sets go; it may be the array of occupied squares
   */
  {{ self.visible(true) }}static void {{ batch.name }}(byte[] squares, long[] occupied, long[] attacks) {
    if (occupied.length != squares.length || attacks.length != squares.length) {
      throw new IllegalArgumentException("the three arrays have to be of one length");
    }
    for (int i = 0; i < squares.length; i++) {
      attacks[i] = {{ batch.lookup }}(squares[i], occupied[i]);
    }
  }
{% endfor %}{% endif %}
