//! The data of the template: a file with its tests.

use askama::Template;

use super::syntax::{
    HALF, OPERATORS, WORD, WORDS, element_of_field, element_of_table, special, to,
};
use crate::model::{Case, Names, Op, Type};
use crate::render::code::calls::Calls;
use crate::render::code::expr::{CastForm, Expr};
use crate::render::code::node::{Body, Let, Node};
use crate::render::code::scope::Scope;
use crate::render::page::{
    Array, ArrayKind, Blocks, CompanionFunction, Compared, Content, Enumerated, Facts, FillLoop,
    Function, Group, Item, Look, Loops, Manner, Page, Patterns, Shared as _, SquareFunction,
    Switch, name_of_set,
};
use crate::render::text::taken::Taken;

/// Columns of a comment without its slashes.
const COMMENT: usize = 100 - "/// ".len();

/// The layout of long calls, as zig fmt has it.
const CALLS: Calls = Calls { width: 100, ..Calls::WHOLE };

/// The type of squares, `u6`, has no number above 63.
const PATTERNS: Patterns = Patterns {
    visible: ["", "pub "],
    head: ["$visiblefn $name", " $result"],
    parameter: "$name: $kind",
    variable: "const $name = $value;",
    refusal: "std.debug.assert($name <= $last);",
    array: "$visibleconst $name = [$length]$element",
    ..Patterns::C
};

const LOOPS: Loops = Loops {
    union: "var $name: $kind = 0;",
    around: ["for (0..$count) |$counter| {", "}"],
    ..Loops::C
};

/// A file, with Zig's way of writing items.
#[derive(Template)]
#[template(path = "zig/file.zig", escape = "none")]
pub(super) struct File<'a> {
    facts: Facts<'a>,
    /// The guard of the filled tables, if there are any.
    guard: Option<&'a Guard>,
    /// The fill loops, each with its function's name.
    loops: Vec<(String, &'a FillLoop)>,
    compared: Vec<Compared<'a>>,
    /// The name of the function that compares.
    compare: String,
}

impl<'a> Manner<'a> for File<'a> {
    fn facts(&self) -> &Facts<'a> {
        &self.facts
    }

    /// The type of a number that a companion returns: its table entry's type, or the type of halves.
    fn number_type(&self, function: &CompanionFunction<'_>) -> &'static str {
        match function.program.op(function.program.result) {
            Op::Load(table, _) => {
                let storage = self.page().tables[usize::from(table.index)].storage;
                WORDS.entry(storage, false)
            }
            _ => WORDS.of(Type::Half),
        }
    }

    fn element(&self, array: &Array<'_>) -> &'static str {
        match array.content {
            Content::Field(piece, field) => element_of_field(&piece.program, field),
            Content::Table(index) => element_of_table(self.page().module, index),
            Content::Other if array.kind == ArrayKind::Places && array.most() < 64 => "u6",
            Content::Other => WORDS.entry(array.storage, array.is_signed),
        }
    }

    fn declare(&self, one: &Let) -> String {
        let kind = WORDS.of(one.kind);
        match one.value.cast_from(to(kind)) {
            Some(value) => format!("const {}: {kind} = {};", one.name, self.text(value)),
            None => format!("const {} = {};", one.name, self.text(&one.value)),
        }
    }

    fn returned(&self, _item: Item<'_>, result: &Node) -> Expr {
        let value = &result.written;
        value.cast_from(HALF).or_else(|| value.cast_from(WORD)).unwrap_or(value).clone()
    }

    /// The check that tables are filled, before a lookup reads them.
    fn before(&self, item: Item<'_>, _body: &Body) -> Vec<String> {
        match (item, self.guard) {
            (Item::Lookup(lookup), Some(guard)) if !lookup.calls.is_empty() => guard.check(),
            _ => Vec::new(),
        }
    }

    /// A union inlines lookups of one short expression after one check: compilers don't merge acquiring loads.
    fn call(&self, item: Item<'_>, function: &str, parameters: &[&str]) -> Expr {
        let is_checked = matches!(item, Item::Union(_)) && self.guard.is_some();
        let reads = |one: &&Function<'_>| one.name == function && !one.calls.is_empty();
        let lookup = self.page().lookups.iter().find(reads);
        // A private lookup exists to be called, and a lookup with an assertion must be called.
        let is_plain = |one: &&Function<'_>| {
            one.is_public && self.shared().checks(Item::Lookup(one)).is_empty()
        };
        let lookup = lookup.filter(|one| is_checked && is_plain(one));
        let routine = lookup.map(|lookup| self.shared().routine(Item::Lookup(lookup)));
        let is_short = |value: &Expr| self.fits(&[self.set_line("set2", value)]);
        match routine.filter(|routine| routine.lets.is_empty() && is_short(&routine.value)) {
            Some(routine) => routine.value,
            None => Expr::call_with(function, parameters),
        }
    }

    fn finish_united(&self, sets: Vec<Expr>) -> Vec<String> {
        let is_read = sets.iter().any(|set| !matches!(set, Expr::Call(..)));
        let check = self.guard.filter(|_| is_read).map(Guard::check);
        let mut lines: Vec<String> = check.into_iter().flatten().collect();
        let last = self.finished(&self.united(sets.clone()));
        if !is_read || self.fits(&last) {
            lines.extend(last);
            return lines;
        }
        let names: Vec<String> = (0..sets.len()).map(name_of_set).collect();
        lines.extend(names.iter().zip(&sets).map(|(name, set)| self.set_line(name, set)));
        lines.extend(self.finished(&self.united(names.into_iter().map(Expr::name).collect())));
        lines
    }

    fn special(&self, item: Item<'_>, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        special(node, scope, item.program()?)
    }

    fn square(&self, square: &SquareFunction) -> Expr {
        // A place in a list may exceed 63, the highest number of a square's type.
        let rank = Expr::name("rank");
        let rank = if square.list.is_some() { rank.cast(to("usize")) } else { rank };
        square.value(&OPERATORS, [Expr::name("file"), rank], |list, place| Expr::index(list, place))
    }

    fn passed(&self, array: &str) -> Expr {
        Expr::unary("&", array.into())
    }
}

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, guard: Option<&'a Guard>, mut taken: Taken) -> Self {
        let facts = Facts::new(page, &OPERATORS, &WORDS);
        // Columns as zig fmt aligns them.
        let look = Look { digits: 4, has_columns: true, ..facts.look };
        let begins = Some(["`sq` is", "`occupied` is"]);
        let (case, other) = (["", " =>", "},"], "else =>");
        let unread = Some(["_ = ", ";"]);
        let switch =
            Switch { case, other, blocks: Blocks::All, is_indented: true, unread, ..Switch::C };
        let facts = Facts {
            loops: LOOPS,
            patterns: PATTERNS,
            squares: 64,
            enumerated: Some(Enumerated::plain(CastForm::Entry("all"))),
            look,
            switch,
            case: str::to_owned,
            comment: COMMENT,
            begins,
            has_paragraphs: true,
            ..facts
        };
        let mut own = |name: &str| taken.name(page.module.names.function(&[name]));
        let loops = page.fills.iter().map(|fill| (own(&fill.words.join(" ")), fill)).collect();
        let (compared, compare) = (Vec::new(), String::new());
        let mut file = Self { facts, guard, loops, compared, compare };
        let mut name = |what: &str, spoken: &str| own(&format!("{what} {spoken}"));
        let compared = page.test().map(|test| file.shared().compared(test, &mut name));
        (file.compared, file.compare) = (compared.unwrap_or_default(), own("compare"));
        file
    }

    /// The statement that names a set.
    fn set_line(&self, name: &str, set: &Expr) -> String {
        format!("const {name} = {};", self.text(set))
    }

    /// True if no statement of a function is too long.
    fn fits(&self, lines: &[String]) -> bool {
        lines.iter().all(|line| line.len() <= self.facts.width)
    }

    /// A statement that walks rays, on several lines if it is too long.
    fn walking(&self, margin: &str, start: &str, call: &Expr) -> Vec<String> {
        CALLS.of(&self.facts.style, margin, start, call, ";")
    }
}

/// The guard that lets tables be filled once.
pub(super) struct Guard {
    /// The variable with the state of filling.
    pub(super) state: String,
    /// The function that fills the tables.
    pub(super) fill: String,
    /// True if lookups call that function; else the user calls it before the first lookup.
    pub(super) is_lazy: bool,
}

impl Guard {
    pub(super) fn new(names: &Names, is_lazy: bool, taken: &mut Taken) -> Self {
        Self {
            state: taken.name(names.constant(&["filling"])),
            fill: taken.name(names.function(&["fill", "tables"])),
            is_lazy,
        }
    }

    /// The lines before a read of a filled table.
    pub(super) fn check(&self) -> Vec<String> {
        let Self { state, fill, is_lazy } = self;
        if *is_lazy {
            vec![format!("if ({state}.load(.acquire) != .done) {fill}();")]
        } else {
            // A build without safety checks has no check, and so no load.
            let is_empty = format!("std.debug.runtime_safety and {state}.load(.acquire) != .done");
            let message = format!("    @panic(\"call {fill}() before the first lookup\");");
            vec![format!("if ({is_empty}) {{"), message, "}".to_owned()]
        }
    }
}
