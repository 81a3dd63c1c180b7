  /**
   * Looks up as many attack sets as there are squares, several at once in the lanes of a vector.
   *
   * @param squares the squares of the pieces
   * @param occupied the occupied squares, one set for each piece
   * @param attacks where the attack sets go; it may be the array of occupied squares
   */
  {{ self.visible(true) }}static void {{ batch.name }}(byte[] squares, long[] occupied, long[] attacks) {
    if (occupied.length != squares.length || attacks.length != squares.length) {
      throw new IllegalArgumentException("the three arrays have to be of one length");
    }
    long[] lanes = new long[{{ constants.block }}];
{% for (name, _) in batch.fields %}    long[] {{ name }} = new long[{{ constants.block }}];
{% endfor %}    int done = 0;
    // On vectors of two lanes a loop is faster.
    int end = {{ constants.lanes }}.length() < 4 ? 0 : squares.length;
    for (; done + {{ constants.block }} <= end; done += {{ constants.block }}) {
      for (int i = 0; i < {{ constants.block }}; i++) {
        int square = squares[done + i];
{% for line in batch.checks %}        {{ line }}
{% endfor %}        lanes[i] = square;
{% for (name, field) in batch.fields %}        {{ name }}[i] = {{ field }}[square];
{% endfor %}      }
      for (int i = 0; i < {{ constants.block }}; i += {{ constants.lanes }}.length()) {
        LongVector origins = LongVector.fromArray({{ constants.lanes }}, lanes, i);
        LongVector boards = LongVector.fromArray({{ constants.lanes }}, occupied, done + i);
{% for line in batch.lines %}        {{ line }}
{% endfor %}      }
    }
    for (; done < squares.length; done++) {
      attacks[done] = {{ batch.lookup }}(squares[done], occupied[done]);
    }
  }
