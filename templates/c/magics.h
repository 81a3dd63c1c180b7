{% include "c/heading.h" %}
{%- if let Some(usage) = file.usage(name) %}

{{ usage }}
{%- endif %}
{% let guard = file.settings.guard(file.names) %}
#ifndef {{ guard }}
#define {{ guard }}
{% if file.has_progmem() %}
#include <avr/pgmspace.h>
{%- endif %}
{%- if file.settings.is_c89() %}
{%- if file.module.has_checks() %}
#include <assert.h>
{%- endif %}
#include <limits.h>
{%- if !file.page().batches.is_empty() %}
#include <stddef.h>
{%- endif %}
{%- if let Some(include) = file.settings.types.include.as_ref() %}

#include "{{ include }}"
{%- endif %}

#if UINT_MAX == 0xFFFFFFFFUL
typedef unsigned int {{ file.half }};
#elif ULONG_MAX == 0xFFFFFFFFUL
typedef unsigned long {{ file.half }};
#else
#error "{{ file.names.prefix }}: no unsigned type has 32 bits"
#endif
{%- if let Some(assert) = file.type_assert() %}
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
{%- if file.module.has_checks() %}
#include <assert.h>
{%- endif %}
{%- if file.has_sizes() %}
#include <stddef.h>
{%- endif %}
#include <stdint.h>
{%- if let Some(include) = file.settings.types.include.as_ref() %}

#include "{{ include }}"
{%- endif %}
{%- if file.page().movers.own().next().is_some() %}

#if (defined(__BMI2__) && defined(__x86_64__)) || defined(_M_X64)
#include <immintrin.h>
#endif
{%- endif %}
{%- for line in file.vector_includes() %}
{% if loop.first %}
{% endif %}{{ line }}
{%- endfor %}
{%- if file.page().dispatch.is_some() %}

#if {{ File::has_assembly() }}
#include <cpuid.h>
#elif defined(_M_X64)
#include <intrin.h>
#endif
{%- endif %}
{%- if file.counts().next().is_some() %}

#if defined(_M_X64) || defined(_M_ARM64)
#include <intrin.h>
#endif
{%- endif %}
{% endif %}
{%- if file.has_sets() %}
{% include "c/set.h" %}
{% endif %}
{%- if file.asserts() %}
#if defined(NDEBUG)
#define {{ file.own_constant("assert filled") }}() ((void)0)
#else
{%- if !file.module.has_checks() %}
#include <assert.h>
{%- endif %}
#define {{ file.own_constant("assert filled") }}() \
    assert({{ file.own_function("is filled") }} && "call {{ file.own_function("init") }}() before the first lookup")
#endif
{% endif %}
{%- if let Some(section) = file.section_name() %}
#ifndef {{ file.section }}
#if defined(__GNUC__)
#define {{ file.section }} __attribute__((section("{{ section }}")))
#else
#define {{ file.section }}
#endif
#endif
{% endif %}
{%- if file.settings.is_for_cplusplus() %}
#ifdef __cplusplus
extern "C" {
#endif
{% endif %}
/*
 * A square is the index of a bit. The squares by rank and file:
 *
{%- for line in file.page().diagram %}
{{ format!(" * {}", line).trim_end() }}
{%- endfor %}
 */
{%- if let Some(square) = file.page().square.as_ref() %}

/** The squares by name. */
enum {
{%- for row in file.enumerators() %}
    {{ row }}
{%- endfor %}
};

{{ file.function(Item::Square(square)) }}
{%- endif %}
{%- if file.page().alignment_of_records().is_some() %}
{% let aligned = file.own_constant("aligned") %}
#ifndef {{ aligned }}
#if defined(__cplusplus)
#define {{ aligned }}(bytes) alignas(bytes)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define {{ aligned }}(bytes) _Alignas(bytes)
#elif defined(__GNUC__)
#define {{ aligned }}(bytes) __attribute__((aligned(bytes)))
#elif defined(_MSC_VER)
#define {{ aligned }}(bytes) __declspec(align(bytes))
#else
#define {{ aligned }}(bytes)
#endif
#endif
{%- endif %}
{%- for kind in file.page().record_types() %}

{% for line in comment::doc(std::slice::from_ref(kind.doc), Vec::new()) %}{{ line }}
{% endfor %}typedef struct {
{%- for (piece, member) in kind.records.members %}
{{ file.member_lines(*loop.first, piece, member) }}
{%- endfor %}
} {{ file.record_type(kind.records.owner) }};
{%- endfor %}
{%- if let Some(declaration) = file.blob_declaration() %}

{{ declaration }}
{%- endif %}
{%- for table in tables %}

{{ table }}
{%- endfor %}
{%- if file.must_init() %}

{{ file.init_doc() }}
void {{ file.own_function("init") }}(void);

/* 1 once {{ file.own_function("init") }}() has been called. */
extern int {{ file.own_function("is filled") }};
{%- endif %}
{%- if file.joins() %}

/* A pair of two halves. */
{{ file.inline }} {{ file.word }} {{ file.own_function("join") }}({{ file.half }} lo, {{ file.half }} hi)
{
    {{ file.word }} set;

    set.lo = lo;
    set.hi = hi;
    return set;
}
{%- endif %}
{%- if file.reads_words() %}

/* A word of program memory. */
{{ file.inline }} {{ file.word }} {{ file.own_function("read") }}({% if file.is_far() %}uint_farptr_t at{% else %}const {{ file.word }} *at{% endif %})
{
    {{ file.word }} word;

    {% if file.is_far() %}memcpy_PF{% else %}memcpy_P{% endif %}(&word, at, sizeof word);
    return word;
}
{%- endif %}
{%- for mover in file.page().movers.own() %}

{% include "c/mover.h" %}
{%- endfor %}
{%- if let Some(dispatch) = file.page().dispatch.as_ref() %}

{% include "c/pick.h" %}
{%- endif %}
{%- for count in file.counts() %}

{% include "c/counts.h" %}
{%- endfor %}
{%- for line in file.vectors() %}
{% if loop.first %}
{% endif %}{{ line }}
{%- endfor %}
{%- for of in file.page().enumerations %}{% if of.is_result || file.settings.types.piece().is_none() %}

{% include "c/enumeration.h" %}
{%- endif %}{% endfor %}
{%- for function in functions %}

{{ function }}
{%- endfor %}
{%- include "c/choice.h" %}
{%- include "c/batch.h" %}
{%- if !file.must_init() && file.module.emits(Part::Lookup) %}

/** Does nothing: no table has to be filled. */
{%- if file.by_pointer() %}
{# On small processors each byte counts, and their compilers warn of functions that nobody calls. -#}
#define {{ file.own_function("init") }}() ((void)0)
{%- else %}
{{ file.inline }} void {{ file.own_function("init") }}(void)
{
}
{%- endif %}
{%- endif %}
{%- if file.settings.is_for_cplusplus() %}

#ifdef __cplusplus
}
#endif
{%- endif %}

#endif /* {{ guard }} */
{%- if let Some(definitions) = definitions %}

#if defined({{ file.own_constant("implementation") }}) && !defined({{ file.own_constant("implemented") }})
#define {{ file.own_constant("implemented") }}
{%- for definition in definitions %}

{{ definition }}
{%- endfor %}

#endif /* {{ file.own_constant("implementation") }} */
{%- endif %}

/* clang-format on */
