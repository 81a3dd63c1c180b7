//! What the templates print: modules with their memories, the file of squares, and a test bench.

use std::fmt::Write as _;

use askama::Template;

use super::syntax::{WORDS, memory, special, table_memory, with_wires, word};
use crate::model::companion::Argument;
use crate::model::{Binary, Case, Op, Parameter, Role, Type};
use crate::render::Artifact;
use crate::render::code::expr::Expr;
use crate::render::code::node::{Let, Node, Operators, Wanted};
use crate::render::code::scope::Scope;
use crate::render::page::{
    Array, ArrayKind, Compared, Content, Facts, Function, FunctionDoc, Group, Head, Item, Manner,
    Page, Patterns, Rays, Routine, Scan, Shared as _, SquareFunction, Tested, Walk, joined,
};
use crate::render::text::provenance::wrap;

/// Columns of a comment, without its slashes.
const COMMENT: usize = 100 - "// ".len();

const PATTERNS: Patterns = Patterns { variable: "wire $kind $name = $value;", ..Patterns::C };

/// The file of modules, and how Verilog is written.
#[derive(Template)]
#[template(path = "verilog/modules.v", escape = "none")]
struct Modules<'a> {
    facts: Facts<'a>,
    /// The file's name without its ending.
    stem: &'a str,
    /// Whether lookups read their tables when a clock rises.
    is_clocked: bool,
    /// The parts of tables that clocked lookups read.
    slices: Vec<Slice<'a>>,
}

/// The part of a table that the lookup of one piece reads.
struct Slice<'a> {
    lookup: &'a str,
    /// The table's number.
    table: usize,
    start: usize,
    array: Array<'a>,
}

/// A memory that is read from a file.
struct Memory<'a> {
    name: String,
    /// The array whose numbers the file holds.
    array: &'a str,
    /// The range of an entry's bits.
    bits: &'static str,
    /// The index of the first entry.
    start: usize,
    length: usize,
}

/// The file of squares.
#[derive(Template)]
#[template(path = "verilog/squares.vh", escape = "none")]
struct Squares<'a> {
    of: &'a Modules<'a>,
    /// The function of file and rank: its value is the bit index, or the place in the list where squares stand in no
    /// order.
    function: Routine<'a>,
    list: Option<&'a Array<'a>>,
}

/// The test bench.
#[derive(Template)]
#[template(path = "verilog/bench.v", escape = "none")]
struct Bench<'a> {
    of: &'a Modules<'a>,
    tested: Tested<'a>,
    squares: String,
    memories: Vec<Memory<'a>>,
}

/// All files of a page. The first is the one that was asked for.
pub(super) fn artifacts(page: &Page<'_>, file_name: &str, is_clocked: bool) -> Vec<Artifact> {
    let stem = file_name.trim_end_matches(".v");
    let facts = Facts::new(page, &Operators::C, &WORDS);
    let facts = Facts { patterns: PATTERNS, comment: COMMENT, case: str::to_owned, ..facts };
    let lookups = page.lookups.iter().filter(|_| is_clocked);
    let slices: Vec<Slice<'_>> = lookups.filter_map(|lookup| Slice::of(page, lookup)).collect();
    let modules = Modules { facts, stem, is_clocked, slices };
    let mut artifacts = vec![Artifact::new(file_name, &modules)];
    let list = page.square.as_ref().and_then(|square| square.list.as_ref());
    let is_list = |array: &&Array<'_>| list == Some(&array.name);
    // A table of which each lookup has its own part is nobody's.
    let is_cut = |number| modules.slices.iter().any(|slice| slice.table == number);
    let is_apart = |array: &Array<'_>| {
        !array.is_public && matches!(array.content, Content::Table(number) if is_cut(number))
    };
    let tested = page.self_test.iter().flat_map(|test| &test.arrays);
    let arrays = page.arrays.iter().chain(tested);
    let arrays = arrays.filter(|one| is_memory(one) && !is_list(one) && !is_apart(one));
    let files = modules.slices.iter().map(|slice| &slice.array).chain(arrays);
    artifacts.extend(files.map(numbers));
    if let Some(square) = &page.square {
        // A function can't read a memory: a list is a case of it for each place.
        let function = modules.shared().routine(Item::Square(square));
        let squares = Squares { of: &modules, function, list: page.arrays.iter().find(is_list) };
        artifacts.push(Artifact::new(format!("{stem}_squares.vh"), &squares));
    }
    if let Some(tested) = modules.shared().test(Case::Snake) {
        let bench = Bench::new(&modules, tested);
        artifacts.push(Artifact::new(format!("{stem}_tb.v"), &bench));
    }
    artifacts
}

/// The file of a memory's numbers.
fn file_of(array: &str) -> String {
    format!("{array}.hex")
}

/// Whether an array is read from a file: rays stand in the test bench itself.
fn is_memory(array: &Array<'_>) -> bool {
    array.kind != ArrayKind::Rays
}

/// Whether a module turns words round bit by bit.
fn has_reversal(item: Item<'_>) -> bool {
    item.program().is_some_and(|program| program.has(|op| matches!(op, Op::ReverseBits(_))))
}

/// The name of a module's output.
const fn output(item: Item<'_>) -> &'static str {
    match item {
        Item::Scan(_) => "index_of_bit",
        Item::Companion(_) => "result",
        _ => "attacks",
    }
}

/// The file of an array's numbers, one a line, as `$readmemh` reads them.
fn numbers(array: &Array<'_>) -> Artifact {
    let digits = 2 * array.storage.bytes();
    let mut text = format!("// {}\n", array.doc);
    for value in array.values.iter() {
        let _ = writeln!(text, "{value:0digits$x}");
    }
    Artifact { name: file_of(&array.name), text }
}

impl<'a> Slice<'a> {
    /// The part, where the table isn't the piece's own.
    fn of(page: &'a Page<'a>, lookup: &'a Function<'a>) -> Option<Self> {
        let (_, table, index) = lookup.program.loads().next()?;
        let number = usize::from(table.index);
        let table = Some(&page.module.tables[number]).filter(|table| table.piece.is_none())?;
        let last = table.entries.len().saturating_sub(1);
        // An index is an offset and what is added to it, unless the sum wraps.
        let columns = lookup.piece.fields.columns().iter();
        let offsets = columns.filter(|column| column.field.role == Role::Offset);
        let least = offsets.flat_map(|column| column.values.iter()).min();
        let is_offset = |value| matches!(lookup.program.op(value), Op::Field(field) if field.role == Role::Offset);
        let is_sum = !lookup.bounds.wraps(index)
            && matches!(lookup.program.op(index), Op::Binary(Binary::Add, a, b) if is_offset(a) || is_offset(b));
        let start = least.filter(|_| is_sum).map_or(0, |least| *least as usize);
        let end = last.min(lookup.bounds.most(index) as usize);
        let (name, entries) = (format!("{}_table", lookup.name), &table.entries[start..=end]);
        let doc = format!("Attack sets of the {}.", lookup.doc.spoken);
        let array = Array::new(name, doc, ArrayKind::Table, table.storage, entries);
        Some(Self { lookup: &lookup.name, table: number, start, array })
    }
}

impl<'a> Memory<'a> {
    /// The memory of an array's numbers.
    fn new(name: &str, array: &'a Array<'_>) -> Self {
        let (bits, length) = (WORDS.entry(array.storage, false), array.values.len());
        Self { name: name.to_owned(), array: &array.name, bits, start: 0, length }
    }

    /// The memory of an array that others may read.
    fn rom(array: &'a Array<'_>) -> Self {
        Self::new("entries", array)
    }

    /// The highest bit of an index.
    fn index_top(&self) -> u32 {
        self.length.saturating_sub(1).max(1).ilog2()
    }

    fn declaration(&self) -> String {
        let last = self.start + self.length.max(1) - 1;
        format!("reg {} {} [{}:{last}];", self.bits, self.name, self.start)
    }

    fn reading(&self) -> String {
        format!("$readmemh(\"{}\", {});", file_of(self.array), self.name)
    }
}

impl<'a> Manner<'a> for Modules<'a> {
    fn facts(&self) -> &Facts<'a> {
        &self.facts
    }

    fn function_doc(&self, name: &str, doc: &FunctionDoc) -> Vec<String> {
        let parameters = doc.parameters.iter().map(|one| format!("{}: {}.", one.name, one.what));
        let lines = [format!("Gives {}.", doc.what)].into_iter().chain(parameters);
        lines.flat_map(|line| self.comment(name, &line)).collect()
    }

    fn square_doc(&self, square: &SquareFunction) -> Vec<String> {
        square.doc.iter().flat_map(|line| self.comment(&square.name, line)).collect()
    }

    fn scan_doc(&self, scan: &Scan<'_>) -> Vec<String> {
        let mut doc = self.comment(&scan.name, &format!("Gives {}.", scan.what));
        doc.push("The result is undefined for 0.".to_owned());
        doc
    }

    /// The comment on a memory that is a module of its own.
    fn array_doc(&self, array: &Array<'_>) -> Vec<String> {
        let (length, bits) = (array.values.len(), 8 * array.storage.bytes());
        let entries = if length == 1 { "entry" } else { "entries" };
        self.comment(&array.name, &format!("{} {length} {entries} of {bits} bits.", array.doc))
    }

    /// The ports of a module that is no lookup, whose ports are the template's.
    fn head(&self, head: &Head<'_>) -> String {
        let input = |name: &str, bits: &str| format!("    input  wire {bits} {name},\n");
        let inputs = match head.item {
            Item::Companion(function) => {
                let argument = |one: &Argument| input(one.name, &bits_of(one.parameter));
                function.companion.parameters.iter().map(argument).collect()
            }
            _ => head.each(input),
        };
        format!("{}    output wire {} {}", inputs.concat(), head.result, output(head.item))
    }

    fn square(&self, square: &SquareFunction) -> Expr {
        square.value(self.operators(), ["file", "rank"], |_, place| place)
    }

    fn special(&self, _item: Item<'_>, _scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        special(node, &self.page().module.tables)
    }

    fn truth(&self, number: Expr) -> Expr {
        number
    }

    /// Wires, one a variable, and the result. Lines may be as long as they are.
    fn computed(&self, item: Item<'_>, wanted: Wanted<'_>) -> (Vec<Let>, Expr, Vec<String>) {
        let program = with_wires(wanted.program, wanted.value, wanted.bounds);
        let body = Wanted { program: &program, ..wanted }.body(true);
        (body.lets, self.shared().result(item, &body.result), Vec::new())
    }

    /// The union of a call for each ray.
    fn along(&self, function: &str, walk: &Walk, rays: &Rays, place: &[&str]) -> Expr {
        let range = Expr::decimal(u64::from(if walk.has_range { rays.range } else { 63 }));
        let call = |(step, from): (&i8, &u64)| {
            let ray = [Expr::signed(i64::from(*step)), word(*from), range.clone()];
            let place = place.iter().map(|name| Expr::name(*name));
            Expr::call(function, ray.into_iter().chain(place).collect())
        };
        joined(Operators::C.or, rays.step_values.iter().zip(&rays.from_values).map(call).collect())
    }
}

impl<'a> Modules<'a> {
    /// The comment on the file.
    fn about(&self) -> Vec<String> {
        let mut lines = self.page().about(COMMENT, "");
        lines.push(String::new());
        lines.extend(wrap(
            "Memories are read from the files beside this one, which simulators look for in the current folder.",
            COMMENT,
        ));
        if self.is_clocked {
            lines.extend(wrap("A lookup gives its result when its clock has risen.", COMMENT));
        }
        if self.page().square.is_some() {
            let include = format!("`include \"{}_squares.vh\"", self.stem);
            lines.extend(wrap(&format!("{include} in a module that names squares."), COMMENT));
        }
        lines
    }

    fn modules(&self, group: Group) -> Vec<Routine<'a>> {
        self.shared().routines(&[group])
    }

    /// The memories of fields and tables that a module reads.
    fn memories(&self, item: Item<'a>) -> Vec<Memory<'_>> {
        let page = self.page();
        let Some(program) = item.program() else { return Vec::new() };
        let mut memories: Vec<Memory<'_>> = Vec::new();
        let mut add = |name, array, storage, start, length| {
            if memories.iter().all(|memory| memory.name != name) {
                let bits = WORDS.entry(storage, false);
                memories.push(Memory { name, array, bits, start, length });
            }
        };
        if let Item::Lookup(function) = item {
            let length = usize::from(page.module.board.indices);
            for field in program.fields() {
                add(memory(field), function.field(field), field.storage(), 0, length);
            }
        }
        for (_, table, _) in program.loads() {
            let index = usize::from(table.index);
            let (name, table) = (table_memory(&page.module.tables[index]), &page.tables[index]);
            let slice = self.slices.iter().find(|slice| slice.lookup == item.name());
            let (array, start, length) = match slice {
                Some(Slice { array, start, .. }) => (&array.name, *start, array.values.len()),
                None => (&table.name, 0, table.length),
            };
            add(name, array, table.storage, start, length);
        }
        memories
    }
}

/// The range of a parameter's bits.
fn bits_of(parameter: Parameter) -> String {
    let top = if parameter.kind == Type::Word { 63 } else { parameter.most.max(1).ilog2() };
    format!("[{top}:0]")
}

impl<'a> Bench<'a> {
    fn new(of: &'a Modules<'a>, tested: Tested<'a>) -> Self {
        let squares = of.page().module.board.squares.iter();
        let squares = squares.fold(0_u64, |set, (_, bit)| set | 1 << bit);
        let memories = tested.test.arrays.iter().filter(|array| is_memory(array));
        let memories = memories.map(|array| Memory::new(&array.name, array)).collect();
        Self { of, tested, squares: of.text(&word(squares)), memories }
    }

    /// Each lookup under the subsets of a piece's relevant squares: the piece in prose, the lookup, what is walked
    /// instead, and the function that returns these squares.
    fn all(&self) -> Vec<[String; 4]> {
        let compared = self.tested.compared.iter().filter(|one| one.is_public);
        let of_lookup = |one: &Compared<'_>| {
            // Only pieces have a function that walks.
            let call = Expr::call_with(one.walker.as_str(), &["square", "occupied"]);
            let walked = self.of.text(if one.squares.is_some() { &call } else { &one.walked });
            let of_piece =
                |relevant: &String| [one.spoken, one.lookup, &walked, relevant].map(str::to_owned);
            one.relevant.iter().map(of_piece).collect::<Vec<_>>()
        };
        compared.flat_map(of_lookup).collect()
    }
}
