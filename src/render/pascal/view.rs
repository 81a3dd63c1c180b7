//! What the templates print: a unit, and a program that tests it and exits with a status.

use askama::Template;

use super::syntax::{OPERATORS, overflows, special, word};
use crate::model::{Case, Op, Type, Value};
use crate::render::code::expr::Expr;
use crate::render::code::node::{Let, Node};
use crate::render::code::scope::Scope;
use crate::render::page::{
    Array, ArrayText, Compared, Facts, FillText, Group, Head, Item, Look, Manner, Page, Rays,
    Routine, SelfTest, Walk, WalkText, Words, comparisons,
};
use crate::render::text::literal::Hex;
use crate::render::text::provenance::lines_of;

/// Columns of a comment and of a statement.
const WIDTH: usize = 100 - 4;

// `file` is a keyword.
const WORDS: Words = Words {
    square: "Square",
    occupied: "Occupied",
    word: "Bits",
    turned: ["Bits", "Result"],
    file: "AFile",
    rank: "ARank",
    index: "Integer",
    signed: "ShortInt",
    widths: ["Byte", "Word", "LongWord", "QWord"],
};

/// What stands at the head of a file.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) header: &'a [String],
    pub(super) licence: &'a [String],
    pub(super) mode: &'a str,
}

/// Arrays and variables, of the interface or the implementation.
struct Data<'a> {
    /// Of each rank, its comment and lines of constants.
    squares: Vec<(&'a str, Vec<String>)>,
    arrays: Vec<ArrayText>,
    filled: Vec<ArrayText>,
}

/// The unit.
#[derive(Template)]
#[template(path = "pascal/unit.pas", escape = "none")]
pub(super) struct Unit<'a> {
    frame: Frame<'a>,
    page: &'a Page<'a>,
    doc: Vec<String>,
    public: Data<'a>,
    private: Data<'a>,
    routines: Vec<Routine<'a>>,
    walk: Option<WalkText<'a>>,
    loops: Vec<FillText<'a>>,
}

/// The program that tests the unit.
#[derive(Template)]
#[template(path = "pascal/test.pas", escape = "none")]
pub(super) struct Test<'a> {
    frame: Frame<'a>,
    name: &'a str,
    arrays: Vec<ArrayText>,
    walked: WalkText<'a>,
    compared: Vec<Compared<'a>>,
    writer: Writer<'a>,
}

/// How Pascal is written.
struct Writer<'a>(Facts<'a>);

impl<'a> Writer<'a> {
    fn new(page: &'a Page<'a>) -> Self {
        let facts = Facts::new(page, &OPERATORS, &WORDS);
        let word = Hex { prefix: "QWord($", ..Hex::new(16, ")") };
        let look = Look { word, words: 2, trailing_comma: false, ..facts.look };
        let begins = ["Square is", "Occupied is"];
        Self(Facts { begins, look, case: |name| Case::Pascal.join(&[name]), ..facts })
    }
}

impl<'a> Manner<'a> for Writer<'a> {
    fn facts(&self) -> &Facts<'a> {
        &self.0
    }

    fn head(&self, head: &Head<'_>) -> String {
        let parameters = match head.item {
            Item::Square(_) => "AFile, ARank: Integer".to_owned(),
            _ => head.list("; ", |name, kind| format!("{name}: {kind}")),
        };
        format!("function {}({parameters}): {};", head.item.name(), head.result)
    }

    fn declare(&self, one: &Let) -> String {
        format!("{}: {}", WORDS.of(one.kind), self.assign(one).concat())
    }

    fn assign(&self, one: &Let) -> Vec<String> {
        vec![format!("{} := {};", one.name, self.text(&one.value))]
    }

    fn finish(&self, value: &Expr) -> String {
        format!("Result := {};", self.text(value))
    }

    fn special(&self, _item: Item<'_>, _scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        special(node)
    }

    fn set(&self, squares: u64) -> Expr {
        word(squares)
    }

    fn turning(&self, _item: Item<'_>, steps: &[Expr], last: &Expr) -> Vec<String> {
        let step = |step: &Expr| {
            let halves = self.0.style.operands(step);
            [format!("Result := {}", halves[0]), format!("  or {};", halves[1])]
        };
        steps.iter().flat_map(step).chain([self.finish(last)]).collect()
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        let element = WORDS.entry(array.storage, array.is_signed);
        let last = array.values.len().saturating_sub(1);
        format!("{}: array[0..{last}] of {element}", array.name)
    }
}

impl<'a> Data<'a> {
    fn new(writer: &Writer<'a>, is_public: bool) -> Self {
        let page = writer.page();
        let arrays = page.arrays.iter().filter(|one| one.is_public == is_public);
        let filled = page.filled.iter().filter(|one| one.is_public == is_public);
        let squares = page.ranks.iter().filter(|_| is_public).map(|rank| {
            let all = rank.squares.iter().map(|(name, bit)| format!("{name} = {bit};"));
            let all: Vec<String> = all.collect();
            (rank.doc.as_str(), lines_of(all.iter().map(String::as_str), WIDTH))
        });
        Self {
            squares: squares.collect(),
            arrays: arrays.map(|one| writer.array(one)).collect(),
            filled: filled.map(|table| writer.filled(table)).collect(),
        }
    }

    fn has_constants(&self) -> bool {
        !self.squares.is_empty() || !self.arrays.is_empty()
    }
}

impl<'a> Unit<'a> {
    pub(super) fn new(page: &'a Page<'a>, frame: Frame<'a>) -> Self {
        let writer = Writer::new(page);
        let walk = page.walk.as_ref().filter(|_| page.module.fills());
        let mut taken = page.taken.clone();
        Self {
            frame,
            page,
            doc: page.about(WIDTH, "  "),
            public: Data::new(&writer, true),
            private: Data::new(&writer, false),
            routines: writer.routines(Group::UPWARDS),
            walk: walk.map(|walk| writer.walk(walk)),
            loops: writer.fills("Subset", |fill| taken.name(fill.name(Case::Pascal))),
        }
    }

    /// Functions that follow one another, by whether their arithmetic wraps: directives stand around a group of these.
    fn groups(&self) -> Vec<(bool, &[Routine<'a>])> {
        let is_unchecked = |one: &Routine<'_>| is_unchecked(one.item);
        let groups = self.routines.chunk_by(|a, b| is_unchecked(a) == is_unchecked(b));
        groups.map(|group| (is_unchecked(&group[0]), group)).collect()
    }

    /// Whether a function is worth inlining: others of the unit call it, and it calls none itself.
    fn is_inline(&self, item: Item<'_>) -> bool {
        let (Item::Lookup(function) | Item::Index(function)) = item else { return false };
        let is_called = self.page.unions.iter().any(|union| union.of.contains(&function.name));
        // The compiler doesn't inline a function that calls others, and prints a note.
        let calls = |op| matches!(op, Op::ReverseBytes(_) | Op::ReverseBits(_));
        (is_called || !function.is_public) && !function.program.has(calls)
    }
}

fn is_unchecked(item: Item<'_>) -> bool {
    match item {
        Item::Lookup(one) | Item::Index(one) => {
            overflows(one.program, &one.computed(), &one.bounds)
        }
        Item::Scan(scan) => {
            let values: Vec<Value> = scan.program.values().collect();
            overflows(scan.program, &values, &scan.bounds)
        }
        Item::Square(_) | Item::Union(_) | Item::Bytes(_) | Item::Bits(_) => false,
    }
}

/// Declarations of variables, by type.
fn variables(lets: &[Let]) -> Vec<String> {
    let mut variables = Vec::new();
    for kind in [Type::Word, Type::Half] {
        let all = lets.iter().filter(|one| one.kind == kind);
        let names: Vec<&str> = all.map(|one| one.name.as_str()).collect();
        if !names.is_empty() {
            variables.push(format!("{}: {};", names.join(", "), WORDS.of(kind)));
        }
    }
    variables
}

impl<'a> Test<'a> {
    pub(super) fn new(
        page: &'a Page<'a>,
        (test, walk): (&'a SelfTest<'a>, &'a Walk),
        frame: Frame<'a>,
    ) -> Self {
        let writer = Writer::new(page);
        let mut taken = page.taken.clone();
        let walker = |spoken: &str| taken.name(Case::Pascal.join(&["walk", spoken]));
        Self {
            frame,
            name: &page.module.names.type_name,
            arrays: test.arrays.iter().map(|one| writer.array(one)).collect(),
            walked: writer.walk(walk),
            compared: writer.compared(test, walk, walker),
            writer,
        }
    }

    /// A piece's rays walked under an occupancy.
    fn rays(&self, rays: &Rays) -> String {
        self.writer.text(&self.writer.walked(self.walked.walk, rays, WORDS.occupied))
    }
}
