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
  /** Follows each ray{% if fill.has_range %} for up to {@code range} steps{% endif %} to its first blocker, that one included. */
  {{ fill.walk }} {
    long attacks = 0;
    for (int ray = 0; ray < steps.length; ray++) {
{% if let Some((there, back)) = fill.grid %}      int at = {{ there }}[square];
      long reached = 0;
{% if fill.has_range %}      for (int left = range; left > 0; left--) {
        if (((from[ray] >>> at) & 1) == 0 || (reached & occupied) != 0) {
          break;
        }
{% else %}      while (((from[ray] >>> at) & 1) != 0 && (reached & occupied) == 0) {
{% endif %}        at += steps[ray];
        reached = 1L << {{ back }}[at];
        attacks |= reached;
      }
{% else %}      long reached = 1L << square;
{% if fill.has_range %}      for (int left = range; left > 0; left--) {
        if ((reached & from[ray] & ~occupied) == 0) {
          break;
        }
{% else %}      while ((reached & from[ray] & ~occupied) != 0) {
{% endif %}        reached = Long.rotateLeft(reached, steps[ray]);
        attacks |= reached;
      }
{% endif %}    }
    return attacks;
  }
