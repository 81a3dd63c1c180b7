// {{ first }}
// clang-format off
{% for line in facts %}{{ line }}
{% endfor %}// clang-format on

#ifndef {{ guard }}
#define {{ guard }}
{% if takes_pext %}
#if !defined(__BMI2__) && !defined(_MSC_VER)
#error "{{ namespace }}: lookups take instructions of BMI2; compile with -mbmi2"
#endif

#include <immintrin.h>
{% endif %}{% if !includes.is_empty() %}
{% for include in includes %}#include <{{ include }}>
{% endfor %}{% endif %}
{% for line in doc %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}namespace {{ namespace }} {
{% if has_bitboards %}
/// A set of squares: bit i stands for square i.
using {{ bitboard }} = std::uint64_t;
{% endif %}{% let items = constants %}{% include "cpp/items.hpp" %}{% if !details.is_empty() %}
namespace detail {
{% let items = details %}{% include "cpp/items.hpp" %}
} /* namespace detail */
{% endif %}{% let items = functions %}{% include "cpp/items.hpp" %}{% if !walks.is_empty() %}
namespace detail {
{% let items = walks %}{% include "cpp/items.hpp" %}
} /* namespace detail */
{% endif %}{% let items = self_test %}{% include "cpp/items.hpp" %}{% let items = assertions %}{% include "cpp/items.hpp" %}
} /* namespace {{ namespace }} */

#endif /* {{ guard }} */
