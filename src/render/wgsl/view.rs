//! The data of the template: functions and constants of WGSL. Words are pairs of halves.

use super::words::unreserved;
use crate::render::prelude::*;

/// Columns of a line.
const WIDTH: usize = 100;

/// The type of a pair of halves, and the function that makes a pair.
const PAIR: &str = "vec2<u32>";

/// The same of a set of two words; longer sets are arrays of pairs.
const FOUR: &str = "vec4<u32>";

/// The function that makes an array.
const ARRAY: CastForm = CastForm::new("Array", "$to(", ")", CastOperand::Enclosed);

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
    sets: [FOUR, "array<vec2<u32>, 3>", "array<vec2<u32>, 4>"],
    ..Words::PLAIN
};

/// The format of a word in an array.
const HALVES: Halves = Halves { open: "vec2(", between: ", ", close: ")", half: Hex::new(8, "u") };

/// The format of a word in a set of two.
const BARE: Halves = Halves { open: "", close: "", ..HALVES };

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
        if let Storage::Set(_) = array.storage {
            return self.set_lines(array);
        }
        let look = Look { words: 2, ..Look::usual(HALVES, "    ") };
        look.rows(array, self.page().module)
    }

    /// Halves have a suffix: without it, a shifted number would be signed.
    fn special(&self, _item: Item<'_>, _scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        Some(match node.op {
            Op::Const(value, _) => Number::constant(value, Type::Half).suffixed("u").into(),
            Op::Low(_) => self.half(node.first(), 0),
            Op::High(_) => self.half(node.first(), 1),
            Op::Pack(_) if self.is_vector() => {
                let halves = |word: &Node| match word.op {
                    Op::Join(..) if !word.written.is_name() => vec![word.a(), word.b()],
                    _ => vec![word.written.clone()],
                };
                Expr::call(FOUR, node.operands.iter().flat_map(|word| halves(word)).collect())
            }
            Op::Join(..) => Expr::call(PAIR, vec![node.a(), node.b()]),
            Op::Count(count, _) => Expr::call(OPERATORS.counting(count), vec![node.a()]),
            _ => return None,
        })
    }
}

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>) -> Self {
        let lang = match page.module.board.set.words() {
            2 => Lang { part: |set, word| set.member(["xy", "zw"][usize::from(word)]), ..LANG },
            _ => Lang { pack: Some(ARRAY), ..LANG },
        };
        Self { facts: Facts::new(page, lang) }
    }

    /// True if a set is a vector of four halves.
    fn is_vector(&self) -> bool {
        self.set_words() == 2
    }

    /// The low half of a word, 0, or its high half, 1.
    fn half(&self, word: &Node, half: usize) -> Expr {
        let (of, first) = match word.op {
            Op::Part(_, part) if self.is_vector() => (word.a(), 2 * usize::from(part)),
            _ => (word.written.clone(), 0),
        };
        of.member(["x", "y", "z", "w"][first + half])
    }

    /// The sets of an array, one a line.
    fn set_lines(&self, array: &Array<'_>) -> String {
        let has_upper = self.page().module.style.has_upper_hex;
        let (format, name) = if self.is_vector() { (BARE, "vec4") } else { (HALVES, "array") };
        let word = |word: &u64| format.cased(has_upper).text(*word);
        let line = |words: &[u64]| {
            let words: Vec<String> = words.iter().map(word).collect();
            format!("    {name}({}),", words.join(", "))
        };
        let lines: Vec<String> = array.values.chunks(array.storage.words()).map(line).collect();
        lines.join("\n")
    }

    fn about(&self) -> Vec<String> {
        let mut lines = self.page().about(WIDTH - "// ".len(), "    ");
        lines.push(String::new());
        lines.push(match self.set_words() {
            1 => format!("A bitboard is a {PAIR}: x has bits 0 to 31, y has bits 32 to 63."),
            2 => format!("A bitboard is a {FOUR}: x has bits 0 to 31, y has bits 32 to 63, z and w those of word 1."),
            _ => {
                let kind = self.set_kind();
                format!("A bitboard is an {kind}: x of a word has its bits 0 to 31, y its bits 32 to 63.")
            }
        });
        lines
    }
}

fn constants(rank: &RankOfSquares) -> Vec<String> {
    let squares = rank.squares.iter().map(|(name, bit)| format!("const {name} = {bit}u;"));
    lines_of(squares, WIDTH)
}
