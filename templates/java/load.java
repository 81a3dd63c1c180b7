{% let file = self.module().blob_file.name %}{% let [first, second, third] = self::header_words(self.module(), blob) %}
  /**
   * Loads rows of words from {{ file }}, a resource beside the class. Other words come before them.
   */
  private static void {{ holders.load }}(int before, long[]... rows) {
    byte[] bytes = new byte[{{ blob.length() }}];
    try (java.io.InputStream file = {{ self.name() }}.class.getResourceAsStream("{{ file }}")) {
      if (file == null) {
        throw new IllegalStateException("{{ file }} isn't beside the class");
      }
      new java.io.DataInputStream(file).readFully(bytes);
      if (file.read() >= 0) {
        throw new IllegalStateException("{{ file }} is too long");
      }
    } catch (java.io.IOException exception) {
      throw new IllegalStateException("{{ file }} can't be read, or is too short", exception);
    }
    java.nio.LongBuffer words =
        java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.{{ self::order(self.module()) }}_ENDIAN).asLongBuffer();
    if (words.get(0) != {{ first }}L
        || words.get(1) != {{ second }}L
        || words.get(2) != {{ third }}L) {
      throw new IllegalStateException("{{ file }} isn't the file of this class");
    }
    java.util.zip.CRC32 digest = new java.util.zip.CRC32();
    digest.update(bytes, {{ blob.header.len() }}, bytes.length - {{ blob.header.len() }});
    if ((int) digest.getValue() != {{ self::checksum(blob) }}) {
      throw new IllegalStateException("{{ file }} is damaged");
    }
    ((java.nio.Buffer) words).position({{ blob.header.len() / 8 }} + before);
    for (long[] row : rows) {
      words.get(row);
    }
  }
