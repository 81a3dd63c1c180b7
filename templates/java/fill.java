{% for one in fill.loops %}
  private static void {{ one.method }}({{ one.kind }} table) {
    for (int square = 0; square < {{ fill.indices }}; square++) {
{% if let Some(squares) = fill.squares %}      if ((({{ squares }} >>> square) & 1) == 0) {
        continue;
      }
{% endif %}      long mask = {{ one.mask }};
      long subset = 0;
      do {
        {{ one.store }}
        subset = (subset - mask) & mask;
      } while (subset != 0);
    }
  }
{% endfor %}
{% let walker = fill.walker %}{% include "java/walk.java" %}
