//! A unit as the template prints it.

use askama::Template;

use super::syntax::{OPERATORS, Pascal, element, overflows, word};
use crate::model::{Case, Field, Module, Op, Type, Value};
use crate::render::code::expr::Expr;
use crate::render::code::node::{Let, Node, Wanted, Writer};
use crate::render::code::print::Style;
use crate::render::code::statements::{Statements, Written};
use crate::render::page::{
    Array, FillLoop, Function, FunctionDoc, Look, Page, SWAPS, Scan, Walk, swapped,
};
use crate::render::text::literal::Hex;
use crate::render::text::provenance::{lines_of, wrap};
use crate::render::text::taken::Taken;

/// Columns of a comment and of a statement.
const WIDTH: usize = 100 - 4;

/// What stands at the head of a file.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) header: &'a [String],
    pub(super) licence: &'a [String],
    pub(super) mode: &'a str,
}

/// Arrays and variables, of the interface or the implementation.
struct Data {
    squares: Vec<(String, Vec<String>)>,
    arrays: Vec<ArrayView>,
    filled: Vec<ArrayView>,
}

/// An array, with its numbers or without.
pub(super) struct ArrayView {
    pub(super) doc: Vec<String>,
    /// `RookMasks: array[0..63] of QWord`
    pub(super) head: String,
    pub(super) rows: String,
}

/// A function.
#[derive(Default)]
struct Routine {
    doc: Vec<String>,
    head: String,
    is_public: bool,
    /// Whether others of the unit call it.
    is_inline: bool,
    /// Whether the arithmetic wraps.
    is_unchecked: bool,
    variables: Vec<String>,
    body: Vec<String>,
}

/// Neighbours whose arithmetic wraps, or doesn't: directives stand around them together.
struct Group {
    is_unchecked: bool,
    routines: Vec<Routine>,
}

/// How rays are walked.
pub(super) struct WalkView<'a> {
    pub(super) walk: &'a Walk,
    pub(super) squares: Option<String>,
}

/// A loop that fills.
struct LoopView<'a> {
    name: String,
    fill: &'a FillLoop,
    walked: String,
}

/// The unit.
#[derive(Template)]
#[template(path = "pascal/unit.pas", escape = "none")]
pub(super) struct Unit<'a> {
    frame: Frame<'a>,
    name: &'a str,
    doc: Vec<String>,
    public: Data,
    private: Data,
    groups: Vec<Group>,
    walk: Option<WalkView<'a>>,
    loops: Vec<LoopView<'a>>,
}

const LOOK: Look<Hex> = Look {
    word: Hex { prefix: "QWord($", ..Hex::new(16, ")") },
    margin: "    ",
    words: 2,
    numbers: 16,
    is_aligned: true,
    trailing_comma: false,
    comment: Some(" // "),
};

fn comment(text: &str) -> Vec<String> {
    wrap(text, WIDTH)
}

fn head(name: &str, length: usize, element: &str) -> String {
    format!("{name}: array[0..{}] of {element}", length.saturating_sub(1))
}

pub(super) fn array(array: &Array<'_>, module: &Module) -> ArrayView {
    ArrayView {
        doc: comment(&array.doc),
        head: head(&array.name, array.values.len(), element(array.storage, array.is_signed)),
        rows: LOOK.rows(array, module),
    }
}

impl Data {
    fn new(page: &Page<'_>, is_public: bool) -> Self {
        let arrays = page.arrays.iter().filter(|one| one.is_public == is_public);
        let filled = page.filled.iter().filter(|one| one.is_public == is_public);
        let squares = page.ranks.iter().filter(|_| is_public).map(|rank| {
            let all = rank.squares.iter().map(|(name, bit)| format!("{name} = {bit};"));
            let all: Vec<String> = all.collect();
            (rank.doc.clone(), lines_of(all.iter().map(String::as_str), WIDTH))
        });
        Self {
            squares: squares.collect(),
            arrays: arrays.map(|one| array(one, page.module)).collect(),
            filled: filled
                .map(|table| ArrayView {
                    doc: comment(&table.doc),
                    head: head(&table.name, table.length, "QWord"),
                    rows: String::new(),
                })
                .collect(),
        }
    }

    fn has_constants(&self) -> bool {
        !self.squares.is_empty() || !self.arrays.is_empty()
    }
}

impl<'a> WalkView<'a> {
    pub(super) fn new(walk: &'a Walk, page: &Page<'_>) -> Self {
        let style = page.styled(Style::PLAIN);
        Self { walk, squares: walk.squares.map(|squares| style.text(&word(squares))) }
    }
}

fn fill<'a>(fill: &'a FillLoop, walk: &Walk, taken: &mut Taken) -> LoopView<'a> {
    let words: Vec<&str> = fill.words.iter().map(String::as_str).collect();
    let walked = Style::PLAIN.text(&walk.call(&fill.rays, ["Square", "Subset"]));
    LoopView { name: taken.name(Case::Pascal.join(&words)), fill, walked }
}

impl<'a> Unit<'a> {
    pub(super) fn new(page: &'a Page<'a>, frame: Frame<'a>) -> Self {
        let module = page.module;
        let mut routines: Vec<Routine> = square(page).into_iter().collect();
        routines.extend(reversal(page));
        let functions = page.indices.iter().chain(&page.lookups);
        routines.extend(functions.map(|one| function(one, page)));
        routines.extend(page.unions.iter().map(|union| {
            let value = union.value(OPERATORS.or, &["Square", "Occupied"]);
            Routine {
                doc: function_doc(&union.doc),
                head: head_of(&union.name, "QWord"),
                is_public: true,
                body: vec![result(&value, &Style::PLAIN)],
                ..Routine::default()
            }
        }));
        routines.extend(page.scans.iter().map(|one| scan(one, page)));
        let walk = page.walk.as_ref().filter(|_| module.fills());
        let mut taken = page.taken.clone();
        let mut fill = |one, walk| fill(one, walk, &mut taken);
        let loops = walk.map(|walk| page.fills.iter().map(|one| fill(one, walk)).collect());
        Self {
            frame,
            name: &module.names.type_name,
            doc: page.about(WIDTH, "  "),
            public: Data::new(page, true),
            private: Data::new(page, false),
            groups: groups(routines),
            walk: walk.map(|walk| WalkView::new(walk, page)),
            loops: loops.unwrap_or_default(),
        }
    }
}

fn groups(routines: Vec<Routine>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for routine in routines {
        let is_unchecked = routine.is_unchecked;
        match groups.last_mut() {
            Some(last) if last.is_unchecked == is_unchecked => last.routines.push(routine),
            _ => groups.push(Group { is_unchecked, routines: vec![routine] }),
        }
    }
    groups
}

fn function_doc(doc: &FunctionDoc) -> Vec<String> {
    let mut lines = comment(&doc.summary);
    lines.extend(comment(&format!("Square is {}.", doc.square)));
    lines.extend(comment(&format!("Occupied is {}.", doc.occupied)));
    lines
}

fn head_of(name: &str, kind: &str) -> String {
    format!("function {name}(Square: Integer; Occupied: QWord): {kind};")
}

/// The statement that returns.
fn result(value: &Expr, style: &Style) -> String {
    format!("Result := {};", style.text(value))
}

fn square(page: &Page<'_>) -> Option<Routine> {
    let square = page.square.as_ref()?;
    let entry = |list: &str, place| Expr::index(list, place);
    // `file` is a keyword.
    let value = square.value(&OPERATORS, ["AFile", "ARank"], entry);
    Some(Routine {
        doc: comment(&square.doc.join(" ")),
        head: format!("function {}(AFile, ARank: Integer): Integer;", square.name),
        is_public: true,
        body: vec![result(&value, &Style::PLAIN)],
        ..Routine::default()
    })
}

const fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::Word => "QWord",
        Type::Half => "LongWord",
    }
}

fn pascal(name: &str) -> String {
    Case::Pascal.join(&[name])
}

/// Declarations of variables by type, and statements.
fn statements(wanted: Wanted<'_>) -> (Vec<String>, Vec<String>) {
    let style = wanted.writer.style;
    let assign = |one: &Let| format!("{} := {};", one.name, style.text(&one.value));
    // A line is measured with the variable's type.
    let declare = |one: &Let| vec![format!("{}: {}", type_name(one.kind), assign(one))];
    let finish = |last: &Node| vec![result(&last.written, style)];
    let statements =
        Statements { wanted, declare: &declare, finish: &finish, break_up: None, width: WIDTH };
    let Written { lines, body } = statements.written();
    let last = lines.into_iter().skip(body.lets.len());
    let lines = body.lets.iter().map(assign).chain(last).collect();
    let mut variables = Vec::new();
    for kind in [Type::Word, Type::Half] {
        let all = body.lets.iter().filter(|one| one.kind == kind);
        let names: Vec<&str> = all.map(|one| one.name.as_str()).collect();
        if !names.is_empty() {
            variables.push(format!("{}: {};", names.join(", "), type_name(kind)));
        }
    }
    (variables, lines)
}

fn dialect<'a>(
    page: &'a Page<'_>,
    [square, occupied]: [&'static str; 2],
    fields: &'a [(Field, String)],
) -> Pascal<'a> {
    let Page { tables, reversals, .. } = page;
    Pascal { square, occupied, fields, tables, reversals }
}

fn function(function: &Function<'_>, page: &Page<'_>) -> Routine {
    let parameters = ["Square", "Occupied"];
    let dialect = dialect(page, parameters, &function.fields);
    let given = function.called(&parameters);
    let style = page.styled(Style::PLAIN);
    let writer = Writer { dialect: &dialect, style: &style, case: pascal };
    let (variables, body) = statements(function.wanted(&given, writer));
    let is_called = page.unions.iter().any(|union| union.of.contains(&function.name));
    // The compiler doesn't take calls of calls apart, and notes it.
    let calls = |op| matches!(op, Op::ReverseBytes(_) | Op::ReverseBits(_));
    let is_inline = (is_called || !function.is_public) && !function.program.has(calls);
    Routine {
        doc: function_doc(&function.doc),
        head: head_of(&function.name, type_name(function.kind())),
        is_public: function.is_public,
        is_inline,
        is_unchecked: overflows(function.program, &function.computed(), &function.bounds),
        variables,
        body,
    }
}

fn scan(scan: &Scan<'_>, page: &Page<'_>) -> Routine {
    let dialect = dialect(page, ["Bits", "Bits"], &[]);
    let style = page.styled(Style::PLAIN);
    let writer = Writer { dialect: &dialect, style: &style, case: pascal };
    let (variables, body) = statements(scan.wanted(writer));
    let values: Vec<Value> = scan.program.values().collect();
    let text = format!("{} The result is undefined for 0.", scan.summary);
    Routine {
        doc: comment(&text),
        head: format!("function {}(Bits: {}): Integer;", scan.name, element(scan.storage(), false)),
        is_public: true,
        is_unchecked: overflows(scan.program, &values, &scan.bounds),
        variables,
        body,
        ..Routine::default()
    }
}

/// The function that turns the bits of a word round; the system unit has one for bytes.
fn reversal(page: &Page<'_>) -> Option<Routine> {
    let name = page.reversals.bits.as_ref()?;
    let style = page.styled(Style::PLAIN);
    let mut from = "Bits";
    let mut body = Vec::new();
    for (lower, places) in &SWAPS[..3] {
        let [up, down] = swapped(&OPERATORS, from, word(*lower), *places);
        let halves = style.operands(&Expr::binary(OPERATORS.or, up, down));
        body.push(format!("Result := {}", halves[0]));
        body.push(format!("  or {};", halves[1]));
        from = "Result";
    }
    body.push("Result := SwapEndian(Result);".to_owned());
    Some(Routine {
        doc: vec!["Returns a word with its bits in the opposite order.".to_owned()],
        head: format!("function {name}(Bits: QWord): QWord;"),
        body,
        ..Routine::default()
    })
}
