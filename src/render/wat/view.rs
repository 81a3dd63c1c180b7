//! The data of the template: a module with arrays at addresses, and functions line by line.

use super::Keys;
use super::syntax::{
    OPERATORS, STYLE, WIDTH, WORDS, call, constant, cut, get, instruction, load, load_word, set,
    set_local, special, widened,
};
use crate::render::prelude::*;
use magicgen_literal::{hex_escapes, in_lines};

/// Bytes of a page of memory.
const PAGE: usize = 65_536;

/// Bytes of a word.
const WORD_BYTES: usize = 8;

/// Bytes of data on a line.
const BYTES: usize = 16;

/// Columns of the text of a comment within the module.
const COMMENT: usize = WIDTH - "  ;; ".len();

/// The language.
const LANG: Lang = Lang {
    patterns: Patterns {
        variable: "    (local $$name $kind)",
        refusal: "(if (i32.gt_u (local.get $$name) (i32.const $last)) (then (unreachable)))",
        ..Patterns::C
    },
    style: STYLE,
    case: str::to_owned,
    comment: COMMENT,
    begins: Some(["$square:", "$occupied:"]),
    array_docs: ArrayDocs::Sizes,
    word: Some(set),
    variable: get,
    called: |function, arguments| call(function, arguments),
    operation: |operator, first, second| {
        let number = second.number().map(|places| constant(Type::Word, places as i64));
        instruction(Type::Word, operator.text, [first, number.unwrap_or(second)])
    },
    truth: Some(cut),
    ..Lang::new(&OPERATORS, &WORDS)
};

/// A module, with WebAssembly's way of writing items.
#[derive(Template)]
#[template(path = "wat/module.wat", escape = "none")]
pub(super) struct View<'a> {
    facts: Facts<'a>,
    /// The address of each array, by name.
    addresses: Vec<(&'a str, usize)>,
    /// The names of the memory if it is imported.
    import: Option<[&'a str; 2]>,
    /// The addresses at which the data begin and end.
    base: usize,
    end: usize,
    /// The fill loops, each with its function's name.
    fills: Vec<(String, &'a FillLoop)>,
}

/// A function that compares a lookup with walked rays.
struct Compared<'a> {
    name: String,
    spoken: String,
    /// The statement that sets the mask of relevant squares.
    mask: Vec<String>,
    lookup: &'a str,
    walked: Vec<String>,
}

shared_by!(View);

impl<'a> Manner<'a> for View<'a> {
    fn own_doc(&self, of: Documented<'_>) -> Option<Vec<String>> {
        let Documented::Item(Item::Scan(scan)) = of else { return None };
        let high = if scan.width < 32 { ", none above them" } else { "" };
        let word = format!("$word: {} bits{high}; the result is undefined for 0.", scan.width);
        Some([&scan.summary, &word].into_iter().flat_map(|text| wrap(text, COMMENT)).collect())
    }

    fn head(&self, head: &Head<'_>) -> String {
        let mut types = head.each(|name, kind| format!("(param ${name} {kind})"));
        types.push(format!("(result {})", head.result));
        head_with(head.item.name(), head.item.is_public(), &types)
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        format!("  (data (i32.const {})", self.address(&array.name))
    }

    /// Lines of bytes.
    fn rows(&self, array: &Array<'_>) -> String {
        in_lines(&hex_escapes(&array.bytes()), 3 * BYTES, ["    \"", "\n", "\""])
    }

    fn special(&self, _item: Item<'_>, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        match node.op {
            Op::Field(field) => {
                Some(self.entry(scope.field(field), scope.place.clone(), field.storage()))
            }
            Op::Load(table, _) | Op::LoadRow(table, _) => {
                let (name, storage) = scope.table(table);
                Some(self.entry(name, node.a(), storage))
            }
            Op::Part(_, word) => {
                let Op::Field(field) = node.first().op else { return None };
                let bytes = constant(Type::Half, field.storage().bytes() as i64);
                let place = instruction(Type::Half, "mul", [scope.place.clone(), bytes]);
                let address = self.address(scope.field(field)) + usize::from(word) * WORD_BYTES;
                Some(load_word(address, place))
            }
            _ => special(node, scope),
        }
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
            return self.entry(list, place, Storage::Byte);
        };
        let sum = add(product(by_rank.into(), "rank"), product(by_file.into(), "file"));
        if start == 0 { sum } else { add(constant(Type::Half, start.into()), sum) }
    }

    /// Instructions may have any length here: they are broken when they are printed.
    fn computed(&self, item: Item<'_>, wanted: Wanted<'_>) -> Option<Computation> {
        let Body { lets, result } = wanted.body(false);
        Some((lets, self.result(item, &result), Vec::new()))
    }

    fn along(&self, function: &str, walk: &RayFunction, rays: &Rays, place: &[&str]) -> Expr {
        let range = walk.has_range.then_some(usize::from(rays.range));
        let numbers = [self.address(&rays.steps), self.address(&rays.from), rays.count];
        let numbers = numbers.into_iter().chain(range);
        let numbers = numbers.map(|number| constant(Type::Half, number as i64));
        call(function, numbers.chain(place.iter().map(|name| get(name))))
    }
}

/// A function's head on one line, or with its types on the next, or with each type on a separate line.
fn head_with(name: &str, is_public: bool, types: &[String]) -> String {
    let export = if is_public { format!(" (export \"{name}\")") } else { String::new() };
    let mut line = Document::all(2);
    line.text(&format!("(func ${name}{export}")).line().open(Breaks::All, 0).list(types, "");
    line.lines_behind("  ", WIDTH).join("\n")
}

/// The head of the function that returns all words of a set.
fn head_of_whole(whole: &WholeSet) -> String {
    let given = |one: &ParameterDoc| {
        format!("(param ${} {})", one.name, if one.is_set { "i64" } else { "i32" })
    };
    let mut types: Vec<String> = whole.given().iter().map(given).collect();
    types.push(format!("(result{})", " i64".repeat(whole.of.len())));
    head_with(&whole.name, true, &types)
}

impl<'a> View<'a> {
    pub(super) fn new(page: &'a Page<'a>, keys: &'a Keys) -> Self {
        let facts = Facts::new(page, LANG);
        let (import, base) = (keys.import(), keys.base() as usize);
        let (mut addresses, mut end) = (Vec::new(), base);
        let arrays = page.arrays.iter().map(|of| (&of.name, of.values.len(), of.storage.bytes()));
        let filled = page.filled.iter().map(|of| (&of.name, of.length, Storage::Word.bytes()));
        for (name, length, width) in arrays.chain(filled) {
            let address = end.next_multiple_of(width);
            addresses.push((name.as_str(), address));
            end = address + length * width;
        }
        Self { facts, addresses, import, base, end, fills: page.named_fills(Case::Snake) }
    }

    /// The comment before the function that returns all words of a set.
    fn doc_of_whole(&self, whole: &WholeSet) -> Vec<String> {
        let mut doc = whole.doc.clone();
        doc.parameters.pop();
        self.function_doc(&whole.name, &doc)
    }

    /// The calls of the functions that return the words.
    fn calls_of_whole(&self, whole: &WholeSet) -> Vec<String> {
        let arguments = || whole.given().iter().map(|one| get(&one.name));
        whole.of.iter().flat_map(|name| self.lines(&call(name, arguments()), 4)).collect()
    }

    fn entry(&self, array: &str, index: Expr, storage: Storage) -> Expr {
        load(storage, self.address(array), index)
    }

    pub(super) fn address(&self, name: &str) -> usize {
        let array = self.addresses.iter().find(|(other, _)| *other == name);
        array.map_or(0, |(_, address)| *address)
    }

    /// A lookup before it stands in a module.
    pub(super) fn text_of_lookup(&self, piece: &str, bit: u8) -> LookupText {
        let is_of =
            |one: &Routine<'_>| matches!(one.item, Item::Lookup(of) if of.piece.name == piece);
        let routines = self.routines(&[Group::Lookups]).into_iter().filter(is_of);
        let lines = routines.flat_map(|routine| self.body(&routine));
        let statements = lines.map(|line| line.replacen("    ", "", 1)).collect();
        LookupText { statements, ..self.lookup_text(piece, bit) }
    }

    /// A function line by line.
    fn function(&self, routine: &Routine<'_>) -> Vec<String> {
        let mut all = vec![routine.head.clone()];
        all.extend(self.body(routine));
        if let Some(last) = all.last_mut() {
            last.push(')');
        }
        all
    }

    /// The lines of a function behind its head; the last of its instructions is its result.
    fn body(&self, routine: &Routine<'_>) -> Vec<String> {
        let sets = routine.lets.iter().map(|one| set_local(&one.name, one.value.clone()));
        let steps = routine.steps.iter().map(|step| set_local("word", step.clone()));
        let last = match routine.item {
            Item::Bytes(_) | Item::Bits(_) => {
                instruction(Type::Word, "rotl", [get("word"), constant(Type::Word, 32)])
            }
            _ => routine.value.clone(),
        };
        let mut all: Vec<String> = routine.lets.iter().map(|one| self.declare(one)).collect();
        all.extend(self.checks(routine.item).iter().map(|check| format!("    {check}")));
        let instructions = sets.chain(steps).chain([last]);
        all.extend(instructions.flat_map(|one| self.lines(&one, 4)));
        all
    }

    /// The lines of an instruction. If it is too long for one line, each operand gets a line.
    fn lines(&self, expr: &Expr, indent: usize) -> Vec<String> {
        self.facts.style.document(expr).lines_behind(&" ".repeat(indent), WIDTH)
    }

    /// The condition that `$square` is a square, if some bit index below the highest is none.
    fn is_square(&self, walk: &RayFunction) -> Option<String> {
        let squares = walk.squares?;
        let bit = instruction(Type::Word, "shr_u", [set(squares), widened(get("square"))]);
        let bit = instruction(Type::Word, "and", [constant(Type::Word, 1), bit]);
        Some(self.text(&cut(bit)))
    }

    /// Comparisons of pieces, then of unions under the occupancies of each of their pieces.
    fn tests(&self, walk: &RayFunction, test: &'a SelfTest<'a>) -> Vec<Compared<'a>> {
        let mut taken = self.page().taken.clone();
        let all = self.compared((walk, test), &mut |_, _| String::new());
        let each = all.iter().flat_map(|one| one.pieces.iter().map(move |piece| (one, piece)));
        let compared = each.map(|(one, piece)| {
            let (mut name, mut spoken) = (format!("test_{}", one.lookup), one.spoken.to_owned());
            if one.squares.is_none() {
                name = format!("{name}_{}", piece.lookup);
                spoken = format!("{spoken} under the occupancies of the {}", piece.spoken);
            }
            let walked = one.pieces.iter().map(|of| self.walked(walk, &of.rays, "occupied"));
            let walked = self.lines(&self.united(walked.collect()), 14);
            let mask = self.along(&test.relevant, walk, &piece.rays, &["square"]);
            let mask = self.lines(&set_local("mask", mask), 6);
            Compared { name: taken.name(name), spoken, mask, lookup: one.lookup, walked }
        });
        compared.collect()
    }
}
