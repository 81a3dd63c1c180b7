//! A proved [`Module`] in; files in a language out. Pure: no I/O, no clock, no environment.
//!
//! A language is one value of [`Language`], listed once in [`ALL`]: one Rust file here, one folder of templates.
//! What it can't express it says as data ([`Capabilities`]), so that a refusal is computed before any work.

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

use crate::model::{Comments, FieldStyle, Machine, Module, Names, Naming, Part, Tables};

/// All languages.
pub const ALL: &[&dyn Language] = &[
    &ada::Ada,
    &c::C,
    &cpp::Cpp,
    &csharp::CSharp,
    &d::D,
    &go::Go,
    &java::Java,
    &javascript::JavaScript,
    &javascript::TypeScript,
    &kotlin::Kotlin,
    &lua::Lua,
    &pascal::Pascal,
    &python::Python,
    &rust::Rust,
    &verilog::Verilog,
    &wat::Wat,
    &zig::Zig,
];

/// A language's own table of the config, `[output.<id>]`, with places.
pub type Options<'a> = Option<Spanned<DeValue<'a>>>;

/// A target language.
pub trait Language: Sync + fmt::Debug {
    /// As in `--lang`.
    fn id(&self) -> &'static str;
    /// Other spellings.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }
    /// One line for help.
    fn summary(&self) -> &'static str;
    /// The programs that tests compile, check and run its files with.
    fn tools(&self) -> &'static [&'static str];
    /// What its files are bound by, a clause each.
    fn limits(&self) -> &'static [&'static str];
    /// Reads the language's own options.
    fn configure(&self, options: Options<'_>) -> Result<Box<dyn Backend>, OptionError>;
}

/// A language with its options chosen.
pub trait Backend: Send + Sync + fmt::Debug {
    /// What it can express.
    fn capabilities(&self) -> Capabilities;
    /// The option under which it can't express what the language can otherwise, as one types it: for messages.
    fn limit(&self) -> Option<&'static str> {
        None
    }
    /// Why a module can't be printed, where it can't: its tables are larger than an option lets them be.
    fn check(&self, _module: &Module) -> Result<(), OptionError> {
        Ok(())
    }
    /// Which option says nothing where tables are made then, if one is given.
    fn check_tables(&self, _tables: Tables) -> Result<(), OptionError> {
        Ok(())
    }
    /// Why its files can't be as they were printed, where they can't: a name that the user chose is one of theirs.
    fn check_files(&self, _files: &[Artifact]) -> Result<(), OptionError> {
        Ok(())
    }
    /// Its options in words, given and by default: two spellings of one choice have one word.
    fn settings(&self, names: &Names, file_name: &str) -> Vec<(&'static str, String)>;
    /// Its customs of naming.
    fn naming(&self) -> Naming;
    /// The file that it writes where none is named, relative to the output folder.
    fn default_file(&self, names: &Names) -> PathBuf;
    /// Why a file can't have this name, where it can't: a Java class must be in the file of its name.
    fn check_file_name(&self, _names: &Names, _file_name: &str) -> Result<(), String> {
        Ok(())
    }
    /// Why its files can't be in this folder, where they can't: further ones may have to stand beside the first.
    fn check_folder(&self, _folder: &Path) -> Result<(), String> {
        Ok(())
    }
    /// How many files it writes for these parts.
    fn artifacts(&self, _emit: &[Part]) -> usize {
        1
    }
    /// Prints a module. The first artifact is `file_name`; further ones stand beside it.
    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact>;
}

/// What a file's template prints, ended by one end of line.
fn text_of(template: &impl askama::Template) -> String {
    // The only way for a template to fail is a failing writer, and a text never fails.
    let mut text = template.render().unwrap_or_default();
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Its name, beside the first artifact.
    pub name: String,
    /// Its bytes; lines end in LF.
    pub text: String,
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

/// A text that was given, for [`Backend::settings`].
#[must_use]
pub fn given(text: Option<&Spanned<String>>) -> String {
    text.map(|text| text.get_ref().clone()).unwrap_or_default()
}

/// The language with this id or alias.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Language> {
    ALL.iter().copied().find(|language| language.id() == id || language.aliases().contains(&id))
}
