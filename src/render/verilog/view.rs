//! An page in; the files out: modules, a memory's numbers each, and a test bench.

use std::fmt::Write as _;

use askama::Template;

use super::syntax::{Verilog, memory, table_memory, with_wires, word};
use crate::model::{Case, Op, Program, Storage, Type};
use crate::render::Artifact;
use crate::render::code::expr::Expr;
use crate::render::code::node::{Let, Operators, Wanted, Writer};
use crate::render::code::print::Style;
use crate::render::page::{
    Array, ArrayKind, Function, FunctionDoc, Page, RankOfSquares, Rays, Scan, SelfTest,
    TestedPiece, Walk, joined,
};
use crate::render::text::provenance::wrap;

/// Columns of a comment, without its slashes.
const COMMENT: usize = 100 - "// ".len();

/// The file of modules.
#[derive(Template)]
#[template(path = "verilog/modules.v", escape = "none")]
struct Modules<'a> {
    header: &'a [String],
    licence: &'a [String],
    doc: Vec<String>,
    roms: Vec<Memory>,
    lookups: Vec<LookupView>,
    unions: Vec<UnionView<'a>>,
    scans: Vec<LookupView>,
}

/// A memory that is read from a file.
struct Memory {
    doc: Vec<String>,
    name: String,
    file: String,
    width: usize,
    last: usize,
    /// The highest bit of an index.
    top: u32,
}

/// A module that computes.
struct LookupView {
    doc: Vec<String>,
    name: String,
    /// Range and name: `[5:0]  square`.
    inputs: Vec<String>,
    /// The highest bit of the output, and its name.
    output: (u32, &'static str),
    memories: Vec<Memory>,
    has_reversal: bool,
    wires: Vec<String>,
    result: String,
}

struct UnionView<'a> {
    doc: Vec<String>,
    name: &'a str,
    of: &'a [String],
    all: String,
}

/// The file of squares.
#[derive(Template)]
#[template(path = "verilog/squares.vh", escape = "none")]
struct Squares<'a> {
    header: &'a [String],
    ranks: &'a [RankOfSquares],
    doc: Vec<String>,
    name: &'a str,
    /// The bit index, or the place in the list where squares stand in no order.
    value: String,
    list: Option<&'a [u64]>,
}

/// The test bench.
#[derive(Template)]
#[template(path = "verilog/bench.v", escape = "none")]
struct Bench<'a> {
    header: &'a [String],
    name: String,
    of: &'a str,
    walk: &'a Walk,
    squares: String,
    memories: Vec<Memory>,
    walked: Vec<(String, Vec<String>)>,
    /// Lookups: name in prose, lookup, what is walked instead, masks.
    compared: Vec<[String; 4]>,
}

/// All files of a page. The first is the one that was asked for.
pub(super) fn artifacts(page: &Page<'_>, file_name: &str) -> Vec<Artifact> {
    let module = page.module;
    let stem = file_name.trim_end_matches(".v");
    let style = &page.styled(Style::PLAIN);
    let unions = page.unions.iter().map(|union| {
        let wires = (0..union.of.len()).map(|at| Expr::name(format!("attacks{at}"))).collect();
        UnionView {
            doc: function_doc(&union.doc),
            name: &union.name,
            of: &union.of,
            all: style.text(&joined(Operators::C.or, wires)),
        }
    });
    let modules = Modules {
        header: &page.header,
        licence: &module.licence,
        doc: file_doc(page, stem),
        roms: page.arrays.iter().filter(|array| array.is_public).map(rom).collect(),
        lookups: page.lookups.iter().map(|one| lookup(one, page, style)).collect(),
        unions: unions.collect(),
        scans: page.scans.iter().map(|one| scan(one, page, style)).collect(),
    };
    let mut artifacts = vec![artifact(file_name.to_owned(), &modules)];
    let tested = page.self_test.iter().flat_map(|test| &test.arrays);
    let is_list = |array: &Array<'_>| {
        page.square.as_ref().is_some_and(|square| square.list.as_ref() == Some(&array.name))
    };
    let (lists, arrays): (Vec<_>, Vec<_>) =
        page.arrays.iter().chain(tested).partition(|array| is_list(array));
    for array in arrays.into_iter().filter(|array| is_memory(array)) {
        artifacts.push(Artifact { name: file_of(&array.name), text: numbers(array) });
    }
    if let Some(square) = &page.square {
        // A function can't read a memory: a list is a case of it for each place.
        let value = square.value(&Operators::C, ["file", "rank"], |_, place| place);
        let view = Squares {
            header: &page.header,
            ranks: &page.ranks,
            doc: square.doc.iter().flat_map(|line| wrap(line, COMMENT)).collect(),
            name: &square.name,
            value: style.text(&value),
            list: lists.first().map(|list| &*list.values),
        };
        artifacts.push(artifact(format!("{stem}_squares.vh"), &view));
    }
    if let (Some(test), Some(walk)) = (&page.self_test, &page.walk) {
        artifacts.push(artifact(format!("{stem}_tb.v"), &bench(page, test, walk, style, stem)));
    }
    artifacts
}

fn artifact(name: String, template: &impl Template) -> Artifact {
    // The only way for a template to fail is a failing writer, and a text never fails.
    let text = template.render().unwrap_or_default();
    Artifact { name, text: text.trim_end().to_owned() + "\n" }
}

/// The file of a memory's numbers.
fn file_of(name: &str) -> String {
    format!("{name}.hex")
}

/// Rays stand in the test bench itself.
fn is_memory(array: &Array<'_>) -> bool {
    array.kind != ArrayKind::Rays
}

/// A number a line, as `$readmemh` reads them.
fn numbers(array: &Array<'_>) -> String {
    let digits = 2 * array.storage.bytes();
    let mut text = format!("// {}\n", array.doc);
    for value in array.values.iter() {
        let _ = writeln!(text, "{value:0digits$x}");
    }
    text
}

fn file_doc(page: &Page<'_>, stem: &str) -> Vec<String> {
    let mut lines = page.about(COMMENT, "");
    lines.push(String::new());
    lines.extend(wrap(
        "Memories are read from the files beside this one, which simulators look for in the current folder.",
        COMMENT,
    ));
    if page.square.is_some() {
        lines.extend(wrap(
            &format!("`include \"{stem}_squares.vh\" in a module that names squares."),
            COMMENT,
        ));
    }
    lines
}

/// The highest bit of an index below `length`.
fn top(length: usize) -> u32 {
    usize::BITS - length.saturating_sub(1).max(1).leading_zeros() - 1
}

fn memory_of(name: String, file: &str, storage: Storage, length: usize) -> Memory {
    Memory {
        doc: Vec::new(),
        name,
        file: file_of(file),
        width: 8 * storage.bytes() - 1,
        last: length.max(1) - 1,
        top: top(length),
    }
}

fn rom(array: &Array<'_>) -> Memory {
    let entries = format!(
        "{} {} entries of {} bits.",
        array.doc,
        array.values.len(),
        8 * array.storage.bytes()
    );
    Memory {
        doc: wrap(&entries, COMMENT),
        ..memory_of(array.name.clone(), &array.name, array.storage, array.values.len())
    }
}

fn function_doc(doc: &FunctionDoc) -> Vec<String> {
    let mut lines = wrap(&format!("Gives {}", doc.what), COMMENT);
    lines.extend(wrap(&format!("square: {}.", doc.square), COMMENT));
    lines.extend(wrap(&format!("occupied: {}.", doc.occupied), COMMENT));
    lines
}

/// The memories of the tables that a program loads from.
fn table_memories(program: &Program, page: &Page<'_>) -> Vec<Memory> {
    let mut memories: Vec<Memory> = Vec::new();
    for (_, table, _) in program.loads() {
        let index = usize::from(table.index);
        let name = table_memory(page.module.tables[index].role);
        let named = &page.tables[index];
        if memories.iter().all(|memory| memory.name != name) {
            memories.push(memory_of(name.to_owned(), &named.name, named.storage, named.length));
        }
    }
    memories
}

/// Wires, one a variable, and what the last of them is assigned.
fn wires(wanted: Wanted<'_>) -> (Vec<String>, String) {
    let style = wanted.writer.style;
    let body = match wanted.bounds {
        Some(bounds) => {
            let program = with_wires(wanted.program, wanted.value, bounds);
            Wanted { program: &program, ..wanted }.body(true)
        }
        None => wanted.body(true),
    };
    let wire = |one: &Let| {
        let top = if one.kind == Type::Word { 63 } else { 31 };
        format!("wire [{top}:0] {} = {};", one.name, style.text(&one.value))
    };
    (body.lets.iter().map(wire).collect(), style.text(&body.result.written))
}

fn lookup(function: &Function<'_>, page: &Page<'_>, style: &Style) -> LookupView {
    let (module, program) = (page.module, function.program);
    let dialect = Verilog { square: "square", occupied: "occupied", tables: &module.tables };
    let writer = Writer { dialect: &dialect, style, case: str::to_owned };
    let (wires, result) = wires(function.wanted(&[], writer));
    let indices = usize::from(module.board.indices);
    let field = |field| memory_of(memory(field), function.field(field), field.storage(), indices);
    let mut memories: Vec<Memory> = program.fields().into_iter().map(field).collect();
    memories.extend(table_memories(program, page));
    LookupView {
        doc: function_doc(&function.doc),
        name: function.name.clone(),
        inputs: vec!["[5:0]  square".to_owned(), "[63:0] occupied".to_owned()],
        output: (63, "attacks"),
        memories,
        has_reversal: program.has(|op| matches!(op, Op::ReverseBits(_))),
        wires,
        result,
    }
}

fn scan(scan: &Scan<'_>, page: &Page<'_>, style: &Style) -> LookupView {
    let dialect = Verilog { square: "word", occupied: "word", tables: &page.module.tables };
    let writer = Writer { dialect: &dialect, style, case: str::to_owned };
    let (wires, result) = wires(scan.wanted(writer));
    let mut doc = wrap(&format!("Gives {}", scan.what), COMMENT);
    doc.push("The result is undefined for 0.".to_owned());
    LookupView {
        doc,
        name: scan.name.clone(),
        inputs: vec![format!("[{}:0] word", scan.width - 1)],
        output: (scan.width.ilog2() - 1, "index_of_bit"),
        memories: table_memories(scan.program, page),
        has_reversal: false,
        wires,
        result,
    }
}

fn bench<'a>(
    page: &'a Page<'a>,
    test: &'a SelfTest<'a>,
    walk: &'a Walk,
    style: &Style,
    stem: &'a str,
) -> Bench<'a> {
    let squares = page.module.board.squares.iter().fold(0_u64, |set, (_, bit)| set | 1 << bit);
    let memories = test.arrays.iter().filter(|array| is_memory(array));
    let memories = memories
        .map(|array| memory_of(array.name.clone(), &array.name, array.storage, array.values.len()));
    let calls = |rays: &Rays| -> Vec<String> {
        let both = rays.step_values.iter().zip(&rays.from_values);
        let range = Expr::decimal(u64::from(if walk.has_range { rays.range } else { 63 }));
        let call = |(step, from): (&i8, &u64)| {
            let [square, occupied] = ["square", "occupied"].map(Expr::name);
            let step = Expr::signed(i64::from(*step));
            let arguments = vec![step, word(*from), range.clone(), square, occupied];
            style.text(&Expr::call(walk.name.as_str(), arguments))
        };
        both.map(call).collect()
    };
    let name = |spoken: &str| Case::Snake.join(&["walk", spoken]);
    let walked = test.pieces.iter().map(|piece| (name(&piece.spoken), calls(&piece.rays)));
    let under_subset = |(_, pieces): (String, Vec<&TestedPiece>)| {
        let call =
            |piece: &TestedPiece| Expr::call_with(name(&piece.spoken), &["square", "subset"]);
        style.text(&joined(Operators::C.or, pieces.into_iter().map(call).collect()))
    };
    let compared: Vec<String> = test.walked().into_iter().map(under_subset).collect();
    Bench {
        header: &page.header,
        name: format!("{}_tb", page.module.names.prefix),
        of: stem,
        walk,
        squares: style.text(&word(squares)),
        memories: memories.collect(),
        walked: walked.collect(),
        compared: test.compared(&compared),
    }
}
