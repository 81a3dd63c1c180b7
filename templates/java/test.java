{% for line in of.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !of.licence().is_empty() %}
/*
{% for line in of.licence() %} *{% if !line.is_empty() %} {{ line.trim_end() }}{% endif %}
{% endfor %} */
{% endif %}{% if let Some(package) = of.keys.package %}
package {{ package.get_ref() }};
{% endif %}
{% let doc = format!("Compares every lookup of {{@link {}}} with rays walked, under every subset of every mask.", self.of.name()) %}{% for line in jvm::comment(0, doc) %}{{ line }}
{% endfor %}final class {{ name }} {
{% for array in tested.arrays %}{% let member = of.array(array) %}{% for line in member.doc %}  {{ line }}
{% endfor %}  {{ member.head }} = {{ member.rows }};

{% endfor %}  private {{ name }}() {}

  /** Throws what says which lookup differs, on which square and under which occupancy. */
  public static void main(String[] arguments) {
{% for call in self.calls() %}    {{ call }}
{% endfor %}  }

  /** Squares that a piece attacks. */
  private interface {{ lookup }} {
    long attacks(int square, long occupied);
  }

  private static void compare(String piece, {{ lookup }} lookup, {{ lookup }} walked, long[] masks) {
    for (int square = 0; square < masks.length; square++) {
{% if let Some(squares) = walked.squares %}      if ((({{ squares }} >>> square) & 1) == 0) {
        continue;
      }
{% endif %}      long subset = 0;
      do {
        long found = lookup.attacks(square, subset);
        long attacks = walked.attacks(square, subset);
        if (found != attacks) {
          throw new AssertionError(
              String.format(
                  "the %s on square %d, occupied 0x%016x: found 0x%016x, walked 0x%016x",
                  piece, square, subset, found, attacks));
        }
        subset = (subset - masks[square]) & masks[square];
      } while (subset != 0);
    }
  }
{% for one in compared %}
  {{ self::private_head(one.walker, "") }}
{% for line in one.body %}    {{ line }}
{% endfor %}  }
{% endfor %}
{% include "java/walk.java" %}
}
