  /** Follows each ray{% if walker.has_range %} for up to {@code range} steps{% endif %} to its first blocker, that one included. */
  {{ walker.head }} {
    long attacks = 0;
    for (int ray = 0; ray < steps.length; ray++) {
{% if let Some([there, back]) = walker.grid %}      int at = {{ there }}[square];
      long reached = 0;
{% if walker.has_range %}      for (int left = range; left > 0; left--) {
        if (((from[ray] >>> at) & 1) == 0 || (reached & occupied) != 0) {
          break;
        }
{% else %}      while (((from[ray] >>> at) & 1) != 0 && (reached & occupied) == 0) {
{% endif %}        at += steps[ray];
        reached = 1L << {{ back }}[at];
        attacks |= reached;
      }
{% else %}      long reached = 1L << square;
{% if walker.has_range %}      for (int left = range; left > 0; left--) {
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
