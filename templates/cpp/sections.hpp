{% for (is_detail, items) in sections %}{% if *is_detail && !items.is_empty() %}
namespace detail {
{% endif %}{% let is_exported = !*is_detail && self.exports(items) %}{% if is_exported %}
export {
{% endif %}{% include "cpp/items.hpp" %}{% if is_exported %}
}
{% endif %}{% if *is_detail && !items.is_empty() %}
} /* namespace detail */
{% endif %}{% endfor %}
{% let names = self.namespaces() %}{% for name in names.iter().rev() %}} /* namespace {{ name }} */
{% endfor %}