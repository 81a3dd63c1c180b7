{% if let Some(blob) = self.page().module.blob %}{% let file = self.page().module.blob_file.name %}{% let refuse = self.blob_name("refuse blob") %}{% let checksum = self.blob_name("blob checksum") %}/// Ends the program, since its lookups would be wrong.
{{ self.inline() }} void {{ refuse }}(const char *why) noexcept {
  std::fprintf(stderr, "{{ file }} %s\n", why);
  std::abort();
}

#if defined({{ self.blob_path() }}) || !defined(NDEBUG)
/// The CRC-32 that zlib computes.
{{ self.inline() }} std::uint32_t {{ checksum }}(const unsigned char *bytes, std::size_t length) noexcept {
  std::uint32_t table[256] = {};
  for (std::uint32_t at = 0; at < 256; ++at) {
    std::uint32_t entry = at;
    for (int bit = 0; bit < 8; ++bit) {
      entry = (entry >> 1) ^ ((entry & 1) != 0 ? 0xedb88320U : 0U);
    }
    table[at] = entry;
  }
  std::uint32_t crc = 0xffffffffU;
  for (std::size_t at = 0; at < length; ++at) {
    crc = (crc >> 8) ^ table[(crc ^ bytes[at]) & 0xff];
  }
  return ~crc;
}
#endif

/// Reads the file of attack sets where it isn't embedded, and checks it.
{{ self.inline() }} void {{ self.blob_check() }}() noexcept {
  static const unsigned char header[{{ Blob::HEADER }}] = {
{%- for bytes in self::header_rows(blob) %}
      {{ bytes }},
{%- endfor %}
  };
#if defined({{ self.blob_path() }})
  std::FILE *const file = std::fopen({{ self.blob_path() }}, "rb");
  if (file == nullptr) {
    {{ refuse }}("can't be opened");
  }
  const std::size_t length = std::fread({{ self.blob() }}.bytes, 1, sizeof {{ self.blob() }}.bytes, file);
  const bool is_all = std::getc(file) == EOF;
  std::fclose(file);
  if (length != sizeof {{ self.blob() }}.bytes || !is_all) {
    {{ refuse }}("doesn't have {{ blob.length() }} bytes");
  }
#elif defined({{ self.macro_of("blob length") }})
  if ({{ self.macro_of("blob length") }} != sizeof {{ self.blob() }}.bytes) {
    {{ refuse }}("doesn't have {{ blob.length() }} bytes");
  }
#endif
  if (std::memcmp({{ self.blob() }}.bytes, header, sizeof header) != 0) {
    {{ refuse }}("isn't the file that was generated with its source");
  }
  if ({{ self.blob() }}.tables.header[2] != {{ blob.words }}) {
    {{ refuse }}("has another byte order than this processor");
  }
#if defined({{ self.blob_path() }}) || !defined(NDEBUG)
  const unsigned char *const words = {{ self.blob() }}.bytes + sizeof header;
  if ({{ checksum }}(words, sizeof {{ self.blob() }}.bytes - sizeof header) != {{ self::checksum(blob) }}U) {
    {{ refuse }}("is damaged");
  }
#endif
}
{% endif %}
