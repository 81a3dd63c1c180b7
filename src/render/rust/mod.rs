//! Prints a module as one Rust file: a module of the user's crate, or text for `include!`.
//!
//! The file has no `use`, its tables are statics, and it needs the standard library only to fill tables.

mod batches;
mod blob;
mod body;
mod constants;
mod file;
mod fill;
mod functions;
mod kinds;
mod lines;
mod options;
mod prepare;
mod records;
mod rows;
mod self_test;
mod syntax;
mod tables;
#[cfg(test)]
mod tests;
mod typed;
mod vectors;

use std::ops::Range;
use std::path::PathBuf;

use crate::render::prelude::*;
use file::File;
use magicgen_lookup::variant;
use options::{Options, Word};
use rows::Row;

/// Strict and reserved words of all editions; the weak ones are identifiers.
const KEYWORDS: &[&str] = words_of!("rust/keywords.txt");

/// Functions of the file, and variables: no static may have their names.
const RESERVED: &[&str] = words_of!("rust/reserved.txt");

/// Private names look like public ones, except that functions have no prefix; tests are in a separate module.
const CUSTOM: Custom = Custom { own_prefix: [true, false], ..Custom::new("", Custom::UNDEFINED) };

pub(super) static RUST: Language = Language {
    id: "rust",
    aliases: &["rs"],
    summary: "Rust 2015 to 2024, a module without dependencies",
    tools: &[
        "rustc", "clippy-driver", "rustfmt", "aarch64-linux-gnu-gcc", "qemu-aarch64",
        "rust-aarch64",
    ],
    limits: &["without std, the first lookup fills tables behind an atomic"],
    source: SourceSyntax {
        endings: &["rs"],
        words: &["pub const ", "pub fn ", "impl ", "let mut ", ": [u64;", "pub static ", "-> u64"],
        ..SourceSyntax::RUST
    },
    calls: CallSyntax {
        before_name: ["", "fn"],
        returns: [""; 2],
        either: "(if $asked { $one } else { $other })",
        qualified: "$module::$name",
        square: Some(Conversion { own: &["usize"], form: ["", " as usize"] }),
        indexes_by_square: true,
        occupied: Some(Conversion { own: &["u64"], form: ["", ".0"] }),
        imports: &[("", "#[path = \"$way\"]\nmod $module;\n")],
        import_lines: &[
            ["use ", "", ";"],
            ["pub use ", "", ";"],
            ["mod ", "", ";"],
            ["pub mod ", "", ";"],
        ],
        ..CallSyntax::C
    },
    keys: shape_of::<Options>,
    configure: |options| Ok(Box::new(Options::read(options)?)),
};

/// The name of the function that computes on words the same set as the lookup computes on vectors.
fn on_words(lookup: &str) -> String {
    format!("{lookup}_on_words")
}

/// The name of the function that computes in constants, by a loop, what the lookup computes by BMI2's instructions.
fn in_constants(lookup: &str) -> String {
    format!("{lookup}_const")
}

impl Backend for Options {
    fn piece_type(&self) -> Option<Range<usize>> {
        self.piece_span()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            has_nested_arrays: true,
            has_numbered_members: true,
            machine: Machine {
                has_words: true,
                sets: Some(self.words_of_numbers()),
                reverses_bits: true,
                has_rows: true,
                counts: &Count::ALL,
                has_lanes: self.vectors,
            },
            has_pext: true,
            has_dispatch: true,
            tables: Capabilities::WITH_BLOB,
            prints: |_| true,
            // Rows are the fastest, but a static can't point into a table on the heap.
            fields: &[
                FieldStyle::Pointers,
                FieldStyle::Arrays,
                FieldStyle::Records,
                FieldStyle::SquareRecords,
                FieldStyle::SquarePointers,
                FieldStyle::Switch,
            ],
            filled_fields: &[FieldStyle::Arrays, FieldStyle::Records, FieldStyle::SquareRecords],
            test_place: TestPlace::Module,
            ..Capabilities::ARRAYS
        }
    }

    fn settings(&self, names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let mut settings = vec![
            ("edition", self.edition.0.to_string()),
            ("visibility", self.visibility().to_owned()),
            ("storage", self.storage.id().to_owned()),
            ("no-std", self.no_std.to_string()),
            ("unchecked", self.unchecked.to_string()),
            ("record", records::record_name(names).to_owned()),
        ];
        settings.extend(self.bmi2.setting());
        settings.extend(self.pair().map(|_| ("word", Word::Pair.id().to_owned())));
        settings.extend(self.vectors.then(|| ("vectors", self.vectors.to_string())));
        settings.extend(self.dispatch_batches.setting());
        settings.extend(self.type_settings());
        settings
    }

    fn of_two_words(&self) -> Option<(&'static str, Range<usize>)> {
        Some(("word = \"pair\"", self.pair()?))
    }

    fn naming(&self) -> Naming {
        Naming {
            constants: Case::Shouty,
            types: Case::Pascal,
            keywords: KEYWORDS,
            reserved: RESERVED,
            ..Naming::PLAIN
        }
    }

    fn beside(&self, lookup: &str, form: variant::Form) -> Option<(&'static str, String)> {
        match form {
            _ if self.vectors && form.vectors().is_some() => Some(("on words", on_words(lookup))),
            _ if form.needs_pext() => Some(("for constants", in_constants(lookup))),
            _ => None,
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        PathBuf::from(format!("{}.rs", Case::Snake.join(&[&names.type_name])))
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        let (lookups, windows) = rows(module);
        File::new(&page_of(module, CUSTOM, &lookups), self, &windows).lookup_text(piece, bit)
    }

    fn check(&self, module: &Module) -> Result<(), OptionError> {
        self.dispatch_batches.check(|| self.page(module, &rows(module).0).batches)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let (lookups, windows) = rows(module);
        let page = self.page(module, &lookups);
        vec![Artifact::new(file_name, &File::new(&page, self, &windows))]
    }
}

impl Options {
    fn page<'a>(&self, module: &'a Module, lookups: &'a [Pointed]) -> Page<'a> {
        let mut page = page_of(module, CUSTOM, lookups);
        // Only lookups are printed on vectors.
        page.companions.iter_mut().for_each(|companion| companion.lanes = None);
        // Vectors gather from arrays.
        if module.fields.is_records() || module.fields.is_by_square() {
            page.batches.iter_mut().for_each(|batch| batch.lanes = None);
        }
        self.dispatch_batches.apply(&mut page);
        page
    }
}

/// The lookups of a module as they are printed, and the rows of tables that each reads.
fn rows(module: &Module) -> (Vec<Pointed>, Vec<Vec<Row>>) {
    let lookups = rows::lookups(module);
    let pieces = module.pieces.iter().zip(&lookups);
    let windows = pieces.map(|(piece, lookup)| rows::windows(module, piece, lookup)).collect();
    (lookups, windows)
}
