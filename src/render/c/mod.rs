//! A proved [`Module`] in; a C header out, alone or with a source file: c89, c99, c11, c17.
//!
//! Full tables stand in the header as `static const`. Tables that are filled at start-up are the whole program's:
//! they are declared in the header and defined once, in a `.c` file or where one file of the program defines
//! `..._IMPLEMENTATION`. Under c89 a bitboard is a pair of halves and programs arrive lowered to them.

mod arrays;
mod comment;
mod file;
mod fold;
mod functions;
mod keywords;
mod lines;
mod options;
mod progmem;
mod rays;
mod records;
mod rows;
mod squares;
mod syntax;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use self::file::File;
use self::keywords::KEYWORDS;
use self::options::{Layout, SMALL_PARTS, Settings};
use super::page::pointed;
use super::{Artifact, Backend, Capabilities, Language, OptionError, guard};
use crate::model::{Case, Comments, FieldStyle, Machine, Module, Names, Naming, Part, Tables};

/// The language.
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
    limits: &["C89 has pairs of 32-bit halves, and names that differ in their first 31 characters"],
    configure: |options| Ok(Box::new(Configured { settings: Settings::read(options)? })),
};

/// How fields may stand in a file.
const FIELDS: &[FieldStyle] = &[FieldStyle::Arrays, FieldStyle::Records, FieldStyle::Pointers];

#[derive(Debug)]
struct Configured {
    settings: Settings,
}

impl Backend for Configured {
    fn capabilities(&self) -> Capabilities {
        let is_small = self.settings.limit().is_some();
        let has_progmem = self.settings.has_progmem();
        Capabilities {
            // Words are reversed by a function of ours, or halves where there are none.
            machine: Machine {
                has_words: !self.settings.is_c89(),
                has_reversals: true,
                // Pointers to rows would have to be read from program memory first.
                has_rows: !has_progmem,
                // Those of compilers are undefined for 0.
                counts: &[],
            },
            has_pext: !self.settings.is_c89() && !has_progmem,
            tables: if is_small { &[Tables::Full] } else { &[Tables::Full, Tables::Init] },
            parts: if is_small { SMALL_PARTS } else { Part::EVERY },
            fields: if has_progmem { &FIELDS[..1] } else { FIELDS },
            filled_fields: FIELDS,
            default_variant: if self.settings.is_c89() { "split32" } else { "fancy" },
            // A backslash at the end of a line joins `*` and `/`; `??/` is one before C23.
            comments: Comments {
                breakers: &["*/", "/*", "??/"],
                joins_lines: true,
                ..Comments::default()
            },
        }
    }

    fn limit(&self) -> Option<&'static str> {
        self.settings.limit()
    }

    fn check(&self, module: &Module) -> Result<(), OptionError> {
        progmem::check_reach(module, &self.settings)
    }

    fn check_files(&self, files: &[Artifact]) -> Result<(), OptionError> {
        guard::check_files(self.settings.guard.as_deref(), files)
    }

    fn settings(&self, names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        self.settings.words(names)
    }

    fn naming(&self) -> Naming {
        Naming {
            constants: Case::Shouty,
            is_prefixed: true,
            longest: if self.settings.is_c89() { Some(31) } else { None },
            keywords: KEYWORDS,
            ..Naming::PLAIN
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        PathBuf::from(format!("{}.h", names.type_name))
    }

    fn check_file_name(&self, _: &Names, file_name: &str) -> Result<(), String> {
        let is_header = file_name.strip_suffix(".h").is_some_and(|stem| !stem.is_empty());
        if self.settings.layout == Layout::Pair && !is_header {
            return Err("under `layout = \"pair\"` the header's name ends in `.h`".to_owned());
        }
        if self.settings.layout == Layout::Pair && file_name.contains(['"', '\\', '\n', '?']) {
            return Err("the name can't stand in an `#include` line".to_owned());
        }
        Ok(())
    }

    fn artifacts(&self, _emit: &[Part]) -> usize {
        if self.settings.layout == Layout::Pair { 2 } else { 1 }
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        File::new(module, &self.settings, &pointed(module)).artifacts(file_name)
    }
}
