//! OpenCL C and CUDA: files of functions for kernels, like C except for the specifiers of tables and functions.
//!
//! Two dialects of one printer. Small tables are in constant memory, larger ones in global memory if the language has
//! tables there. Nothing is filled at start-up: a kernel finds its tables as the compiler left them.

mod dialect;
mod memory;
mod view;

use self::dialect::Dialect;
use self::memory::Memory;
use crate::render::c::KEYWORDS;
use crate::render::guard;
use crate::render::prelude::*;

pub(in crate::render) static OPENCL: Language = Language {
    id: "opencl",
    aliases: &["cl"],
    summary: "OpenCL C 1.2 and later: functions and tables for kernels",
    tools: &["clang", "gcc", "opencl"],
    limits: &[
        "what doesn't fit into 64 KiB of constant memory is in global memory, which OpenCL C has for tables from 2.0 on",
    ],
    source: SourceSyntax { further_endings: &["cl", "glsl", "hlsl", "metal"], ..SourceSyntax::C },
    calls: CallSyntax::C,
    keys: shape_of::<Keys>,
    configure: |options| Ok(Box::new(Settings::read(&dialect::OPENCL, options)?)),
};

pub(in crate::render) static CUDA: Language = Language {
    id: "cuda",
    aliases: &["cu"],
    summary: "a header of CUDA C++: device functions and tables",
    tools: &["clang++", "g++"],
    limits: &[
        "functions and tables are the device's; what doesn't fit into 64 KiB of constant memory is in global memory",
    ],
    source: SourceSyntax { further_endings: &["cu", "cuh"], ..SourceSyntax::C },
    calls: CallSyntax::C,
    keys: shape_of::<Keys>,
    configure: |options| Ok(Box::new(Settings::read(&dialect::CUDA, options)?)),
};

/// `[output.opencl]` and `[output.cuda]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Keys {
    guard: Option<Spanned<String>>,
}

/// A dialect with its options, checked.
#[derive(Debug)]
struct Settings {
    dialect: &'static Dialect,
    /// The include guard, if the user names one.
    guard: Option<Spanned<String>>,
}

impl Settings {
    fn read(dialect: &'static Dialect, options: Options) -> Result<Self, OptionError> {
        let Keys { guard } = read_options(options)?;
        guard::check(guard.as_ref(), &[KEYWORDS, dialect.keywords], "MAGICS_CL")?;
        Ok(Self { dialect, guard })
    }

    fn guard(&self, names: &Names) -> String {
        guard::name(self.guard.as_ref(), || names.constant(&[self.dialect.ending]))
    }
}

impl Backend for Settings {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            machine: Machine {
                sets: Some(1),
                counts: self.dialect.counts,
                reverses_bits: self.dialect.operators.reverse_bits.is_some(),
                ..Capabilities::ARRAYS.machine
            },
            tables: &[Tables::Full],
            // A kernel can't stop at the first wrong lookup, nor refuse a square. It is a batch itself.
            prints: |part| !matches!(part, Part::SelfTest | Part::Batch | Part::PseudoAttacks),
            has_checks: false,
            default_variant: "slide-arithmetic",
            // A backslash at the end of a line joins `*` and `/`; `??/` may be a backslash.
            comments: Comments {
                breakers: &["*/", "/*", "??/"],
                joins_lines: true,
                ..Comments::default()
            },
            ..Capabilities::ARRAYS
        }
    }

    fn check_files(&self, files: &[Artifact]) -> Result<(), OptionError> {
        guard::check_files(self.guard.as_ref(), files)
    }

    fn settings(&self, names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        vec![("guard", self.guard(names))]
    }

    fn naming(&self) -> Naming {
        Naming {
            constants: Case::Shouty,
            is_prefixed: true,
            keywords: KEYWORDS,
            reserved: self.dialect.keywords,
            ending: self.dialect.ending,
            ..Naming::PLAIN
        }
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        let page = page(module, Custom::new("", Custom::UNDEFINED));
        let (memory, guard) = (Memory::new(&page.arrays), self.guard(&module.names));
        view::File::new(&page, self.dialect, &memory, guard).lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let mut page = page(module, Custom::new("", Custom::UNDEFINED));
        let memory = Memory::new(&page.arrays);
        page.notes.extend(memory.note(self.dialect));
        let guard = self.guard(&module.names);
        vec![Artifact::new(file_name, &view::File::new(&page, self.dialect, &memory, guard))]
    }
}
