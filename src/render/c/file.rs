//! A page in; a header, or a header and a source file, out.

use askama::Template;

use super::comment::{block, doc};
use super::options::{Layout, Settings, default_guard};
use crate::model::{Module, Names, Op, Part, PieceModule, TableRole};
use crate::render::page::{Custom, Page, Pointed, page_of};
use crate::render::{Artifact, text_of};

/// Names are C's own, and tests have nothing among the file's arrays.
const CUSTOM: Custom =
    Custom { others: &[], private: |name| name, when_filled: "", tests_apart: true };

/// What every part of a file is printed from.
#[derive(Debug)]
pub(super) struct File<'a> {
    pub(super) page: Page<'a>,
    pub(super) module: &'a Module,
    pub(super) settings: &'a Settings,
    pub(super) names: &'a Names,
    /// The type of a bitboard.
    pub(super) word: String,
    /// The type of 32 bits.
    pub(super) half: String,
    /// The type of 16 bits, or of at least so many.
    pub(super) short: &'static str,
    /// The type of 8 bits, or of at least so many.
    pub(super) byte: &'static str,
    /// What a function in a header begins with.
    pub(super) inline: String,
    /// The macro that puts a table into a section; empty without one.
    pub(super) section: String,
    /// True where declarations and definitions are apart.
    pub(super) is_apart: bool,
}

/// A header.
#[derive(Template)]
#[template(path = "c/magics.h", escape = "none")]
struct Header<'a> {
    file: &'a File<'a>,
    head: String,
    guard: String,
    /// The header that program memory takes.
    progmem: Option<&'static str>,
    has_pext: bool,
    type_assert: Option<String>,
    join: Option<String>,
    /// The object file's section for attack tables.
    section: Option<&'a str>,
    board: String,
    /// Lines of enumerators, and the function of file and rank.
    squares: Option<(Vec<String>, String)>,
    records: Vec<String>,
    tables: Vec<String>,
    init: Option<Init>,
    functions: Vec<String>,
    implementation: Option<Implementation>,
}

/// The function that fills tables.
struct Init {
    doc: String,
    name: String,
    /// The variable that says that it was called.
    is_filled: String,
    /// The macro that asserts it, where there are lookups.
    assertion: Option<String>,
}

/// Definitions in the header, for one file of the program.
struct Implementation {
    /// Defined by that file.
    wanted: String,
    /// Defined once they have been given.
    given: String,
    text: String,
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
    pub(super) fn new(module: &'a Module, settings: &'a Settings, pointed: &'a [Pointed]) -> Self {
        let names = &module.names;
        let is_c89 = settings.is_c89();
        let ours = |word: &str, standard: &str| {
            if is_c89 { names.function(&[word]) } else { standard.to_owned() }
        };
        let is_scan = |role| matches!(role, TableRole::Scan(_));
        let has_tables = module.tables.iter().any(|table| !is_scan(table.role));
        let has_section = settings.section.is_some() && module.needs_attacks() && has_tables;
        Self {
            page: page_of(module, CUSTOM, pointed),
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

    pub(super) fn artifacts(&self, file_name: &str) -> Vec<Artifact> {
        let mut functions = self.functions();
        let [tables, mut definitions] = self.tables();
        if self.is_apart {
            if !self.module.emits(Part::Lookup) {
                definitions.extend(self.indices("static"));
            }
            definitions.extend(self.code());
            functions.extend(self.self_test_declaration());
        } else {
            functions.extend(self.code());
        }
        let definitions = definitions.join("\n\n");
        let is_pair = self.settings.layout == Layout::Pair;
        let implementation = (self.is_apart && !is_pair).then(|| Implementation {
            wanted: self.names.constant(&["implementation"]),
            given: self.names.constant(&["implemented"]),
            text: definitions.clone(),
        });
        let header = text_of(&self.header(tables, functions, implementation));
        let mut artifacts = vec![Artifact { name: file_name.to_owned(), text: header }];
        if is_pair {
            let source = Source { head: self.head(), header: file_name, definitions };
            let stem = file_name.strip_suffix(".h").unwrap_or(file_name);
            artifacts.push(Artifact { name: format!("{stem}.c"), text: text_of(&source) });
        }
        artifacts
    }

    fn header(
        &self,
        tables: Vec<String>,
        functions: Vec<String>,
        implementation: Option<Implementation>,
    ) -> Header<'_> {
        let Self { module, settings, names, .. } = self;
        let joins = |op| matches!(op, Op::Join(..));
        let has_join = settings.is_c89() && !self.by_pointer() && self.has(joins);
        Header {
            file: self,
            head: self.head(),
            guard: settings.guard.clone().unwrap_or_else(|| default_guard(names)),
            progmem: self.has_progmem().then_some("avr/pgmspace.h"),
            has_pext: self.has(|op| matches!(op, Op::Extract(..) | Op::Deposit(..))),
            type_assert: self.type_assert(),
            join: has_join.then(|| names.function(&["join"])),
            section: settings.section.as_deref().filter(|_| !self.section.is_empty()),
            board: self.board(),
            squares: self.squares(),
            records: self.records(),
            tables,
            init: module.fills().then(|| Init {
                doc: self.init_doc(),
                name: names.function(&["init"]),
                is_filled: self.is_filled(),
                assertion: module.emits(Part::Lookup).then(|| self.assertion()),
            }),
            functions,
            implementation,
        }
    }

    /// True where some lookup that stands in the file has such an operation.
    fn has(&self, is_it: fn(Op) -> bool) -> bool {
        let has = |piece: &PieceModule| piece.program.has(is_it);
        self.module.needs_programs() && self.module.pieces.iter().any(has)
    }

    /// What both files begin with.
    fn head(&self) -> String {
        let lines = &self.page.header;
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
        let order = &self.module.provenance.orientation;
        let lead = format!("A square is the index of a bit, here in the order {order}:");
        let diagram = self.page.diagram.iter().cloned();
        let lines: Vec<String> = [lead, String::new()].into_iter().chain(diagram).collect();
        block("/*", &lines)
    }

    fn init_doc(&self) -> String {
        let tables = self.page.filled.iter().map(|table| self.shown_name(table.index));
        let tables: Vec<String> = tables.collect();
        let sentence = format!(
            "Fills {}. Call it once before the first lookup, and before there are threads that look up; \
             further calls do nothing.",
            tables.join(" and ")
        );
        doc(&[sentence], Vec::new())
    }

    /// The variable that is 0 until tables are filled.
    pub(super) fn is_filled(&self) -> String {
        self.names.function(&["is", "filled"])
    }

    /// The macro by which a lookup fails in a debug build where nobody has filled its table.
    pub(super) fn assertion(&self) -> String {
        self.names.constant(&["assert", "filled"])
    }
}
