{% if let Some(blob) = self.page().module.blob %}{% let file = self.page().module.blob_file.name %}{% let length = blob.length() %}{% let symbol = self.blob_symbol() %}{% let measured = self.blob_name("blob length") %}{% let embedded = self.blob_name("embedded") %}#if defined({{ self.blob_path() }})
{{ self.blob_specifier() }}{{ self.blob_kind() }} {{ self.blob() }}{};
#elif {{ Header::embeds() }}
{% if self.keys.asserts() %}constexpr unsigned char {{ embedded }}[] = {
#embed "{{ file }}"
};
static_assert(sizeof({{ embedded }}) == {{ length }}, "{{ file }} has {{ length }} bytes");
{% endif %}{{ self.blob_specifier() }}const {{ self.blob_kind() }} {{ self.blob() }} = {{ '{' }}{
#embed "{{ file }}"
}};
#elif defined(__GNUC__)
#define {{ self.macro_of("blob length") }} {{ measured }}
{% if !self.is_apart %}extern const {{ self.blob_kind() }} {{ self.blob() }} __asm__("{{ symbol }}");
{% endif %}extern const std::uint32_t {{ measured }} __asm__("{{ symbol }}_length");
__asm__(
{% if !self.is_apart %}    ".ifndef {{ symbol }}\n"
{% endif %}#if defined(__APPLE__)
    ".const_data\n"
{% if !self.is_apart %}    ".globl {{ symbol }}\n"
    ".globl {{ symbol }}_length\n"
    ".weak_definition {{ symbol }}\n"
    ".weak_definition {{ symbol }}_length\n"
{% endif %}#elif defined(_WIN32)
{% if self.is_apart %}    ".section .rdata,\"dr\"\n"
{% else %}    ".section .rdata${{ symbol }},\"dr\"\n"
    ".linkonce discard\n"
    ".globl {{ symbol }}\n"
    ".globl {{ symbol }}_length\n"
{% endif %}#else
{% if self.is_apart %}    ".section .rodata\n"
{% else %}    ".section .rodata.{{ symbol }},\"aG\",%progbits,{{ symbol }},comdat\n"
    ".weak {{ symbol }}\n"
    ".weak {{ symbol }}_length\n"
{% endif %}    ".type {{ symbol }}, %object\n"
    ".size {{ symbol }}, {{ length }}\n"
    ".type {{ symbol }}_length, %object\n"
    ".size {{ symbol }}_length, 4\n"
#endif
{% if self.is_apart %}    ".globl {{ symbol }}\n"
    ".globl {{ symbol }}_length\n"
{% endif %}    ".balign 16\n"
    "{{ symbol }}_length:\n"
    ".long 1f - 0f\n"
    ".balign 16\n"
    "{{ symbol }}:\n"
    "0:\n"
    ".incbin \"{{ file }}\"\n"
    "1:\n"
    ".text\n"{% if self.is_apart %});
{% else %}
    ".endif\n");
{% endif %}#else
#error "this compiler embeds no files: define {{ self.blob_path() }} as the path of {{ file }}"
#endif
{% endif %}
