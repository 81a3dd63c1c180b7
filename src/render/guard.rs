//! Checks the include guard that a user chose, for C and C++.
//!
//! A guard is an empty macro: the preprocessor removes every other use of its name in the file.

use crate::render::prelude::*;

/// Macros of included headers and of compilers.
const MACROS: &[&str] = &["NULL", "NDEBUG", "EOF", "assert", "defined", "errno", "linux", "unix"];

/// The beginnings of macros of `<limits.h>` and `<stdint.h>` that end in `_MAX`, `_MIN`, `_WIDTH` or `_BIT`.
const LIMITED: &[&str] = &[
    "BOOL", "CHAR", "INT", "LLONG", "LONG", "MB_LEN", "PTRDIFF", "SCHAR", "SHRT", "SIG_ATOMIC",
    "SIZE", "UCHAR", "UINT", "ULLONG", "ULONG", "USHRT", "WCHAR", "WINT",
];

/// The guard that the user chose, or the usual one.
pub(super) fn name(guard: Option<&Spanned<String>>, usual: impl FnOnce() -> String) -> String {
    guard.map_or_else(usual, |guard| guard.get_ref().clone())
}

/// Checks a guard's name, if the user chose one, before the file is made: it must be an identifier that neither `taken` nor the language's
/// library has.
pub(super) fn check(
    guard: Option<&Spanned<String>>,
    taken: &[&[&str]],
    example: &str,
) -> Result<(), OptionError> {
    let Some(guard) = guard else { return Ok(()) };
    let name = guard.get_ref().as_str();
    let is_name = is_identifier(name, &[]);
    if is_name && !taken.iter().any(|names| names.contains(&name)) && !is_reserved(name) {
        return Ok(());
    }
    let why = if is_name { "is reserved" } else { "isn't the name of a macro" };
    let message = format!("the guard `{}` {why}", name.escape_debug());
    let help = format!("use capital letters, digits and `_`, as in `{example}`");
    Err(OptionError::at(guard.span(), message, help))
}

/// True for names reserved for the compiler, or for the library's headers of types and limits.
fn is_reserved(name: &str) -> bool {
    let is_compilers = name.contains("__")
        || name.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase()));
    let ends_in = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    let is_type = (name.starts_with("int") || name.starts_with("uint")) && name.ends_with("_t")
        || ["size_t", "ptrdiff_t", "max_align_t"].contains(&name);
    let is_limit = ends_in(&["_MAX", "_MIN", "_WIDTH", "_BIT"])
        && LIMITED.iter().any(|limited| name.starts_with(limited))
        || (name.starts_with("INT") || name.starts_with("UINT")) && name.ends_with("_C");
    is_compilers || is_type || is_limit || MACROS.contains(&name)
}

/// Fails if one of the files uses the guard's name for something else.
pub(super) fn check_files(
    guard: Option<&Spanned<String>>,
    files: &[Artifact],
) -> Result<(), OptionError> {
    let Some(name) = guard.map(Spanned::get_ref) else { return Ok(()) };
    if !files.iter().any(|file| is_used(name, &file.text)) {
        return Ok(());
    }
    Err(OptionError {
        message: format!("the guard `{name}` is already a name in the file"),
        help: Some("leave `guard` out, or choose another name".to_owned()),
        span: None,
    })
}

/// True if a text has the name as a whole identifier outside comments and outside the two lines that define the guard.
fn is_used(name: &str, text: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let before = &text[start..at];
        let is_whole =
            !before.ends_with(is_part) && !text[at + name.len()..end].starts_with(is_part);
        let line = text[start..end].trim_start();
        let is_comment = ["/*", "*", "//"].iter().any(|begin| line.starts_with(begin))
            || before.contains("//")
            || before.contains("/*");
        let is_guard = line == format!("#ifndef {name}") || line == format!("#define {name}");
        is_whole && !is_comment && !is_guard
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Result<(), OptionError> {
        check(Some(&Spanned::new(0..name.len(), name.to_owned())), &[&["while"]], "MAGICS_H")
    }

    #[test]
    fn names_of_the_language_and_its_headers_are_refused() {
        for name in
            ["MAGICS_H", "Magics_h", "magics_h", "_magics", "X", "INTERNAL_H", "TABLE_MAX", "INT_H"]
        {
            assert_eq!(named(name), Ok(()), "{name}");
        }
        for name in [
            "uint64_t", "int_fast8_t", "uintmax_t", "size_t", "UINT64_C", "INT8_C", "UINT_MAX",
            "INT64_MIN", "CHAR_BIT", "SIZE_MAX", "NULL", "NDEBUG", "assert", "_MAGICS_H",
            "__magics", "A__B", "while",
        ] {
            let error = named(name).unwrap_err();
            assert!(error.message.ends_with("is reserved"), "{error:?}");
        }
        for name in ["", "1A", "A-B", "\u{fc}", "A B"] {
            assert!(
                named(name).unwrap_err().message.ends_with("isn't the name of a macro"),
                "{name}"
            );
        }
    }

    #[test]
    fn what_a_file_calls_something_is_no_guard() {
        let text = "/* of MAGICS_A */\n#ifndef MAGICS_H\n#define MAGICS_H\n\
                    static const int MAGICS_A[1] = { 0 }; // MAGICS_B\n * MAGICS_C\n#endif\n";
        for (name, is_free) in [
            ("MAGICS_H", true),
            ("MAGICS_A", false),
            ("MAGICS_B", true),
            ("MAGICS_C", true),
            ("MAGICS", true),
            ("const", false),
        ] {
            let files = [Artifact::of("m.h", text)];
            assert_eq!(
                check_files(Some(&Spanned::new(0..1, name.to_owned())), &files).is_ok(),
                is_free,
                "{name}"
            );
        }
        assert_eq!(check_files(None, &[]), Ok(()));
    }
}
