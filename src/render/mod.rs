//! Turns a proved [`Module`] into files of a language. Pure: no I/O, no clock, no environment.
//!
//! A language is one value of [`Language`], listed once in [`ALL`]: one Rust module here, one folder of templates. Its
//! limits are data ([`Capabilities`]), so a request that it can't express is refused before any work.

/// Defines an enum of the words that a key of the config accepts, with a method that returns a value's word. The macro
/// comes before the languages' modules, since a macro is visible only after its definition.
macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
        pub(super) enum $name {
            $($(#[$of])* #[serde(rename = $word)] $value,)+
        }

        impl $name {
            /// The word of this value in a config.
            pub(super) const fn id(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }
        }
    };
}

#[macro_use]
pub mod text;

mod adoption;
mod blob;
mod c;
pub mod code;
#[cfg(feature = "data")]
mod data;
mod guard;
mod options;
#[cfg(feature = "languages")]
mod others;
mod own_types;
pub mod page;
mod pair;
mod prelude;
mod rust;
mod vectors;

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::DeValue;

pub use adoption::{CallSyntax, Conversion, TomlKey, TypePlace, name_behind};
use options::{
    Bmi2, Visibility, check_called, check_ending, check_name, check_parts, check_path,
    is_identifier, is_path, refuse, within,
};
pub use options::{OptionError, given, read_options};
use own_types::{Imported, OwnTypes, check_has_type};
pub use page::LookupText;
pub use wide::{LackOnWideBoards, is_for_wide_boards, lack_on_wide_boards, word_of_wide_boards};

use crate::shape::Shape;
use magicgen_ir::{Count, Table};
use magicgen_lookup::model::{
    Comments, FieldStyle, Machine, Module, Names, Naming, Part, Presence, Tables,
};
use magicgen_lookup::variant;
use magicgen_search::source::SourceSyntax;

/// The languages of a build without the feature `languages`: enough for the build script of a C or Rust program.
#[cfg(not(feature = "languages"))]
pub const ALL: &[&Language] = &[&c::C, &rust::RUST];

/// All languages.
#[cfg(feature = "languages")]
pub const ALL: &[&Language] = &[
    &others::ada::ADA,
    &c::C,
    &others::cpp::CPP,
    &others::csharp::CSHARP,
    &others::gpu::CUDA,
    &others::d::D,
    &others::go::GO,
    &others::java::JAVA,
    &others::javascript::JAVASCRIPT,
    &others::javascript::TYPESCRIPT,
    &others::kotlin::KOTLIN,
    &others::lua::LUA,
    &others::nim::NIM,
    &others::ocaml::OCAML,
    &others::gpu::OPENCL,
    &others::pascal::PASCAL,
    &others::python::PYTHON,
    &rust::RUST,
    &others::verilog::VERILOG,
    &others::wat::WAT,
    &others::wgsl::WGSL,
    &others::zig::ZIG,
];

/// The kinds of data, for programs in languages that this program doesn't print. They are values of `lang` like languages,
/// but no source is read in them, and nothing in them is compiled.
#[cfg(not(feature = "data"))]
pub const DATA: &[&Language] = &[];

/// The kinds of data, for programs in languages that this program doesn't print. They are values of `lang` like languages,
/// but no source is read in them, and nothing in them is compiled.
#[cfg(feature = "data")]
pub const DATA: &[&Language] = &[&data::JSON, &data::CSV, &data::TEMPLATE];

/// The ids of the kinds of data that this build lacks, because the feature `data` is off.
pub const LACKING_DATA: &[&str] = if DATA.is_empty() { &["json", "csv", "template"] } else { &[] };

/// The ids of the languages of the feature `languages`.
const OTHERS: [&str; 20] = [
    "ada", "cpp", "csharp", "cuda", "d", "go", "java", "javascript", "typescript", "kotlin", "lua",
    "nim", "ocaml", "opencl", "pascal", "python", "verilog", "wat", "wgsl", "zig",
];

/// The ids of languages that this build lacks, because the feature `languages` is off.
pub const LACKING: &[&str] = if ALL.len() > OTHERS.len() { &[] } else { &OTHERS };

/// The ids of all languages, including those that this build lacks.
pub fn ids() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|language| language.id).chain(LACKING.iter().copied())
}

/// The ids of languages and kinds of data with a table of options, `[output.<id>]`.
pub fn tables() -> impl Iterator<Item = &'static str> {
    ids().chain(DATA.iter().filter(|data| data.has_table()).map(|data| data.id))
}

/// A language's table of the config, `[output.<id>]`, with source positions.
pub type Options<'a> = Option<Spanned<DeValue<'a>>>;

/// A target language: a value of each is listed in [`ALL`].
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// The language's name for `--lang` and for configs.
    pub id: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// A line about the language for help texts.
    pub summary: &'static str,
    /// The programs with which tests compile, check and run the language's files.
    pub tools: &'static [&'static str],
    /// Restrictions of the language's files, each a clause.
    pub limits: &'static [&'static str],
    /// Comments, strings and numbers in other people's sources.
    pub source: SourceSyntax,
    /// Functions in other people's sources, and their calls of the generated lookup.
    pub calls: CallSyntax,
    /// The options that only this language has, by their keys.
    pub keys: fn() -> Shape,
    /// Reads these options.
    configure: fn(Options<'_>) -> Result<Box<dyn Backend>, OptionError>,
}

impl Language {
    /// True where the language has options in a table of its own.
    pub fn has_table(&self) -> bool {
        (self.keys)() != Shape::Table(Vec::new())
    }

    /// The language with the options of its table in the config.
    pub fn configure(&self, options: Options<'_>) -> Result<Box<dyn Backend>, OptionError> {
        (self.configure)(options)
    }
}

/// A language with its options chosen.
pub trait Backend: Send + Sync + fmt::Debug {
    /// The tables, parts and operations that the language can express.
    fn capabilities(&self) -> Capabilities {
        Capabilities::ARRAYS
    }
    /// The option, spelled as in a config, that limits the language's capabilities; for messages.
    fn limit(&self) -> Option<&'static str> {
        None
    }
    /// Fails if a module can't be printed, for example because its tables are larger than an option allows.
    fn check(&self, _module: &Module) -> Result<(), OptionError> {
        Ok(())
    }
    /// The position in the config of an option on the filling of tables, if there is one. Printed tables refuse it.
    fn filling(&self) -> Option<Range<usize>> {
        None
    }
    /// An option that is only for sets of two words, and its position in the config.
    fn of_two_words(&self) -> Option<(&'static str, Range<usize>)> {
        None
    }
    /// Fails if a name chosen by the user collides with another name in the printed files.
    fn check_files(&self, _files: &[Artifact]) -> Result<(), OptionError> {
        Ok(())
    }
    /// The position in the config of the user's type of pieces, if there is one.
    fn piece_type(&self) -> Option<Range<usize>> {
        None
    }
    /// The names and values of all options, given or by default. Spellings of one choice have the same value.
    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        Vec::new()
    }
    /// The macro that one translation unit has to define before it includes the file, and so gets the tables.
    fn implementation(&self, _names: &Names) -> Option<String> {
        None
    }
    /// The language's naming conventions.
    fn naming(&self) -> Naming;
    /// An additional public function next to this lookup of a variant: what it does otherwise, as `on words`, and its name.
    fn beside(&self, _lookup: &str, _form: variant::Form) -> Option<(&'static str, String)> {
        None
    }
    /// The file, relative to the output folder, that is written if the config names none.
    fn default_file(&self, names: &Names) -> PathBuf {
        PathBuf::from(format!("{}.{}", names.type_name, self.naming().ending))
    }
    /// Fails if the file can't have this name: a Java class, for example, must be in the file of its name.
    fn check_file_name(&self, _names: &Names, _file_name: &str) -> Result<(), String> {
        Ok(())
    }
    /// Fails if the files can't be in this folder.
    fn check_folder(&self, _folder: &Path) -> Result<(), String> {
        Ok(())
    }
    /// The declaration of a field or, with its entries, a table under this name.
    fn declared(&self, name: String, _presence: Presence, _table: Option<&Table>) -> Declared {
        Declared::new(name)
    }
    /// The number of files for these parts.
    fn artifacts(&self, emit: &[Part]) -> usize {
        let has_file = matches!(self.capabilities().test_place, TestPlace::File);
        1 + usize::from(has_file && emit.contains(&Part::SelfTest))
    }
    /// A piece's lookup before it stands in a file; of a switch, the case of one square.
    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText;
    /// Prints a module. The first artifact is `file_name`; further ones are in the same folder.
    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact>;
    /// Prints a module, unless it can't be printed. Only a template of the user's fails.
    fn try_render(&self, module: &Module, file_name: &str) -> Result<Vec<Artifact>, OptionError> {
        Ok(self.render(module, file_name))
    }
    /// The files that the options name and that were read, relative to the config's folder.
    fn files(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// How a file declares a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The table's name, as the file's lookups read it.
    pub name: String,
    /// The words before its entries, one after another: `class Attacks`, `TABLE_PACKED`.
    pub words: Vec<String>,
}

impl Declared {
    /// A declaration of the table by its name.
    fn new(name: String) -> Self {
        Self { words: vec![name.clone()], name }
    }

    /// The same, with the language's mark of private names.
    fn marked(name: String, presence: Presence, private: fn(String) -> String) -> Self {
        Self::new(if presence == Presence::Private { private(name) } else { name })
    }
}

/// A file's name without its last ending: the name by which scripts load a module.
fn stem(file_name: &str) -> String {
    let stem = Path::new(file_name).file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// The file's name, in the folder of the first artifact.
    pub name: String,
    /// The file's content, with lines that end in LF.
    pub text: String,
    /// The content of a file that isn't text; `text` is empty then.
    pub binary: Option<Vec<u8>>,
}

impl Artifact {
    /// A file with this name and the text of a template, with exactly one line end at its end.
    fn new(name: impl Into<String>, template: &impl askama::Template) -> Self {
        // A template fails only if its writer fails, and writing into a string doesn't fail.
        let mut text = template.render().unwrap_or_default();
        text.truncate(text.trim_end().len());
        text.push('\n');
        Self::of(name, text)
    }

    /// A file with this name and this text.
    pub(super) fn of(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), binary: None }
    }

    /// The file of attack sets beside a module's source, if there is one.
    pub(crate) fn blob(module: &Module) -> Option<Self> {
        let binary = Some(module.blob.as_ref()?.bytes(module));
        Some(Self { name: module.blob_file.name.clone(), text: String::new(), binary })
    }
}

/// The place of a module's self-test.
#[derive(Clone, Copy, Debug)]
pub enum TestPlace {
    /// In a separate file.
    File,
    /// In the module's file.
    Module,
}

/// The tables, parts and operations that a language can express.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a language has or lacks")]
pub struct Capabilities {
    /// The operations of the target; programs are rewritten without the others.
    pub machine: Machine,
    /// True if lookups may pack and spread bits (PEXT and PDEP): by an instruction, a function of the library, or a
    /// loop.
    pub has_pext: bool,
    /// True if lookups may pick between PEXT and a product when the program runs.
    pub has_dispatch: bool,
    /// Forms of attack tables, the default first.
    pub tables: &'static [Tables],
    /// True for the parts of `emit` that the language prints.
    pub prints: fn(Part) -> bool,
    /// Field styles for printed tables, the default first.
    pub fields: &'static [FieldStyle],
    /// Field styles for tables that are filled at start-up, the default first.
    pub filled_fields: &'static [FieldStyle],
    /// True if public arrays may have two dimensions, in the place of functions.
    pub has_nested_arrays: bool,
    /// True if the members of an enumeration may have numbers that the config gives.
    pub has_numbered_members: bool,
    /// True if functions may refuse squares that are out of range.
    pub has_checks: bool,
    /// The place of the self-test.
    pub test_place: TestPlace,
    /// The variant if the config names none.
    pub default_variant: &'static str,
    /// The variant if the user names none, on boards of more than 64 squares.
    pub wide_variant: &'static str,
    /// The character sequences that comments must not contain.
    pub comments: Comments,
}

impl Capabilities {
    /// The capabilities of most languages: all parts, all fields in arrays, words of 64 bits, only operations that
    /// every processor has, and comments that end with their line.
    const ARRAYS: Self = Self {
        machine: Machine {
            has_words: true,
            sets: None,
            reverses_bits: false,
            has_rows: false,
            counts: &[],
            has_lanes: false,
        },
        has_pext: false,
        has_dispatch: false,
        tables: &[Tables::Full, Tables::Init],
        prints: |part| !matches!(part, Part::Batch | Part::PseudoAttacks),
        fields: &[FieldStyle::Arrays],
        filled_fields: &[FieldStyle::Arrays],
        has_nested_arrays: false,
        has_numbered_members: false,
        has_checks: true,
        test_place: TestPlace::File,
        default_variant: "fancy",
        wide_variant: "direction",
        comments: Comments::NONE,
    };

    /// The forms of attack tables in languages that can also embed or read a file.
    const WITH_BLOB: &[Tables] = &[Tables::Full, Tables::Init, Tables::Blob];

    /// The arrangements of fields in languages with a switch.
    const WITH_SWITCH: &[FieldStyle] = &[FieldStyle::Arrays, FieldStyle::Switch];

    /// The same, and records of all pieces.
    const WITH_RECORDS: &[FieldStyle] =
        &[FieldStyle::Arrays, FieldStyle::SquareRecords, FieldStyle::Switch];

    /// The arrangements of fields beside filled tables, in these languages.
    const FILLED_RECORDS: &[FieldStyle] = &[FieldStyle::Arrays, FieldStyle::SquareRecords];

    /// [`ARRAYS`](Self::ARRAYS), with a function or an instruction for each count of bits.
    const COUNTING: Self =
        Self { machine: Machine { counts: &Count::ALL, ..Self::ARRAYS.machine }, ..Self::ARRAYS };

    /// [`COUNTING`](Self::COUNTING), with a function or an instruction that reverses bits.
    const REVERSING: Self = Self {
        machine: Machine { reverses_bits: true, ..Self::COUNTING.machine },
        ..Self::COUNTING
    };
}

/// What is known of other people's sources in each language.
#[must_use]
pub fn source_syntaxes() -> Vec<SourceSyntax> {
    ALL.iter().map(|language| language.source).collect()
}

/// The language with this id or alias.
pub fn find(id: &str) -> Option<&'static Language> {
    ALL.iter().copied().find(|language| language.id == id || language.aliases.contains(&id))
}

/// The language or the kind of data with this id or alias: a value of `lang` in a config.
pub fn find_output(id: &str) -> Option<&'static Language> {
    find(id).or_else(|| DATA.iter().copied().find(|data| data.id == id))
}

#[cfg(test)]
mod tests;
mod wide;
#[cfg(test)]
mod wide_tests;
