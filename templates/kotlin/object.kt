{% for line in self.header() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !self.licence().is_empty() %}
{% for line in self.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}{% if let Some(package) = keys.package %}
package {{ package.get_ref() }}
{% endif %}
{% for line in self.about() %}{{ line }}
{% endfor %}{{ keys.visibility.id() }} object {{ self.name() }} {
{%- for rank in self.page().ranks %}{% for square in rank.squares %}
    /** The square {{ self.page().module.board.square_name(*square.1).unwrap_or_default() }}. */
    {{ self.visible(true) }}const val {{ square.0 }}: Int = {{ square.1 }}
{% endfor %}{% endfor %}{% for array in self.arrays() %}
{% for line in array.doc %}    {{ line }}
{% endfor %}    {{ array.head }}{{ array.rows }}
{% endfor %}{% for of in self.page().enumerations %}
{% include "kotlin/enumeration.kt" %}
{% endfor %}{% for function in self.routines(Group::DOWNWARDS) %}
{% for line in function.doc %}    {{ line }}
{% endfor %}{% for line in self.lines(function) %}    {{ line }}
{% endfor %}{% endfor %}{% include "kotlin/choice.kt" %}{% for lines in self.own() %}
    /** The same for your types. */
{% for line in lines %}    {{ line }}
{% endfor %}{% endfor %}{% for mover in self.page().movers.own() %}
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
{% endif %}{% if let Some(blob) = self.page().module.blob %}{% include "kotlin/load.kt" %}{% endif %}{% if self.has_packed() %}
    /** Stores the numbers of [width] bytes that literals hold in base 64, lowest bytes first. */
    private inline fun unpack(literals: Array<String>, width: Int, store: (Int, Long) -> Unit) {
        var place = 0
        var number = 0L
        var shift = 0
        var bits = 0
        var count = 0
        for (literal in literals) {
            for (char in literal) {
                bits = (bits shl 6) or when (char) {
                    in 'A'..'Z' -> char - 'A'
                    in 'a'..'z' -> char - 'a' + 26
                    in '0'..'9' -> char - '0' + 52
                    '+' -> 62
                    '/' -> 63
                    else -> continue
                }
                count += 6
                if (count < 8) continue
                count -= 8
                number = number or (((bits ushr count) and 0xff).toLong() shl shift)
                shift += 8
                if (shift == 8 * width) {
                    store(place++, number)
                    number = 0L
                    shift = 0
                }
            }
        }
    }
{% endif %}{% for holder in self.holders() %}
    /** {{ holder.doc }} */
    private object {{ holder.name }} {
{%- for table in holder.filled %}
        val {{ table.name }}: LongArray = LongArray({{ table.length }})
{% endfor %}{% for table in holder.packed %}{% let number = self::number(*table.storage) %}{% if !loop.first || !holder.filled.is_empty() %}
{% endif %}
        private val {{ table.name }}_PACKED: Array<String> = arrayOf(
{%- for literal in packed::literals(table) %}
            """
{{ literal }}            """,
{%- endfor %}
        )

        val {{ table.name }}: {{ number }}Array =
            {{ number }}Array({{ table.values.len() }}).also { table ->
                unpack({{ table.name }}_PACKED, {{ table.storage.bytes() }}) { place, number ->
                    table[place] = number{{ self::converted(*table.storage) }}
                }
            }
{% endfor %}{% if !holder.filled.is_empty() %}
        init {
{% if let Some(blob) = self.page().module.blob %}{% for table in blob.tables %}            load({{ table.start }}, {{ self.page().tables[table.index].name.trim_start_matches("Tables.") }})
{% endfor %}{% endif %}{% for fill in self.page().fills %}            {{ fill.name(Case::Camel) }}({{ fill.table_name }})
{% endfor %}        }
{% endif %}    }
{% endfor %}}
