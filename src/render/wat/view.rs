//! An outline in; what the template prints out: arrays at addresses, functions as lines.

use std::fmt::Write as _;

use askama::Template;

use super::sexpr::{WIDTH, pretty};
use super::syntax::{WatSyntax, get, load, prefix};
use crate::model::{Case, Program, Storage, Type, Value};
use crate::render::expr::{Expr, body_given};
use crate::render::literal::Digits;
use crate::render::outline::{
    Array, Function, FunctionDoc, Outline, Rays, Reversals, Scan, SelfTest, TestedPiece, Walk,
};
use crate::render::provenance::wrap;
use crate::render::taken::Taken;

/// Bytes of a page of memory.
const PAGE: usize = 65_536;

/// Bytes of data on a line.
const BYTES: usize = 16;

/// The module.
#[derive(Template)]
#[template(path = "wat/module.wat", escape = "none")]
pub(super) struct View<'a> {
    header: &'a [String],
    licence: &'a [String],
    doc: Vec<String>,
    pages: usize,
    ranks: &'a [crate::render::outline::RankOfSquares],
    arrays: Vec<Placed>,
    functions: Vec<FunctionView>,
    fills: Vec<FillView>,
    walk: Option<WalkView>,
    test: Option<TestView>,
}

/// An array in memory.
struct Placed {
    doc: Vec<String>,
    /// The global that holds its address, where it was asked for.
    global: Option<String>,
    address: usize,
    /// Lines of bytes; none of a table that is filled.
    data: Vec<String>,
}

/// A function, line by line.
struct FunctionView {
    doc: Vec<String>,
    lines: Vec<String>,
}

/// A loop of start-up code.
struct FillView {
    name: String,
    owner: String,
    indices: u8,
    squares: Option<String>,
    mask: String,
    index: String,
    table: usize,
    is_or: bool,
    walked: Vec<String>,
}

struct WalkView {
    name: String,
    has_range: bool,
    of_bit: Option<usize>,
    bit_of: Option<usize>,
}

/// The functions that compare.
struct TestView {
    name: String,
    indices: u8,
    squares: Option<String>,
    compared: Vec<Compared>,
}

struct Compared {
    name: String,
    spoken: String,
    mask: String,
    lookup: String,
    walked: Vec<String>,
}

/// Addresses by name.
struct Memory {
    places: Vec<(String, usize)>,
    end: usize,
}

impl Memory {
    fn place(&mut self, name: &str, bytes: usize, align: usize) -> usize {
        let address = self.end.next_multiple_of(align);
        self.places.push((name.to_owned(), address));
        self.end = address + bytes;
        address
    }

    fn of(&self, name: &str) -> usize {
        self.places.iter().find(|(other, _)| other == name).map_or(0, |(_, address)| *address)
    }
}

/// What functions read.
struct Reads<'a> {
    memory: &'a Memory,
    tables: Vec<(usize, Storage)>,
    reversals: &'a Reversals,
}

impl<'a> View<'a> {
    pub(super) fn new(outline: &'a Outline<'a>) -> Self {
        let mut memory = Memory { places: Vec::new(), end: 0 };
        let mut arrays: Vec<Placed> =
            outline.arrays.iter().map(|array| placed(array, &mut memory)).collect();
        for table in &outline.filled {
            let bytes = table.length * Storage::Word.bytes();
            let address = memory.place(&table.name, bytes, Storage::Word.bytes());
            arrays.push(Placed {
                doc: comment(&array_doc(&table.doc, table.length, Storage::Word, false)),
                global: table.is_public.then(|| table.name.clone()),
                address,
                data: Vec::new(),
            });
        }
        let tables = outline.tables.iter().map(|table| (memory.of(&table.name), table.storage));
        let reads =
            Reads { memory: &memory, tables: tables.collect(), reversals: &outline.reversals };
        let mut functions: Vec<FunctionView> = square(outline, &memory).into_iter().collect();
        functions.extend(outline.lookups.iter().map(|lookup| function(lookup, &reads)));
        functions.extend(outline.unions.iter().map(|union| {
            let calls = union.of.iter().map(|name| call(name));
            let all = calls.reduce(|all, one| format!("(i64.or {all} {one})")).unwrap_or_default();
            let head = head(&union.name, true, Type::Word);
            FunctionView { doc: function_doc(&union.doc), lines: lines(&head, &[], &[], &all) }
        }));
        functions.extend(outline.indices.iter().map(|index| function(index, &reads)));
        functions.extend(outline.scans.iter().map(|scan| scan_function(scan, &reads)));
        functions.extend(reversals(&outline.reversals));
        let walk = outline.walk.as_ref();
        let mut taken = outline.taken.clone();
        let mut fills = Vec::new();
        for (fill, walk) in outline.fills.iter().zip(walk.into_iter().cycle()) {
            let words: Vec<&str> = fill.words.iter().map(String::as_str).collect();
            fills.push(FillView {
                name: taken.name(Case::Snake.join(&words)),
                owner: fill.owner.clone(),
                indices: walk.indices,
                squares: is_square(walk),
                mask: load(Storage::Word, memory.of(&fill.masks), &get("square")),
                index: fill.index.clone(),
                table: memory.of(&fill.table_name),
                is_or: fill.is_or,
                walked: pretty(&walked(walk, &fill.rays, &memory), 8),
            });
        }
        let test = outline.self_test.as_ref().zip(walk);
        let test = test.map(|(test, walk)| tested(test, walk, &memory, &mut taken));
        Self {
            header: &outline.header,
            licence: &outline.module.licence,
            doc: module_doc(outline),
            ranks: &outline.ranks,
            functions,
            fills,
            walk: walk.map(|walk| WalkView {
                name: walk.name.clone(),
                has_range: walk.has_range,
                of_bit: walk.grid.as_ref().map(|grid| memory.of(&grid.of_bit)),
                bit_of: walk.grid.as_ref().map(|grid| memory.of(&grid.bit_of)),
            }),
            test,
            arrays,
            pages: memory.end.div_ceil(PAGE),
        }
    }
}

/// A sentence as comments of the module's items.
fn comment(text: &str) -> Vec<String> {
    wrap(text, WIDTH - "  ;; ".len())
}

fn array_doc(doc: &str, length: usize, storage: Storage, is_signed: bool) -> String {
    let sign = if is_signed { ", signed" } else { "" };
    let entries = if length == 1 { "entry" } else { "entries" };
    format!("{doc} {length} {entries} of {} bits{sign}.", 8 * storage.bytes())
}

fn placed(array: &Array<'_>, memory: &mut Memory) -> Placed {
    let width = array.storage.bytes();
    let address = memory.place(&array.name, width * array.values.len(), width);
    let line = |values: &[u64]| {
        let mut text = String::with_capacity(2 + 3 * BYTES);
        text.push('"');
        for value in values {
            for byte in &value.to_le_bytes()[..width] {
                let _ = write!(text, "\\{byte:02x}");
            }
        }
        text.push('"');
        text
    };
    Placed {
        doc: comment(&array_doc(&array.doc, array.values.len(), array.storage, array.is_signed)),
        global: array.is_public.then(|| array.name.clone()),
        address,
        data: array.values.chunks(BYTES / width).map(line).collect(),
    }
}

fn module_doc(outline: &Outline<'_>) -> Vec<String> {
    let room = WIDTH - ";; ".len();
    let mut lines = wrap(outline.summary, room);
    for (at, note) in outline.notes.iter().enumerate() {
        lines.push(String::new());
        lines.extend(wrap(note, room));
        if at == 0 {
            lines.push(String::new());
            lines.extend(outline.diagram.iter().map(|line| line.trim_end().to_owned()));
        }
    }
    lines
}

fn function_doc(doc: &FunctionDoc) -> Vec<String> {
    let mut lines = comment(&doc.summary);
    lines.extend(comment(&format!("$square: {}.", doc.square)));
    lines.extend(comment(&format!("$occupied: {}.", doc.occupied)));
    lines
}

/// The head of a function of square and occupancy.
fn head(name: &str, is_public: bool, kind: Type) -> Vec<String> {
    let export = if is_public { format!(" (export \"{name}\")") } else { String::new() };
    let result = prefix(kind);
    let types = format!("(param $square i32) (param $occupied i64) (result {result})");
    head_of(&format!("(func ${name}{export}"), &types)
}

/// A head on one line, or its types on the next.
fn head_of(name: &str, types: &str) -> Vec<String> {
    let line = format!("  {name} {types}");
    if line.len() <= WIDTH { vec![line] } else { vec![format!("  {name}"), format!("    {types}")] }
}

fn call(name: &str) -> String {
    format!("(call ${name} (local.get $square) (local.get $occupied))")
}

/// A function's lines: head, locals with their types, statements, result.
fn lines(
    head: &[String],
    locals: &[(String, Type)],
    statements: &[String],
    result: &str,
) -> Vec<String> {
    let mut lines = head.to_vec();
    for (name, kind) in locals {
        lines.push(format!("    (local ${name} {})", prefix(*kind)));
    }
    for statement in statements.iter().map(String::as_str).chain([result]) {
        lines.extend(pretty(statement, 4));
    }
    if let Some(last) = lines.last_mut() {
        last.push(')');
    }
    lines
}

fn body(
    head: &[String],
    program: &Program,
    wanted: Value,
    given: &[(Value, Expr)],
    syntax: &WatSyntax<'_>,
) -> Vec<String> {
    // A variable is read by an instruction of its own: its name is written where its declaration isn't.
    let case = |name: &str| get(name);
    let body = body_given(program, wanted, given, syntax, &case, false);
    let name =
        |text: &str| text.trim_start_matches("(local.get $").trim_end_matches(')').to_owned();
    let locals: Vec<(String, Type)> =
        body.lets.iter().map(|one| (name(&one.name), one.kind)).collect();
    let set = body.lets.iter().zip(&locals);
    let set: Vec<String> =
        set.map(|(one, (name, _))| format!("(local.set ${name} {})", one.value.text)).collect();
    lines(head, &locals, &set, &body.result.text)
}

fn function(function: &Function<'_>, reads: &Reads<'_>) -> FunctionView {
    let fields = function.fields.iter().map(|(field, name)| (*field, reads.memory.of(name)));
    let syntax = WatSyntax {
        square: "square",
        occupied: "occupied",
        fields: fields.collect(),
        tables: &reads.tables,
        reversals: reads.reversals,
    };
    let head = head(&function.name, function.is_public, function.kind());
    let given = function.given(call);
    FunctionView {
        doc: function_doc(&function.doc),
        lines: body(&head, function.program, function.wanted, &given, &syntax),
    }
}

fn scan_function(scan: &Scan<'_>, reads: &Reads<'_>) -> FunctionView {
    let kind = if scan.width == 64 { "i64" } else { "i32" };
    let name = format!("(func ${0} (export \"{0}\")", scan.name);
    let head = head_of(&name, &format!("(param $word {kind}) (result i32)"));
    let syntax = WatSyntax {
        square: "word",
        occupied: "word",
        fields: Vec::new(),
        tables: &reads.tables,
        reversals: reads.reversals,
    };
    let mut doc = comment(&scan.summary);
    let high = if scan.width < 32 { ", none above them" } else { "" };
    doc.extend(comment(&format!(
        "$word: {} bits{high}; the result is undefined for 0.",
        scan.width
    )));
    let program = scan.program;
    FunctionView { doc, lines: body(&head, program, program.result, &[], &syntax) }
}

fn square(outline: &Outline<'_>, memory: &Memory) -> Option<FunctionView> {
    let square = outline.square.as_ref()?;
    let name = format!("(func ${0} (export \"{0}\")", square.name);
    let head = head_of(&name, "(param $file i32) (param $rank i32) (result i32)");
    let value = match (&outline.module.board.formula, &square.list) {
        (crate::model::SquareFormula::Linear { start, by_file, by_rank }, _) => {
            let term = |by: i8, of: &str| match by {
                1 => get(of),
                by => format!("(i32.mul (i32.const {by}) {})", get(of)),
            };
            let sum = format!("(i32.add {} {})", term(*by_rank, "rank"), term(*by_file, "file"));
            if *start == 0 { sum } else { format!("(i32.add (i32.const {start}) {sum})") }
        }
        (_, list) => {
            let list = memory.of(list.as_deref().unwrap_or(""));
            let width = square.width;
            let rank = format!("(i32.mul (i32.const {width}) {})", get("rank"));
            load(Storage::Byte, list, &format!("(i32.add {rank} {})", get("file")))
        }
    };
    Some(FunctionView {
        doc: comment(&square.doc.join(" ")),
        lines: lines(&head, &[], &[], &value),
    })
}

/// The functions that turn words round, neighbours of ever more bits changing places.
fn reversals(names: &Reversals) -> Vec<FunctionView> {
    let swaps = [
        (0x5555_5555_5555_5555_u64, 1),
        (0x3333_3333_3333_3333, 2),
        (0x0f0f_0f0f_0f0f_0f0f, 4),
        (0x00ff_00ff_00ff_00ff, 8),
        (0x0000_ffff_0000_ffff, 16),
    ];
    let function = |name: &str, what: &str, swaps: &[(u64, u8)]| {
        let word = get("word");
        let mut statements = Vec::new();
        for (lower, places) in swaps {
            let lower = format!("(i64.const 0x{:016x})", Digits(lower));
            let places = format!("(i64.const {places})");
            statements.push(format!(
                "(local.set $word (i64.or (i64.shl (i64.and {word} {lower}) {places}) \
                 (i64.and (i64.shr_u {word} {places}) {lower})))"
            ));
        }
        let head = head_of(&format!("(func ${name}"), "(param $word i64) (result i64)");
        FunctionView {
            doc: comment(&format!("Returns a word with its {what} in the opposite order.")),
            lines: lines(&head, &[], &statements, "(i64.rotl (local.get $word) (i64.const 32))"),
        }
    };
    let bytes = names.bytes.iter().map(|name| function(name, "bytes", &swaps[3..]));
    bytes.chain(names.bits.iter().map(|name| function(name, "bits", &swaps))).collect()
}

/// The call that walks rays under `$subset`.
fn walked(walk: &Walk, rays: &Rays, memory: &Memory) -> String {
    let constant = |value: usize| format!("(i32.const {value})");
    let range = if walk.has_range {
        format!("{} ", constant(usize::from(rays.range)))
    } else {
        String::new()
    };
    format!(
        "(call ${} {} {} {} {range}(local.get $square) (local.get $subset))",
        walk.name,
        constant(memory.of(&rays.steps)),
        constant(memory.of(&rays.from)),
        constant(rays.count),
    )
}

/// Whether `$square` is one, where some index is none.
fn is_square(walk: &Walk) -> Option<String> {
    let squares = walk.squares?;
    Some(format!(
        "(i32.wrap_i64 (i64.and (i64.const 1) (i64.shr_u (i64.const 0x{:016x}) \
         (i64.extend_i32_u (local.get $square)))))",
        Digits(squares)
    ))
}

fn tested(test: &SelfTest<'_>, walk: &Walk, memory: &Memory, taken: &mut Taken) -> TestView {
    let mut compared = Vec::new();
    let mask = |piece: &TestedPiece| load(Storage::Word, memory.of(&piece.masks), &get("square"));
    let lookup = |name: &str| format!("(call ${name} (local.get $square) (local.get $subset))");
    for piece in &test.pieces {
        compared.push(Compared {
            name: taken.name(format!("test_{}", piece.lookup)),
            spoken: piece.spoken.clone(),
            mask: mask(piece),
            lookup: lookup(&piece.lookup),
            walked: pretty(&walked(walk, &piece.rays, memory), 12),
        });
    }
    for union in &test.unions {
        let of: Vec<&TestedPiece> = union.of.iter().map(|at| &test.pieces[*at]).collect();
        let calls = of.iter().map(|piece| walked(walk, &piece.rays, memory));
        let all = calls.reduce(|all, one| format!("(i64.or {all} {one})")).unwrap_or_default();
        for piece in &of {
            compared.push(Compared {
                name: taken.name(format!("test_{}_{}", union.lookup, piece.lookup)),
                spoken: format!("{} under the occupancies of the {}", union.spoken, piece.spoken),
                mask: mask(piece),
                lookup: lookup(&union.lookup),
                walked: pretty(&all, 12),
            });
        }
    }
    TestView { name: test.name.clone(), indices: walk.indices, squares: is_square(walk), compared }
}
