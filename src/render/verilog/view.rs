//! An outline in; the files out: modules, a memory's numbers each, and a test bench.

use std::fmt::Write as _;

use askama::Template;

use super::syntax::{VerilogSyntax, memory, with_wires};
use crate::model::{Module, Op, Program, Storage, TableRole, Type, Value};
use crate::render::Artifact;
use crate::render::bounds::Bounds;
use crate::render::expr::body_given;
use crate::render::literal::Digits;
use crate::render::outline::{
    Array, ArrayKind, Function, FunctionDoc, Outline, Rays, Scan, SelfTest, Walk,
};
use crate::render::provenance::wrap;

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
    /// `[5:0]  square` and the like, without the direction.
    inputs: Vec<String>,
    output: String,
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
    ranks: &'a [crate::render::outline::RankOfSquares],
    doc: Vec<String>,
    name: &'a str,
    linear: Option<&'a str>,
    width: u8,
    /// Bit indices by place, where they stand in no order.
    list: Vec<u64>,
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
    compared: Vec<Compared<'a>>,
}

struct Compared<'a> {
    spoken: &'a str,
    lookup: &'a str,
    masks: &'a str,
    walked: String,
}

/// All files of an outline. The first is the one that was asked for.
pub(super) fn artifacts(outline: &Outline<'_>, file_name: &str) -> Vec<Artifact> {
    let module = outline.module;
    let stem = file_name.trim_end_matches(".v");
    let modules = Modules {
        header: &outline.header,
        licence: &module.licence,
        doc: file_doc(outline, stem),
        roms: outline.arrays.iter().filter(|array| array.is_public).map(rom).collect(),
        lookups: outline.lookups.iter().map(|function| lookup(function, module, outline)).collect(),
        unions: outline
            .unions
            .iter()
            .map(|union| UnionView {
                doc: function_doc(&union.doc),
                name: &union.name,
                of: &union.of,
                all: (0..union.of.len())
                    .map(|at| format!("attacks{at}"))
                    .collect::<Vec<_>>()
                    .join(" | "),
            })
            .collect(),
        scans: outline.scans.iter().map(|one| scan(one, module, outline)).collect(),
    };
    let mut artifacts = vec![artifact(file_name.to_owned(), &modules)];
    let tested = outline.self_test.iter().flat_map(|test| &test.arrays);
    for array in outline.arrays.iter().chain(tested).filter(|array| is_memory(array)) {
        artifacts.push(Artifact { name: file_of(&array.name), text: numbers(array) });
    }
    if let Some(square) = &outline.square {
        let list = outline.arrays.iter().find(|array| Some(&array.name) == square.list.as_ref());
        let view = Squares {
            header: &outline.header,
            ranks: &outline.ranks,
            doc: square.doc.iter().flat_map(|line| wrap(line, COMMENT)).collect(),
            name: &square.name,
            linear: square.linear.as_deref(),
            width: square.width,
            list: list.map_or_else(Vec::new, |list| list.values.to_vec()),
        };
        artifacts.push(artifact(format!("{stem}_squares.vh"), &view));
    }
    if let (Some(test), Some(walk)) = (&outline.self_test, &outline.walk) {
        artifacts.push(artifact(format!("{stem}_tb.v"), &bench(outline, test, walk, stem)));
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

/// Rays stand in the test bench itself, bit indices by place in the file of squares.
fn is_memory(array: &Array<'_>) -> bool {
    match array.kind {
        ArrayKind::Rays => false,
        ArrayKind::Places => array.name.contains("grid"),
        ArrayKind::BySquare | ArrayKind::Table | ArrayKind::Subsets => true,
    }
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

fn file_doc(outline: &Outline<'_>, stem: &str) -> Vec<String> {
    let mut lines = wrap(outline.summary, COMMENT);
    for (at, note) in outline.notes.iter().enumerate() {
        lines.push(String::new());
        lines.extend(wrap(note, COMMENT));
        if at == 0 {
            lines.push(String::new());
            lines.extend(outline.diagram.iter().map(|line| line.trim_end().to_owned()));
        }
    }
    lines.push(String::new());
    lines.extend(wrap(
        "Memories are read from the files beside this one, which simulators look for in the current folder.",
        COMMENT,
    ));
    if outline.square.is_some() {
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
    let mut lines = wrap(&doc.summary.replace("Returns", "Gives"), COMMENT);
    lines.extend(wrap(&format!("square: {}.", doc.square), COMMENT));
    lines.extend(wrap(&format!("occupied: {}.", doc.occupied), COMMENT));
    lines
}

/// What a table's memory is called in a module.
fn table_name(role: TableRole) -> &'static str {
    match role {
        TableRole::Attacks => "attack_sets",
        TableRole::Indices => "attack_indices",
        TableRole::Dictionary => "dictionary",
        TableRole::LineAttacks => "line_attacks",
        TableRole::Factors => "shared_factors",
        TableRole::Scan(_) => "bit_indices",
    }
}

/// The memories of the tables that a program loads from.
fn table_memories(program: &Program, module: &Module, outline: &Outline<'_>) -> Vec<Memory> {
    let mut memories: Vec<Memory> = Vec::new();
    for (_, table, _) in program.loads() {
        let index = usize::from(table.index);
        let (role, named) = (module.tables[index].role, &outline.tables[index]);
        if memories.iter().all(|memory| memory.name != table_name(role)) {
            memories.push(memory_of(
                table_name(role).to_owned(),
                &named.name,
                named.storage,
                named.length,
            ));
        }
    }
    memories
}

/// Wires, one a variable, and what the last of them is assigned.
fn wires(
    program: &Program,
    wanted: Value,
    bounds: &Bounds,
    syntax: &VerilogSyntax<'_>,
) -> (Vec<String>, String) {
    let program = with_wires(program, wanted, bounds);
    let body = body_given(&program, wanted, &[], syntax, &str::to_owned, true);
    let wire = |one: &crate::render::expr::Let| {
        let top = if one.kind == Type::Word { 63 } else { 31 };
        format!("wire [{top}:0] {} = {};", one.name, one.value.text)
    };
    (body.lets.iter().map(wire).collect(), body.result.text)
}

fn lookup(function: &Function<'_>, module: &Module, outline: &Outline<'_>) -> LookupView {
    let program = function.program;
    let tables: Vec<String> =
        module.tables.iter().map(|table| table_name(table.role).to_owned()).collect();
    let syntax = VerilogSyntax { square: "square", occupied: "occupied", tables: &tables };
    let (wires, result) = wires(program, function.wanted, &function.bounds, &syntax);
    let indices = usize::from(module.board.indices);
    let mut memories: Vec<Memory> = program
        .fields()
        .into_iter()
        .map(|field| memory_of(memory(field), function.field(field), field.storage(), indices))
        .collect();
    memories.extend(table_memories(program, module, outline));
    LookupView {
        doc: function_doc(&function.doc),
        name: function.name.clone(),
        inputs: vec!["[5:0]  square".to_owned(), "[63:0] occupied".to_owned()],
        output: "[63:0] attacks".to_owned(),
        memories,
        has_reversal: program.has(|op| matches!(op, Op::ReverseBits(_))),
        wires,
        result,
    }
}

fn scan(scan: &Scan<'_>, module: &Module, outline: &Outline<'_>) -> LookupView {
    let tables: Vec<String> =
        module.tables.iter().map(|table| table_name(table.role).to_owned()).collect();
    let syntax = VerilogSyntax { square: "word", occupied: "word", tables: &tables };
    let (wires, result) = wires(scan.program, scan.program.result, &scan.bounds, &syntax);
    let mut doc = wrap(&scan.summary.replace("Returns", "Gives"), COMMENT);
    doc.push("The result is undefined for 0.".to_owned());
    LookupView {
        doc,
        name: scan.name.clone(),
        inputs: vec![format!("[{}:0] word", scan.width - 1)],
        output: format!("[{}:0] index_of_bit", scan.width.ilog2() - 1),
        memories: table_memories(scan.program, module, outline),
        has_reversal: false,
        wires,
        result,
    }
}

fn bench<'a>(
    outline: &'a Outline<'a>,
    test: &'a SelfTest<'a>,
    walk: &'a Walk,
    stem: &'a str,
) -> Bench<'a> {
    let squares = outline.module.board.squares.iter().fold(0_u64, |set, (_, bit)| set | 1 << bit);
    let memories = test.arrays.iter().filter(|array| is_memory(array));
    let memories = memories
        .map(|array| memory_of(array.name.clone(), &array.name, array.storage, array.values.len()));
    let calls = |rays: &Rays| -> Vec<String> {
        let both = rays.step_values.iter().zip(&rays.from_values);
        let range = if walk.has_range { rays.range } else { 63 };
        both.map(|(step, from)| {
            format!("{}({step}, 64'h{:016x}, {range}, square, occupied)", walk.name, Digits(from))
        })
        .collect()
    };
    let name = |spoken: &str| format!("walk_{}", spoken.replace(' ', "_"));
    let walked = test.pieces.iter().map(|piece| (name(&piece.spoken), calls(&piece.rays)));
    let mut compared = Vec::new();
    for piece in test.pieces.iter().filter(|piece| piece.is_public) {
        compared.push(Compared {
            spoken: &piece.spoken,
            lookup: &piece.lookup,
            masks: &piece.masks,
            walked: format!("{}(square, subset)", name(&piece.spoken)),
        });
    }
    for union in &test.unions {
        let of = || union.of.iter().map(|at| &test.pieces[*at]);
        let walked: Vec<String> =
            of().map(|piece| format!("{}(square, subset)", name(&piece.spoken))).collect();
        for piece in of() {
            compared.push(Compared {
                spoken: &union.spoken,
                lookup: &union.lookup,
                masks: &piece.masks,
                walked: walked.join(" | "),
            });
        }
    }
    Bench {
        header: &outline.header,
        name: format!("{}_tb", outline.module.names.prefix),
        of: stem,
        walk,
        squares: format!("64'h{:016x}", Digits(squares)),
        memories: memories.collect(),
        walked: walked.collect(),
        compared,
    }
}
