{% for line in item.doc %}/// {{ line }}
{% endfor %}{% if self.fills_by_file() %}{{ self.inline() }} void {{ self.init() }}() noexcept {
  detail::{{ self.fill_once() }}([] {
{% for line in item.lines %}{{ line }}
{% endfor %}{% if self.asserts() %}    detail::is_filled = true;
{% endif %}  });
}
{% else %}{% if !self.is_apart && !self.keys.is_module() %}inline {% endif %}void {{ self.init() }}() noexcept {
  {% if !self.keys.is_old() %}[[maybe_unused]] {% endif %}static const bool is_filled = []{% if self.keys.is_old() %}() -> bool{% endif %} {
{% for line in item.lines %}{{ line }}
{% endfor %}{% if self.asserts() %}    detail::is_filled = true;
{% endif %}    return true;
  }();
{% if self.keys.is_old() %}  static_cast<void>(is_filled);
{% endif %}}
{% endif %}
