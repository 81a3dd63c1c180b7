{% for (name, fill, held) in self.filled() %}
  private static void {{ name }}({{ self::kind(held) }} table) {
    for (int square = 0; square < {{ walked.walk.indices }}; square++) {
{% if let Some(squares) = holders.squares %}      if ((({{ squares }} >>> square) & 1) == 0) {
        continue;
      }
{% endif %}      long mask = {{ fill.masks }}[square];
      long subset = 0;
      do {
        {{ self.stored(fill, held, walked.walk) }}
        subset = (subset - mask) & mask;
      } while (subset != 0);
    }
  }
{% endfor %}
{% let is_test = false %}{% include "java/walk.java" %}
