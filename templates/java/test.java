{% for line in header %}//{{ line }}
{% endfor %}
{% if !licence.is_empty() %}/*
{% for line in licence %} *{{ line }}
{% endfor %} */

{% endif %}{% if let Some(package) = package %}package {{ package }};

{% endif %}{{ doc }}
final class {{ name }} {
{% for array in arrays %}{{ array.doc }}
{% if let Some(value) = array.value %}  {{ array.head }} = {{ value }};
{% else %}  {{ array.head }} = {
{{ array.rows }}
  };
{% endif %}
{% endfor %}  private {{ name }}() {}

  /** Throws what says which lookup differs, on which square and under which occupancy. */
  public static void main(String[] arguments) {
{% for call in calls %}    {{ call }}
{% endfor %}  }

  /** Squares that a piece attacks. */
  private interface {{ lookup }} {
    long attacks(int square, long occupied);
  }

  private static void compare(String piece, {{ lookup }} lookup, {{ lookup }} walked, long[] masks) {
    for (int square = 0; square < masks.length; square++) {
{% if let Some(squares) = squares %}      if ((({{ squares }} >>> square) & 1) == 0) {
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
{% for (head, body) in walked %}
  {{ head }} {
{% for line in body %}    {{ line }}
{% endfor %}  }
{% endfor %}
{% include "java/walk.java" %}
}
