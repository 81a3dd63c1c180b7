{% let file = self.page().module.blob_file.name %}{% let length = blob.header.len() %}{% let [first, second, third] = self::header_words(self.page().module, blob) %}
    /** Loads words from {{ file }}, a resource beside the class; [before] words come before them. */
    private fun load(before: Int, table: LongArray) {
        val file = checkNotNull({{ self.name() }}::class.java.getResourceAsStream("{{ file }}")) {
            "{{ file }} isn't beside the class"
        }
        val bytes = file.use { it.readBytes() }
        val order = java.nio.ByteOrder.{{ self.page().module.blob_file.order.id().to_uppercase() }}_ENDIAN
        check(bytes.size == {{ blob.length() }}) { "{{ file }} doesn't have {{ blob.length() }} bytes" }
        val words = java.nio.ByteBuffer.wrap(bytes).order(order).asLongBuffer()
        val header = longArrayOf({{ first }}uL.toLong(), {{ second }}uL.toLong(), {{ third }}uL.toLong())
        check(header.indices.all { words.get(it) == header[it] }) { "{{ file }} isn't the file of this object" }
        val digest = java.util.zip.CRC32().apply { update(bytes, {{ length }}, bytes.size - {{ length }}) }
        check(digest.value == {{ self::checksum(blob) }}L) { "{{ file }} is damaged" }
        (words as java.nio.Buffer).position(header.size + before)
        words.get(table)
    }
