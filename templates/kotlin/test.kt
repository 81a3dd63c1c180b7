{% for line in of.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !of.licence().is_empty() %}
{% for line in of.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}{% if let Some(package) = of.keys.package %}
package {{ package.get_ref() }}
{% endif %}
{% let doc = format!("Compares every lookup of [{}] with rays walked, under every subset of relevant squares, with all other squares empty and with all of them occupied.", self.of.name()) %}{% for line in self::block(&self::wrap(doc, self::room(0))) %}{{ line }}
{% endfor %}{% let walked = tested.walked %}internal object {{ of.name() }}Test {
{%- for array in tested.arrays %}{% if !loop.first %}
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
        relevant: (Int) -> Long,
    ) {
        for (square in 0 until {{ walked.walk.indices }}) {
{% if let Some(squares) = walked.squares %}            if ((({{ squares }} ushr square) and 1L) == 0L) continue
{% endif %}            val mask = relevant(square)
            var subset = 0L
            do {
                for (occupied in longArrayOf(subset, subset or mask.inv())) {
                    val found = lookup(square, occupied)
                    val attacks = walked(square, occupied)
                    if (found != attacks) {
                        throw AssertionError(
                            "the %s on square %d, occupied 0x%016x: found 0x%016x, walked 0x%016x"
                                .format(piece, square, occupied, found, attacks),
                        )
                    }
                }
                subset = (subset - mask) and mask
            } while (subset != 0L)
        }
    }
{% for one in tested.compared %}
{% for line in of.private(one.walker, &PLACE, one.walked) %}    {{ line }}
{% endfor %}{% if let Some(squares) = one.squares %}
{% for line in of.private(one.relevant[0], &PLACE[..1], squares) %}    {{ line }}
{% endfor %}{% endif %}{% endfor %}
    /** Returns the squares where a blocker shortens a ray: all that each reaches but its last. */
{% for line in self::head_along(tested.test.relevant, walked.walk, &PLACE[..1]) %}    {{ line }}
{% endfor %}        var relevant = 0L
        for (ray in steps.indices) {
            var at = {% if let Some(grid) = walked.walk.grid %}{{ grid.of_bit }}[square].toInt(){% else %}square{% endif %}
            var reached = 0L
{% if walked.walk.has_range %}            var left = range
            while (left > 0 && ((from[ray] ushr at) and 1L) != 0L) {
                left--
{% else %}            while (((from[ray] ushr at) and 1L) != 0L) {
{% endif %}                relevant = relevant or reached
                at += steps[ray]
                reached = 1L shl {% if let Some(grid) = walked.walk.grid %}{{ grid.bit_of }}[at].toInt(){% else %}at{% endif %}
            }
        }
        return relevant
    }

{% include "kotlin/walk.kt" %}
}
