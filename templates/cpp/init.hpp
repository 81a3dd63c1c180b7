/// Fills the tables, once for all threads; further calls do nothing. Comes
/// before the first lookup.
inline void {{ name }}() noexcept {
  [[maybe_unused]] static const bool is_filled = [] {
{% for fill in fills %}    detail::{{ fill }}();
{% endfor %}{% if asserts %}    detail::is_filled = true;
{% endif %}    return true;
  }();
}
