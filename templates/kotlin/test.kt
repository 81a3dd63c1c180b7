{% for line in of.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !of.licence().is_empty() %}
{% for line in of.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}{% if let Some(package) = of.keys.package %}
package {{ package.get_ref() }}
{% endif %}
{% let doc = format!("Compares every lookup of [{}] with rays walked, under every subset of every mask.", self.of.name()) %}{% for line in self::block(&self::wrap(doc, self::room(0))) %}{{ line }}
{% endfor %}internal object {{ of.name() }}Test {
{%- for array in tested.arrays %}{% let array = of.array(array) %}{% if !loop.first %}
{% endif %}
{% for line in array.doc %}    {{ line }}
{% endfor %}    {{ array.head }}{{ array.rows }}
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
{% for line in of.walker(one) %}    {{ line }}
{% endfor %}{% endfor %}
{% include "kotlin/walk.kt" %}
}
