{% let data = file.module.blob_file.name %}{% let length = blob.length() %}#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined({{ path }})
union {{ name }} {{ name }};
#elif defined(__has_embed) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L
{% if file.settings.asserts() %}enum {
    {{ file.own_function("blob bytes") }} = sizeof((unsigned char[]){
#embed "{{ data }}"
    })
};
_Static_assert({{ file.own_function("blob bytes") }} == {{ length }}, "{{ data }} has {{ length }} bytes");
{% endif %}const union {{ name }} {{ name }} = {{ '{' }}{
#embed "{{ data }}"
}};
#elif defined(__GNUC__)
#define {{ file.own_constant("text") }}(x) #x
#define {{ file.own_constant("symbol") }}(prefix, name) {{ file.own_constant("text") }}(prefix) #name
#define {{ file.own_constant("prefixed") }}(prefix, name) {{ file.own_constant("symbol") }}(prefix, name)
#define {{ file.own_constant("blob symbol") }} {{ file.own_constant("prefixed") }}(__USER_LABEL_PREFIX__, {{ name }})
#define {{ file.own_constant("blob end") }} {{ file.own_function("blob end") }}
extern const unsigned char {{ file.own_function("blob end") }}[];
__asm__(
#if defined(__APPLE__)
    ".const_data\n"
#elif defined(_WIN32)
    ".section .rdata,\"dr\"\n"
#else
    ".section .rodata\n"
    ".type " {{ file.own_constant("blob symbol") }} ", %object\n"
    ".size " {{ file.own_constant("blob symbol") }} ", {{ length }}\n"
#endif
    ".globl " {{ file.own_constant("blob symbol") }} "\n"
    ".balign 16\n"
    {{ file.own_constant("blob symbol") }} ":\n"
    ".incbin \"{{ data }}\"\n"
    ".globl " {{ file.own_constant("blob symbol") }} "_end\n"
    {{ file.own_constant("blob symbol") }} "_end:\n"
    ".text\n");
#else
#error "this compiler embeds no files: define {{ path }} as the path of {{ data }}"
#endif

int {{ file.own_function("is filled") }};

/* Ends the program, since its lookups would be wrong. */
static void {{ file.own_function("refuse blob") }}(const char *why)
{
    fprintf(stderr, "{{ data }} %s\n", why);
    abort();
}

#if defined({{ path }}) || !defined(NDEBUG)
/* The CRC-32 that zlib computes. */
static uint32_t {{ file.own_function("blob crc") }}(const unsigned char *bytes, size_t length)
{
    uint32_t table[256];
    uint32_t crc = 0xffffffff;
    size_t at;

    for (at = 0; at < 256; at++) {
        uint32_t entry = (uint32_t)at;
        int bit;

        for (bit = 0; bit < 8; bit++) {
            entry = (entry >> 1) ^ ((entry & 1) != 0 ? 0xedb88320 : 0);
        }
        table[at] = entry;
    }
    for (at = 0; at < length; at++) {
        crc = (crc >> 8) ^ table[(crc ^ bytes[at]) & 0xff];
    }
    return crc ^ 0xffffffff;
}
#endif

void {{ file.own_function("init") }}(void)
{
    static const unsigned char header[{{ Blob::HEADER }}] = {
{%- for bytes in self::header_rows(blob) %}
        {{ bytes }},
{%- endfor %}
    };

    if ({{ file.own_function("is filled") }}) {
        return;
    }
#ifdef {{ path }}
    FILE *file = fopen({{ path }}, "rb");
    if (file == NULL) {
        {{ file.own_function("refuse blob") }}("can't be opened");
    }
    size_t length = fread({{ name }}.bytes, 1, sizeof {{ name }}.bytes, file);
    int next = getc(file);
    fclose(file);
    if (length != sizeof {{ name }}.bytes || next != EOF) {
        {{ file.own_function("refuse blob") }}("doesn't have {{ length }} bytes");
    }
#endif
#ifdef {{ file.own_constant("blob end") }}
    if ((uintptr_t){{ file.own_constant("blob end") }} - (uintptr_t)&{{ name }} != sizeof {{ name }}) {
        {{ file.own_function("refuse blob") }}("doesn't have {{ length }} bytes");
    }
#endif
    if (memcmp({{ name }}.bytes, header, sizeof header) != 0) {
        {{ file.own_function("refuse blob") }}("isn't the file that was generated with its source");
    }
    if ({{ name }}.words[2] != {{ blob.words }}) {
        {{ file.own_function("refuse blob") }}("has another byte order than this processor");
    }
#if defined({{ path }}) || !defined(NDEBUG)
    const unsigned char *words = {{ name }}.bytes + sizeof header;
    size_t count = sizeof {{ name }}.bytes - sizeof header;
    if ({{ file.own_function("blob crc") }}(words, count) != 0x{{ format!("{:08x}", self.blob.crc) }}) {
        {{ file.own_function("refuse blob") }}("is damaged");
    }
#endif
    {{ file.own_function("is filled") }} = 1;
}
