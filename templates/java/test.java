{% for line in of.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !of.licence().is_empty() %}
/*
{% for line in of.licence() %} *{% if !line.is_empty() %} {{ line.trim_end() }}{% endif %}
{% endfor %} */
{% endif %}{% if let Some(package) = of.keys.package %}
package {{ package.get_ref() }};
{% endif %}
{% let walked = tested.walked %}import java.util.function.IntToLongFunction;

{% let doc = format!("Compares every lookup of {{@link {}}} with rays walked, under every subset of relevant squares, with all other squares empty and with all of them occupied.", self.of.name()) %}{% for line in jvm::comment(0, doc) %}{{ line }}
{% endfor %}final class {{ name }} {
{% for member in tested.arrays %}{% for line in member.doc %}  {{ line }}
{% endfor %}  {{ member.head }} = {{ member.rows }};

{% endfor %}  private {{ name }}() {}

  /** Throws what says which lookup differs, on which square and under which occupancy. */
  public static void main(String[] arguments) {
{% for call in self.calls() %}{{ call }}
{% endfor %}  }

  /** Squares that a piece attacks. */
  private interface {{ lookup }} {
    long attacks(int square, long occupied);
  }

  private static void compare(
      String piece, {{ lookup }} lookup, {{ lookup }} walked, IntToLongFunction relevant) {
    for (int square = 0; square < {{ walked.walk.indices }}; square++) {
{% if let Some(squares) = walked.squares %}      if ((({{ squares }} >>> square) & 1) == 0) {
        continue;
      }
{% endif %}      long mask = relevant.applyAsLong(square);
      long subset = 0;
      do {
        for (long occupied : new long[] {subset, subset | ~mask}) {
          long found = lookup.attacks(square, occupied);
          long attacks = walked.attacks(square, occupied);
          if (found != attacks) {
            throw new AssertionError(
                String.format(
                    "the %s on square %d, occupied 0x%016x: found 0x%016x, walked 0x%016x",
                    piece, square, occupied, found, attacks));
          }
        }
        subset = (subset - mask) & mask;
      } while (subset != 0);
    }
  }
{% for one in tested.compared %}
  {{ self::private_head(one.walker, ["int square", "long occupied"]) }}
{% for line in one.body %}    {{ line }}
{% endfor %}  }
{% if let Some(squares) = one.squares %}
  {{ self::private_head(one.relevant[0], ["int square"]) }}
{% for line in of.finished(squares) %}    {{ line }}
{% endfor %}  }
{% endif %}{% endfor %}
  /** Returns the squares where a blocker shortens a ray: all that each reaches but its last. */
  {{ self::head_along(tested.test.relevant, walked.walk, ["int square"]) }}
    long relevant = 0;
    for (int ray = 0; ray < steps.length; ray++) {
{% if let Some(grid) = walked.walk.grid %}      int at = {{ grid.of_bit }}[square];
      long reached = 0;
{% if walked.walk.has_range %}      for (int left = range; left > 0; left--) {
        if (((from[ray] >>> at) & 1) == 0) {
          break;
        }
{% else %}      while (((from[ray] >>> at) & 1) != 0) {
{% endif %}        relevant |= reached;
        at += steps[ray];
        reached = 1L << {{ grid.bit_of }}[at];
      }
    }
    return relevant;
{% else %}      long reached = 1L << square;
{% if walked.walk.has_range %}      for (int left = range; left > 0; left--) {
        if ((reached & from[ray]) == 0) {
          break;
        }
{% else %}      while ((reached & from[ray]) != 0) {
{% endif %}        relevant |= reached;
        reached = Long.rotateLeft(reached, steps[ray]);
      }
    }
    return relevant & ~(1L << square);
{% endif %}  }

{% let is_test = true %}{% include "java/walk.java" %}
}
