//! An page in; what the template prints out: arrays at addresses, functions as lines.

use std::fmt::Write as _;

use askama::Template;

use super::syntax::{
    STYLE, WIDTH, Wat, call, constant, get, instruction, lines, load, prefix, set, set_local,
    widened,
};
use crate::model::{Case, Field, Storage, Type, Value};
use crate::render::code::expr::Expr;
use crate::render::code::node::{Body, Wanted, Writer};
use crate::render::code::print::Style;
use crate::render::page::{
    Array, FillLoop, Function, FunctionDoc, Linear, Page, RankOfSquares, Rays, Reversals, SWAPS,
    Scan, SelfTest, SquareFunction, TestedPiece, Walk,
};
use crate::render::text::provenance::wrap;
use crate::render::text::taken::Taken;

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
    ranks: &'a [RankOfSquares],
    arrays: Vec<Placed>,
    functions: Vec<FunctionView>,
    walk: Option<&'a Walk>,
    /// Where the way to the grid and the way back are.
    grid: Option<(usize, usize)>,
    /// Whether `$square` is one, where some index is none.
    is_square: Option<String>,
    fills: Vec<FillView<'a>>,
    test: Option<&'a SelfTest<'a>>,
    compared: Vec<Compared>,
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
struct FillView<'a> {
    name: String,
    fill: &'a FillLoop,
    mask: String,
    table: usize,
    walked: Vec<String>,
}

/// A function that compares a lookup with rays walked.
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

/// What functions read, and how they look.
struct Reads<'a> {
    page: &'a Page<'a>,
    memory: &'a Memory,
    tables: Vec<(usize, Storage)>,
    style: Style,
}

impl<'a> View<'a> {
    pub(super) fn new(page: &'a Page<'a>) -> Self {
        let mut memory = Memory { places: Vec::new(), end: 0 };
        let mut arrays: Vec<Placed> =
            page.arrays.iter().map(|array| placed(array, &mut memory)).collect();
        for table in &page.filled {
            let bytes = table.length * Storage::Word.bytes();
            let address = memory.place(&table.name, bytes, Storage::Word.bytes());
            arrays.push(Placed {
                doc: comment(&array_doc(&table.doc, table.length, Storage::Word, false)),
                global: table.is_public.then(|| table.name.clone()),
                address,
                data: Vec::new(),
            });
        }
        let tables = page.tables.iter().map(|table| (memory.of(&table.name), table.storage));
        let (tables, style) = (tables.collect(), page.styled(STYLE));
        let reads = Reads { page, memory: &memory, tables, style };
        let mut taken = page.taken.clone();
        let mut fills = Vec::new();
        let walk = page.walk.as_ref();
        for (fill, walk) in page.fills.iter().zip(walk.into_iter().cycle()) {
            let words: Vec<&str> = fill.words.iter().map(String::as_str).collect();
            fills.push(FillView {
                name: taken.name(Case::Snake.join(&words)),
                fill,
                mask: reads.mask(&fill.masks),
                table: memory.of(&fill.table_name),
                walked: lines(&walked(walk, &fill.rays, &memory), 8, &reads.style),
            });
        }
        let test = page.self_test.as_ref();
        let tested = test.zip(walk).map(|(test, walk)| reads.tested(test, walk, &mut taken));
        let grid = walk.and_then(|walk| walk.grid.as_ref());
        Self {
            header: &page.header,
            licence: &page.module.licence,
            doc: page.about(WIDTH - ";; ".len(), ""),
            pages: memory.end.div_ceil(PAGE),
            ranks: &page.ranks,
            arrays,
            functions: reads.functions(),
            walk,
            grid: grid.map(|grid| (memory.of(&grid.of_bit), memory.of(&grid.bit_of))),
            is_square: walk.and_then(|walk| walk.squares).map(|squares| reads.is_square(squares)),
            fills,
            test,
            compared: tested.unwrap_or_default(),
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

fn function_doc(doc: &FunctionDoc) -> Vec<String> {
    let mut lines = comment(&doc.summary);
    lines.extend(comment(&format!("$square: {}.", doc.square)));
    lines.extend(comment(&format!("$occupied: {}.", doc.occupied)));
    lines
}

/// A function before its statements.
struct Head<'a> {
    name: &'a str,
    is_public: bool,
    parameters: &'a [(&'a str, Type)],
    result: Type,
}

/// The parameters of a lookup.
const LOOKUP: &[(&str, Type)] = &[("square", Type::Half), ("occupied", Type::Word)];

impl Head<'_> {
    /// The head on one line, or its types on the next.
    fn lines(&self) -> Vec<String> {
        let mut name = format!("  (func ${}", self.name);
        if self.is_public {
            let _ = write!(name, " (export \"{}\")", self.name);
        }
        let parameter = |(name, kind): &(&str, Type)| format!("(param ${name} {}) ", prefix(*kind));
        let parameters: String = self.parameters.iter().map(parameter).collect();
        let types = format!("{parameters}(result {})", prefix(self.result));
        if name.len() + 1 + types.len() <= WIDTH {
            vec![format!("{name} {types}")]
        } else {
            vec![name, format!("    {types}")]
        }
    }
}

/// Sets that are or-ed.
fn any(sets: impl IntoIterator<Item = Expr>) -> Expr {
    let or = |all, one| instruction(Type::Word, "or", [all, one]);
    sets.into_iter().reduce(or).unwrap_or_else(|| constant(Type::Word, 0))
}

/// The call that walks rays under `$subset`.
fn walked(walk: &Walk, rays: &Rays, memory: &Memory) -> Expr {
    let range = walk.has_range.then_some(usize::from(rays.range));
    let numbers = [memory.of(&rays.steps), memory.of(&rays.from), rays.count];
    let numbers = numbers.into_iter().chain(range);
    let numbers = numbers.map(|number| constant(Type::Half, number as i64));
    call(&walk.name, numbers.chain(["square", "subset"].map(get)))
}

/// The function of file and rank.
fn square_value(square: &SquareFunction, memory: &Memory) -> Expr {
    let add = |a, b| instruction(Type::Half, "add", [a, b]);
    let product = |by: i64, name| match by {
        1 => get(name),
        by => instruction(Type::Half, "mul", [constant(Type::Half, by), get(name)]),
    };
    let Some(Linear { start, by_file, by_rank }) = square.sum else {
        let place = add(product(square.width.into(), "rank"), get("file"));
        return load(Storage::Byte, memory.of(square.list.as_deref().unwrap_or("")), place);
    };
    let sum = add(product(by_rank.into(), "rank"), product(by_file.into(), "file"));
    if start == 0 { sum } else { add(constant(Type::Half, start.into()), sum) }
}

impl Reads<'_> {
    /// A function of instructions; the last of them is its result.
    fn function(
        &self,
        doc: Vec<String>,
        head: &Head<'_>,
        locals: &[(&str, Type)],
        instructions: &[Expr],
    ) -> FunctionView {
        let mut all = head.lines();
        let local = |(name, kind): &(&str, Type)| format!("    (local ${name} {})", prefix(*kind));
        all.extend(locals.iter().map(local));
        all.extend(instructions.iter().flat_map(|one| lines(one, 4, &self.style)));
        if let Some(last) = all.last_mut() {
            last.push(')');
        }
        FunctionView { doc, lines: all }
    }

    /// A function that computes a value of a program, whose variables are locals.
    fn computed(&self, doc: Vec<String>, head: &Head<'_>, wanted: Wanted<'_>) -> FunctionView {
        let Body { lets, result } = wanted.body(false);
        let locals: Vec<_> = lets.iter().map(|one| (one.name.as_str(), one.kind)).collect();
        let sets = lets.iter().map(|one| set_local(&one.name, one.value.clone()));
        let instructions: Vec<Expr> = sets.chain([result.written.clone()]).collect();
        self.function(doc, head, &locals, &instructions)
    }

    /// A program's parameters, fields and tables.
    fn dialect(&self, fields: &[(Field, String)], parameters: [&'static str; 2]) -> Wat<'_> {
        let [square, occupied] = parameters;
        let fields = fields.iter().map(|(field, name)| (*field, self.memory.of(name))).collect();
        let (tables, reversals) = (&self.tables, &self.page.reversals);
        Wat { square, occupied, fields, tables, reversals }
    }

    fn functions(&self) -> Vec<FunctionView> {
        let page = self.page;
        let mut functions = Vec::new();
        if let Some(square) = &page.square {
            let parameters = &[("file", Type::Half), ("rank", Type::Half)];
            let head = Head { name: &square.name, is_public: true, parameters, result: Type::Half };
            let doc = comment(&square.doc.join(" "));
            functions.push(self.function(doc, &head, &[], &[square_value(square, self.memory)]));
        }
        functions.extend(page.lookups.iter().map(|lookup| self.lookup(lookup)));
        functions.extend(page.unions.iter().map(|union| {
            let calls = union.of.iter().map(|name| call(name, ["square", "occupied"].map(get)));
            let (name, doc) = (&union.name, function_doc(&union.doc));
            let head = Head { name, is_public: true, parameters: LOOKUP, result: Type::Word };
            self.function(doc, &head, &[], &[any(calls)])
        }));
        functions.extend(page.indices.iter().map(|index| self.lookup(index)));
        functions.extend(page.scans.iter().map(|scan| self.scan(scan)));
        let Reversals { bytes, bits } = &page.reversals;
        functions.extend(bytes.iter().map(|name| self.reversal(name, "bytes", &SWAPS[3..])));
        functions.extend(bits.iter().map(|name| self.reversal(name, "bits", &SWAPS)));
        functions
    }

    fn lookup(&self, function: &Function<'_>) -> FunctionView {
        let dialect = self.dialect(&function.fields, ["square", "occupied"]);
        let writer = Writer { dialect: &dialect, style: &self.style, case: str::to_owned };
        let calls = function.calls.iter();
        let given =
            calls.map(|(value, name)| (*value, call(name, ["square", "occupied"].map(get))));
        let given: Vec<(Value, Expr)> = given.collect();
        let Function { name, is_public, doc, .. } = function;
        let (is_public, result) = (*is_public, function.kind());
        let head = Head { name, is_public, parameters: LOOKUP, result };
        self.computed(function_doc(doc), &head, function.wanted(&given, writer))
    }

    fn scan(&self, scan: &Scan<'_>) -> FunctionView {
        let kind = if scan.width == 64 { Type::Word } else { Type::Half };
        let parameters = &[("word", kind)];
        let head = Head { name: &scan.name, is_public: true, parameters, result: Type::Half };
        let mut doc = comment(&scan.summary);
        let high = if scan.width < 32 { ", none above them" } else { "" };
        let word = format!("$word: {} bits{high}; the result is undefined for 0.", scan.width);
        doc.extend(comment(&word));
        let dialect = self.dialect(&[], ["word", "word"]);
        let writer = Writer { dialect: &dialect, style: &self.style, case: str::to_owned };
        self.computed(doc, &head, scan.wanted(writer))
    }

    /// A function that turns a word round, neighbours of ever more bits changing places.
    fn reversal(&self, name: &str, what: &str, swaps: &[(u64, u8)]) -> FunctionView {
        let swap = |(lower, places): &(u64, u8)| {
            let word = |name: &str, operands| instruction(Type::Word, name, operands);
            let (lower, places) = (set(*lower), constant(Type::Word, (*places).into()));
            let lows = word("and", [get("word"), lower.clone()]);
            let highs = word("shr_u", [get("word"), places.clone()]);
            let (lows, highs) = (word("shl", [lows, places]), word("and", [highs, lower]));
            set_local("word", word("or", [lows, highs]))
        };
        let last = instruction(Type::Word, "rotl", [get("word"), constant(Type::Word, 32)]);
        let instructions: Vec<Expr> = swaps.iter().map(swap).chain([last]).collect();
        let parameters = &[("word", Type::Word)];
        let head = Head { name, is_public: false, parameters, result: Type::Word };
        let doc = comment(&format!("Returns a word with its {what} in the opposite order."));
        self.function(doc, &head, &[], &instructions)
    }

    /// The mask of `$square`.
    fn mask(&self, masks: &str) -> String {
        self.style.text(&load(Storage::Word, self.memory.of(masks), get("square")))
    }

    /// Whether `$square` is one of these.
    fn is_square(&self, squares: u64) -> String {
        let bit = instruction(Type::Word, "shr_u", [set(squares), widened(get("square"))]);
        let bit = instruction(Type::Word, "and", [constant(Type::Word, 1), bit]);
        self.style.text(&instruction(Type::Half, "wrap_i64", [bit]))
    }

    /// Comparisons of pieces, then of unions under the occupancies of each of their pieces.
    fn tested(&self, test: &SelfTest<'_>, walk: &Walk, taken: &mut Taken) -> Vec<Compared> {
        let mut compare =
            |name: String, spoken: String, lookup: &str, of: &[&TestedPiece], at: usize| {
                let all = of.iter().map(|piece| walked(walk, &piece.rays, self.memory));
                Compared {
                    name: taken.name(name),
                    spoken,
                    mask: self.mask(&of[at].masks),
                    lookup: self.style.text(&call(lookup, ["square", "subset"].map(get))),
                    walked: lines(&any(all), 12, &self.style),
                }
            };
        let mut compared = Vec::new();
        for piece in &test.pieces {
            let name = format!("test_{}", piece.lookup);
            compared.push(compare(name, piece.spoken.clone(), &piece.lookup, &[piece], 0));
        }
        for union in &test.unions {
            let of: Vec<&TestedPiece> = union.of.iter().map(|at| &test.pieces[*at]).collect();
            for (at, piece) in of.iter().enumerate() {
                let name = format!("test_{}_{}", union.lookup, piece.lookup);
                let spoken =
                    format!("{} under the occupancies of the {}", union.spoken, piece.spoken);
                compared.push(compare(name, spoken, &union.lookup, &of, at));
            }
        }
        compared
    }
}
