//! An page in; what the templates print out.

use askama::Template;

use super::syntax::{Go, HALF, INT, OPERATORS, STYLE, element};
use crate::model::{Case, Module, Storage, Type};
use crate::render::code::expr::{Cast, Expr, Number};
use crate::render::code::node::{Let, Node, Wanted, Writer, camel};
use crate::render::code::print::Style;
use crate::render::code::statements::{Statements, Written};
use crate::render::page::{
    Array, FillLoop, Function, FunctionDoc, Look, Page, RankOfSquares, Rays, Scan, SquareFunction,
    Walk,
};
use crate::render::text::literal::Hex;
use crate::render::text::provenance::wrap;

/// Columns of a comment without its slashes.
const COMMENT: usize = 100 - "// ".len();

/// Columns of a statement in a function, for a tab of four.
const WIDTH: usize = 100 - 4;

/// Constants on a line.
const SQUARES: usize = 8;

/// The file of lookups.
#[derive(Template)]
#[template(path = "go/file.go", escape = "none")]
pub(super) struct File<'a> {
    header: &'a [String],
    licence: &'a [String],
    comment: Vec<String>,
    is_package_comment: bool,
    package: &'a str,
    has_bits: bool,
    ranks: Vec<Rank<'a>>,
    arrays: Vec<ArrayView>,
    filled: Vec<FilledView<'a>>,
    functions: Vec<FunctionView>,
    walk: Option<WalkView<'a>>,
}

/// Constants of a rank.
struct Rank<'a> {
    doc: &'a str,
    lines: Vec<String>,
}

/// An array of literals.
pub(super) struct ArrayView {
    pub(super) doc: Vec<String>,
    pub(super) name: String,
    /// `[64]uint64`
    pub(super) kind: String,
    pub(super) rows: String,
}

struct FunctionView {
    doc: Vec<String>,
    head: String,
    body: Vec<String>,
}

/// A table that is filled.
struct FilledView<'a> {
    doc: Vec<String>,
    name: &'a str,
    /// The function that returns it.
    function: String,
    length: usize,
    loops: Vec<LoopView<'a>>,
}

struct LoopView<'a> {
    fill: &'a FillLoop,
    /// The call that walks the rays.
    walked: String,
}

/// How rays are walked.
pub(super) struct WalkView<'a> {
    pub(super) walk: &'a Walk,
    /// The set of squares, where some index is none.
    pub(super) squares: Option<String>,
}

impl<'a> WalkView<'a> {
    pub(super) fn new(walk: &'a Walk, style: &Style) -> Self {
        let squares = walk.squares.map(|squares| style.text(&Number::hex(squares, 16).into()));
        Self { walk, squares }
    }
}

/// A template's text, ended by one LF.
pub(super) fn text(template: &impl Template) -> String {
    // The only way for a template to fail is a failing writer, and a text never fails.
    template.render().unwrap_or_default().trim_end().to_owned() + "\n"
}

impl<'a> File<'a> {
    pub(super) fn text(&self) -> String {
        text(self)
    }

    pub(super) fn new(page: &'a Page<'a>, package: &'a str, is_package_comment: bool) -> Self {
        let module = page.module;
        let walk = page.walk.as_ref().filter(|_| module.fills());
        let style = page.styled(STYLE);
        let mut functions: Vec<FunctionView> = Vec::new();
        functions.extend(page.square.as_ref().map(|one| square(one, &style)));
        functions.extend(page.lookups.iter().map(|one| function(one, page, &style)));
        functions.extend(page.unions.iter().map(|union| {
            let calls: Vec<String> =
                union.of.iter().map(|lookup| format!("{lookup}(square, occupied)")).collect();
            FunctionView {
                doc: function_doc(&union.name, &union.doc),
                head: format!("{}(square int, occupied uint64) uint64", union.name),
                body: vec![format!("return {}", calls.join(" | "))],
            }
        }));
        functions.extend(page.indices.iter().map(|one| function(one, page, &style)));
        functions.extend(page.scans.iter().map(|one| scan(one, page, &style)));
        let mut taken = page.taken.clone();
        let filled = page.filled.iter().map(|table| FilledView {
            doc: holds(&table.name, &table.doc),
            name: &table.name,
            function: taken.name(Case::Camel.join(&["filled", &table.name])),
            length: table.length,
            loops: walk.map_or_else(Vec::new, |walk| {
                let own = page.fills.iter().filter(|fill| fill.table == table.index);
                own.map(|fill| LoopView { fill, walked: walked(&fill.rays, walk, "subset") })
                    .collect()
            }),
        });
        Self {
            header: &page.header,
            licence: &module.licence,
            comment: package_comment(page, package),
            is_package_comment,
            package,
            has_bits: page.reversals.bytes.is_some() || page.reversals.bits.is_some(),
            ranks: page.ranks.iter().map(rank).collect(),
            arrays: page.arrays.iter().map(|one| array(one, module)).collect(),
            filled: filled.collect(),
            functions,
            walk: walk.map(|walk| WalkView::new(walk, &style)),
        }
    }
}

/// The call that walks rays.
pub(super) fn walked(rays: &Rays, walk: &Walk, occupied: &str) -> String {
    let limit = if walk.has_range { format!("{}, ", rays.range) } else { String::new() };
    format!("{}({}[:], {}[:], {limit}square, {occupied})", walk.name, rays.steps, rays.from)
}

/// A text that goes on after a name, without its capital.
pub(super) fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// The comment of what holds values.
fn holds(name: &str, sentence: &str) -> Vec<String> {
    wrap(&format!("{name} holds {}", lowered(sentence)), COMMENT)
}

fn package_comment(page: &Page<'_>, package: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, note) in page.notes.iter().enumerate() {
        if at == 0 {
            let summary = format!("Package {package} provides {}", lowered(page.summary));
            lines.extend(wrap(&summary, COMMENT));
        }
        lines.push(String::new());
        lines.extend(wrap(note, COMMENT));
        if at == 0 {
            // A tab and no common margin make a block that gofmt leaves alone.
            let margin = |line: &String| line.len() - line.trim_start().len();
            let margin = page.diagram.iter().map(margin).min().unwrap_or(0);
            lines.push(String::new());
            lines.extend(page.diagram.iter().map(|line| format!("\t{}", &line[margin..])));
        }
    }
    lines
}

fn function_doc(name: &str, doc: &FunctionDoc) -> Vec<String> {
    let mut lines = wrap(&format!("{name} {}", lowered(&doc.summary)), COMMENT);
    let parameters = format!("square is {}. occupied holds {}.", doc.square, doc.occupied);
    lines.push(String::new());
    lines.extend(wrap(&parameters, COMMENT));
    lines
}

/// A rank's constants, in several lines where there are many.
fn rank(rank: &RankOfSquares) -> Rank<'_> {
    let line = |squares: &[(String, u8)]| {
        let names: Vec<&str> = squares.iter().map(|(name, _)| name.as_str()).collect();
        let bits: Vec<String> = squares.iter().map(|(_, bit)| bit.to_string()).collect();
        format!("{} = {}", names.join(", "), bits.join(", "))
    };
    Rank { doc: &rank.doc, lines: rank.squares.chunks(SQUARES).map(line).collect() }
}

fn square(square: &SquareFunction, style: &Style) -> FunctionView {
    let value = square
        .value(&OPERATORS, ["file", "rank"], |list, place| Expr::index(list, place).cast(INT));
    FunctionView {
        doc: wrap(&format!("{} {}", square.name, lowered(&square.doc.join(" "))), COMMENT),
        head: format!("{}(file, rank int) int", square.name),
        body: vec![format!("return {}", style.text(&value))],
    }
}

pub(super) fn array(array: &Array<'_>, module: &Module) -> ArrayView {
    let columns = module.style.columns.unwrap_or(4);
    let widest = array.values.iter().map(|value| array.decimal(*value).len()).max().unwrap_or(1);
    let look = Look {
        word: Hex::new(16, ""),
        margin: "\t",
        words: 4,
        numbers: if widest > 4 { 8 } else { 16 },
        is_aligned: false,
        trailing_comma: true,
        // gofmt would align comments after a shorter last line.
        comment: Some(" // ").filter(|_| array.storage == Storage::Word && 64 % columns == 0),
    };
    ArrayView {
        doc: holds(&array.name, &array.doc),
        name: array.name.clone(),
        kind: format!("[{}]{}", array.values.len(), element(array.storage, array.is_signed)),
        rows: look.rows(array, module),
    }
}

/// A program's statements; the result is converted by `cast`.
fn statements(wanted: Wanted<'_>, cast: Option<Cast>) -> Written {
    let style = wanted.writer.style;
    let declare = |one: &Let| vec![format!("{} := {}", one.name, style.text(&one.value))];
    let finish = |result: &Node| {
        let half = &result.written;
        let value = match cast {
            Some(cast) => half.cast_from(HALF).unwrap_or(half).clone().cast(cast),
            None => half.clone(),
        };
        vec![format!("return {}", style.text(&value))]
    };
    let statements =
        Statements { wanted, declare: &declare, finish: &finish, break_up: None, width: WIDTH };
    statements.written()
}

fn function(function: &Function<'_>, page: &Page<'_>, style: &Style) -> FunctionView {
    let is_masked = page.module.board.indices == 64;
    let square = Expr::name("square");
    let dialect = Go {
        square: square.clone().cast(HALF),
        occupied: "occupied",
        is_masked,
        fields: &function.fields,
        tables: &page.tables,
    };
    let given = function.called(&["square", "occupied"]);
    let writer = Writer { dialect: &dialect, style, case: camel };
    let mut written = statements(function.wanted(&given, writer), None);
    // The compiler checks no bounds where it sees the square to be below 64.
    let counts_on_it = |expr: &Expr| match expr {
        Expr::Index(both) => both[1] == square,
        Expr::Binary(operator, both) => {
            [OPERATORS.shl, OPERATORS.shr].contains(operator) && both[1] == square
        }
        _ => false,
    };
    if is_masked && written.body.any(&counts_on_it) {
        written.lines.insert(0, "square &= 63 // No bounds checks.".to_owned());
    }
    let doc = if function.is_public {
        function_doc(&function.name, &function.doc)
    } else {
        wrap(&format!("{} {}", function.name, lowered(&function.doc.summary)), COMMENT)
    };
    let kind = if function.kind() == Type::Word { "uint64" } else { "uint32" };
    FunctionView {
        doc,
        head: format!("{}(square int, occupied uint64) {kind}", function.name),
        body: written.lines,
    }
}

fn scan(scan: &Scan<'_>, page: &Page<'_>, style: &Style) -> FunctionView {
    let word = Expr::name("word");
    let dialect = Go {
        square: if scan.width < 32 { word.cast(HALF) } else { word },
        occupied: "word",
        is_masked: false,
        fields: &[],
        tables: &page.tables,
    };
    let writer = Writer { dialect: &dialect, style, case: camel };
    let doc = format!("{} {} The result is undefined for 0.", scan.name, lowered(&scan.summary));
    FunctionView {
        doc: wrap(&doc, COMMENT),
        head: format!("{}(word uint{}) int", scan.name, scan.width),
        body: statements(scan.wanted(writer), Some(INT)).lines,
    }
}
