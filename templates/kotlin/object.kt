{% for line in self.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !self.licence().is_empty() %}
{% for line in self.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}{% if let Some(package) = keys.package %}
package {{ package.get_ref() }}
{% endif %}{% if self.has_packed() %}
import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.util.Base64
{% endif %}
{% for line in self.about() %}{{ line }}
{% endfor %}{{ keys.visibility.id() }} object {{ self.name() }} {
{%- for rank in self.page().ranks %}{% for square in rank.squares %}
    /** The square {{ self.page().module.board.square_name(*square.1).unwrap_or_default() }}. */
    {{ self.visible(true) }}const val {{ square.0 }}: Int = {{ square.1 }}
{% endfor %}{% endfor %}{% for array in self.arrays() %}
{% for line in array.doc %}    {{ line }}
{% endfor %}    {{ array.head }}{{ array.rows }}
{% endfor %}{% for function in self.routines(Group::DOWNWARDS) %}
{% for line in function.doc %}    {{ line }}
{% endfor %}{% for line in self.lines(function) %}    {{ line }}
{% endfor %}{% endfor %}{% include "kotlin/choice.kt" %}{% for mover in self.page().movers.own() %}
{% for line in self.comment("", mover.doc) %}    {{ line }}
{% endfor %}    private fun {{ mover.name }}(word: Long, mask: Long): Long {
        var moved = 0L
        var left = mask
        var bit = 1L
        while (left != 0L) {
            val others = left and (left - 1L)
            if ((word and {% if mover.spreads %}bit{% else %}(left xor others){% endif %}) != 0L) moved = moved or {% if mover.spreads %}(left xor others){% else %}bit{% endif %}
            bit = bit shl 1
            left = others
        }
        return moved
    }
{% endfor %}{% if let Some(walked) = self.filling() %}{% for fill in self.page().fills %}
    private fun {{ fill.name(Case::Camel) }}(table: LongArray) {
        for (square in 0 until {{ walked.walk.indices }}) {
{% if let Some(squares) = walked.squares %}            if ((({{ squares }} ushr square) and 1L) == 0L) continue
{% endif %}            val mask = {{ fill.masks }}[square]
            var subset = 0L
            do {
                val index = {{ fill.index }}(square, subset)
{% for line in self.stored(fill, walked.walk) %}{{ line }}
{% endfor %}                subset = (subset - mask) and mask
            } while (subset != 0L)
        }
    }
{% endfor %}
{% include "kotlin/walk.kt" %}
{% endif %}{% if self.has_packed() %}
    /** The bytes that literals hold in base 64; numbers stand with their lowest byte first. */
    private fun unpack(table: Array<String>): ByteBuffer =
        ByteBuffer.wrap(Base64.getMimeDecoder().decode(table.joinToString("")))
            .order(ByteOrder.LITTLE_ENDIAN)
{% endif %}{% for holder in self.holders() %}
    /** {{ holder.doc }} */
    private object {{ holder.name }} {
{%- for table in holder.filled %}
        @JvmField
        val {{ table.name }}: LongArray = LongArray({{ table.length }})
{% endfor %}{% for table in holder.packed %}{% let number = self::number(*table.storage) %}{% if !loop.first || !holder.filled.is_empty() %}
{% endif %}
        private val {{ table.name }}_PACKED: Array<String> = arrayOf(
{%- for literal in packed::literals(table) %}
            """
{{ literal }}            """,
{%- endfor %}
        )

        @JvmField
        val {{ table.name }}: {{ number }}Array =
            {{ number }}Array({{ table.values.len() }}).also { unpack({{ table.name }}_PACKED){% if table.storage != Storage::Byte %}.as{{ number }}Buffer(){% endif %}.get(it) }
{% endfor %}{% if !holder.filled.is_empty() %}
        init {
{% for fill in self.page().fills %}            {{ fill.name(Case::Camel) }}({{ fill.table_name }})
{% endfor %}        }
{% endif %}    }
{% endfor %}}
