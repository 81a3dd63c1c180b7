//! Writes lists of numbers in TOML, with line breaks such that people can read them.

use std::fmt;

/// Writes `key = [...]` with `columns` values in a line.
pub(super) fn list(
    f: &mut fmt::Formatter<'_>,
    key: &str,
    columns: usize,
    values: impl Iterator<Item = String>,
) -> fmt::Result {
    write!(f, "{key} = [")?;
    for (index, value) in values.enumerate() {
        f.write_str(if index % columns == 0 { "\n  " } else { " " })?;
        write!(f, "{value},")?;
    }
    writeln!(f, "\n]")
}
