{{ head }}

#ifndef {{ guard }}
#define {{ guard }}
{% if let Some(progmem) = progmem %}
#include <{{ progmem }}>
{%- endif %}
{%- if pairs %}
#include <limits.h>

#if UINT_MAX == 0xFFFFFFFFUL
typedef unsigned int {{ half }};
#elif ULONG_MAX == 0xFFFFFFFFUL
typedef unsigned long {{ half }};
#else
#error "{{ prefix }}: no unsigned type has 32 bits"
#endif
{%- for assert in asserts %}
{{ assert }}
{%- endfor %}

/* 64 bits: the low half has bits 0 to 31. */
typedef struct {
    {{ half }} lo, hi;
} {{ word }};

#ifndef {{ inline }}
#if defined(__GNUC__)
#define {{ inline }} static __inline__
#elif defined(_MSC_VER)
#define {{ inline }} static __inline
#else
#define {{ inline }} static
#endif
#endif
{% else %}
#include <stdint.h>
{%- if pext %}

#if !defined(__BMI2__) && !defined(_MSC_VER)
#error "{{ prefix }}: lookups take instructions of BMI2; compile with -mbmi2"
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
{%- if let Some((name, section)) = section %}
#ifndef {{ name }}
#if defined(__GNUC__)
#define {{ name }} __attribute__((section("{{ section }}")))
#else
#define {{ name }}
#endif
#endif
{% endif %}
{%- if cplusplus %}
#ifdef __cplusplus
extern "C" {
#endif
{% endif %}
{{ board }}
{%- if let Some(squares) = squares %}

{{ squares.doc }}
enum {
{%- for row in squares.rows %}
    {{ row }}
{%- endfor %}
};

{{ squares.function.doc }}
{{ squares.function.head }}
{
{%- for line in squares.function.lines %}
{% if line.is_empty() %}{% else %}    {{ line }}{% endif %}
{%- endfor %}
}
{%- endif %}
{%- for record in records %}

{{ record.doc }}
typedef struct {
{%- for (member, meaning) in record.members %}
    {{ member }} /* {{ meaning }} */
{%- endfor %}
} {{ record.name }};
{%- endfor %}
{%- for table in tables %}
{% include "c/table.h" %}
{%- endfor %}
{%- if let Some(init) = init %}

{{ init.doc }}
void {{ init.name }}(void);

/* 1 once {{ init.name }}() has been called. */
extern int {{ init.is_filled }};
{%- endif %}
{%- if let Some(join) = join %}

/* A pair of two halves. */
{{ inline }} {{ word }} {{ join }}({{ half }} lo, {{ half }} hi)
{
    {{ word }} set;

    set.lo = lo;
    set.hi = hi;
    return set;
}
{%- endif %}
{%- for function in functions %}
{% include "c/function.h" %}
{%- endfor %}
{%- if let Some((doc, head)) = self_test %}

{{ doc }}
{{ head }};
{%- endif %}
{%- for text in code %}

{{ text }}
{%- endfor %}
{%- if cplusplus %}

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
{# #}
