//! A proved [`Module`] in; a C header out, alone or with a source file: c89, c99, c11, c17.
//!
//! Full tables stand in the header as `static const`. Tables that are filled at start-up are the whole program's:
//! they are declared in the header and defined once, in a `.c` file or where one file of the program defines
//! `..._IMPLEMENTATION`. Under c89 a bitboard is a pair of halves and programs arrive lowered to them.

mod arrays;
mod code;
mod fill;
mod fold;
mod keywords;
mod lines;
mod options;
mod progmem;
mod records;
mod rewrite;
mod rows;
mod self_test;
mod squares;
mod syntax;
mod tables;
#[cfg(test)]
mod tests;
mod walk;

use std::path::PathBuf;

use askama::Template;

use self::keywords::KEYWORDS;
use self::options::{Layout, SMALL_PARTS, Settings, default_guard};
use super::text::provenance::{self, wrap};
use super::{Artifact, Backend, Capabilities, Language, OptionError, guard};
use crate::model::{
    Case, Comments, FieldStyle, Machine, Module, Names, Naming, Part, TableRole, Tables,
};

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
            },
            has_pext: !self.settings.is_c89() && !has_progmem,
            tables: if is_small { &[Tables::Full] } else { &[Tables::Full, Tables::Init] },
            parts: if is_small { SMALL_PARTS } else { Part::EVERY },
            fields: if has_progmem {
                &[FieldStyle::Arrays]
            } else {
                &[FieldStyle::Arrays, FieldStyle::Records, FieldStyle::Pointers]
            },
            filled_fields: &[FieldStyle::Arrays, FieldStyle::Records, FieldStyle::Pointers],
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
        File::new(module, &self.settings).check_reach()
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
        File::new(module, &self.settings).artifacts(file_name)
    }
}

/// What every part of a file is printed from.
#[derive(Debug)]
struct File<'a> {
    module: &'a Module,
    settings: &'a Settings,
    names: &'a Names,
    /// The type of a bitboard.
    word: String,
    /// The type of 32 bits.
    half: String,
    /// The type of 16 bits, or of at least so many.
    short: &'static str,
    /// The type of 8 bits, or of at least so many.
    byte: &'static str,
    /// What a function in a header begins with.
    inline: String,
    /// The macro that puts a table into a section; empty without one.
    section: String,
    /// True where declarations and definitions are apart.
    is_apart: bool,
}

/// A header.
#[derive(Template)]
#[template(path = "c/magics.h", escape = "none")]
struct Header<'a> {
    head: String,
    guard: String,
    pairs: bool,
    /// The header that program memory takes.
    progmem: Option<&'static str>,
    pext: bool,
    prefix: &'a str,
    word: &'a str,
    half: &'a str,
    inline: &'a str,
    asserts: Vec<String>,
    join: Option<String>,
    cplusplus: bool,
    section: Option<(&'a str, &'a str)>,
    board: String,
    squares: Option<squares::Squares>,
    records: Vec<records::Record>,
    tables: Vec<tables::Table<'a>>,
    init: Option<Init>,
    functions: Vec<code::Function>,
    /// The self-test's doc comment and head, where it is defined apart.
    self_test: Option<(String, String)>,
    /// What walks rays.
    code: Vec<String>,
    implementation: Option<Implementation>,
}

/// The function that fills tables.
#[derive(Debug)]
struct Init {
    doc: String,
    name: String,
    /// The variable that says that it was called.
    is_filled: String,
    /// The macro that asserts it, where there are lookups.
    assertion: Option<String>,
}

/// Definitions in the header, for one file of the program.
#[derive(Debug)]
struct Implementation {
    /// Defined by that file.
    wanted: String,
    /// Defined once they have been given.
    given: String,
    text: String,
}

/// Definitions.
#[derive(Template)]
#[template(path = "c/definitions.c", escape = "none")]
struct Definitions<'a> {
    tables: Vec<tables::Table<'a>>,
    indices: Vec<code::Function>,
    /// What walks rays.
    code: Vec<String>,
}

/// A source file.
#[derive(Template)]
#[template(path = "c/magics.c", escape = "none")]
struct Source<'a> {
    head: String,
    header: &'a str,
    definitions: String,
}

impl<'a> File<'a> {
    fn new(module: &'a Module, settings: &'a Settings) -> Self {
        let names = &module.names;
        let is_c89 = settings.is_c89();
        let ours = |word: &str, standard: &str| {
            if is_c89 { names.function(&[word]) } else { standard.to_owned() }
        };
        let is_scan = |role| matches!(role, TableRole::Scan(_));
        let has_tables = module.tables.iter().any(|table| !is_scan(table.role));
        let has_section = settings.section.is_some() && module.needs_attacks() && has_tables;
        Self {
            module,
            settings,
            names,
            word: ours("u64", "uint64_t"),
            half: ours("u32", "uint32_t"),
            short: if is_c89 { "unsigned short" } else { "uint16_t" },
            byte: if is_c89 { "unsigned char" } else { "uint8_t" },
            inline: if is_c89 { names.constant(&["inline"]) } else { "static inline".to_owned() },
            section: if has_section { names.constant(&["section"]) } else { String::new() },
            is_apart: settings.layout == Layout::Pair || module.fills(),
        }
    }

    fn artifacts(&self, file_name: &str) -> Vec<Artifact> {
        let source_name = format!("{}.c", file_name.strip_suffix(".h").unwrap_or(file_name));
        let is_pair = self.settings.layout == Layout::Pair;
        let definitions = self.is_apart.then(|| self.definitions());
        let (inside, source) = if is_pair { (None, definitions) } else { (definitions, None) };
        let header = self.header(inside);
        let mut artifacts = vec![Artifact { name: file_name.to_owned(), text: header }];
        if let Some(definitions) = source {
            let source = Source { head: self.head(), header: file_name, definitions };
            artifacts.push(Artifact { name: source_name, text: text(&source) });
        }
        artifacts
    }

    fn header(&self, definitions: Option<String>) -> String {
        let Self { module, settings, names, .. } = self;
        let guard = settings.guard.clone().unwrap_or_else(|| default_guard(names));
        let init = names.function(&["init"]);
        let implementation = definitions.map(|text| Implementation {
            wanted: names.constant(&["implementation"]),
            given: names.constant(&["implemented"]),
            text,
        });
        let has_test = self.is_apart && module.emits(Part::SelfTest);
        let section = settings.section.as_deref().filter(|_| !self.section.is_empty());
        text(&Header {
            head: self.head(),
            guard,
            pairs: settings.is_c89(),
            progmem: self.has_progmem().then_some("avr/pgmspace.h"),
            pext: self.has_pext(),
            prefix: &names.prefix,
            word: &self.word,
            half: &self.half,
            inline: &self.inline,
            asserts: self.type_asserts(),
            join: self.joins().then(|| names.function(&["join"])),
            cplusplus: settings.cplusplus,
            section: section.map(|section| (self.section.as_str(), section)),
            board: self.board(),
            squares: self.squares(),
            records: self.records(),
            tables: self.declared_tables(),
            init: module.fills().then(|| Init {
                doc: self.init_doc(),
                name: init,
                is_filled: self.is_filled(),
                assertion: module.emits(Part::Lookup).then(|| self.assertion()),
            }),
            functions: self.functions(),
            self_test: has_test.then(|| self.self_test_head()),
            code: if self.is_apart { Vec::new() } else { self.code() },
            implementation,
        })
    }

    fn definitions(&self) -> String {
        let definitions = text(&Definitions {
            tables: self.defined_tables(),
            indices: if self.module.emits(Part::Lookup) {
                Vec::new()
            } else {
                self.indices("static")
            },
            code: self.code(),
        });
        definitions.trim_matches('\n').to_owned()
    }

    /// What walks rays, start-up code and the self-test.
    fn code(&self) -> Vec<String> {
        let Some(walk) = self.walk() else { return Vec::new() };
        let fill = self.module.fills().then(|| self.fill(&walk));
        let code = [Some(walk.text(self.settings.is_c89())), fill, self.self_test(&walk)];
        code.into_iter().flatten().collect()
    }

    /// What both files begin with.
    fn head(&self) -> String {
        let lines = provenance::lines(self.module);
        let (first, facts) = lines.split_first().map_or(("", &[][..]), |(a, b)| (a.as_str(), b));
        let facts = facts.iter().skip_while(|line| line.is_empty()).cloned().collect::<Vec<_>>();
        // The fence comes first: formatters break long lines of comments too.
        let mut head = format!("/* {first} */\n/* clang-format off */\n{}", block("/*", &facts));
        if !self.module.licence.is_empty() {
            head.push_str("\n\n");
            head.push_str(&block("/*", &self.module.licence));
        }
        head
    }

    /// What a square is.
    fn board(&self) -> String {
        let facts = &self.module.provenance;
        let lead =
            format!("A square is the index of a bit, here in the order {}:", facts.orientation);
        let diagram = provenance::diagram(self.module);
        let lines: Vec<String> = [lead, String::new()].into_iter().chain(diagram).collect();
        block("/*", &lines)
    }

    /// A comment that tools for documentation read, in as few lines as it takes.
    fn doc(sentences: &[String], parameters: Vec<String>) -> String {
        comment("/**", sentences, parameters)
    }

    /// The same for what isn't public.
    fn note(sentences: &[String]) -> String {
        comment("/*", sentences, Vec::new())
    }

    /// The doc comment of something public, or the comment of something that lookups need.
    fn doc_or_note(is_public: bool, sentences: &[String]) -> String {
        if is_public { Self::doc(sentences, Vec::new()) } else { Self::note(sentences) }
    }
}

/// A comment of sentences and of what parameters mean, in as few lines as it takes.
fn comment(open: &str, sentences: &[String], parameters: Vec<String>) -> String {
    let mut lines: Vec<String> = sentences.iter().flat_map(|one| wrap(one, 92)).collect();
    if !parameters.is_empty() {
        lines.push(String::new());
        lines.extend(parameters);
    }
    match lines.as_slice() {
        [one] => format!("{open} {one} */"),
        _ => block(open, &lines),
    }
}

/// Lines in a comment.
fn block(open: &str, lines: &[String]) -> String {
    let mut text = open.to_owned();
    for line in lines {
        text.push_str("\n *");
        if !line.is_empty() {
            text.push(' ');
            text.push_str(line.trim_end());
        }
    }
    text.push_str("\n */");
    text
}

/// Parameters of a function, their meanings aligned.
fn parameters(all: &[(&str, String)]) -> Vec<String> {
    let width = all.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for (name, meaning) in all {
        let mut lead = format!("@param {name:<width$} ");
        for line in wrap(meaning, 92 - lead.len()) {
            lines.push(format!("{lead}{line}"));
            lead = " ".repeat(lead.len());
        }
    }
    lines
}

/// Prints a template. Writing to a string never fails.
fn text(template: &impl Template) -> String {
    template.render().unwrap_or_default()
}
