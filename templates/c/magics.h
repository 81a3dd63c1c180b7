{{ head }}

#ifndef {{ guard }}
#define {{ guard }}
{% if let Some(progmem) = progmem %}
#include <{{ progmem }}>
{%- endif %}
{%- if file.settings.is_c89() %}
#include <limits.h>

#if UINT_MAX == 0xFFFFFFFFUL
typedef unsigned int {{ file.half }};
#elif ULONG_MAX == 0xFFFFFFFFUL
typedef unsigned long {{ file.half }};
#else
#error "{{ file.names.prefix }}: no unsigned type has 32 bits"
#endif
{%- if let Some(assert) = type_assert %}
{{ assert }}
{%- endif %}

/* 64 bits: the low half has bits 0 to 31. */
typedef struct {
    {{ file.half }} lo, hi;
} {{ file.word }};

#ifndef {{ file.inline }}
#if defined(__GNUC__)
#define {{ file.inline }} static __inline__
#elif defined(_MSC_VER)
#define {{ file.inline }} static __inline
#else
#define {{ file.inline }} static
#endif
#endif
{% else %}
#include <stdint.h>
{%- if has_pext %}

#if !defined(__BMI2__) && !defined(_MSC_VER)
#error "{{ file.names.prefix }}: lookups take instructions of BMI2; compile with -mbmi2"
#endif
#include <immintrin.h>
{%- endif %}
{% endif %}
{%- if let Some(init) = init %}
{%- if let Some(assertion) = init.assertion %}
#if defined(NDEBUG)
#define {{ assertion }}() ((void)0)
#else
#include <assert.h>
#define {{ assertion }}() \
    assert({{ init.is_filled }} && "call {{ init.name }}() before the first lookup")
#endif
{% endif %}
{%- endif %}
{%- if let Some(section) = section %}
#ifndef {{ file.section }}
#if defined(__GNUC__)
#define {{ file.section }} __attribute__((section("{{ section }}")))
#else
#define {{ file.section }}
#endif
#endif
{% endif %}
{%- if file.settings.cplusplus %}
#ifdef __cplusplus
extern "C" {
#endif
{% endif %}
{{ board }}
{%- if let Some((rows, function)) = squares %}

/** The squares by name. */
enum {
{%- for row in rows %}
    {{ row }}
{%- endfor %}
};

{{ function }}
{%- endif %}
{%- for record in records %}

{{ record }}
{%- endfor %}
{%- for table in tables %}

{{ table }}
{%- endfor %}
{%- if let Some(init) = init %}

{{ init.doc }}
void {{ init.name }}(void);

/* 1 once {{ init.name }}() has been called. */
extern int {{ init.is_filled }};
{%- endif %}
{%- if let Some(join) = join %}

/* A pair of two halves. */
{{ file.inline }} {{ file.word }} {{ join }}({{ file.half }} lo, {{ file.half }} hi)
{
    {{ file.word }} set;

    set.lo = lo;
    set.hi = hi;
    return set;
}
{%- endif %}
{%- for function in functions %}

{{ function }}
{%- endfor %}
{%- if file.settings.cplusplus %}

#ifdef __cplusplus
}
#endif
{%- endif %}

#endif /* {{ guard }} */
{%- if let Some(implementation) = implementation %}

#if defined({{ implementation.wanted }}) && !defined({{ implementation.given }})
#define {{ implementation.given }}

{{ implementation.text }}

#endif /* {{ implementation.wanted }} */
{%- endif %}

/* clang-format on */
