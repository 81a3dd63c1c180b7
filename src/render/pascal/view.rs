//! The data of the templates: a unit, and a program that tests it and sets the exit status.

use super::Keys;
use super::syntax::{OPERATORS, overflows, special, word};
use crate::render::code::node::stem;
use crate::render::prelude::*;
use magicgen_ir::WordCount;

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
    truth: "Boolean",
    signed: "ShortInt",
    widths: ["Byte", "Word", "LongWord", "QWord"],
    sets: ["TSquareSet"; 3],
    ..Words::PLAIN
};

/// The format of a word.
const WORD: Hex = Hex { prefix: "QWord($", ..Hex::new(16, ")") };

/// The language.
const LANG: Lang = Lang {
    patterns: Patterns {
        head: ["function $name", ": $result;"],
        parameter: "$name: $kind",
        joins_places: true,
        variable: "$kind: $name := $value;",
        result: ["Result := ", ";"],
        refusal: "Assert(($name >= 0) and ($name <= $last));",
        array: "$name: array[0..$last] of $element",
        ..Patterns::C
    },
    loops: Loops {
        union: "$name := 0;",
        around: ["for $counter := 0 to $last do\nbegin", "end;"],
        only_if: ["if $condition then\n  $name := $both;", ""],
        add: "$name := $both;",
        indent: "  ",
        ..Loops::C
    },
    look: Look { words: 2, trailing_comma: false, ..Look::usual(WORD, "    ") },
    calls: Calls { comma: ";", ..Calls::WHOLE },
    // `Set` is a keyword.
    case: |name| Case::Pascal.join(&[if name == "set" { "entry" } else { name }]),
    special,
    set_look: SetLook { pairs: 1, ..SetLook::list(["(", ")"], WORD) },
    pack: Some(CastForm::new("List", "(", ")", CastOperand::Enclosed)),
    word: Some(word),
    stem: |node| if stem(node) == "set" { "entry" } else { stem(node) },
    enumerated: Some(Enumerated { before: "T", ..Enumerated::plain(CastForm::CALL) }),
    ..Lang::new(&OPERATORS, &WORDS)
};

/// The layout of functions on the user's types.
const OWN_CALLS: Calls =
    Calls { width: WIDTH, indent: 2, style: IndentStyle::Hanging, ..Calls::WHOLE };

/// Squares may be of an enumeration, a range or a type of numbers.
const CONVERSIONS: Conversions<'_> = Conversions {
    number: "Ord($name)",
    word: "QWord($name)",
    set: ["$kind(", ")"],
    piece: "",
    are_overloads: true,
};

/// Arrays and variables of the interface or the implementation.
struct Data<'a> {
    /// Each rank's comment and lines of constants.
    squares: Vec<(&'a str, Vec<String>)>,
    arrays: Vec<ArrayText>,
    filled: Vec<ArrayText>,
}

/// A unit, with Pascal's way of writing items.
#[derive(Template)]
#[template(path = "pascal/unit.pas", escape = "none")]
pub(super) struct Unit<'a> {
    facts: Facts<'a>,
    /// The compiler mode that the file switches to.
    mode: &'a str,
    types: &'a OwnTypes,
    /// The fill loops, each with its procedure's name.
    loops: Vec<(String, &'a FillLoop)>,
}

/// The program that tests the unit.
#[derive(Template)]
#[template(path = "pascal/test.pas", escape = "none")]
pub(super) struct Test<'a> {
    pub(super) unit: &'a Unit<'a>,
    pub(super) tested: Tested<'a>,
}

shared_by!(Unit);

impl<'a> Manner<'a> for Unit<'a> {
    fn assign(&self, one: &Let) -> Vec<String> {
        let whole = || vec![format!("{} := {};", one.name, self.text(&one.value))];
        self.stored(&one.name, &one.value).unwrap_or_else(whole)
    }

    fn finished(&self, value: &Expr) -> Vec<String> {
        self.stored("Result", value).unwrap_or_else(|| vec![self.finish(value)])
    }

    /// The last row has no comma.
    fn rows(&self, array: &Array<'_>) -> String {
        match array.storage {
            Storage::Set(_) => self.set_rows(array).trim_end_matches(',').to_owned(),
            _ => self.facts.look.rows(array, self.page().module),
        }
    }

    fn stated(&self, item: Option<Item<'_>>, parts: &[Expr]) -> Option<Vec<String>> {
        let (last, steps) = reversal_of(item, parts)?;
        let step = |step: &Expr| {
            let halves = self.facts.style.operands(step);
            [format!("Result := {}", halves[0]), format!("  or {};", halves[1])]
        };
        Some(steps.iter().flat_map(step).chain([self.finish(last)]).collect())
    }
}

impl Data<'_> {
    fn has_constants(&self) -> bool {
        !self.squares.is_empty() || !self.arrays.is_empty()
    }
}

impl<'a> Unit<'a> {
    /// The words of a set, which no expression puts together, are stored one by one; `None` for other values.
    fn stored(&self, name: &str, value: &Expr) -> Option<Vec<String>> {
        let Expr::CastTo(.., of) = value else { return None };
        let Expr::List(_, words) = &**of else { return None };
        let store = |(at, word)| format!("{name}[{at}] := {};", self.text(word));
        Some(words.iter().enumerate().map(store).collect())
    }

    pub(super) fn new(page: &'a Page<'a>, keys: &'a Keys) -> Self {
        let (mode, types) = (keys.mode.id(), &keys.types);
        let facts = Facts::new(page, LANG);
        Self { facts, mode, types, loops: page.named_fills(Case::Pascal) }
    }

    /// The data of the interface or the implementation. A unit inlines only functions that read interfaces, so all data
    /// of lookups are in the interface.
    fn data(&self, is_shown: bool) -> Data<'a> {
        let page = self.page();
        let is_read = |one: &Array<'_>| matches!(one.kind, ArrayKind::BySquare | ArrayKind::Table);
        let arrays = page.arrays.iter();
        let arrays = arrays.filter(|one| (one.is_public || is_read(one)) == is_shown);
        let filled = page.filled.iter().filter(|_| is_shown);
        let squares = page.ranks.iter().filter(|_| is_shown).map(|rank| {
            let all = rank.squares.iter().map(|(name, bit)| format!("{name} = {bit};"));
            (rank.doc.as_str(), lines_of(all, WIDTH))
        });
        Data {
            squares: squares.collect(),
            arrays: arrays.map(|one| self.array(one)).collect(),
            filled: filled.map(|table| self.filled(table)).collect(),
        }
    }

    /// The functions on the user's types, which are overloads.
    fn own(&self) -> Vec<OwnFunction<'a>> {
        self.own_functions(self.types, &CONVERSIONS)
    }

    /// The directive of a function that has an overload on the user's types. Delphi needs it on both.
    fn overload(&self, name: &str) -> &'static str {
        if self.own().iter().any(|one| one.name == name) { " overload;" } else { "" }
    }

    /// The first line of an overload, broken if it is too long.
    fn own_head(function: &OwnFunction<'_>) -> String {
        let end = format!(": {}; overload;", function.result);
        let start = format!("function {}", function.name);
        let calls = Calls { comma: ";", ..OWN_CALLS };
        calls.lines("", &start, &function.declared("$name: $kind"), &end).join("\n")
    }

    /// The statement of an overload.
    fn own_body(function: &OwnFunction<'_>) -> String {
        function.call(&OWN_CALLS, "  Result := ", ";").join("\n")
    }

    /// True if a function is in the interface.
    fn is_shown(&self, item: Item<'_>) -> bool {
        item.is_public() || self.is_inline(item)
    }

    /// True if a function is inlined. The compiler prints a note if an inline function calls one that isn't, if
    /// inlining is three functions deep, or if the function is too long, like a sum of shifts.
    fn is_inline(&self, item: Item<'_>) -> bool {
        let calls = |op| matches!(op, Op::ReverseBytes(_) | Op::ReverseBits(_) | Op::Call(..));
        let is_long = |op| calls(op) || matches!(op, Op::Field(Field { role: Role::Terms, .. }));
        match item {
            Item::Lookup(function) | Item::Index(function) => !function.program.has(is_long),
            // The compiler inlines no function of sets within another.
            Item::Union(_) if self.set_words() > 1 => false,
            Item::Union(_) => {
                let is_flat =
                    |one: &Function<'_>| one.calls.is_empty() && !one.program.has(is_long);
                self.page().lookups.iter().all(is_flat)
            }
            Item::Companion(function) => !function.program.has(calls),
            _ => false,
        }
    }
}

/// Groups of consecutive functions, with true if their arithmetic may wrap: directives surround such a group.
fn groups<'r, 'a>(routines: &'r [Routine<'a>]) -> Vec<(bool, &'r [Routine<'a>])> {
    let is_unchecked = |one: &Routine<'_>| is_unchecked(one.item);
    let groups = routines.chunk_by(|a, b| is_unchecked(a) == is_unchecked(b));
    groups.map(|group| (is_unchecked(&group[0]), group)).collect()
}

fn is_unchecked(item: Item<'_>) -> bool {
    item.computed().is_some_and(|computed| overflows(&computed))
}

/// Declarations of variables, by type.
fn variables(lets: &[Let]) -> Vec<String> {
    let mut variables = Vec::new();
    let sets = WordCount::ALL.map(Type::Set);
    for kind in sets.into_iter().chain([Type::Word, Type::Half]) {
        let all = lets.iter().filter(|one| one.kind == kind);
        let names: Vec<&str> = all.map(|one| one.name.as_str()).collect();
        if !names.is_empty() {
            let all = format!("{}: {};", names.join(", "), WORDS.of(kind));
            variables.extend(hanging(&all, [0, 2], 100 - 2));
        }
    }
    variables
}
