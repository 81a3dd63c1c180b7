//! A file as the template prints it.

use std::fmt::Write as _;

use askama::Template;

use super::rays::{Filled, Guard, Loop, Test, tests};
use super::syntax::{
    HALF, OPERATORS, WORD, Zig, element, element_of_field, element_of_table, index_type, to,
    type_name,
};
use crate::model::{Field, PieceModule, Storage};
use crate::render::code::expr::{Expr, Number};
use crate::render::code::node::{Let, Node, Wanted, Writer};
use crate::render::code::print::Style;
use crate::render::code::statements::Statements;
use crate::render::page::{
    Array, ArrayKind, Function, FunctionDoc, Look, Page, RankOfSquares, Scan, SquareFunction,
    TableName, Walk,
};
use crate::render::text::literal::Hex;
use crate::render::text::provenance::wrap;

/// Columns of a comment without its slashes.
const COMMENT: usize = 100 - "/// ".len();

/// Columns of a statement in a function.
const WIDTH: usize = 100 - 4;

/// A file.
#[derive(Template)]
#[template(path = "zig/file.zig", escape = "none")]
pub(super) struct File<'a> {
    header: &'a [String],
    licence: &'a [String],
    comment: Vec<String>,
    has_std: bool,
    ranks: &'a [RankOfSquares],
    arrays: Vec<ArrayView>,
    filled: Vec<Filled<'a>>,
    /// What guards the filled tables, where there are any.
    guard: Option<Guard>,
    functions: Vec<FunctionView>,
    loops: Vec<Loop<'a>>,
    walk: Option<&'a Walk>,
    /// The set of squares, where some index is none.
    squares: Option<String>,
    tests: Vec<Test<'a>>,
    /// The function that compares.
    compare: String,
}

/// An array of literals.
struct ArrayView {
    doc: Vec<String>,
    /// `pub const rook_masks = [64]u64`
    head: String,
    rows: String,
}

struct FunctionView {
    doc: Vec<String>,
    head: String,
    body: Vec<String>,
}

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, is_lazy: bool) -> Self {
        let module = page.module;
        let style = &page.styled(Style::PLAIN);
        let mut taken = page.taken.clone();
        let filled: Vec<Filled<'_>> =
            page.filled.iter().map(|table| Filled::new(table, &mut taken)).collect();
        let guard = (!filled.is_empty()).then(|| Guard::new(page, is_lazy, &mut taken));
        let table = |(index, table): (usize, &'a TableName)| {
            let mut variables = page.filled.iter().zip(&filled);
            let variable = variables.find(|(filled, _)| filled.index == index);
            let name = variable.map_or(&table.name, |(_, variable)| &variable.name);
            (name.clone(), element_of_table(module, index))
        };
        let tables: Vec<(String, &'static str)> =
            page.tables.iter().enumerate().map(table).collect();
        let mut own = |name: &str| taken.name(module.names.function(&[name]));
        let fills = page.fills.iter();
        let loops = fills.map(|fill| Loop::new(page, fill, &tables[fill.table].0, &mut own));
        let loops = loops.collect();
        let test = page.self_test.as_ref();
        let tests = test.map(|test| tests(page, test, &mut own)).unwrap_or_default();
        let mut functions: Vec<FunctionView> = Vec::new();
        functions.extend(page.square.as_ref().map(square));
        functions.extend(page.lookups.iter().map(|one| {
            let mut view = function(one, &tables, style);
            if let Some(guard) = guard.as_ref().filter(|_| !one.calls.is_empty()) {
                view.body.splice(..0, guard.check());
            }
            view
        }));
        functions.extend(page.unions.iter().map(|union| {
            let value = union.value(OPERATORS.or, &["sq", "occupied"]);
            FunctionView {
                doc: function_doc(&union.doc),
                head: format!("pub fn {}(sq: u6, occupied: u64) u64", union.name),
                body: vec![format!("return {};", style.text(&value))],
            }
        }));
        functions.extend(page.indices.iter().map(|one| function(one, &tables, style)));
        functions.extend(page.scans.iter().map(|one| scan(one, &tables, style)));
        let walk = page.walk.as_ref();
        let squares = walk.and_then(|walk| walk.squares);
        Self {
            header: &page.header,
            licence: &module.licence,
            comment: page.about(COMMENT, "    "),
            has_std: guard.is_some() || page.self_test.is_some(),
            ranks: &page.ranks,
            arrays: page.arrays.iter().map(|one| array(one, page)).collect(),
            filled,
            guard,
            functions,
            loops,
            walk,
            squares: squares.map(|squares| style.text(&Number::hex(squares, 16).into())),
            tests,
            compare: own("compare"),
        }
    }
}

fn function_doc(doc: &FunctionDoc) -> Vec<String> {
    let mut lines = wrap(&doc.summary, COMMENT);
    lines.push(String::new());
    let parameters = format!("`sq` is {}. `occupied` is {}.", doc.square, doc.occupied);
    lines.extend(wrap(&parameters, COMMENT));
    lines
}

fn square(square: &SquareFunction) -> FunctionView {
    // Places of a list are counted beyond the last index.
    let rank = Expr::name("rank");
    let rank = if square.list.is_some() { rank.cast(to("usize")) } else { rank };
    let entry = |list: &str, place| Expr::index(list, place);
    let value = square.value(&OPERATORS, [Expr::name("file"), rank], entry);
    FunctionView {
        doc: wrap(&square.doc.join(" "), COMMENT),
        head: format!("pub fn {}(file: u6, rank: u6) u6", square.name),
        body: vec![format!("return {};", Style::PLAIN.text(&value))],
    }
}

/// The type of an array's entries.
fn element_of(array: &Array<'_>, page: &Page<'_>) -> &'static str {
    let module = page.module;
    let mut columns = module.pieces.iter().flat_map(|piece| {
        let columns = piece.fields.columns().iter();
        columns.map(move |column| (piece, column.field))
    });
    let is_it = |(piece, field): &(&PieceModule, Field)| {
        module.names.field(&piece.name, *field) == array.name
    };
    let field = columns.find(is_it);
    match (field, page.tables.iter().position(|table| table.name == array.name)) {
        (Some((piece, field)), _) => element_of_field(&piece.program, field),
        (_, Some(index)) => element_of_table(module, index),
        _ if array.is_signed => "i8",
        _ if array.kind == ArrayKind::Places && array.most() < 64 => "u6",
        _ => element(array.storage),
    }
}

fn array(array: &Array<'_>, page: &Page<'_>) -> ArrayView {
    let visible = if array.is_public { "pub " } else { "" };
    let (length, element) = (array.values.len(), element_of(array, page));
    ArrayView {
        doc: wrap(&array.doc, COMMENT),
        head: format!("{visible}const {} = [{length}]{element}", array.name),
        rows: if array.storage == Storage::Word {
            LOOK.rows(array, page.module)
        } else {
            in_columns(array)
        },
    }
}

const LOOK: Look<Hex> = Look {
    word: Hex::new(16, ""),
    margin: "    ",
    words: 4,
    numbers: 16,
    is_aligned: false,
    trailing_comma: true,
    comment: Some(" // "),
};

/// Numbers in columns as zig fmt has them: each as wide as its widest entry, the blanks behind the comma.
fn in_columns(array: &Array<'_>) -> String {
    let cells: Vec<String> =
        array.values.iter().map(|value| format!("{},", array.decimal(*value))).collect();
    let widest = |cells: &mut dyn Iterator<Item = &String>| cells.map(String::len).max();
    let numbers = if widest(&mut cells.iter()) > Some("1234,".len()) { 8 } else { LOOK.numbers };
    let columns = Look { numbers, ..LOOK }.numbers_of(array);
    let widths: Vec<usize> = (0..columns)
        .filter_map(|column| widest(&mut cells.iter().skip(column).step_by(columns)))
        .collect();
    let line = |line: &[String]| {
        let mut text = LOOK.margin.to_owned();
        for (at, (cell, width)) in line.iter().zip(&widths).enumerate() {
            let width = if at + 1 < line.len() { width + 1 } else { 0 };
            let _ = write!(text, "{cell:width$}");
        }
        text
    };
    cells.chunks(columns).map(line).collect::<Vec<_>>().join("\n")
}

fn statements(wanted: Wanted<'_>) -> Vec<String> {
    let style = wanted.writer.style;
    let declare = |one: &Let| {
        let kind = type_name(one.kind);
        vec![match one.value.cast_from(to(kind)) {
            Some(value) => format!("const {}: {kind} = {};", one.name, style.text(value)),
            None => format!("const {} = {};", one.name, style.text(&one.value)),
        }]
    };
    let finish = |result: &Node| {
        let value = &result.written;
        let bare = value.cast_from(HALF).or_else(|| value.cast_from(WORD));
        vec![format!("return {};", style.text(bare.unwrap_or(value)))]
    };
    let statements =
        Statements { wanted, declare: &declare, finish: &finish, break_up: None, width: WIDTH };
    statements.written().lines
}

fn function(
    function: &Function<'_>,
    tables: &[(String, &'static str)],
    style: &Style,
) -> FunctionView {
    let dialect = Zig {
        square: Expr::name("sq").cast(HALF),
        occupied: "occupied",
        fields: &function.fields,
        tables,
        program: function.program,
    };
    let given = function.called(&["sq", "occupied"]);
    let writer = Writer { dialect: &dialect, style, case: str::to_owned };
    let (visible, doc) = if function.is_public {
        ("pub ", function_doc(&function.doc))
    } else {
        ("", wrap(&function.doc.summary, COMMENT))
    };
    let kind = type_name(function.kind());
    FunctionView {
        doc,
        head: format!("{visible}fn {}(sq: u6, occupied: u64) {kind}", function.name),
        body: statements(function.wanted(&given, writer)),
    }
}

fn scan(scan: &Scan<'_>, tables: &[(String, &'static str)], style: &Style) -> FunctionView {
    let word = Expr::name("word");
    let square = if scan.width < 32 { word.cast(HALF) } else { word };
    let dialect = Zig { square, occupied: "word", fields: &[], tables, program: scan.program };
    let writer = Writer { dialect: &dialect, style, case: str::to_owned };
    let (width, index) = (scan.width, index_type(scan.width));
    FunctionView {
        doc: wrap(&format!("{} The result is undefined for 0.", scan.summary), COMMENT),
        head: format!("pub fn {}(word: u{width}) {index}", scan.name),
        body: statements(scan.wanted(writer)),
    }
}
