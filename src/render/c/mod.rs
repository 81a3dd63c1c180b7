//! A proved [`Module`] in; a C header out, alone or with a source file: c89, c99, c11, c17.
//!
//! Full tables are `static const` in the header. Tables that are filled at start-up are shared by the whole program:
//! they are declared in the header and defined once, in a `.c` file or in the one file that defines
//! `..._IMPLEMENTATION`. Under c89 a bitboard is a pair of halves, and programs are lowered to pairs before they get
//! here.

mod arrays;
mod blob;
pub(super) mod comment;
mod file;
mod fold;
mod functions;
mod lanes;
mod options;
pub(super) mod pieces;
mod progmem;
mod rays;
mod records;
mod rows;
mod squares;
mod syntax;
#[cfg(test)]
mod tests;
mod view;

use std::ops::Range;
use std::path::PathBuf;

use self::file::File;
use self::options::{Memory, Pass, Settings, Word, is_for_small};
use super::guard;
use crate::render::pair::Layout;
use crate::render::prelude::*;

pub(super) static C: Language = Language {
    id: "c",
    aliases: &[],
    summary: "C11 header; also c99, c17, and c89 without 64-bit types",
    tools: &[
        "gcc",
        "gcc -m32",
        "g++",
        "clang",
        "clang-format",
        "tcc",
        "arm-linux-gnueabihf-gcc",
        "qemu-arm",
        "aarch64-linux-gnu-gcc",
        "qemu-aarch64",
        "mips-linux-gnu-gcc",
        "qemu-mips",
        "powerpc-linux-gnu-gcc",
        "qemu-ppc",
        "m68k-linux-gnu-gcc",
        "qemu-m68k",
        "s390x-linux-gnu-gcc",
        "qemu-s390x",
        "avr-gcc",
        "simavr",
        "cl65",
        "sim65",
        "sdcc",
        "sz80",
        "arm-none-eabi-gcc",
        "qemu-system-arm",
    ],
    limits: &[
        "in C89, bitboards are pairs of 32-bit halves, and names differ in their first 31 characters",
    ],
    source: SourceSyntax {
        endings: &["c", "h", "inc"],
        further_endings: &["m", "mm", "ino", "ii", "i"],
        words: &["#include", "#define ", "#ifndef", "typedef ", "uint64_t", "static const", "U64 "],
        ..SourceSyntax::C
    },
    calls: CallSyntax {
        square: Some(Conversion { own: CallSyntax::UNSIGNED, form: ["(unsigned)", ""] }),
        ..CallSyntax::INCLUDING
    },
    keys: shape_of::<Settings>,
    configure: |options| Ok(Box::new(Settings::read(options)?)),
};

/// The bit counts for which the header has functions.
pub(super) const COUNTS: [Count; 2] = [Count::LeadingZeros, Count::TrailingZeros];

impl Backend for Settings {
    fn implementation(&self, names: &Names) -> Option<String> {
        (self.layout == Layout::Single).then(|| names.constant(&["implementation"]))
    }

    fn piece_type(&self) -> Option<Range<usize>> {
        self.types.piece_span()
    }

    fn capabilities(&self) -> Capabilities {
        let is_small = self.limit().is_some();
        let has_progmem = self.has_progmem();
        Capabilities {
            has_nested_arrays: !self.is_c89(),
            has_numbered_members: true,
            machine: Machine {
                has_words: !self.is_c89(),
                sets: if is_small { None } else { Some(1) },
                // Clang's function uses the instructions of ARM. GCC drops two reversals of bytes in a row.
                reverses_bits: !self.is_c89(),
                // A pointer to a row would have to be read from program memory first.
                has_rows: !has_progmem,
                // Compilers' counts of leading and trailing zeros are undefined for 0, and a fast count of ones depends
                // on the processor: functions of the file call each compiler's builtin.
                counts: if self.is_c89() || has_progmem { &[] } else { &COUNTS },
                // AVX2 intrinsics for compilers that may use them, words for all others.
                has_lanes: !self.is_c89() && !has_progmem,
            },
            has_pext: self.may_have_vectors(),
            has_dispatch: self.may_have_vectors(),
            tables: match (is_small, self.is_c89()) {
                (true, _) => &[Tables::Full],
                (false, true) => &[Tables::Full, Tables::Init],
                (false, false) => Capabilities::WITH_BLOB,
            },
            prints: match (is_small, self.is_c89()) {
                (true, _) => is_for_small,
                (false, true) => |part| part != Part::PseudoAttacks,
                (false, false) => |_| true,
            },
            fields: if has_progmem { &FIELDS[..1] } else { PRINTED_FIELDS },
            filled_fields: FIELDS,
            has_checks: true,
            test_place: TestPlace::Module,
            default_variant: if self.is_c89() { "split32" } else { "fancy" },
            wide_variant: "direction",
            // A backslash at the end of a line joins `*` and `/`; before C23 `??/` is a backslash.
            comments: Comments {
                breakers: &["*/", "/*", "??/"],
                joins_lines: true,
                ..Comments::default()
            },
        }
    }

    fn limit(&self) -> Option<&'static str> {
        match (self.memory(), self.pass()) {
            (Memory::Progmem, _) => Some("memory = \"progmem\""),
            (Memory::ProgmemFar, _) => Some("memory = \"progmem-far\""),
            (Memory::Data, Pass::Pointer) => Some("pass = \"pointer\""),
            (Memory::Data, Pass::Value) => None,
        }
    }

    fn of_two_words(&self) -> Option<(&'static str, Range<usize>)> {
        Some(("word = \"int128\"", self.int128()?))
    }

    fn check(&self, module: &Module) -> Result<(), OptionError> {
        let message = "`section` can't place tables that a binary file holds";
        let help = "leave `section` out, or use `tables = \"full\"`";
        refuse(self.section.as_ref(), |_| module.blob.is_some(), message, help)?;
        self.dispatch_batches.check(|| file::page(module, &pointed(module), self).batches)?;
        progmem::check_reach(module, self)
    }

    fn check_files(&self, files: &[Artifact]) -> Result<(), OptionError> {
        guard::check_files(self.guard.as_ref(), files)
    }

    fn settings(&self, names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let mut settings = vec![
            ("std", self.std.id().to_owned()),
            ("layout", self.layout.id().to_owned()),
            ("guard", self.guard(names)),
            ("static-assert", self.asserts().to_string()),
            ("cplusplus", self.is_for_cplusplus().to_string()),
            ("section", given(self.section.as_ref())),
            ("memory", self.memory().id().to_owned()),
            ("pass", self.pass().id().to_owned()),
        ];
        settings.extend(self.int128().map(|_| ("word", Word::Int128.id().to_owned())));
        settings.extend(self.bmi2.setting());
        settings.extend(self.dispatch_batches.setting());
        settings.extend(self.types.settings("include"));
        settings
    }

    fn naming(&self) -> Naming {
        Naming {
            constants: Case::Shouty,
            is_prefixed: true,
            longest: if self.is_c89() { Some(31) } else { None },
            keywords: KEYWORDS,
            ..Naming::PLAIN
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        PathBuf::from(format!("{}.h", names.type_name))
    }

    fn check_file_name(&self, _: &Names, file_name: &str) -> Result<(), String> {
        self.layout.check_header(file_name, &[".h"])
    }

    fn artifacts(&self, _emit: &[Part]) -> usize {
        self.layout.files()
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        let pointed = pointed(module);
        File::new(&file::page(module, &pointed, self), self).lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let pointed = pointed(module);
        File::new(&file::page(module, &pointed, self), self).artifacts(file_name)
    }
}

/// Words of C, of C++, of the headers included, and names of parameters and variables.
pub(super) const KEYWORDS: &[&str] = words_of!("c/keywords.txt");
