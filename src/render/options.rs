//! Checks of a user's options for a language: names, paths, and the names of files.

use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::Options;
use magicgen_search::read::{ReadError, from_value};

/// A mistake in a language's options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// A clause that begins with a small letter.
    pub message: String,
    /// Text to type instead.
    pub help: Option<String>,
    /// The mistake's place in the config, in bytes.
    pub span: Option<Range<usize>>,
}

impl OptionError {
    /// An error at a place, with a text to type instead.
    pub(super) fn at(
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self { message: message.into(), help: Some(help.into()), span: Some(span) }
    }
}

impl From<ReadError> for OptionError {
    fn from(error: ReadError) -> Self {
        Self { message: error.message().to_owned(), help: None, span: error.span() }
    }
}

/// Reads the options of a language; without a table, they are the default ones.
pub fn read_options<T: Default + for<'de> Deserialize<'de>>(
    options: Options,
) -> Result<T, OptionError> {
    match options {
        None => Ok(T::default()),
        Some(table) => Ok(from_value(table)?),
    }
}

/// Refuses an option that the user gave, if it is wrong.
pub(super) fn refuse<T>(
    given: Option<&Spanned<T>>,
    is_wrong: impl FnOnce(&T) -> bool,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Result<(), OptionError> {
    match given.filter(|given| is_wrong(given.get_ref())) {
        Some(wrong) => Err(OptionError::at(wrong.span(), message, help)),
        None => Ok(()),
    }
}

/// Checks a name, if the user gave one. The message says that the name isn't `what`, and `help` shows a right one.
pub(super) fn check_name(
    name: Option<&Spanned<String>>,
    is_right: impl Fn(&str) -> bool,
    what: &str,
    help: &str,
) -> Result<(), OptionError> {
    let message = name.map(|name| format!("`{}` isn't {what}", name.get_ref()));
    refuse(name, |name| !is_right(name), message.unwrap_or_default(), help)
}

/// Checks a path of identifiers, if the user gave one. The message says that the path isn't `what`.
pub(super) fn check_path(
    path: Option<&Spanned<String>>,
    keywords: &[&str],
    what: &str,
    example: &str,
) -> Result<(), OptionError> {
    let help = format!("use identifiers that aren't keywords, joined by dots: `{example}`");
    check_parts(path, |part| is_identifier(part, keywords), what, &help)
}

/// Checks a path, if the user gave one: each of its parts between dots must satisfy `is_part`. The message says that
/// the path isn't `what`.
pub(super) fn check_parts(
    path: Option<&Spanned<String>>,
    is_part: impl Fn(&str) -> bool,
    what: &str,
    help: &str,
) -> Result<(), OptionError> {
    check_name(path, |path| path.split('.').all(&is_part), what, help)
}

/// A name, qualified by its package if there is one.
pub(super) fn within(package: Option<&Spanned<String>>, name: &str) -> String {
    package.map_or_else(|| name.to_owned(), |package| format!("{}.{name}", package.get_ref()))
}

/// Fails if a file's name isn't the one by which compilers find its content, which is `what`.
pub(super) fn check_called(what: &str, wanted: &Path, file_name: &str) -> Result<(), String> {
    let wanted = wanted.file_name().unwrap_or_default();
    if Path::new(file_name).file_name() == Some(wanted) {
        return Ok(());
    }
    let is_folder = !file_name.contains('.');
    let folder = if is_folder { "; the path of a folder ends in `/`" } else { "" };
    Err(format!("{what} must be in a file called `{}`{folder}", wanted.display()))
}

/// Fails if a file's name has another ending than `ending`, with the message that says why it must.
pub(super) fn check_ending(file_name: &str, ending: &str, message: &str) -> Result<(), String> {
    let is_right = Path::new(file_name).extension().is_some_and(|other| other == ending);
    if is_right { Ok(()) } else { Err(message.to_owned()) }
}

/// True for identifiers joined by dots, if no part is a keyword.
pub(super) fn is_path(path: &str, keywords: &[&str]) -> bool {
    path.split('.').all(|part| is_identifier(part, keywords))
}

/// True for letters, digits and `_`, if the first is no digit and the whole is no keyword.
pub(super) fn is_identifier(name: &str, keywords: &[&str]) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !keywords.contains(&name)
}

choice! {
    /// The fallback of lookups by PEXT and PDEP if the compiler may not use BMI2.
    Bmi2 {
        /// They pack and spread bits by a loop, with the same tables.
        #[default]
        Fallback = "fallback",
        /// They don't compile, and the message names the compiler's flag.
        Require = "require",
    }
}

impl Bmi2 {
    /// The setting for [`Backend::settings`](super::Backend::settings), unless it is the default: other files keep
    /// their digest.
    pub(super) fn setting(self) -> Option<(&'static str, String)> {
        (self == Self::Require).then(|| ("bmi2", self.id().to_owned()))
    }
}

choice! {
    /// The code that may use a class, in C# and Kotlin.
    Visibility {
        #[default]
        Public = "public",
        Internal = "internal",
    }
}

/// The text of an option for [`Backend::settings`](super::Backend::settings); empty if the user gave none.
pub fn given(text: Option<&Spanned<String>>) -> String {
    text.map(|text| text.get_ref().clone()).unwrap_or_default()
}
