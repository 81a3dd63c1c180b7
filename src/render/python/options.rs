//! `[output.python]`: keys in, checked options out.

use serde::Deserialize;
use toml::Spanned;

use super::keywords::KEYWORDS;
use crate::render::{OptionError, Options, check_name, read_options};

/// The options, checked.
#[derive(Clone, Debug)]
pub(super) struct PythonOptions {
    /// What lookups take and return.
    pub(super) word: Word,
    /// How large tables stand in the file.
    pub(super) storage: Storage,
    /// True where names have types.
    pub(super) is_typed: bool,
    /// The oldest Python that runs the file: 3.8 is 8.
    pub(super) minimum: u8,
    /// The package of the module, for its test.
    pub(super) package: Option<String>,
}

/// `[output.python]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    word: Word,
    storage: Option<Storage>,
    typed: bool,
    minimum: Option<Spanned<String>>,
    package: Option<Spanned<String>>,
}

impl Default for Keys {
    fn default() -> Self {
        Self { word: Word::Int, storage: None, typed: true, minimum: None, package: None }
    }
}

choice! {
    /// What lookups take and return.
    Word {
        /// An `int`.
        #[default]
        Int = "int",
        /// Arrays of `NumPy`.
        Numpy = "numpy",
    }
}

choice! {
    /// How large tables stand in the file.
    Storage {
        /// Numbers.
        #[default]
        Tuple = "tuple",
        /// One literal of bytes, in base 85.
        Bytes = "bytes",
    }
}

/// The first Python of the word `Final` to the newest that tests ran.
const MINIMA: std::ops::RangeInclusive<u8> = 8..=14;

/// Where annotations may be what they are, and `zip` is strict.
const DEFAULT_MINIMUM: u8 = 10;

/// Reads and checks.
pub(super) fn read(options: Options<'_>) -> Result<PythonOptions, OptionError> {
    let keys: Keys = read_options(options)?;
    let minimum = match &keys.minimum {
        None => DEFAULT_MINIMUM,
        Some(given) => minimum(given, keys.word)?,
    };
    let help = "identifiers that are no keywords, with dots between: `chess.bitboards`";
    check_name(
        keys.package.as_ref(),
        |path| path.split('.').all(is_importable),
        "the name of a package",
        help,
    )?;
    Ok(PythonOptions {
        word: keys.word,
        // Type checkers take minutes over an array of 100,000 numbers, and no time over one of bytes.
        storage: keys.storage.unwrap_or(match keys.word {
            Word::Int => Storage::Tuple,
            Word::Numpy => Storage::Bytes,
        }),
        is_typed: keys.typed,
        minimum,
        package: keys.package.map(Spanned::into_inner),
    })
}

fn minimum(given: &Spanned<String>, word: Word) -> Result<u8, OptionError> {
    let minor = given.get_ref().strip_prefix("3.").and_then(|minor| minor.parse().ok());
    let error = |message: String, help: &str| OptionError {
        message,
        help: Some(help.to_owned()),
        span: Some(given.span()),
    };
    match minor.filter(|minor| MINIMA.contains(minor)) {
        None => Err(error(
            format!("`{}` is not a version of Python that files are made for", given.get_ref()),
            "one of \"3.8\" to \"3.14\"; the default is \"3.10\"",
        )),
        Some(minor) if word == Word::Numpy && minor < DEFAULT_MINIMUM => Err(error(
            format!("lookups on arrays of NumPy need Python 3.{DEFAULT_MINIMUM}"),
            "`minimum = \"3.10\"` or later, or `word = \"int\"`",
        )),
        Some(minor) => Ok(minor),
    }
}

/// True for what an `import` may name.
pub(super) fn is_importable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !KEYWORDS.contains(&name)
}
