//! How a field of the class is written where a variable may have its name.

/// A field as an expression inside a method.
///
/// Parameters and variables would hide a field that the user has called so. All are single lower-case words, some with a
/// number.
pub(super) fn reference(class: &str, field: &str) -> String {
    if field.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()) {
        format!("{class}.{field}")
    } else {
        field.to_owned()
    }
}
