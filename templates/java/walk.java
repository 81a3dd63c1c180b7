  /** Follows each ray{% if walked.walk.has_range %} for up to {@code range} steps{% endif %} to its first blocker, that one included. */
  {{ self::walk_head(walked.walk) }}
    long attacks = 0;
    for (int ray = 0; ray < steps.length; ray++) {
{% if let Some(grid) = walked.walk.grid %}      int at = {{ grid.of_bit }}[square];
      long reached = 0;
{% if walked.walk.has_range %}      for (int left = range; left > 0; left--) {
        if (((from[ray] >>> at) & 1) == 0 || (reached & occupied) != 0) {
          break;
        }
{% else %}      while (((from[ray] >>> at) & 1) != 0 && (reached & occupied) == 0) {
{% endif %}        at += steps[ray];
        reached = 1L << {{ grid.bit_of }}[at];
        attacks |= reached;
      }
{% else %}      long reached = 1L << square;
{% if is_test %}      long free = ~occupied | reached;
{% endif %}{% if walked.walk.has_range %}      for (int left = range; left > 0; left--) {
        if ((reached & from[ray] & {% if is_test %}free{% else %}~occupied{% endif %}) == 0) {
          break;
        }
{% else %}      while ((reached & from[ray] & {% if is_test %}free{% else %}~occupied{% endif %}) != 0) {
{% endif %}        reached = Long.rotateLeft(reached, steps[ray]);
        attacks |= reached;
      }
{% endif %}    }
    return attacks;
  }
