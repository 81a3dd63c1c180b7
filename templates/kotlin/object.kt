{% for line in header %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !licence.is_empty() %}
{% for line in licence %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}{% if let Some(package) = package %}
package {{ package }}
{% endif %}{% for import in imports %}{% if loop.first %}
{% endif %}import {{ import }}
{% endfor %}
{% for line in doc %}{{ line }}
{% endfor %}{{ writer.visibility.id() }} object {{ name }} {
{%- for (spoken, name, bit) in squares %}
    /** The square {{ spoken }}. */
    {{ writer.public() }}const val {{ name }}: Int = {{ bit }}
{% endfor %}{% for array in arrays %}
{% for line in array.doc %}    {{ line }}
{% endfor %}{% if let Some(held) = array.held %}    {{ array.head }}
        get() = {{ held }}
{% else %}    {{ array.head }} = {{ array.function }}({{ array.rows }})
{% endif %}{% endfor %}{% for (doc, lines) in functions %}
{% for line in doc %}    {{ line }}
{% endfor %}{% for line in lines %}    {{ line }}
{% endfor %}{% endfor %}{% if let Some(walked) = walk %}{% for fill in fills %}
    private fun {{ fill.name(Case::Camel) }}(table: LongArray) {
        for (square in 0 until {{ walked.walk.indices }}) {
{% if let Some(squares) = walked.squares %}            if ((({{ squares }} ushr square) and 1L) == 0L) continue
{% endif %}            val mask = {{ fill.masks }}[square]
            var subset = 0L
            do {
                val index = {{ fill.index }}(square, subset)
{% for line in writer.stored(fill, walked.walk) %}{{ line }}
{% endfor %}                subset = (subset - mask) and mask
            } while (subset != 0L)
        }
    }
{% endfor %}
{% include "kotlin/walk.kt" %}
{% endif %}{% if !imports.is_empty() %}
    /** The bytes that literals hold in base 64; numbers stand with their lowest byte first. */
    private fun unpack(table: Array<String>): ByteBuffer =
        ByteBuffer.wrap(Base64.getMimeDecoder().decode(table.joinToString("")))
            .order(ByteOrder.LITTLE_ENDIAN)
{% endif %}{% for holder in holders %}
    /** {{ holder.doc }} */
    private object {{ holder.name }} {
{%- for table in holder.tables %}{% if let Some((name, literals)) = table.packed %}{% if !loop.first %}
{% endif %}
        private val {{ name }}: Array<String> = arrayOf(
{%- for literal in literals %}
            """
{{ literal }}            """,
{%- endfor %}
        )
{% endif %}
        @JvmField
        val {{ table.declaration }}
{% endfor %}{% if !holder.calls.is_empty() %}
        init {
{% for call in holder.calls %}            {{ call }}
{% endfor %}        }
{% endif %}    }
{% endfor %}}
