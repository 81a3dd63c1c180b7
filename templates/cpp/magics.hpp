// {{ self.header()[0] }}
// clang-format off
{% for line in self.header().iter().skip(1) %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !self.licence().is_empty() %}
{% for line in self.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}{% for line in self.usage() %}{% if loop.first %}
{% endif %}// {{ line }}
{% endfor %}{% if !self.keys.is_module() %}// clang-format on
{% endif %}
{% if self.is_source %}#include "{{ file_name }}"

{% for name in self.namespaces() %}namespace {{ name }} {
{% endfor %}{% let sections = self.definitions.as_slice() %}{% include "cpp/sections.hpp" %}{% else %}{% if self.keys.is_module() %}module;
{% else %}#ifndef {{ guard }}
#define {{ guard }}
{% endif %}{% if self.page().dispatch.is_some() %}
#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(_M_X64)
#include <intrin.h>
#endif
{% endif %}{% if self.page().movers.own().next().is_some() %}
#if (defined(__BMI2__) && defined(__x86_64__)) || defined(_M_X64)
#include <immintrin.h>
#endif
{% endif %}{% for line in vectors::includes(self.page()) %}{% if loop.first %}
{% endif %}{{ line }}
{% endfor %}{% let includes = self.includes() %}{% if !includes.is_empty() %}
{% for include in includes %}#include <{{ include }}>
{% endfor %}{% endif %}{% if let Some(include) = self.keys.types.include.as_ref() %}
#include "{{ include }}"
{% endif %}{% if let Some(module) = self.keys.module.as_ref() %}
export module {{ module.get_ref() }};
{% endif %}
{% for line in self.page().about(WIDTH - 4, "    ") %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if self.is_by_instructions() %}///
/// Each file that includes this header has its own functions, which use the
/// instructions that the file is compiled for. Tables are the whole program's.
{% endif %}{% for name in self.namespaces() %}namespace {{ name }} {
{% endfor %}{% let is_module = self.keys.is_module() %}{% if is_module && self.set_words() > 1 %}
export {
{% endif %}{% if self.set_words() > 1 %}{% include "cpp/set.hpp" %}
{% if is_module %}
}
{% endif %}{% else if self.has_sets() %}
/// A set of squares: bit i stands for square i.
{% if is_module %}export {% endif %}using {{ self.bitboard() }} = std::uint64_t;
{% endif %}{% include "cpp/sections.hpp" %}{% if !is_module %}
#endif /* {{ guard }} */
{% endif %}{% if self.is_apart && !self.has_source() %}
#if defined({{ self.implementation() }}) && !defined({{ self.implemented() }})
#define {{ self.implemented() }}

{% for name in self.namespaces() %}namespace {{ name }} {
{% endfor %}{% let sections = self.definitions.as_slice() %}{% include "cpp/sections.hpp" %}
#endif /* {{ self.implementation() }} */
{% endif %}{% endif %}