//! The data of the template: functions and constants of WGSL. Words are pairs of halves.

use askama::Template;

use super::words::unreserved;
use crate::model::{Op, Type};
use crate::render::code::calls::Calls;
use crate::render::code::expr::{Cast, CastForm, Expr, Number};
use crate::render::code::node::{Node, Operators};
use crate::render::code::scope::Scope;
use crate::render::page::{
    Array, Facts, Group, Head, Item, Look, Loops, Manner, Page, Patterns, RankOfSquares, Scan,
    Shared as _, Words,
};
use crate::render::text::literal::{Halves, Hex};
use crate::render::text::provenance::lines_of;

/// Columns of a line.
const WIDTH: usize = 100;

/// The type of a pair of halves, and the function that makes a pair.
const PAIR: &str = "vec2<u32>";

/// Operators on halves, whose arithmetic wraps, and bitwise operators on pairs.
const OPERATORS: Operators = Operators {
    half: Cast { to: "u32", form: CastForm::Call },
    suffixes: ["u"; 2],
    reverse_bits: Some("reverseBits"),
    counts: ["countLeadingZeros", "countTrailingZeros", "countOneBits"],
    ..Operators::C
};

/// WGSL has no integers of 8 and 16 bits, and its parameters can't be assigned to.
const WORDS: Words = Words {
    turned: ["word", "turned"],
    index: "u32",
    widths: ["u32", "u32", "u32", PAIR],
    ..Words::PLAIN
};

/// The format of a word in an array.
const HALVES: Halves = Halves { open: "vec2(", between: ", ", close: ")", half: Hex::new(8, "u") };

const PATTERNS: Patterns = Patterns {
    variable: "let $name = $value;",
    mutable: "var ",
    array: "const $name = array<$element, $length>",
    ..Patterns::C
};

const LOOPS: Loops = Loops {
    union: "var $name = 0u;",
    around: ["for (var $counter = 0u; $counter < $count; $counter++) {", "}"],
    ..Loops::C
};

/// A file, with WGSL's way of writing items.
#[derive(Template)]
#[template(path = "wgsl/magics.wgsl", escape = "none")]
pub(super) struct File<'a> {
    facts: Facts<'a>,
}

impl<'a> Manner<'a> for File<'a> {
    fn facts(&self) -> &Facts<'a> {
        &self.facts
    }

    fn scan_doc(&self, scan: &Scan<'_>) -> Vec<String> {
        let high = if scan.width < 32 { ", none above them" } else { "" };
        let of = format!("word: {} bits{high}; the result is undefined for 0.", scan.width);
        self.comment(&scan.name, &format!("{} {of}", scan.summary))
    }

    fn turning_doc(&self, name: &str, what: &str) -> Vec<String> {
        self.comment(name, &format!("Returns 32 bits with their {what} in the opposite order."))
    }

    fn head(&self, head: &Head<'_>) -> String {
        let parameters = head.each(|name, kind| format!("{}: {kind}", unreserved(name)));
        let (before, behind) =
            (format!("fn {}", head.item.name()), format!(" -> {} {{", head.result));
        Calls { width: WIDTH, ..Calls::WHOLE }.lines("", &before, &parameters, &behind).join("\n")
    }

    fn variable(&self, name: &str) -> Expr {
        Expr::name(unreserved(name))
    }

    fn rows(&self, array: &Array<'_>) -> String {
        let look = Look { words: 2, ..Look::usual(HALVES, "    ") };
        look.rows(array, self.page().module)
    }

    /// Halves have a suffix: without it, a shifted number would be signed.
    fn special(&self, _item: Item<'_>, _scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        Some(match node.op {
            Op::Const(value, _) => Number::constant(value, Type::Half).suffixed("u").into(),
            Op::Low(_) => node.a().member("x"),
            Op::High(_) => node.a().member("y"),
            Op::Join(..) => Expr::call(PAIR, vec![node.a(), node.b()]),
            Op::Count(count, _) => Expr::call(OPERATORS.counting(count), vec![node.a()]),
            _ => return None,
        })
    }
}

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>) -> Self {
        let facts = Facts {
            loops: LOOPS,
            patterns: PATTERNS,
            case: unreserved,
            set_bits: 32,
            // Room for the digits that taken names get after lines are measured.
            width: 94,
            ..Facts::new(page, &OPERATORS, &WORDS)
        };
        Self { facts }
    }

    fn about(&self) -> Vec<String> {
        let mut lines = self.page().about(WIDTH - "// ".len(), "    ");
        lines.push(String::new());
        lines.push(format!("A bitboard is a {PAIR}: x has bits 0 to 31, y has bits 32 to 63."));
        lines
    }
}

/// The constants of a rank.
fn constants(rank: &RankOfSquares) -> Vec<String> {
    let squares = rank.squares.iter().map(|(name, bit)| format!("const {name} = {bit}u;"));
    lines_of(squares, WIDTH)
}
