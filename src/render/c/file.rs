//! The header, or the header and the source file, as their templates print them.

use super::COUNTS;
use super::comment::{self, block, doc};
use super::fold::WIDTH;
use super::options::Settings;
use super::syntax::{OF_PAIRS, OLD_WORDS, OPERATORS, STYLE, WORDS};
use crate::render::pair::{self, Layout};
use crate::render::prelude::*;

/// The items of a file. Private names look like public ones. Arrays that only tests read are left out.
pub(super) fn page<'a>(
    module: &'a Module,
    pointed: &'a [Pointed],
    settings: &Settings,
) -> Page<'a> {
    let mut page =
        page_of(module, Custom::new("", "any other reads outside of the arrays"), pointed);
    // The reversal of a word's bits calls the reversal of its bytes.
    if page.reversals.bits.is_some() && page.reversals.bytes.is_none() {
        page.reversals.bytes = Some(module.names.function(&["reverse", "bytes"]));
    }
    // Vectors read arrays of the usual types.
    let has_types = settings.types.square.is_some() || settings.types.bitboard.is_some();
    if has_types || !module.has_arrays() || !settings.may_have_vectors() {
        page.batches.iter_mut().for_each(|batch| batch.lanes = None);
    }
    settings.dispatch_batches.apply(&mut page);
    page
}

/// The data that every part of a file is printed from.
#[derive(Debug)]
pub(super) struct File<'a> {
    pub(super) facts: Facts<'a>,
    pub(super) module: &'a Module,
    pub(super) settings: &'a Settings,
    pub(super) names: &'a Names,
    /// The type of a bitboard.
    pub(super) word: String,
    /// The type of 32 bits.
    pub(super) half: String,
    /// The type of a set of squares on a board of more than 64 bits.
    pub(super) set: String,
    /// The storage class and specifiers of a function in a header, for example `static inline`.
    pub(super) inline: String,
    /// The macro that puts a table into a section; empty without one.
    pub(super) section: String,
    /// True if declarations and definitions are in different files or parts.
    pub(super) is_apart: bool,
}

#[derive(Template)]
#[template(path = "c/magics.h", escape = "none")]
struct Header<'a> {
    file: &'a File<'a>,
    name: &'a str,
    tables: Vec<String>,
    functions: Vec<String>,
    /// Definitions in the header, for one file of the program.
    definitions: Option<&'a [String]>,
}

/// A source file.
#[derive(Template)]
#[template(path = "c/magics.c", escape = "none")]
struct Source<'a> {
    file: &'a File<'a>,
    header: &'a str,
    definitions: &'a [String],
}

/// The language since C99.
const LANG: Lang = Lang {
    style: STYLE,
    loops: Loops { is_apart: true, ..Loops::C },
    case: str::to_owned,
    switch: Switch { unread: Some(["(void)", ";"]), ..Switch::C },
    enumerated: Some(Enumerated { before: "enum ", ..Enumerated::plain(CastForm::PREFIX) }),
    chains_unions: true,
    ..Lang::new(&OPERATORS, &WORDS)
};

/// C89, whose variables are declared before all statements.
const OLD_LANG: Lang = Lang {
    operators: &OF_PAIRS,
    words: &OLD_WORDS,
    loops: Loops {
        counter: "$kind $counter;",
        around: ["for ($counter = 0; $counter < $count; $counter++) {", "}"],
        ..LANG.loops
    },
    set_bits: 32,
    ..LANG
};

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, settings: &'a Settings) -> Self {
        let module = page.module;
        let names = &module.names;
        let is_c89 = settings.is_c89();
        let lang = if is_c89 { OLD_LANG } else { LANG };
        // After checks, the statements of C89 are in a nested block.
        let width = WIDTH - if is_c89 && module.has_checks() { 8 } else { 4 };
        let facts = Facts::new(page, Lang { width, ..lang });
        let ours = |kind: Type| {
            let kind = facts.words.of(kind);
            if is_c89 { names.function(&[kind]) } else { kind.to_owned() }
        };
        let has_tables = module.tables.iter().any(|table| table.role.is_of_lookups());
        let has_section = settings.section.is_some() && module.needs_attacks() && has_tables;
        Self {
            facts,
            module,
            settings,
            names,
            word: ours(Type::Word),
            half: ours(Type::Half),
            set: names.function(&["set"]),
            inline: if is_c89 { names.constant(&["inline"]) } else { "static inline".to_owned() },
            section: if has_section { names.constant(&["section"]) } else { String::new() },
            is_apart: settings.layout == Layout::Pair || pair::is_for_one_file(page),
        }
    }

    pub(super) fn artifacts(&self, file_name: &str) -> Vec<Artifact> {
        let mut functions = self.functions();
        let [tables, mut definitions] = self.tables();
        if self.is_apart {
            if !self.module.emits(Part::Lookup) {
                definitions.extend(self.texts(&[Group::Indices]));
            }
            definitions.extend(self.blob_definition());
            definitions.extend(self.code());
            functions.extend(self.self_test_declaration());
        } else {
            functions.extend(self.code());
        }
        let is_pair = self.settings.layout == Layout::Pair;
        let inside = (self.is_apart && !is_pair).then_some(definitions.as_slice());
        let header = Header { file: self, name: file_name, tables, functions, definitions: inside };
        let mut artifacts = vec![Artifact::new(file_name, &header)];
        if is_pair {
            let source = Source { file: self, header: file_name, definitions: &definitions };
            let stem = file_name.strip_suffix(".h").unwrap_or(file_name);
            artifacts.push(Artifact::new(format!("{stem}.c"), &source));
        }
        artifacts
    }

    /// A type of [`WORDS`] or [`OLD_WORDS`] as the file calls it.
    pub(super) fn kind<'k>(&'k self, kind: &'k str) -> &'k str {
        let [.., half, word] = self.words().widths;
        match kind {
            _ if kind == half => &self.half,
            _ if kind == word => &self.word,
            _ if self.words().sets.contains(&kind) => &self.set,
            _ => kind,
        }
    }

    /// The name of a function or type with the file's prefix.
    pub(super) fn own_function(&self, words: &str) -> String {
        self.names.function(&[words])
    }

    /// The name of a constant or macro with the file's prefix.
    pub(super) fn own_constant(&self, words: &str) -> String {
        self.names.constant(&[words])
    }

    /// The object file's section for attack tables, if the file has any.
    fn section_name(&self) -> Option<&str> {
        let section = self.settings.section.as_ref().filter(|_| !self.section.is_empty())?;
        Some(section.get_ref())
    }

    /// True if lookups assert in a debug build that their tables are filled.
    fn asserts(&self) -> bool {
        self.must_init() && self.module.emits(Part::Lookup)
    }

    /// True if a function has to join two halves into a pair.
    fn joins(&self) -> bool {
        let has_join = self.module.needs_operation(|op| matches!(op, Op::Join(..)));
        self.settings.is_c89() && !self.by_pointer() && has_join
    }

    /// True if a set of squares is a number of 128 bits.
    pub(super) fn has_int128(&self) -> bool {
        self.settings.int128().is_some()
    }

    /// True if sets of squares have several words.
    fn has_sets(&self) -> bool {
        self.set_words() > 1
    }

    /// True if a function has to put words together as a set.
    fn packs(&self) -> bool {
        self.module.needs_operation(|op| matches!(op, Op::Pack(_)))
    }

    /// The parameters of the function that puts words together.
    fn packed_words(&self) -> Vec<String> {
        (0..self.set_words()).map(|word| format!("w{word}")).collect()
    }

    /// The bit counts of lookups for which the file has a function.
    fn counts(&self) -> impl Iterator<Item = Count> {
        let is_taken = |count: &Count| {
            self.module.needs_operation(|op| matches!(op, Op::Count(kind, _) if kind == *count))
        };
        COUNTS.into_iter().filter(is_taken)
    }

    /// The name of the function for a count.
    pub(super) fn count_name(&self, count: Count) -> String {
        self.own_function(OPERATORS.counting(count))
    }

    /// True if the file compiles only with BMI2.
    fn needs_bmi2(&self) -> bool {
        self.settings.bmi2 == Bmi2::Require
    }

    /// The preprocessor condition for inline assembly.
    pub(super) const fn has_assembly() -> &'static str {
        "defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__)) && !defined(__TINYC__)"
    }

    /// The lines of the header behind its first one.
    fn further_header(&self) -> &[String] {
        let lines = self.header().get(1..).unwrap_or_default();
        &lines[lines.iter().take_while(|line| line.is_empty()).count()..]
    }

    /// How a program gets the definitions, in the first lines of a header that only declares its tables.
    fn usage(&self, header: &str) -> Option<String> {
        if !self.is_apart {
            return None;
        }
        let source = format!("{}.c", header.strip_suffix(".h").unwrap_or(header));
        let text = self.settings.layout.usage(&source, &self.own_constant("implementation"));
        Some(block("/*", &wrap(&self.module.comments.quoted(&text), WIDTH - 3)).join("\n"))
    }

    fn init_doc(&self) -> String {
        if self.module.blob.is_some() {
            let sentence = format!(
                "Checks the file of attack sets, and ends the program if it is wrong. Call it once before the first \
                 lookup; further calls do nothing. With {} it reads the file first, so no other thread may look up \
                 then. Where NDEBUG is defined and the file is embedded, only its header is checked.",
                self.own_constant("blob file")
            );
            return doc(&[sentence], Vec::new()).join("\n");
        }
        let tables = self.page().filled.iter().map(|table| self.shown_name(table.index));
        let tables: Vec<String> = tables.collect();
        let sentence = format!(
            "Fills {}. Call it once before the first lookup, and before there are threads that look up; \
             further calls do nothing.",
            tables.join(" and ")
        );
        doc(&[sentence], Vec::new()).join("\n")
    }
}
