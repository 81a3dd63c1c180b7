//! The data of the templates: modules with their memories, the file of squares, and a test bench.

use super::cuts::Cuts;
use super::memory::{Holds, Memory, Slice, address, numbers, width};
use super::syntax::{WORDS, Widths, bits, table_memory, with_wires, word};
use super::wires::{Wires, rename};
use crate::render::prelude::*;

/// Columns of a comment, without its slashes.
const COMMENT: usize = 100 - "// ".len();

/// The file of modules, with Verilog's way of writing items.
#[derive(Template)]
#[template(path = "verilog/modules.v", escape = "none")]
struct Modules<'a> {
    facts: Facts<'a>,
    /// The file's name without its ending.
    stem: &'a str,
    /// The cycles from a lookup's inputs to its result; 0 without a clock.
    stages: usize,
    /// The parts of tables that lookups read.
    slices: Vec<Slice<'a>>,
}

/// The file of squares.
#[derive(Template)]
#[template(path = "verilog/squares.vh", escape = "none")]
struct Squares<'a> {
    of: &'a Modules<'a>,
    /// The function of file and rank. Its value is the bit index, or a place in the list if bit indices aren't linear.
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

/// The language.
const LANG: Lang = Lang {
    comment: COMMENT,
    case: str::to_owned,
    says: ["Gives", ":"],
    sentences: Sentences::Lines,
    array_docs: ArrayDocs::Sizes,
    truth: Some(|number| number),
    ..Lang::new(&Operators::C, &WORDS)
};

impl<'a> Modules<'a> {
    fn new(page: &'a Page<'a>, stem: &'a str, stages: usize) -> Self {
        let facts = Facts::new(page, LANG);
        let slices: Vec<Slice<'_>> =
            page.lookups.iter().flat_map(|lookup| Slice::all(page, lookup)).collect();
        Self { facts, stem, stages, slices }
    }
}

/// The nodes of a piece's lookup.
pub(super) fn lookup_text(page: &Page<'_>, stages: usize, piece: &str, bit: u8) -> LookupText {
    Modules::new(page, "", stages).lookup_text(piece, bit)
}

/// All files of a page, the requested one first.
pub(super) fn artifacts(page: &Page<'_>, file_name: &str, stages: usize) -> Vec<Artifact> {
    let stem = file_name.trim_end_matches(".v");
    let modules = Modules::new(page, stem, stages);
    let mut artifacts = vec![Artifact::new(file_name, &modules)];
    let (lists, arrays): (Vec<&Array<'_>>, Vec<&Array<'_>>) =
        page.arrays.iter().partition(|array| array.kind == ArrayKind::Places);
    let unread = modules.unread();
    let arrays = arrays.into_iter().filter(|array| !unread.contains(&array.name.as_str()));
    let tested = page.self_test.iter().flat_map(|test| &test.arrays);
    let tested = tested.filter(|array| is_memory(array));
    let slices = modules.slices.iter().flat_map(|slice| {
        let offsets = slice.moved.as_ref().map(|moved| &moved.offsets);
        [&slice.array].into_iter().chain(offsets)
    });
    let file = |array| numbers(array, modules.set_bits());
    artifacts.extend(slices.chain(arrays).chain(tested).map(file));
    if let Some(square) = &page.square {
        // A function can't read a memory, so a list becomes a `case` with every place.
        let function = modules.routine(Item::Square(square));
        let squares = Squares { of: &modules, function, list: lists.first().copied() };
        artifacts.push(Artifact::new(format!("{stem}_squares.vh"), &squares));
    }
    if let Some(tested) = modules.test(Case::Snake) {
        let bench = Bench { of: &modules, tested };
        artifacts.push(Artifact::new(format!("{stem}_tb.v"), &bench));
    }
    artifacts
}

/// True if an array is read from a file; rays are in the test bench.
fn is_memory(array: &Array<'_>) -> bool {
    array.kind != ArrayKind::Rays
}

/// True if a module reverses the bits of words.
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

shared_by!(Modules);

impl<'a> Manner<'a> for Modules<'a> {
    /// A set has as many bits as its board.
    fn own_doc(&self, of: Documented<'_>) -> Option<Vec<String>> {
        let Documented::Array(array) = of else { return None };
        let Storage::Set(_) = array.storage else { return None };
        let (length, width) = (array.length(), self.set_bits());
        let text = format!("{} {length} entries of {width} bits.", array.doc);
        Some(self.comment(&array.name, &text))
    }

    /// The ports of a module that is no lookup; lookups' ports are in the template.
    fn head(&self, head: &Head<'_>) -> String {
        let input = |one: &HeadParameter| {
            format!("    input  wire [{}:0] {},\n", self.input_bits(one) - 1, one.name)
        };
        let inputs: String = head.parameters.iter().map(input).collect();
        let result = match head.returned {
            Sort::Set => format!("[{}:0]", self.set_bits() - 1),
            _ => head.result.to_string(),
        };
        format!("{inputs}    output wire {result} {}", output(head.item))
    }

    fn square(&self, square: &SquareFunction) -> Expr {
        square.value(self.operators(), ["file", "rank"], |_, place| place)
    }

    fn special(&self, item: Item<'_>, _scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        self.widths(item).special(node)
    }

    /// The lines of the module, of any length.
    fn computed(&self, item: Item<'_>, wanted: Wanted<'_>) -> Option<Computation> {
        let cuts = match item {
            Item::Lookup(function) => Cuts::of(function.program, self.stages),
            _ => Cuts::default(),
        };
        let program = with_wires(&cuts.named(wanted.program), wanted.value);
        let body = Wanted { program: &program, ..wanted }.body(true);
        let (widths, head) = (self.widths(item), self.head_of(item));
        let inputs = head.parameters.iter();
        let inputs = inputs.map(|one| (one.name.to_string(), self.input_bits(one)));
        let (lets, result) = (body.lets.clone(), body.result.written.clone());
        let width = match head.returned {
            Sort::Set => self.set_bits(),
            _ => range(&head.result),
        };
        let registers: Vec<Value> = cuts.values().collect();
        let wires = Wires::new(body, &widths, width, inputs.collect(), &registers);
        let is_clocked = self.is_clocked() && item.is_lookup();
        let lines = wires.lines(output(item), is_clocked, &|expr| self.text(expr));
        Some((lets, result, lines))
    }

    /// The or of the calls for all rays.
    fn along(&self, function: &str, walk: &RayFunction, rays: &Rays, place: &[&str]) -> Expr {
        let range = Expr::decimal(u64::from(if walk.has_range { rays.range } else { 63 }));
        let call = |(step, from): (&i8, &u64)| {
            let ray = [Expr::signed(i64::from(*step)), word(*from), range.clone()];
            let place = place.iter().map(|name| Expr::name(*name));
            Expr::call(function, ray.into_iter().chain(place).collect())
        };
        joined(Operators::C.or, rays.step_values.iter().zip(&rays.from_values).map(call).collect())
    }
}

impl Modules<'_> {
    /// True if lookups read their tables at a clock edge.
    const fn is_clocked(&self) -> bool {
        self.stages > 0
    }

    /// The memories of fields and tables that a module reads.
    fn memories(&self, item: Item<'_>) -> Vec<Memory<'_>> {
        let page = self.page();
        let array = |name: &str| page.arrays.iter().find(|array| array.name == name);
        let Some(program) = item.program() else { return Vec::new() };
        let mut memories: Vec<Memory<'_>> = Vec::new();
        let slices = || self.slices.iter().filter(|slice| slice.lookup == item.name());
        if let Item::Lookup(function) = item {
            for field in program.fields() {
                let moved = slices().filter_map(|slice| slice.moved.as_ref());
                let mut own =
                    moved.filter(|moved| moved.field == field).map(|moved| &moved.offsets);
                let read = own.next_back().or_else(|| array(function.field(field)));
                memories.extend(read.map(|array| Memory::field(field, array, self.set_bits())));
            }
        }
        for (_, table, _) in program.loads() {
            let number = usize::from(table.index);
            if memories.iter().any(|memory| memory.holds == Holds::Table(number)) {
                continue;
            }
            let own = slices().find(|slice| slice.table == number).map(|slice| &slice.array);
            let read = own.or_else(|| array(&page.tables[number].name));
            let name = table_memory(&page.module.tables[number]);
            memories.extend(read.map(|array| Memory::table(number, name, array, self.set_bits())));
        }
        memories
    }

    /// The names of private arrays that no module reads, because each lookup has its part of them.
    fn unread(&self) -> Vec<&str> {
        let page = self.page();
        let groups = [Group::Lookups, Group::Companions, Group::Scans];
        let items = self.items(&groups);
        let read: Vec<&str> = items
            .iter()
            .flat_map(|item| self.memories(*item))
            .map(|memory| memory.array.name.as_str())
            .collect();
        let is_private = |array: &&Array<'_>| !array.is_public && is_memory(array);
        let arrays = page.arrays.iter().filter(is_private);
        // A part's file is written with its lookup, not again.
        let own = |name: &str| {
            let mut moved = self.slices.iter().filter_map(|slice| slice.moved.as_ref());
            moved.any(|moved| moved.offsets.name == name)
        };
        let is_unread = |array: &&Array<'_>| {
            matches!(array.kind, ArrayKind::BySquare | ArrayKind::Table)
                && (!read.contains(&array.name.as_str()) || own(&array.name))
        };
        arrays.filter(is_unread).map(|array| array.name.as_str()).collect()
    }

    /// The widths of a module's memories and inputs.
    fn widths(&self, item: Item<'_>) -> Widths {
        let mut widths = Widths {
            square: match item {
                Item::Scan(scan) => scan.width.into(),
                _ => self.square_bits(),
            },
            set: self.set_bits(),
            fields: Vec::new(),
            tables: Vec::new(),
            moved: Vec::new(),
        };
        for Memory { name, holds, array, width } in self.memories(item) {
            match holds {
                Holds::Field(field) => widths.fields.push((field, width)),
                Holds::Table(number) => {
                    let both = [width, address(array.length())];
                    widths.tables.push((number, name, both));
                }
                Holds::Other => {}
            }
        }
        let slices = self.slices.iter().filter(|slice| slice.lookup == item.name());
        let moved = slices.filter_map(|slice| slice.moved.as_ref());
        widths.moved.extend(moved.map(|moved| (moved.index, moved.start)));
        widths
    }

    /// The width of an input.
    fn input_bits(&self, input: &HeadParameter) -> u32 {
        if input.sort == Sort::Set { self.set_bits() } else { bits(input.most) }
    }

    /// The width of a set of squares: 64, or the board's own on boards of more bits.
    fn set_bits(&self) -> u32 {
        u32::from(self.page().module.board.indices).max(u64::BITS)
    }

    /// The width of an entry of a public array, as a range.
    fn entry_range(&self, array: &Array<'_>) -> String {
        format!("[{}:0]", width(array, self.set_bits()) - 1)
    }

    /// The width of a square.
    fn square_bits(&self) -> u32 {
        bits(u64::from(self.page().module.board.indices.max(1)) - 1)
    }
}

/// The number of bits of a range such as `[5:0]`.
fn range(text: &str) -> u32 {
    let digits = text.trim_start_matches('[').split(':').next();
    digits.and_then(|top| top.parse::<u32>().ok()).map_or(u64::BITS, |top| top + 1)
}

impl<'a> Bench<'a> {
    /// The memories of the function that walks.
    fn memories(&self) -> Vec<Memory<'a>> {
        let arrays = self.tested.test.arrays.iter();
        let set = self.of.set_bits();
        arrays.filter(|array| is_memory(array)).map(|array| Memory::of(array, set)).collect()
    }

    /// The place of a square where a walk begins, as an integer.
    fn place(&self) -> String {
        let grid = self.tested.walked.walk.grid.as_ref();
        let of_bit = grid.and_then(|grid| self.memory(&grid.of_bit));
        let (width, place) = match of_bit {
            Some(memory) => (memory.width, format!("{}[square]", memory.name)),
            None => (self.of.square_bits(), "square".to_owned()),
        };
        format!("{{{}'d0, {place}}}", u32::BITS - width)
    }

    /// The bit index of a place.
    fn bit(&self) -> String {
        let grid = self.tested.walked.walk.grid.as_ref();
        match grid.and_then(|grid| self.memory(&grid.bit_of)) {
            Some(memory) => format!("{}[at[{}:0]]", memory.name, memory.index_top()),
            None => "at".to_owned(),
        }
    }

    fn memory(&self, name: &str) -> Option<Memory<'a>> {
        self.memories().into_iter().find(|memory| memory.name == name)
    }

    /// The comparisons under the subsets of a piece's relevant squares: the piece in prose, the lookup, the walk, and
    /// the function that returns these squares.
    fn all(&self) -> Vec<[String; 4]> {
        let compared = self.tested.compared.iter().filter(|one| one.is_public);
        let of_lookup = |one: &Compared<'_>| {
            // Only pieces have a function that walks.
            let call = Expr::call_with(one.walker.as_str(), &["slider", "blockers"]);
            let mut union = one.walked.clone();
            rename(&mut union, "square", "slider");
            rename(&mut union, "occupied", "blockers");
            let walked = self.of.text(if one.squares.is_some() { &call } else { &union });
            let of_piece =
                |relevant: &String| [one.spoken, one.lookup, &walked, relevant].map(str::to_owned);
            one.relevant.iter().map(of_piece).collect::<Vec<_>>()
        };
        compared.flat_map(of_lookup).collect()
    }
}
