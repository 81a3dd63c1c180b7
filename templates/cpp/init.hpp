/// Fills the tables, once for all threads; further calls do nothing. Comes
/// before the first lookup.
inline void {{ self.init() }}() noexcept {
  [[maybe_unused]] static const bool is_filled = [] {
{% for line in item.lines %}{{ line }}
{% endfor %}{% if self.asserts() %}    detail::is_filled = true;
{% endif %}    return true;
  }();
}

