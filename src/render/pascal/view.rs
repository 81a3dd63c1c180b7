//! An outline in; what the templates print out.

use askama::Template;

use super::syntax::{PascalSyntax, element, overflows};
use crate::model::{Case, Module, Op, Program, Storage, Type, Value};
use crate::render::expr::{Expr, Let};
use crate::render::literal::{Digits, Hex};
use crate::render::outline::{
    Array, FillLoop, Function, FunctionDoc, Look, Outline, Rays, SWAPS, Scan, Walk,
};
use crate::render::provenance::wrap;
use crate::render::statements::Statements;
use crate::render::taken::Taken;

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
struct LoopView {
    name: String,
    masks: String,
    index: String,
    table: String,
    is_or: bool,
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
    loops: Vec<LoopView>,
}

const LOOK: Look<Hex> = Look {
    word: Hex { prefix: "QWord($", suffix: ")", digits: 16, grouped: false },
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
    fn new(outline: &Outline<'_>, is_public: bool) -> Self {
        let arrays = outline.arrays.iter().filter(|one| one.is_public == is_public);
        let filled = outline.filled.iter().filter(|one| one.is_public == is_public);
        let squares = outline.ranks.iter().filter(|_| is_public).map(|rank| {
            let all = rank.squares.iter().map(|(name, bit)| format!("{name} = {bit};"));
            // A space within a constant isn't one to break a line at.
            let line = all.map(|one| one.replace(' ', "~")).collect::<Vec<_>>().join(" ");
            let lines = wrap(&line, WIDTH).iter().map(|line| line.replace('~', " ")).collect();
            (rank.doc.clone(), lines)
        });
        Self {
            squares: squares.collect(),
            arrays: arrays.map(|one| array(one, outline.module)).collect(),
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
    pub(super) fn new(walk: &'a Walk) -> Self {
        Self {
            walk,
            squares: walk.squares.map(|squares| format!("QWord(${:016x})", Digits(squares))),
        }
    }
}

/// A call of the function that walks.
pub(super) fn walked(walk: &Walk, rays: &Rays, occupied: &str) -> String {
    let range = if walk.has_range { format!("{}, ", rays.range) } else { String::new() };
    format!("{}({}, {}, {range}Square, {occupied})", walk.name, rays.steps, rays.from)
}

fn fill(fill: &FillLoop, walk: &Walk, taken: &mut Taken) -> LoopView {
    let words: Vec<&str> = fill.words.iter().map(String::as_str).collect();
    LoopView {
        name: taken.name(Case::Pascal.join(&words)),
        masks: fill.masks.clone(),
        index: fill.index.clone(),
        table: fill.table_name.clone(),
        is_or: fill.is_or,
        walked: walked(walk, &fill.rays, "Subset"),
    }
}

impl<'a> Unit<'a> {
    pub(super) fn new(outline: &'a Outline<'a>, frame: Frame<'a>) -> Self {
        let module = outline.module;
        let mut routines: Vec<Routine> = square(outline).into_iter().collect();
        routines.extend(reversal(outline));
        let functions = outline.indices.iter().chain(&outline.lookups);
        routines.extend(functions.map(|one| function(one, outline)));
        routines.extend(outline.unions.iter().map(|union| {
            let calls: Vec<String> =
                union.of.iter().map(|lookup| format!("{lookup}(Square, Occupied)")).collect();
            Routine {
                doc: function_doc(&union.doc),
                head: head_of(&union.name, "QWord"),
                is_public: true,
                is_inline: false,
                is_unchecked: false,
                variables: Vec::new(),
                body: vec![format!("Result := {};", calls.join(" or "))],
            }
        }));
        routines.extend(outline.scans.iter().map(|one| scan(one, outline)));
        let walk = outline.walk.as_ref().filter(|_| module.fills());
        let mut taken = outline.taken.clone();
        let mut fill = |one, walk| fill(one, walk, &mut taken);
        let loops = walk.map(|walk| outline.fills.iter().map(|one| fill(one, walk)).collect());
        Self {
            frame,
            name: &module.names.type_name,
            doc: unit_doc(outline),
            public: Data::new(outline, true),
            private: Data::new(outline, false),
            groups: groups(routines),
            walk: walk.map(WalkView::new),
            loops: loops.unwrap_or_default(),
        }
    }

    pub(super) fn text(&self) -> String {
        // The only way for a template to fail is a failing writer, and a text never fails.
        self.render().unwrap_or_default() + "\n"
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

fn unit_doc(outline: &Outline<'_>) -> Vec<String> {
    let mut lines = vec![outline.summary.to_owned()];
    for (at, note) in outline.notes.iter().enumerate() {
        lines.push(String::new());
        lines.extend(wrap(note, WIDTH));
        if at == 0 {
            lines.push(String::new());
            lines.extend(outline.diagram.iter().map(|line| format!("  {}", line.trim_end())));
        }
    }
    lines
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

/// `file` is a keyword.
fn square(outline: &Outline<'_>) -> Option<Routine> {
    let square = outline.square.as_ref()?;
    let value = match (&square.linear, &square.list) {
        (Some(linear), _) => linear.replace("file", "AFile").replace("rank", "ARank"),
        (_, list) => {
            format!("{}[{} * ARank + AFile]", list.as_deref().unwrap_or(""), square.width)
        }
    };
    Some(Routine {
        doc: comment(&square.doc.join(" ")),
        head: format!("function {}(AFile, ARank: Integer): Integer;", square.name),
        is_public: true,
        is_inline: false,
        is_unchecked: false,
        variables: Vec::new(),
        body: vec![format!("Result := {value};")],
    })
}

const fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::Word => "QWord",
        Type::Half => "LongWord",
    }
}

/// Variables by type, and what is computed.
fn statements(
    syntax: &PascalSyntax<'_>,
    program: &Program,
    wanted: Value,
    given: &[(Value, Expr)],
) -> (Vec<String>, Vec<String>) {
    let case = |name: &str| Case::Pascal.join(&[name]);
    // Pascal declares before it computes: a declaration is taken apart below.
    let declare = |variable: &Let| {
        format!("{}: {} := {};", variable.name, type_name(variable.kind), variable.value.text)
    };
    let finish = |result: &Expr| format!("Result := {};", result.text);
    let statements = Statements {
        syntax,
        case: &case,
        declare: &declare,
        finish: &finish,
        break_up: None,
        width: WIDTH,
    };
    let mut body = statements.write(program, wanted, given);
    let mut variables = Vec::new();
    for kind in [Type::Word, Type::Half].map(type_name) {
        let mut names: Vec<String> = Vec::new();
        for line in &mut body {
            if let Some((name, value)) = line.split_once(&format!(": {kind} := ")) {
                names.push(name.to_owned());
                *line = format!("{name} := {value}");
            }
        }
        if !names.is_empty() {
            variables.push(format!("{}: {kind};", names.join(", ")));
        }
    }
    (variables, body)
}

fn function(function: &Function<'_>, outline: &Outline<'_>) -> Routine {
    let syntax = PascalSyntax::of_function(function, &outline.tables, &outline.reversals);
    let given = function.given(|name| format!("{name}(Square, Occupied)"));
    let (variables, body) = statements(&syntax, function.program, function.wanted, &given);
    let is_called = outline.unions.iter().any(|union| union.of.contains(&function.name));
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

fn scan(scan: &Scan<'_>, outline: &Outline<'_>) -> Routine {
    let storage = match scan.width {
        8 => Storage::Byte,
        16 => Storage::Short,
        32 => Storage::Half,
        _ => Storage::Word,
    };
    let syntax = PascalSyntax::of_scan(scan, &outline.tables, &outline.reversals);
    let (variables, body) = statements(&syntax, scan.program, scan.program.result, &[]);
    let values: Vec<Value> = scan.program.values().collect();
    let text = format!("{} The result is undefined for 0.", scan.summary);
    Routine {
        doc: comment(&text),
        head: format!("function {}(Bits: {}): Integer;", scan.name, element(storage, false)),
        is_public: true,
        is_inline: false,
        is_unchecked: overflows(scan.program, &values, &scan.bounds),
        variables,
        body,
    }
}

/// The function that turns the bits of a word round; the system unit has one for bytes.
fn reversal(outline: &Outline<'_>) -> Option<Routine> {
    let name = outline.reversals.bits.as_ref()?;
    let mut from = "Bits";
    let mut body = Vec::new();
    for (lower, places) in &SWAPS[..3] {
        let lower = format!("QWord(${:016x})", Digits(lower));
        body.push(format!("Result := (({from} and {lower}) shl {places})"));
        body.push(format!("  or (({from} shr {places}) and {lower});"));
        from = "Result";
    }
    body.push("Result := SwapEndian(Result);".to_owned());
    Some(Routine {
        doc: vec!["Returns a word with its bits in the opposite order.".to_owned()],
        head: format!("function {name}(Bits: QWord): QWord;"),
        is_public: false,
        is_inline: false,
        is_unchecked: false,
        variables: Vec::new(),
        body,
    })
}
