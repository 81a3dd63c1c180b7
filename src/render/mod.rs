//! A proved [`Module`] in; files in a language out. Pure: no I/O, no clock, no environment.
//!
//! A language is one value of [`Language`], listed once in [`ALL`]: one Rust file here, one folder of templates.
//! What it can't express it says as data ([`Capabilities`]), so that a refusal is computed before any work.

/// An enum of the words that a key may have, which tells its word. It stands above the languages, which see it so.
macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
        pub(super) enum $name {
            $($(#[$of])* #[serde(rename = $word)] $value,)+
        }

        impl $name {
            /// The word for it.
            pub(super) const fn id(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }
        }
    };
}

mod ada;
mod c;
pub mod code;
mod cpp;
mod csharp;
mod d;
mod go;
mod guard;
mod java;
mod javascript;
mod jvm;
mod kotlin;
mod lua;
pub mod page;
mod pascal;
mod python;
mod rust;
pub mod text;
mod verilog;
mod wat;
mod zig;

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;
use toml::de::DeValue;

use crate::model::{Comments, Count, FieldStyle, Machine, Module, Names, Naming, Part, Tables};

/// All languages.
pub const ALL: &[&Language] = &[
    &ada::ADA,
    &c::C,
    &cpp::CPP,
    &csharp::CSHARP,
    &d::D,
    &go::GO,
    &java::JAVA,
    &javascript::JAVASCRIPT,
    &javascript::TYPESCRIPT,
    &kotlin::KOTLIN,
    &lua::LUA,
    &pascal::PASCAL,
    &python::PYTHON,
    &rust::RUST,
    &verilog::VERILOG,
    &wat::WAT,
    &zig::ZIG,
];

/// A language's own table of the config, `[output.<id>]`, with places.
pub type Options<'a> = Option<Spanned<DeValue<'a>>>;

/// A target language: a value of each is listed in [`ALL`].
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// As in `--lang`.
    pub id: &'static str,
    /// Other spellings.
    pub aliases: &'static [&'static str],
    /// One line for help.
    pub summary: &'static str,
    /// The programs that tests compile, check and run its files with.
    pub tools: &'static [&'static str],
    /// What its files are bound by, a clause each.
    pub limits: &'static [&'static str],
    /// Reads the language's own options.
    configure: fn(Options<'_>) -> Result<Box<dyn Backend>, OptionError>,
}

impl Language {
    /// The language with these options of its own.
    pub fn configure(&self, options: Options<'_>) -> Result<Box<dyn Backend>, OptionError> {
        (self.configure)(options)
    }
}

/// A language with its options chosen.
pub trait Backend: Send + Sync + fmt::Debug {
    /// What it can express.
    fn capabilities(&self) -> Capabilities {
        Capabilities::ARRAYS
    }
    /// The option under which it can't express what the language can otherwise, as one types it: for messages.
    fn limit(&self) -> Option<&'static str> {
        None
    }
    /// Why a module can't be printed, where it can't: its tables are larger than an option lets them be.
    fn check(&self, _module: &Module) -> Result<(), OptionError> {
        Ok(())
    }
    /// Where an option is given that says when tables are filled: it is refused where they are printed.
    fn filling(&self) -> Option<Range<usize>> {
        None
    }
    /// Why its files can't be as they were printed, where they can't: a name that the user chose is one of theirs.
    fn check_files(&self, _files: &[Artifact]) -> Result<(), OptionError> {
        Ok(())
    }
    /// Its options in words, given and by default: two spellings of one choice have one word.
    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        Vec::new()
    }
    /// Its customs of naming.
    fn naming(&self) -> Naming;
    /// The file that it writes where none is named, relative to the output folder.
    fn default_file(&self, names: &Names) -> PathBuf {
        PathBuf::from(format!("{}.{}", names.type_name, self.naming().ending))
    }
    /// Why a file can't have this name, where it can't: a Java class must be in the file of its name.
    fn check_file_name(&self, _names: &Names, _file_name: &str) -> Result<(), String> {
        Ok(())
    }
    /// Why its files can't be in this folder, where they can't: further ones may have to stand beside the first.
    fn check_folder(&self, _folder: &Path) -> Result<(), String> {
        Ok(())
    }
    /// How many files it writes for these parts. Most languages have tests in a file of their own.
    fn artifacts(&self, emit: &[Part]) -> usize {
        1 + usize::from(emit.contains(&Part::SelfTest))
    }
    /// Prints a module. The first artifact is `file_name`; further ones stand beside it.
    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact>;
}

/// A file's name without its last ending: what a module is loaded by.
fn stem(file_name: &str) -> String {
    let stem = Path::new(file_name).file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Its name, beside the first artifact.
    pub name: String,
    /// Its bytes; lines end in LF.
    pub text: String,
}

impl Artifact {
    /// The file of this name that a template prints, ended by one end of line.
    fn new(name: impl Into<String>, template: &impl askama::Template) -> Self {
        // The only way for a template to fail is a failing writer, and a text never fails.
        let mut text = template.render().unwrap_or_default();
        text.truncate(text.trim_end().len());
        text.push('\n');
        Self { name: name.into(), text }
    }
}

/// What a language can express.
#[derive(Clone, Copy, Debug)]
pub struct Capabilities {
    /// What the target computes with; programs are put in other words for what it lacks.
    pub machine: Machine,
    /// True where it has the instructions PEXT and PDEP, which nothing replaces.
    pub has_pext: bool,
    /// Forms of attack tables, the default first.
    pub tables: &'static [Tables],
    /// Parts of `emit` that it prints.
    pub parts: &'static [Part],
    /// Field styles beside tables that are printed, the default first.
    pub fields: &'static [FieldStyle],
    /// Field styles beside tables that are filled at start-up, the default first.
    pub filled_fields: &'static [FieldStyle],
    /// The variant where none is named.
    pub default_variant: &'static str,
    /// What texts in its comments must not have.
    pub comments: Comments,
}

impl Capabilities {
    /// What most languages can express: everything in arrays, with words of 64 bits, by operations that are in every processor,
    /// between comments that end where the line does.
    const ARRAYS: Self = Self {
        machine: Machine { has_words: true, has_reversals: true, has_rows: false, counts: &[] },
        has_pext: false,
        tables: &[Tables::Full, Tables::Init],
        parts: Part::EVERY,
        fields: &[FieldStyle::Arrays],
        filled_fields: &[FieldStyle::Arrays],
        default_variant: "fancy",
        comments: Comments::NONE,
    };

    /// The same, with a function or an instruction for each count of bits.
    const COUNTING: Self =
        Self { machine: Machine { counts: &Count::ALL, ..Self::ARRAYS.machine }, ..Self::ARRAYS };
}

/// What is wrong with a language's options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// One lower-case clause.
    pub message: String,
    /// What to type instead.
    pub help: Option<String>,
    /// Where.
    pub span: Option<Range<usize>>,
}

impl OptionError {
    /// An error at a place, with what to type instead.
    fn at(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: Some(help.into()), span: Some(span) }
    }
}

impl From<toml::de::Error> for OptionError {
    fn from(error: toml::de::Error) -> Self {
        Self { message: error.message().to_owned(), help: None, span: error.span() }
    }
}

/// Reads options into a type of the language's own; without a table, its default.
pub fn read_options<T: Default + for<'de> Deserialize<'de>>(
    options: Options,
) -> Result<T, OptionError> {
    match options {
        None => Ok(T::default()),
        Some(table) => Ok(T::deserialize(toml::de::ValueDeserializer::from(table))?),
    }
}

/// Checks a name that a user may give: `what` it has to be, and how such a name looks.
fn check_name(
    name: Option<&Spanned<String>>,
    is_right: impl Fn(&str) -> bool,
    what: &str,
    help: &str,
) -> Result<(), OptionError> {
    match name.filter(|name| !is_right(name.get_ref())) {
        None => Ok(()),
        Some(name) => {
            let message = format!("`{}` is not {what}", name.get_ref());
            Err(OptionError::at(name.span(), message, help))
        }
    }
}

/// Checks a path that a user may give: `what` it has to be, and an example of one.
fn check_path(
    path: Option<&Spanned<String>>,
    keywords: &[&str],
    what: &str,
    example: &str,
) -> Result<(), OptionError> {
    let help = format!("identifiers that are no keywords, with dots between: `{example}`");
    check_parts(path, |part| is_identifier(part, keywords), what, &help)
}

/// Checks a path that a user may give, each of whose parts satisfies `is_part`.
fn check_parts(
    path: Option<&Spanned<String>>,
    is_part: impl Fn(&str) -> bool,
    what: &str,
    help: &str,
) -> Result<(), OptionError> {
    check_name(path, |path| path.split('.').all(&is_part), what, help)
}

/// A name behind that of its package, where there is one.
fn within(package: Option<&Spanned<String>>, name: &str) -> String {
    package.map_or_else(|| name.to_owned(), |package| format!("{}.{name}", package.get_ref()))
}

/// Refuses a file of another name than the one in which a compiler looks for what it holds.
fn check_called(what: &str, wanted: &Path, file_name: &str) -> Result<(), String> {
    let wanted = wanted.file_name().unwrap_or_default();
    if Path::new(file_name).file_name() == Some(wanted) {
        return Ok(());
    }
    Err(format!("{what} must be in a file called `{}`", wanted.display()))
}

/// True for identifiers that are no keywords, with dots between.
fn is_path(path: &str, keywords: &[&str]) -> bool {
    path.split('.').all(|part| is_identifier(part, keywords))
}

/// True for a letter or `_` with letters, digits and `_` behind it, where that is no keyword.
fn is_identifier(name: &str, keywords: &[&str]) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !keywords.contains(&name)
}

choice! {
    /// Who may use a class, as C# and Kotlin have it.
    Visibility {
        #[default]
        Public = "public",
        Internal = "internal",
    }
}

/// A text that was given, for [`Backend::settings`].
#[must_use]
pub fn given(text: Option<&Spanned<String>>) -> String {
    text.map(|text| text.get_ref().clone()).unwrap_or_default()
}

/// The language with this id or alias.
#[must_use]
pub fn find(id: &str) -> Option<&'static Language> {
    ALL.iter().copied().find(|language| language.id == id || language.aliases.contains(&id))
}

#[cfg(test)]
mod tests;
