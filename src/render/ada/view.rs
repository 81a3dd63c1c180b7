//! The data of the templates: a package's specification, its body, and a test procedure that sets the exit status.

use std::collections::BTreeSet;

use super::syntax::{OPERATORS, STYLE, hex, special, to};
use crate::render::prelude::*;

/// The most columns of a line, by the custom of GNAT.
pub(super) const WIDTH: usize = 79;

/// Columns of a comment within a package.
const COMMENT: usize = WIDTH - "   --  ".len();

const WORDS: Words = Words {
    square: "Square",
    occupied: "Occupied",
    word: "Bits",
    turned: ["Result"; 2],
    file: "File",
    rank: "Rank",
    index: "Square_Index",
    number: Some("Natural"),
    truth: "Boolean",
    signed: "Integer",
    widths: ["Unsigned_8", "Unsigned_16", "Unsigned_32", "Bitboard"],
    sets: ["Square_Set"; 3],
    ..Words::PLAIN
};

/// The format of a word.
const DIGITS: Hex = Hex { prefix: "16#", grouped: true, has_upper: true, ..Hex::new(16, "#") };

/// The language.
const LANG: Lang = Lang {
    loops: Loops {
        around: ["for $counter in $kind range 0 .. $last loop", "end loop;"],
        block: ["declare", "begin", "end;"],
        only_if: ["if $condition then", "end if;"],
        add: "$name := $both;",
        indent: "   ",
        ..Loops::C
    },
    style: STYLE,
    // Digits are capital letters. Numbers of six digits and more leave no room for eight a line, a comment and the end
    // of the array.
    look: Look {
        words: 2,
        numbers: 8,
        digits: 5,
        is_aligned: false,
        trailing_comma: false,
        comment: Some(" --  "),
        ..Look::usual(DIGITS, "      ")
    },
    // A value may be on a line after its type, so the type doesn't count for the width.
    patterns: Patterns {
        variable: "$name: $value;",
        result: ["", ";"],
        refusal: "",
        ..Patterns::C
    },
    special,
    word: Some(|set| hex(set, 16)),
    width: WIDTH - MARGIN,
    comment: COMMENT,
    // `entry` is a keyword.
    case: |name| Case::Mixed.join(&[&name.replace("entry", "item")]),
    scanned: Some(to("Natural")),
    listed: Some(to("Square_Index")),
    set_look: SetLook { pairs: 1, ..SetLook::list(["(", ")"], DIGITS) },
    pack: Some(CastForm::new("Aggregate", "(", ")", CastOperand::Enclosed)),
    enumerated: Some(Enumerated::plain(CastForm {
        name: "Val",
        before: "$to'Val",
        ..CastForm::CALL
    })),
    ..Lang::new(&OPERATORS, &WORDS)
};

/// The specification of a package, with Ada's way of writing items.
#[derive(Template)]
#[template(path = "ada/package.ads", escape = "none")]
pub(super) struct Package<'a> {
    facts: Facts<'a>,
    /// The package's whole name.
    name: &'a str,
    types: &'a OwnTypes,
    /// The fill loops, each with its procedure's name.
    loops: Vec<(String, &'a FillLoop)>,
}

/// The body of a package.
#[derive(Template)]
#[template(path = "ada/package.adb", escape = "none")]
pub(super) struct Body<'a> {
    pub(super) of: &'a Package<'a>,
}

/// The procedure that tests a package.
#[derive(Template)]
#[template(path = "ada/test.adb", escape = "none")]
pub(super) struct Test<'a> {
    pub(super) of: &'a Package<'a>,
    pub(super) name: String,
    pub(super) tested: Tested<'a>,
}

shared_by!(Package);

impl<'a> Manner<'a> for Package<'a> {
    /// The head without its end: `;` in a declaration, `is` before a body.
    fn head(&self, head: &Head<'_>) -> String {
        let package = interfaces(matches!(head.item, Item::Scan(scan) if scan.width < 64));
        let all = head.each(|name, kind| format!("{name} : {package}{kind}"));
        let is_square = matches!(head.item, Item::Square(_));
        let parameters = if is_square { "File, Rank : Natural" } else { &all.join("; ") };
        let name = format!("function {}", head.item.name());
        let rest = format!("({parameters}) return {}", head.result);
        if rest.len() + MARGIN + 3 <= WIDTH {
            return fitted(&name, &rest);
        }
        format!("{name}\n     ({})\n     return {}", all.join(";\n      "), head.result)
    }

    fn assign(&self, one: &Let) -> Vec<String> {
        broken(&format!("{} : constant {} :=", one.name, WORDS.of(one.kind)), &one.value)
    }

    fn finished(&self, value: &Expr) -> Vec<String> {
        broken("return", value)
    }

    /// If the function has a loop, all declarations come first, and `begin` before the statements.
    fn computed(&self, item: Item<'_>, wanted: Wanted<'_>) -> Option<Computation> {
        let looped = self.looped(item, wanted)?;
        let unions: Vec<Let> = looped.pass.unions.iter().map(|(one, _)| one.clone()).collect();
        let declared = declared(&[&looped.pass.before[..], &unions].concat(), &unions);
        let lines = declared.into_iter().chain([BEGIN.to_owned()]).chain(looped.lines).collect();
        Some((Vec::new(), looped.value, lines))
    }

    fn stated(&self, item: Option<Item<'_>>, parts: &[Expr]) -> Option<Vec<String>> {
        let (last, steps) = reversal_of(item, parts)?;
        let steps = steps.iter().flat_map(|step| or_ed("Result :=", step));
        Some(steps.chain(broken("return", last)).collect())
    }

    /// Steps and sets of rays are passed to subprograms, which needs a named type.
    fn array_head(&self, array: &Array<'_>) -> String {
        let module = self.page().module;
        let kind = match array.kind {
            ArrayKind::Rays if array.storage == Storage::Word => "Bitboard_Array".to_owned(),
            ArrayKind::Rays => "Step_Array".to_owned(),
            _ if array.is_public => Named::of(array).constrained(array),
            _ => anonymous(array),
        };
        let rest = match array.content {
            Content::Table(index) if module.is_filled(&module.tables[index]) => format!("{kind};"),
            _ => format!("constant {kind} :="),
        };
        fitted(&format!("{} :", array.name), &rest)
    }

    fn rows(&self, array: &Array<'_>) -> String {
        // The opening parenthesis is in the last column of the margin.
        if let Storage::Set(_) = array.storage {
            let rows = self.set_rows(array);
            return format!("     ({});", rows.trim_start().trim_end_matches(','));
        }
        let open = if array.values.len() == 1 { "     (0 => " } else { "     (" };
        self.facts.look.rows_between(array, self.page().module, (open, ");"))
    }
}

impl<'a> Package<'a> {
    pub(super) fn new(page: &'a Page<'a>, name: &'a str, types: &'a OwnTypes) -> Self {
        let facts = Facts::new(page, LANG);
        Self { facts, name, types, loops: page.named_fills(Case::Mixed) }
    }

    /// The public arrays of the specification, or the private ones of the body; filled tables come last.
    fn data(&self, is_public: bool) -> Vec<ArrayText> {
        let page = self.page();
        let arrays = page.arrays.iter().filter(|one| one.is_public == is_public);
        let filled = page.filled.iter().filter(|one| one.is_public == is_public);
        arrays.map(|one| self.array(one)).chain(filled.map(|one| self.filled(one))).collect()
    }

    /// The functions on the user's types, which are overloads.
    pub(super) fn own(&self) -> Vec<OwnFunction<'a>> {
        self.own_functions(self.types, &CONVERSIONS)
    }

    /// The packages that declare these types.
    fn withs(&self) -> BTreeSet<&'a str> {
        let types = [&self.types.square, &self.types.bitboard].into_iter().flatten();
        let types = types.filter(|_| !self.own().is_empty());
        types.filter_map(|name| Some(name.rsplit_once('.')?.0)).collect()
    }

    /// The named types of the specification's arrays, each once.
    fn types(&self) -> Vec<String> {
        let page = self.page();
        let arrays = page.arrays.iter().filter(|one| one.is_public).map(Named::of);
        let filled = page.filled.iter().filter(|one| one.is_public);
        let types: BTreeSet<Named> =
            arrays.chain(filled.map(|one| Named::of(&one.array()))).collect();
        types.into_iter().map(Named::declared).collect()
    }

    /// True if the specification names bitboards.
    fn has_words(&self) -> bool {
        let page = self.page();
        !page.lookups.is_empty()
            || page.walk.is_some()
            || page.arrays.iter().any(|one| one.storage >= Storage::Word)
            || page.scans.iter().any(|one| one.width == 64)
    }

    /// True if the specification names a type of the package `Interfaces`.
    fn has_with(&self) -> bool {
        let page = self.page();
        let is_foreign = |one: &Array<'_>| one.is_public && !one.is_signed;
        self.has_words() || !page.scans.is_empty() || page.arrays.iter().any(is_foreign)
    }

    /// True if the body names a type of the package `Interfaces`.
    fn has_use(&self) -> bool {
        let page = self.page();
        !page.lookups.is_empty()
            || !page.scans.is_empty()
            || !self.loops.is_empty()
            || page.arrays.iter().any(|one| !one.is_public)
    }

    /// True if the body has any item.
    pub(super) fn has_body(&self) -> bool {
        !self.items(Group::PUBLIC_FIRST).is_empty() || !self.loops.is_empty()
    }
}

/// Any discrete type has positions. The qualified type tells overloads apart.
const CONVERSIONS: Conversions<'_> = Conversions {
    number: "Square_Index'($kind'Pos ($name))",
    word: "Bitboard ($name)",
    set: ["$kind", ""],
    piece: "",
    are_overloads: true,
};

/// The first lines of a function on the user's types.
fn own_head(function: &OwnFunction<'_>) -> String {
    let widest = function.parameters.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let one = |(name, kind): &(String, String)| format!("{name:widest$} : {kind}");
    let parameters: Vec<String> = function.parameters.iter().map(one).collect();
    let parameters = parameters.join(";\n      ");
    format!("function {}\n     ({parameters})\n      return {}", function.name, function.result)
}

/// The statement of such a function.
fn own_body(function: &OwnFunction<'_>) -> Vec<String> {
    let arguments = function.arguments.iter().map(Expr::name).collect();
    let call = Expr::call(function.name, arguments);
    let [kind, _] = &function.around;
    broken("return", &if kind.is_empty() { call } else { Expr::call(&**kind, vec![call]) })
}

/// Columns before a statement of a function.
const MARGIN: usize = 6;

/// A statement that ors values, one operand per line, however short they are.
fn or_ed(beginning: &str, value: &Expr) -> Vec<String> {
    let mut line = Document::all(2);
    line.text(beginning).line().append(&STYLE.chain(value)).text(";").lines(0)
}

/// A statement, on several lines if it is too long: broken after its beginning, then before lists in parentheses, then
/// between their arguments.
fn broken(beginning: &str, value: &Expr) -> Vec<String> {
    let mut line = Document::all(2);
    line.text(beginning).line().append(&STYLE.document(value)).text(";").lines(WIDTH - MARGIN)
}

/// The declarations of constants, or of variables if listed in `variables`, with aligned colons.
fn declared(lets: &[Let], variables: &[Let]) -> Vec<String> {
    let widest = lets.iter().map(|one| one.name.len()).max().unwrap_or(0);
    let declarations = lets.iter().flat_map(|one| {
        let is_variable = variables.iter().any(|variable| variable.name == one.name);
        let constant = if is_variable { "" } else { "constant " };
        let beginning = format!("{:widest$} : {constant}{} :=", one.name, WORDS.of(one.kind));
        broken(&beginning, &one.value)
    });
    declarations.collect()
}

/// The keyword between declarations and statements.
const BEGIN: &str = "begin";

/// The declarations and the statements of a body that has both.
fn parts<'r>(routine: &'r Routine<'_>) -> Option<[&'r [String]; 2]> {
    let at = routine.body.iter().position(|line| line == BEGIN)?;
    Some([&routine.body[..at], &routine.body[at + 1..]])
}

/// The declarations of a function's variables.
fn declarations(routine: &Routine<'_>) -> Vec<String> {
    parts(routine).map_or_else(|| declared(&routine.lets, &[]), |[first, _]| first.to_vec())
}

/// A function's statements.
fn statements(routine: &Routine<'_>) -> Vec<String> {
    if let Some([_, statements]) = parts(routine) {
        return statements.to_vec();
    }
    match routine.item {
        Item::Bytes(_) | Item::Bits(_) => routine.body.clone(),
        Item::Union(_) if routine.body.len() > 1 => or_ed("return", &routine.value),
        _ => broken("return", &routine.value),
    }
}

/// The prefix of a type of `Interfaces` if no `use` clause makes it visible.
const fn interfaces(is_foreign: bool) -> &'static str {
    if is_foreign { "Interfaces." } else { "" }
}

/// `Rook_Masks :` and `constant array (Square_Index) of Bitboard :=`, on two lines if one is too long.
fn fitted(first: &str, second: &str) -> String {
    let calls = Calls { width: WIDTH - 3, indent: 5, ..Calls::WHOLE };
    calls.behind("", first, second).join("\n")
}

/// The named type of a public array, so that users can pass it: the name's end, the index type, and the entry type.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Named {
    end: &'static str,
    index: &'static str,
    storage: Storage,
    is_signed: bool,
}

impl Named {
    fn of(array: &Array<'_>) -> Self {
        let (end, index) = match array.kind {
            ArrayKind::BySquare => ("By_Square", WORDS.index),
            // Lookups compute 32-bit indices.
            ArrayKind::Table => ("Table", "Interfaces.Unsigned_32 range <>"),
            _ => ("List", "Natural range <>"),
        };
        Self { end, index, storage: array.storage, is_signed: array.is_signed }
    }

    fn name(&self) -> String {
        format!("{}_{}", WORDS.entry(self.storage, self.is_signed), self.end)
    }

    /// The type with the array's bounds, if the type is unconstrained.
    fn constrained(&self, array: &Array<'_>) -> String {
        let is_whole = array.kind == ArrayKind::BySquare;
        let bounds = if is_whole { String::new() } else { format!(" (0 .. {})", last(array)) };
        self.name() + &bounds
    }

    fn declared(self) -> String {
        let package = interfaces(!self.is_signed && self.storage < Storage::Word);
        let element = WORDS.entry(self.storage, self.is_signed);
        format!("type {} is\n     array ({}) of {package}{element};", self.name(), self.index)
    }
}

/// The last index of an array that begins at 0.
fn last(array: &Array<'_>) -> String {
    let last = Number::decimal(array.length().saturating_sub(1) as u64);
    STYLE.text(&Number { is_grouped: true, ..last }.into())
}

/// The type of a private array, without a name.
fn anonymous(array: &Array<'_>) -> String {
    let (element, last) = (WORDS.entry(array.storage, array.is_signed), last(array));
    let index = match array.kind {
        ArrayKind::BySquare => WORDS.index.to_owned(),
        ArrayKind::Table => format!("Unsigned_32 range 0 .. {last}"),
        _ => format!("0 .. {last}"),
    };
    format!("array ({index}) of {element}")
}
