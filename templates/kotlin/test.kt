{% for line in header %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !licence.is_empty() %}
{% for line in licence %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}{% if let Some(package) = package %}
package {{ package }}
{% endif %}
{% for line in doc %}{{ line }}
{% endfor %}internal object {{ object }}Test {
{%- for array in arrays %}{% if !loop.first %}
{% endif %}
{% for line in array.doc %}    {{ line }}
{% endfor %}    {{ array.head }} = {{ array.function }}({{ array.rows }})
{%- endfor %}

    /** Throws what says which lookup differs, on which square and under which occupancy. */
    @JvmStatic
    fun main(arguments: Array<String>) {
        require(arguments.isEmpty()) { "there are no arguments" }
{% for line in self.calls() %}{{ line }}
{% endfor %}    }

    private fun compare(
        piece: String,
        lookup: (Int, Long) -> Long,
        walked: (Int, Long) -> Long,
        masks: LongArray,
    ) {
        for ((square, mask) in masks.withIndex()) {
{% if let Some(squares) = walked.squares %}            if ((({{ squares }} ushr square) and 1L) == 0L) continue
{% endif %}            var subset = 0L
            do {
                val found = lookup(square, subset)
                val attacks = walked(square, subset)
                if (found != attacks) {
                    throw AssertionError(
                        "the %s on square %d, occupied 0x%016x: found 0x%016x, walked 0x%016x"
                            .format(piece, square, subset, found, attacks),
                    )
                }
                subset = (subset - mask) and mask
            } while (subset != 0L)
        }
    }
{% for one in compared %}
{% for line in writer.walker(one) %}    {{ line }}
{% endfor %}{% endfor %}
{% include "kotlin/walk.kt" %}
}
