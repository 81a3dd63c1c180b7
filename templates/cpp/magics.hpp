// {{ self.header()[0] }}
// clang-format off
{% for line in self.header().iter().skip(1) %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% if !self.licence().is_empty() %}
{% for line in self.licence() %}//{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% endif %}// clang-format on

#ifndef {{ guard }}
#define {{ guard }}
{% if self.page().dispatch.is_some() %}
#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(_M_X64)
#include <intrin.h>
#endif
{% endif %}{% if self.page().movers.own().next().is_some() %}
#if (defined(__BMI2__) && defined(__x86_64__)) || defined(_M_X64)
#include <immintrin.h>
#endif
{% endif %}{% let includes = self.includes() %}{% if !includes.is_empty() %}
{% for include in includes %}#include <{{ include }}>
{% endfor %}{% endif %}
{% for line in self.page().about(WIDTH - 4, "    ") %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}namespace {{ namespace }} {
{% if !self.page().lookups.is_empty() || self.page().walk.is_some() %}
/// A set of squares: bit i stands for square i.
using {{ self.bitboard() }} = std::uint64_t;
{% endif %}{% for (is_detail, items) in sections %}{% if *is_detail && !items.is_empty() %}
namespace detail {
{% endif %}{% include "cpp/items.hpp" %}{% if *is_detail && !items.is_empty() %}
} /* namespace detail */
{% endif %}{% endfor %}
} /* namespace {{ namespace }} */

#endif /* {{ guard }} */
