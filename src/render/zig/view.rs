//! An outline in; what the template prints out.

use std::cell::Cell;

use askama::Template;

use super::rays::{Filled, Guard, Loop, Test, tests_of, walks_of};
use super::syntax::{
    ZigSyntax, before, element, element_of_field, element_of_table, index_type, type_name,
};
use crate::model::{Case, Field, PieceModule, Storage, Value};
use crate::render::expr::{Expr, Let};
use crate::render::literal::{Digits, Hex};
use crate::render::outline::{
    Array, ArrayKind, Function, FunctionDoc, Look, Outline, RankOfSquares, Scan, SquareFunction,
    Walk,
};
use crate::render::provenance::wrap;
use crate::render::statements::Statements;

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
    /// A function for each piece that a test walks, with what it returns.
    walks: Vec<(String, String)>,
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
    /// The file's text.
    pub(super) fn text(&self) -> String {
        // The only way for a template to fail is a failing writer, and a text never fails.
        self.render().unwrap_or_default().trim_end().to_owned() + "\n"
    }

    pub(super) fn new(outline: &'a Outline<'a>, is_lazy: bool) -> Self {
        let module = outline.module;
        let mut taken = outline.taken.clone();
        let filled: Vec<Filled<'_>> =
            outline.filled.iter().map(|table| Filled::new(table, &mut taken)).collect();
        let guard = (!filled.is_empty()).then(|| Guard::new(outline, is_lazy, &mut taken));
        let variables: Vec<&str> = (0..outline.tables.len())
            .map(|index| {
                let place = outline.filled.iter().position(|table| table.index == index);
                place.map_or(outline.tables[index].name.as_str(), |place| &filled[place].name)
            })
            .collect();
        let tables: Vec<(&str, &'static str)> = variables
            .iter()
            .enumerate()
            .map(|(index, name)| (*name, element_of_table(module, index)))
            .collect();
        let mut own = |name: &str| taken.name(module.names.function(&[name]));
        let loops: Vec<Loop<'_>> = outline
            .fills
            .iter()
            .map(|fill| Loop::new(outline, fill, variables[fill.table], &mut own))
            .collect();
        let (mut tests, mut walks) = (Vec::new(), Vec::new());
        if let Some(test) = &outline.self_test {
            walks = walks_of(outline, test, &mut own);
            tests = tests_of(test, &walks);
        }
        let mut functions: Vec<FunctionView> = Vec::new();
        functions.extend(outline.square.as_ref().map(square));
        functions.extend(outline.lookups.iter().map(|one| {
            let mut view = function(one, &tables);
            if let Some(guard) = guard.as_ref().filter(|_| !one.calls.is_empty()) {
                view.body.insert(0, guard.check());
            }
            view
        }));
        functions.extend(outline.unions.iter().map(|union| {
            let calls: Vec<String> =
                union.of.iter().map(|lookup| format!("{lookup}(sq, occupied)")).collect();
            FunctionView {
                doc: function_doc(&union.doc),
                head: format!("pub fn {}(sq: u6, occupied: u64) u64", union.name),
                body: vec![format!("return {};", calls.join(" | "))],
            }
        }));
        functions.extend(outline.indices.iter().map(|one| function(one, &tables)));
        functions.extend(outline.scans.iter().map(|one| scan(one, &tables)));
        Self {
            header: &outline.header,
            licence: &module.licence,
            comment: comment(outline),
            has_std: guard.is_some() || outline.self_test.is_some(),
            ranks: &outline.ranks,
            arrays: outline.arrays.iter().map(|one| array(one, outline)).collect(),
            filled,
            guard,
            functions,
            loops,
            walk: outline.walk.as_ref(),
            squares: outline
                .walk
                .as_ref()
                .and_then(|walk| walk.squares)
                .map(|squares| format!("0x{:016x}", Digits(squares))),
            tests,
            walks,
            compare: own("compare"),
        }
    }
}

fn comment(outline: &Outline<'_>) -> Vec<String> {
    let mut lines = vec![outline.summary.to_owned()];
    for (at, note) in outline.notes.iter().enumerate() {
        lines.push(String::new());
        lines.extend(wrap(note, COMMENT));
        if at == 0 {
            lines.push(String::new());
            lines.extend(outline.diagram.iter().map(|line| format!("    {line}")));
        }
    }
    lines
}

fn function_doc(doc: &FunctionDoc) -> Vec<String> {
    let mut lines = wrap(&doc.summary, COMMENT);
    lines.push(String::new());
    let parameters = format!("`sq` is {}. `occupied` is {}.", doc.square, doc.occupied);
    lines.extend(wrap(&parameters, COMMENT));
    lines
}

fn square(square: &SquareFunction) -> FunctionView {
    let value = match (&square.linear, &square.list) {
        (Some(linear), _) => linear.clone(),
        (_, list) => {
            let list = list.as_deref().unwrap_or("");
            format!("{list}[{} * @as(usize, rank) + file]", square.width)
        }
    };
    FunctionView {
        doc: wrap(&square.doc.join(" "), COMMENT),
        head: format!("pub fn {}(file: u6, rank: u6) u6", square.name),
        body: vec![format!("return {value};")],
    }
}

/// The type of an array's entries.
fn element_of(array: &Array<'_>, outline: &Outline<'_>) -> &'static str {
    let module = outline.module;
    let mut columns = module.pieces.iter().flat_map(|piece| {
        let columns = piece.fields.columns().iter();
        columns.map(move |column| (piece, column.field))
    });
    let is_it = |(piece, field): &(&PieceModule, Field)| {
        module.names.field(&piece.name, *field) == array.name
    };
    let field = columns.find(is_it);
    match (field, outline.tables.iter().position(|table| table.name == array.name)) {
        (Some((piece, field)), _) => element_of_field(&piece.program, field),
        (_, Some(index)) => element_of_table(module, index),
        _ if array.is_signed => "i8",
        _ if array.kind == ArrayKind::Places && array.most() < 64 => "u6",
        _ => element(array.storage),
    }
}

fn array(array: &Array<'_>, outline: &Outline<'_>) -> ArrayView {
    let is_word = array.storage == Storage::Word;
    let widest = array.values.iter().map(|value| array.decimal(*value).len()).max().unwrap_or(1);
    let look = Look {
        word: Hex { prefix: "0x", suffix: "", digits: 16, grouped: false },
        margin: "    ",
        words: 4,
        numbers: if widest > 4 { 8 } else { 16 },
        is_aligned: false,
        trailing_comma: true,
        comment: Some(" // ").filter(|_| is_word),
    };
    let rows = look.rows(array, outline.module);
    let visible = if array.is_public { "pub " } else { "" };
    let (length, element) = (array.values.len(), element_of(array, outline));
    ArrayView {
        doc: wrap(&array.doc, COMMENT),
        head: format!("{visible}const {} = [{length}]{element}", array.name),
        rows: if is_word { rows } else { in_columns(&rows, look.margin) },
    }
}

/// Numbers in columns as zig fmt has them: each as wide as its widest entry, the blanks behind the comma.
fn in_columns(rows: &str, margin: &str) -> String {
    let cells: Vec<Vec<&str>> =
        rows.lines().map(|line| line.split_whitespace().collect()).collect();
    let mut widths = vec![0; cells.first().map_or(0, Vec::len)];
    for line in &cells {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.len().max(*width);
        }
    }
    let line = |line: &Vec<&str>| {
        let padded: Vec<String> =
            line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        format!("{margin}{}", padded.join(" ").trim_end())
    };
    cells.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn statements(syntax: &ZigSyntax<'_>, wanted: Value, given: &[(Value, Expr)]) -> Vec<String> {
    let case = |name: &str| Case::Snake.join(&[name]);
    let declare = |variable: &Let| {
        let kind = type_name(variable.kind);
        match before(kind, &variable.value) {
            Some(value) => format!("const {}: {kind} = {value};", variable.name),
            None => format!("const {} = {};", variable.name, variable.value.text),
        }
    };
    let finish = |result: &Expr| {
        let value = before("u32", result).or_else(|| before("u64", result));
        format!("return {};", value.unwrap_or(&result.text))
    };
    let statements = Statements {
        syntax,
        case: &case,
        declare: &declare,
        finish: &finish,
        break_up: None,
        width: WIDTH,
    };
    statements.write(syntax.program, wanted, given)
}

fn function(function: &Function<'_>, tables: &[(&str, &'static str)]) -> FunctionView {
    let syntax = ZigSyntax {
        square: Expr::atom("@as(u32, sq)"),
        occupied: "occupied",
        fields: &function.fields,
        tables,
        program: function.program,
        bounds: &function.bounds,
        current: Cell::new(function.wanted),
    };
    let given = function.given(|name| format!("{name}(sq, occupied)"));
    let (visible, doc) = if function.is_public {
        ("pub ", function_doc(&function.doc))
    } else {
        ("", wrap(&function.doc.summary, COMMENT))
    };
    let kind = type_name(function.kind());
    FunctionView {
        doc,
        head: format!("{visible}fn {}(sq: u6, occupied: u64) {kind}", function.name),
        body: statements(&syntax, function.wanted, &given),
    }
}

fn scan(scan: &Scan<'_>, tables: &[(&str, &'static str)]) -> FunctionView {
    let square = if scan.width < 32 { "@as(u32, word)" } else { "word" };
    let syntax = ZigSyntax {
        square: Expr::atom(square),
        occupied: "word",
        fields: &[],
        tables,
        program: scan.program,
        bounds: &scan.bounds,
        current: Cell::new(scan.program.result),
    };
    let (width, index) = (scan.width, index_type(scan.width));
    FunctionView {
        doc: wrap(&format!("{} The result is undefined for 0.", scan.summary), COMMENT),
        head: format!("pub fn {}(word: u{width}) {index}", scan.name),
        body: statements(&syntax, scan.program.result, &[]),
    }
}
