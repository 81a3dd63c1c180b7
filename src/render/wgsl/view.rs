//! The data of the template: functions and constants of WGSL. Words are pairs of halves.

use super::words::unreserved;
use crate::render::prelude::*;

/// Columns of a line.
const WIDTH: usize = 100;

/// The type of a pair of halves, and the function that makes a pair.
const PAIR: &str = "vec2<u32>";

/// Operators on halves, whose arithmetic wraps, and bitwise operators on pairs.
const OPERATORS: Operators = Operators {
    half: Cast { to: "u32", form: CastForm::CALL },
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

/// The language.
const LANG: Lang = Lang {
    patterns: Patterns {
        variable: "let $name = $value;",
        mutable: "var ",
        array: "const $name = array<$element, $length>",
        ..Patterns::C
    },
    loops: Loops {
        union: "var $name = 0u;",
        around: ["for (var $counter = 0u; $counter < $count; $counter++) {", "}"],
        ..Loops::C
    },
    case: unreserved,
    variable: |name| Expr::name(unreserved(name)),
    set_bits: 32,
    // Room for the digits that taken names get after lines are measured.
    width: 94,
    ..Lang::new(&OPERATORS, &WORDS)
};

/// A file, with WGSL's way of writing items.
#[derive(Template)]
#[template(path = "wgsl/magics.wgsl", escape = "none")]
pub(super) struct File<'a> {
    facts: Facts<'a>,
}

shared_by!(File);

impl<'a> Manner<'a> for File<'a> {
    fn own_doc(&self, of: Documented<'_>) -> Option<Vec<String>> {
        let reversed = |what| format!("Returns 32 bits with their {what} in the opposite order.");
        let Documented::Item(item) = of else { return None };
        let text = match item {
            Item::Scan(scan) => {
                let high = if scan.width < 32 { ", none above them" } else { "" };
                let of = format!("word: {} bits{high}; the result is undefined for 0.", scan.width);
                format!("{} {of}", scan.summary)
            }
            Item::Bytes(_) => reversed("bytes"),
            Item::Bits(_) => reversed("bits"),
            _ => return None,
        };
        Some(self.comment(item.name(), &text))
    }

    fn head(&self, head: &Head<'_>) -> String {
        let parameters = head.each(|name, kind| format!("{}: {kind}", unreserved(name)));
        let (before, behind) =
            (format!("fn {}", head.item.name()), format!(" -> {} {{", head.result));
        Calls { width: WIDTH, ..Calls::WHOLE }.lines("", &before, &parameters, &behind).join("\n")
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
        Self { facts: Facts::new(page, LANG) }
    }

    fn about(&self) -> Vec<String> {
        let mut lines = self.page().about(WIDTH - "// ".len(), "    ");
        lines.push(String::new());
        lines.push(format!("A bitboard is a {PAIR}: x has bits 0 to 31, y has bits 32 to 63."));
        lines
    }
}

fn constants(rank: &RankOfSquares) -> Vec<String> {
    let squares = rank.squares.iter().map(|(name, bit)| format!("const {name} = {bit}u;"));
    lines_of(squares, WIDTH)
}
