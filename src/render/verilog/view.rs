//! What the templates print: modules with their memories, the file of squares, and a test bench.

use std::fmt::Write as _;

use askama::Template;

use super::syntax::{WORDS, memory, special, table_memory, with_wires, word};
use crate::model::{Binary, Case, Op, Role};
use crate::render::Artifact;
use crate::render::code::expr::Expr;
use crate::render::code::node::{Let, Node, Operators, Wanted};
use crate::render::code::scope::Scope;
use crate::render::page::{
    Array, ArrayDocs, ArrayKind, Compared, Content, Facts, Function, Group, Head, Item, Manner,
    Page, Parameter, Patterns, Rays, Routine, Sentences, Shared as _, SquareFunction, Tested, Walk,
    joined,
};

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
    array: &'a Array<'a>,
    /// The index of the first entry.
    start: usize,
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
}

/// All files of a page. The first is the one that was asked for.
pub(super) fn artifacts(page: &Page<'_>, file_name: &str, is_clocked: bool) -> Vec<Artifact> {
    let stem = file_name.trim_end_matches(".v");
    let facts = Facts::new(page, &Operators::C, &WORDS);
    let facts = Facts { patterns: PATTERNS, comment: COMMENT, case: str::to_owned, ..facts };
    let (says, sentences, array_docs) = (["Gives", ":"], Sentences::Lines, ArrayDocs::Sizes);
    let facts = Facts { says, sentences, array_docs, ..facts };
    let lookups = page.lookups.iter().filter(|_| is_clocked);
    let slices: Vec<Slice<'_>> = lookups.filter_map(|lookup| Slice::of(page, lookup)).collect();
    let modules = Modules { facts, stem, is_clocked, slices };
    let mut artifacts = vec![Artifact::new(file_name, &modules)];
    let (lists, arrays): (Vec<&Array<'_>>, Vec<&Array<'_>>) =
        page.arrays.iter().partition(|array| array.kind == ArrayKind::Places);
    // A table of which each lookup has its own part is nobody's.
    let is_cut = |number| modules.slices.iter().any(|slice| slice.table == number);
    let is_apart = |array: &Array<'_>| {
        !array.is_public && matches!(array.content, Content::Table(number) if is_cut(number))
    };
    let arrays = arrays.into_iter().filter(|array| !is_apart(array));
    let tested = page.self_test.iter().flat_map(|test| &test.arrays);
    let tested = tested.filter(|array| is_memory(array));
    let slices = modules.slices.iter().map(|slice| &slice.array);
    artifacts.extend(slices.chain(arrays).chain(tested).map(numbers));
    if let Some(square) = &page.square {
        // A function can't read a memory: a list is a case of it for each place.
        let function = modules.shared().routine(Item::Square(square));
        let squares = Squares { of: &modules, function, list: lists.first().copied() };
        artifacts.push(Artifact::new(format!("{stem}_squares.vh"), &squares));
    }
    if let Some(tested) = modules.shared().test(Case::Snake) {
        let bench = Bench { of: &modules, tested };
        artifacts.push(Artifact::new(format!("{stem}_tb.v"), &bench));
    }
    artifacts
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
    Artifact { name: format!("{}.hex", array.name), text }
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
        let doc = format!("Attack sets of the {}.", lookup.doc.spoken);
        let (name, entries) = (format!("{}_table", lookup.name), &table.entries[start..=end]);
        let array = Array::new(name, doc, ArrayKind::Table, table.storage, entries);
        Some(Self { lookup: &lookup.name, table: number, start, array })
    }
}

impl<'a> Memory<'a> {
    /// The memory that has an array's name.
    fn of(array: &'a Array<'a>) -> Self {
        Self { name: array.name.clone(), array, start: 0 }
    }

    /// The memory of an array that others may read.
    fn rom(array: &'a Array<'_>) -> Self {
        Self { name: "entries".to_owned(), ..Self::of(array) }
    }

    /// The highest bit of an index.
    fn index_top(&self) -> u32 {
        self.array.values.len().saturating_sub(1).max(1).ilog2()
    }

    /// The index of the last entry.
    fn last(&self) -> usize {
        self.start + self.array.values.len().max(1) - 1
    }
}

impl<'a> Manner<'a> for Modules<'a> {
    fn facts(&self) -> &Facts<'a> {
        &self.facts
    }

    /// The ports of a module that is no lookup, whose ports are the template's.
    fn head(&self, head: &Head<'_>) -> String {
        let input = |Parameter { name, most, .. }: &Parameter| {
            format!("    input  wire [{}:0] {name},\n", most.max(&1).ilog2())
        };
        let inputs: String = head.parameters.iter().map(input).collect();
        format!("{inputs}    output wire {} {}", head.result, output(head.item))
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
        self.shared().values(item, Wanted { program: &program, ..wanted }.body(true))
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
    /// The memories of fields and tables that a module reads.
    fn memories(&self, item: Item<'a>) -> Vec<Memory<'_>> {
        let page = self.page();
        let array = |name: &str| page.arrays.iter().find(|array| array.name == name);
        let Some(program) = item.program() else { return Vec::new() };
        let mut memories: Vec<Memory<'_>> = Vec::new();
        let mut add = |name, array: Option<_>, start| {
            let is_new = memories.iter().all(|memory| memory.name != name);
            memories.extend(array.filter(|_| is_new).map(|array| Memory { name, array, start }));
        };
        if let Item::Lookup(function) = item {
            for field in program.fields() {
                add(memory(field), array(function.field(field)), 0);
            }
        }
        for (_, table, _) in program.loads() {
            let index = usize::from(table.index);
            let name = table_memory(&page.module.tables[index]);
            match self.slices.iter().find(|slice| slice.lookup == item.name()) {
                Some(slice) => add(name, Some(&slice.array), slice.start),
                None => add(name, array(&page.tables[index].name), 0),
            }
        }
        memories
    }
}

impl<'a> Bench<'a> {
    /// The memories that the function that walks reads.
    fn memories(&self) -> Vec<Memory<'a>> {
        let arrays = self.tested.test.arrays.iter();
        arrays.filter(|array| is_memory(array)).map(Memory::of).collect()
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
