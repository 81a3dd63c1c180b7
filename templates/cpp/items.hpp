{% for item in items %}
{% if item.opens %}// clang-format off
{% endif %}{% match item.part %}{% when Part::Walk %}{% include "cpp/walk.hpp" %}{% when Part::Relevant %}{% include "cpp/relevant.hpp" %}{% when Part::Mover(spreads) %}{% include "cpp/mover.hpp" %}{% when Part::Detect %}{% include "cpp/detect.hpp" %}{% when Part::Pick %}{% include "cpp/pick.hpp" %}{% when Part::Fill %}{% include "cpp/fill.hpp" %}{% when Part::Init %}{% include "cpp/init.hpp" %}{% when Part::Comparisons %}{% include "cpp/comparisons.hpp" %}{% when Part::Difference %}{% include "cpp/difference.hpp" %}{% when Part::SelfTest %}{% include "cpp/self_test.hpp" %}{% when Part::Together %}{% include "cpp/choice.hpp" %}{% when Part::Lines %}{% for line in item.doc %}///{% if !line.is_empty() %} {{ line }}{% endif %}
{% endfor %}{% for line in item.lines %}{{ line }}
{% endfor %}{% endmatch %}{% if item.closes %}// clang-format on
{% endif %}{% endfor %}