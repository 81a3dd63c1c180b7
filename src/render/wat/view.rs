//! What the template prints: a module with arrays at addresses, and functions line by line.

use std::fmt::Write as _;

use askama::Template;

use super::Keys;
use super::syntax::{
    OPERATORS, STYLE, WIDTH, WORDS, call, constant, get, instruction, lines, load, set, set_local,
    special, widened,
};
use crate::model::{Case, Storage, Type};
use crate::render::code::expr::{Expr, Operator};
use crate::render::code::node::{Body, Let, Node, Wanted};
use crate::render::code::scope::Scope;
use crate::render::page::{
    Array, Facts, FillLoop, Group, Head, Item, Linear, Manner, Page, Patterns, Rays, Routine, Scan,
    SelfTest, Shared as _, SquareFunction, Walk,
};
use crate::render::text::provenance::wrap;

/// Bytes of a page of memory.
const PAGE: usize = 65_536;

/// Bytes of data on a line.
const BYTES: usize = 16;

/// Columns of the text of a comment within the module.
const COMMENT: usize = WIDTH - "  ;; ".len();

const PATTERNS: Patterns = Patterns {
    variable: "    (local $$name $kind)",
    refusal: "(if (i32.gt_u (local.get $$name) (i32.const $last)) (then (unreachable)))",
    ..Patterns::C
};

/// A module, and how WebAssembly is written.
#[derive(Template)]
#[template(path = "wat/module.wat", escape = "none")]
pub(super) struct View<'a> {
    facts: Facts<'a>,
    /// Addresses of arrays by name.
    addresses: Vec<(&'a str, usize)>,
    /// The names of the memory if it is imported.
    import: Option<[&'a str; 2]>,
    /// Where the data begin and end.
    base: usize,
    end: usize,
    /// Loops of start-up code, and the name of the function of each.
    fills: Vec<(String, &'a FillLoop)>,
    compared: Vec<Compared>,
}

/// A function that compares a lookup with rays walked.
struct Compared {
    name: String,
    spoken: String,
    /// The statement that sets the relevant squares.
    mask: Vec<String>,
    lookup: String,
    walked: Vec<String>,
}

impl<'a> Manner<'a> for View<'a> {
    fn facts(&self) -> &Facts<'a> {
        &self.facts
    }

    fn scan_doc(&self, scan: &Scan<'_>) -> Vec<String> {
        let mut doc = wrap(&scan.summary, COMMENT);
        let high = if scan.width < 32 { ", none above them" } else { "" };
        let word = format!("$word: {} bits{high}; the result is undefined for 0.", scan.width);
        doc.extend(wrap(&word, COMMENT));
        doc
    }

    /// What an array holds, and how many entries of how many bits.
    fn array_doc(&self, array: &Array<'_>) -> Vec<String> {
        let (length, bits) = (array.values.len(), 8 * array.storage.bytes());
        let entries = if length == 1 { "entry" } else { "entries" };
        let sign = if array.is_signed { ", signed" } else { "" };
        self.comment("", &format!("{} {length} {entries} of {bits} bits{sign}.", array.doc))
    }

    /// The head on one line, or its types on the next.
    fn head(&self, head: &Head<'_>) -> String {
        let name = head.item.name();
        let export =
            if head.item.is_public() { format!(" (export \"{name}\")") } else { String::new() };
        let line = format!("  (func ${name}{export}");
        let parameters = head.list(" ", |name, kind| format!("(param ${name} {kind})"));
        let types = format!("{parameters} (result {})", head.result);
        let is_short = line.len() + 1 + types.len() <= WIDTH;
        if !is_short && types.len() + 4 > WIDTH {
            let parameters = head.list("\n    ", |name, kind| format!("(param ${name} {kind})"));
            return format!("{line}\n    {parameters}\n    (result {})", head.result);
        }
        format!("{line}{}{types}", if is_short { " " } else { "\n    " })
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        format!("  (data (i32.const {})", self.address(&array.name))
    }

    /// Lines of bytes.
    fn rows(&self, array: &Array<'_>) -> String {
        let mut text = String::with_capacity(array.values.len() * array.storage.bytes() * 4);
        for (at, byte) in array.bytes().enumerate() {
            if at % BYTES == 0 {
                text.push_str(if at == 0 { "    \"" } else { "\"\n    \"" });
            }
            let _ = write!(text, "\\{byte:02x}");
        }
        text + "\""
    }

    fn special(&self, _item: Item<'_>, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        special(node, scope, |array| self.address(array))
    }

    fn variable(&self, name: &str) -> Expr {
        get(name)
    }

    fn call(&self, _item: Item<'_>, function: &str, parameters: &[&str]) -> Expr {
        call(function, parameters.iter().map(|name| get(name)))
    }

    fn operation(&self, operator: Operator, first: Expr, second: Expr) -> Expr {
        let number = second.number().map(|places| constant(Type::Word, places as i64));
        instruction(Type::Word, operator.text, [first, number.unwrap_or(second)])
    }

    fn square(&self, square: &SquareFunction) -> Expr {
        let add = |a, b| instruction(Type::Half, "add", [a, b]);
        let product = |by: i64, name| match by {
            1 => get(name),
            by => instruction(Type::Half, "mul", [constant(Type::Half, by), get(name)]),
        };
        let Some(Linear { start, by_file, by_rank }) = square.sum else {
            let place = add(product(square.width.into(), "rank"), get("file"));
            let list = square.list.as_deref().unwrap_or_default();
            return load(Storage::Byte, self.address(list), place);
        };
        let sum = add(product(by_rank.into(), "rank"), product(by_file.into(), "file"));
        if start == 0 { sum } else { add(constant(Type::Half, start.into()), sum) }
    }

    fn truth(&self, number: Expr) -> Expr {
        instruction(Type::Half, "wrap_i64", [number])
    }

    /// Instructions may be as long as they are, since they are broken up where they end.
    fn computed(&self, item: Item<'_>, wanted: Wanted<'_>) -> (Vec<Let>, Expr, Vec<String>) {
        let Body { lets, result } = wanted.body(false);
        (lets, self.shared().result(item, &result), Vec::new())
    }

    fn along(&self, function: &str, walk: &Walk, rays: &Rays, place: &[&str]) -> Expr {
        let range = walk.has_range.then_some(usize::from(rays.range));
        let numbers = [self.address(&rays.steps), self.address(&rays.from), rays.count];
        let numbers = numbers.into_iter().chain(range);
        let numbers = numbers.map(|number| constant(Type::Half, number as i64));
        call(function, numbers.chain(place.iter().map(|name| get(name))))
    }
}

impl<'a> View<'a> {
    pub(super) fn new(page: &'a Page<'a>, keys: &'a Keys) -> Self {
        let facts = Facts::new(page, &OPERATORS, &WORDS);
        let (style, case) = (page.styled(STYLE), str::to_owned);
        let begins = Some(["$square:", "$occupied:"]);
        let facts = Facts { patterns: PATTERNS, style, case, comment: COMMENT, begins, ..facts };
        let facts = Facts { word: Some(set), ..facts };
        let fills = page.named_fills(Case::Snake);
        let (import, base) = (keys.import(), keys.base() as usize);
        let (addresses, compared) = (Vec::new(), Vec::new());
        let mut view = Self { facts, addresses, import, base, end: base, fills, compared };
        for array in &page.arrays {
            view.place(&array.name, array.values.len(), array.storage.bytes());
        }
        for table in &page.filled {
            view.place(&table.name, table.length, Storage::Word.bytes());
        }
        view.compared = page.test().map(|test| view.tested(test)).unwrap_or_default();
        view
    }

    /// Gives an array of entries of so many bytes a place in memory.
    fn place(&mut self, name: &'a str, length: usize, width: usize) {
        let address = self.end.next_multiple_of(width);
        self.addresses.push((name, address));
        self.end = address + length * width;
    }

    pub(super) fn address(&self, name: &str) -> usize {
        let array = self.addresses.iter().find(|(other, _)| *other == name);
        array.map_or(0, |(_, address)| *address)
    }

    /// A function line by line; the last of its instructions is its result.
    fn function(&self, routine: &Routine<'_>) -> Vec<String> {
        let sets = routine.lets.iter().map(|one| set_local(&one.name, one.value.clone()));
        let steps = routine.steps.iter().map(|step| set_local("word", step.clone()));
        let last = match routine.item {
            Item::Bytes(_) | Item::Bits(_) => {
                instruction(Type::Word, "rotl", [get("word"), constant(Type::Word, 32)])
            }
            _ => routine.value.clone(),
        };
        let mut all = vec![routine.head.clone()];
        all.extend(routine.lets.iter().map(|one| self.declare(one)));
        all.extend(self.shared().checks(routine.item).iter().map(|check| format!("    {check}")));
        let instructions = sets.chain(steps).chain([last]);
        all.extend(instructions.flat_map(|one| lines(&one, 4, &self.facts.style)));
        if let Some(last) = all.last_mut() {
            last.push(')');
        }
        all
    }

    /// The mask of `$square`, as a loop that fills reads it.
    fn mask(&self, masks: &str) -> String {
        self.text(&load(Storage::Word, self.address(masks), get("square")))
    }

    /// The lines of the call that walks rays in a loop that fills.
    fn filled(&self, fill: &FillLoop, walk: &Walk) -> Vec<String> {
        lines(&self.walked(walk, &fill.rays, "subset"), 8, &self.facts.style)
    }

    /// The condition that `$square` is a square, where some index below the highest is none.
    fn is_square(&self, walk: &Walk) -> Option<String> {
        let squares = walk.squares?;
        let bit = instruction(Type::Word, "shr_u", [set(squares), widened(get("square"))]);
        let bit = instruction(Type::Word, "and", [constant(Type::Word, 1), bit]);
        Some(self.text(&instruction(Type::Half, "wrap_i64", [bit])))
    }

    /// Comparisons of pieces, then of unions under the occupancies of each of their pieces.
    fn tested(&self, (walk, test): (&Walk, &SelfTest<'_>)) -> Vec<Compared> {
        let (mut compared, mut taken) = (Vec::new(), self.page().taken.clone());
        for one in self.shared().compared((walk, test), &mut |_, _| String::new()) {
            let (mut name, mut spoken) = (format!("test_{}", one.lookup), one.spoken.to_owned());
            for piece in &one.pieces {
                if one.squares.is_none() {
                    name = format!("test_{}_{}", one.lookup, piece.lookup);
                    spoken =
                        format!("{} under the occupancies of the {}", one.spoken, piece.spoken);
                }
                let all = one.pieces.iter().map(|of| self.walked(walk, &of.rays, "occupied"));
                let mask = self.along(&test.relevant, walk, &piece.rays, &["square"]);
                compared.push(Compared {
                    name: taken.name(name.as_str()),
                    spoken: spoken.clone(),
                    mask: lines(&set_local("mask", mask), 6, &self.facts.style),
                    lookup: self.text(&call(one.lookup, ["square", "occupied"].map(get))),
                    walked: lines(&self.united(all.collect()), 14, &self.facts.style),
                });
            }
        }
        compared
    }
}
