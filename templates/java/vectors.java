{% if batch.of.is_empty() %}    long[] lanes = new long[{{ constants.block }}];
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
{% else %}{% for name in batch.of %}{% if loop.last %}    {{ name }}(squares, occupied, attacks);
{% else %}    long[] others{% if !loop.first %}{{ loop.index }}{% endif %} = new long[squares.length];
    {{ name }}(squares, occupied, others{% if !loop.first %}{{ loop.index }}{% endif %});
{% endif %}{% endfor %}    for (int i = 0; i < squares.length; i++) {
{% for name in batch.of %}{% if !loop.last %}      attacks[i] |= others{% if !loop.first %}{{ loop.index }}{% endif %}[i];
{% endif %}{% endfor %}    }
{% endif %}
