#if defined({{ self.blob_path() }})
extern {{ self.blob_kind() }} {{ self.blob() }};
#elif {{ Header::embeds() }} || !defined(__GNUC__)
extern const {{ self.blob_kind() }} {{ self.blob() }};
#else
extern const {{ self.blob_kind() }} {{ self.blob() }} __asm__("{{ self.blob_symbol() }}");
#endif
