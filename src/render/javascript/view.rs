//! What stands in a module, its declarations and its test.

use askama::Template;

use super::arrays::ArrayView;
use super::dialect::{Dialect, WIDTH};
use super::functions::FunctionView;
use super::lines::comment;
use super::syntax::STYLE;
use super::walks::{Compared, Fills, WalkView};
use crate::render::code::print::Style;
use crate::render::page::{Page, RankOfSquares};
use crate::render::text::provenance::wrap;

/// Columns of text in a comment.
pub(super) const COMMENT: usize = WIDTH - " * ".len();

/// Columns of a line that prettier leaves alone.
const FENCED: usize = 100;

/// What files are printed from.
pub(super) struct File<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) dialect: &'a Dialect,
    pub(super) tables: Vec<String>,
    /// How expressions look.
    pub(super) style: Style,
}

/// Constants of a rank.
struct Squares {
    doc: String,
    text: String,
}

#[derive(Template)]
#[template(path = "javascript/module.js", escape = "none")]
struct ModuleFile<'a> {
    header: &'a [String],
    licence: &'a [String],
    is_commonjs: bool,
    doc: String,
    squares: Vec<Squares>,
    bits: Option<String>,
    arrays: Vec<ArrayView>,
    functions: Vec<FunctionView>,
    walk: Option<WalkView<'a>>,
    fills: Option<Fills>,
    exports: Vec<String>,
}

#[derive(Template)]
#[template(path = "javascript/declarations.d.ts", escape = "none")]
struct Declarations<'a> {
    header: &'a [String],
    licence: &'a [String],
    doc: String,
    squares: Vec<Squares>,
    bits: Option<String>,
    arrays: Vec<ArrayView>,
    functions: Vec<FunctionView>,
}

#[derive(Template)]
#[template(path = "javascript/test.js", escape = "none")]
struct Test<'a> {
    header: &'a [String],
    licence: &'a [String],
    dialect: &'a Dialect,
    /// The module, as the test finds it.
    module: String,
    compared: Compared,
    arrays: Vec<ArrayView>,
    functions: Vec<FunctionView>,
    walk: Option<WalkView<'a>>,
}

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, dialect: &'a Dialect) -> Self {
        let tables = page.tables.iter().map(|table| table.name.clone()).collect();
        Self { page, dialect, tables, style: page.styled(STYLE) }
    }

    /// The module.
    pub(super) fn module(&self) -> String {
        let page = self.page;
        let fills = Fills::new(page, self.dialect);
        let late = fills.as_ref().and_then(|fills| fills.late.as_ref());
        let mut arrays: Vec<ArrayView> =
            page.arrays.iter().map(|array| self.array(array)).collect();
        arrays.extend(self.filled());
        let mut functions = self.functions(late, " {");
        functions.extend(page.indices.iter().map(|index| self.function(index, None, " {")));
        functions.extend(self.reversals());
        let file = ModuleFile {
            header: &page.header,
            licence: &page.module.licence,
            is_commonjs: self.dialect.is_commonjs(),
            doc: self.doc(),
            squares: page.ranks.iter().map(|rank| self.squares(rank)).collect(),
            bits: self.bits(),
            arrays,
            functions,
            walk: fills.as_ref().and_then(|_| self.walk()),
            fills,
            exports: self.exports(),
        };
        // The only way for a template to fail is a failing writer, and a text never fails.
        file.render().unwrap_or_default().trim_end().to_owned() + "\n"
    }

    /// What TypeScript knows of the module; the dialect is TypeScript's.
    pub(super) fn declarations(&self) -> String {
        let page = self.page;
        let arrays = page.arrays.iter().map(|array| self.array(array)).chain(self.filled());
        let file = Declarations {
            header: &page.header,
            licence: &page.module.licence,
            doc: self.doc(),
            squares: page.ranks.iter().map(|rank| self.squares(rank)).collect(),
            bits: self.bits().filter(|_| self.has_lookups()),
            arrays: arrays.filter(|array| array.is_public).collect(),
            functions: self.functions(None, ";").into_iter().filter(|one| one.is_public).collect(),
        };
        file.render().unwrap_or_default().trim_end().to_owned() + "\n"
    }

    /// The test of a module.
    pub(super) fn test(&self, file_name: &str) -> String {
        let page = self.page;
        let Some(test) = &page.self_test else { return String::new() };
        let (stem, extension) = file_name.rsplit_once('.').unwrap_or((file_name, ""));
        // TypeScript's modules are imported by the names that they have when compiled.
        let extension = match extension {
            "ts" => "js",
            "mts" => "mjs",
            "cts" => "cjs",
            other => other,
        };
        let file = Test {
            header: &page.header,
            licence: &page.module.licence,
            dialect: self.dialect,
            module: format!("./{stem}.{extension}"),
            compared: Compared::new(page, test, self.dialect),
            arrays: test.arrays.iter().map(|array| self.array(array)).collect(),
            functions: self.walked(test),
            walk: self.walk(),
        };
        file.render().unwrap_or_default().trim_end().to_owned() + "\n"
    }

    fn has_lookups(&self) -> bool {
        self.page.lookups.iter().any(|lookup| lookup.is_public) || !self.page.unions.is_empty()
    }

    fn walk(&self) -> Option<WalkView<'a>> {
        self.page.walk.as_ref().map(|walk| WalkView::new(walk, self.dialect, &self.style))
    }

    fn doc(&self) -> String {
        let mut lines = vec![self.page.summary.to_owned()];
        for (at, note) in self.page.notes.iter().enumerate() {
            lines.push(String::new());
            lines.extend(wrap(note, COMMENT));
            if at == 0 {
                lines.extend([String::new(), "```text".to_owned()]);
                lines.extend(self.page.diagram.iter().map(|line| line.trim_end().to_owned()));
                lines.push("```".to_owned());
            }
        }
        if self.dialect.has_tags {
            let tag = if self.dialect.is_typed() { "@packageDocumentation" } else { "@module" };
            lines.extend([String::new(), tag.to_owned()]);
        }
        comment(&lines)
    }

    fn squares(&self, rank: &RankOfSquares) -> Squares {
        let squares: Vec<String> =
            rank.squares.iter().map(|(name, bit)| format!("{name} = {bit}")).collect();
        let start = format!("{}const ", self.dialect.export(true));
        let lines = lines_of(&squares, FENCED - start.len() - 1);
        Squares {
            doc: comment(std::slice::from_ref(&rank.doc)),
            text: format!("{start}{};", lines.join(",\n  ")),
        }
    }

    /// The type of a pair of halves, where something returns one.
    fn bits(&self) -> Option<String> {
        let is_used = self.has_lookups() || self.page.walk.is_some();
        if self.dialect.has_words || !is_used || !self.dialect.has_tags {
            return None;
        }
        if self.dialect.is_typed() {
            let export = self.dialect.export(self.has_lookups());
            return Some(format!(
                "/** The halves of a bitboard, unsigned integers of 32 bits. */\n\
                 {export}interface Bits {{\n  /** Bits 0 to 31. */\n  lo: number;\n  \
                 /** Bits 32 to 63. */\n  hi: number;\n}}"
            ));
        }
        let lines = [
            "The halves of a bitboard, unsigned integers of 32 bits.",
            "",
            "@typedef {object} Bits",
            "@property {number} lo - bits 0 to 31",
            "@property {number} hi - bits 32 to 63",
        ];
        Some(comment(&lines.map(str::to_owned)))
    }

    /// What a module of `module.exports` exports, in lines.
    fn exports(&self) -> Vec<String> {
        let page = self.page;
        if !self.dialect.is_commonjs() {
            return Vec::new();
        }
        let names = page.public_arrays().chain(page.public_functions());
        let squares = page.ranks.iter().map(|rank| {
            let names: Vec<String> = rank.squares.iter().map(|(name, _)| name.clone()).collect();
            lines_of(&names, FENCED - "  ,".len()).join(",\n  ")
        });
        squares.chain(names.map(str::to_owned)).map(|names| format!("{names},")).collect()
    }
}

/// Items with commas between them, in lines of at most `width` characters.
fn lines_of(items: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut().filter(|line| line.len() + ", ".len() + item.len() <= width) {
            Some(line) => line.extend([", ", item]),
            None => lines.push(item.clone()),
        }
    }
    lines
}
