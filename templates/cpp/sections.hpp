{% for (is_detail, items) in sections %}{% if *is_detail && !items.is_empty() %}
namespace detail {
{% endif %}{% include "cpp/items.hpp" %}{% if *is_detail && !items.is_empty() %}
} /* namespace detail */
{% endif %}{% endfor %}
{% let names = self.namespaces() %}{% for name in names.iter().rev() %}} /* namespace {{ name }} */
{% endfor %}