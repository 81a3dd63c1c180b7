//! Tells whether an engine's squares are the numbers of their bits, as in `1 << square`.
//!
//! Generated lookups count both alike. The numbers of start-up tables, which could show it, aren't in the source.

use super::code::{BlankedSource, CodeToken, CodeTokenKind, Evaluator, tokens};
use super::module::SourceArray;

/// How an engine numbers the bits of its squares, with the place that shows it: source and line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Numbering {
    /// Square 0 is bit 0, and so on.
    Same,
    /// Some squares are other bits. Holds the file's index in the input, and the line.
    Other(usize, usize),
    /// Nothing shows it.
    Unknown,
}

/// What one place shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BitEvidence {
    Same,
    Other,
}

/// The numbering of bits in some sources. `arrays` are those of each source.
pub(super) fn numbering(
    sources: &[BlankedSource],
    arrays: &[Vec<SourceArray>],
    evaluator: &Evaluator<'_>,
) -> Numbering {
    let mut is_same = false;
    for (source, arrays) in sources.iter().zip(arrays) {
        let of_arrays = arrays.iter().filter_map(|array| {
            let values = <[u64; 64]>::try_from(array.values.as_slice()).ok()?;
            Some((shown(&values)?, array.line))
        });
        let of_functions = source.functions.iter().filter_map(|function| {
            let run = evaluator.runnable(source, function).filter(|run| run.operands.len() == 1)?;
            let result = |square| evaluator.result(&run, &[square]);
            result(0).filter(|first| first.is_power_of_two())?;
            let values = (0..64).map(result).collect::<Option<Vec<u64>>>()?;
            Some((shown(&<[u64; 64]>::try_from(values).ok()?)?, function.line))
        });
        let of_text = shifts(source).into_iter().map(|(shown, at)| (shown, source.line(at)));
        for (shown, line) in of_arrays.chain(of_functions).chain(of_text) {
            match shown {
                BitEvidence::Same => is_same = true,
                BitEvidence::Other => return Numbering::Other(source.file, line),
            }
        }
    }
    if is_same { Numbering::Same } else { Numbering::Unknown }
}

/// What the sets of single squares show; `None` for other sets.
fn shown(values: &[u64; 64]) -> Option<BitEvidence> {
    let all = values.iter().fold(0, |all, value| all | value);
    let are_single = values.iter().all(|value| value.is_power_of_two()) && all == u64::MAX;
    let is_same = values.iter().zip(0..).all(|(value, square)| *value == 1 << square);
    are_single.then_some(if is_same { BitEvidence::Same } else { BitEvidence::Other })
}

/// What shifts of a one by a square show, with their places.
fn shifts(source: &BlankedSource) -> Vec<(BitEvidence, usize)> {
    let tokens = tokens(&source.text, 0..source.text.len());
    let shift = |at: usize| {
        let token = tokens.get(at).filter(|token| token.is_code())?;
        let one = one_before(tokens.get(..at)?)?;
        let behind = tokens.get(at + 1..)?;
        // A cast or a bracket may stand before the square.
        let opened = behind.iter().take(4).take_while(|token| is_opening(token)).count();
        let text = |place: usize| behind.get(place).map_or("", |token| token.text);
        let (first, sign, second) = (text(opened), text(opened + 1), text(opened + 2));
        let is_turned = matches!(sign, "-" | "^") && (is_turn(first) && is_square(second))
            || sign == "^" && is_square(first) && is_turn(second);
        let is_plain =
            is_square(first) && matches!(sign, ")" | ";" | "," | "&" | "|" | "]" | "as" | "}");
        match (token.text, one) {
            ("<<", One::Lowest) if is_turned => Some((BitEvidence::Other, token.span.start)),
            ("<<", One::Lowest) if is_plain => Some((BitEvidence::Same, token.span.start)),
            (">>" | ">>>", One::Highest) if is_square(first) && !is_turned => {
                Some((BitEvidence::Other, token.span.start))
            }
            _ => None,
        }
    };
    (1..tokens.len()).filter_map(shift).collect()
}

/// A set of one square that is shifted.
enum One {
    Lowest,
    Highest,
}

/// The lowest or the highest bit at the end of some tokens, also with brackets around it.
fn one_before(tokens: &[CodeToken<'_>]) -> Option<One> {
    let last = tokens.iter().rev().find(|token| token.text != ")")?;
    let digits = last.text.to_ascii_lowercase().replace('_', "");
    let digits = digits.trim_end_matches(['u', 'l', 'n']).trim_end_matches("u64");
    match digits {
        "1" | "0x1" | "1i64" => Some(One::Lowest),
        "0x8000000000000000" => Some(One::Highest),
        _ => None,
    }
}

/// Whether a token may stand between a shift and the square: a bracket, or a type with its bracket.
fn is_opening(token: &CodeToken<'_>) -> bool {
    const TYPES: [&str; 9] =
        ["int", "uint", "unsigned", "uint8", "uint64", "size_t", "BigInt", "u32", "ulong"];
    token.text == "(" || token.kind == CodeTokenKind::Word && TYPES.contains(&token.text)
}

/// Whether a name is one for a square.
fn is_square(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    lower.contains("sq") || ["from", "to", "src", "dst", "s"].contains(&lower.as_str())
}

/// Whether a number turns the order of squares, or of files or ranks.
fn is_turn(number: &str) -> bool {
    ["63", "56", "7", "0x3f", "0x38", "0x7"].contains(&number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adopt::module::arrays;
    use crate::render::find;

    #[test]
    fn bits_of_squares_are_shown_by_functions_arrays_and_shifts() {
        for (lang, text, wanted) in [
            ("c", "#define BIT(a) (1ULL << (a))\n", Numbering::Same),
            ("c", "U64 bit(int i) { return (U64)1 << i; }\n", Numbering::Same),
            ("c", "U64 bit(int i) {\n  return 1ULL << (i ^ 56);\n}\n", Numbering::Other(0, 1)),
            ("c", "U64 f(U64 b, int sq) { while (b) b ^= 1ULL << sq; }\n", Numbering::Same),
            (
                "c",
                "U64 f(U64 b, int sq) { while (b)\n b ^= 1ULL << (63 - sq); }\n",
                Numbering::Other(0, 2),
            ),
            (
                "go",
                "func f() {\n\tfor sq := range all {\n\t\tone[sq] = 0x8000000000000000 >> sq\n\t}\n}\n",
                Numbering::Other(0, 3),
            ),
            (
                "rust",
                "fn f(b: u64, square: u8) { loop { b ^= 1_u64 << (square as u32); } }\n",
                Numbering::Same,
            ),
            (
                "c",
                "int size = 1 << bits;\nU64 f(int i) { while (i) g(1ULL << i); }\n",
                Numbering::Unknown,
            ),
            ("c", "U64 f(int sq) { while (sq) g(1ULL << (sq + 8)); }\n", Numbering::Unknown),
        ] {
            let sources = [BlankedSource::new(0, find(lang).unwrap(), text)];
            let arrays: Vec<_> = sources.iter().map(arrays).collect();
            let evaluator = Evaluator::new(&sources, &arrays);
            assert_eq!(numbering(&sources, &arrays, &evaluator), wanted, "{text}");
        }
        let one = |square: usize| 1_u64 << square;
        assert_eq!(shown(&std::array::from_fn(one)), Some(BitEvidence::Same));
        assert_eq!(
            shown(&std::array::from_fn(|square| one(63 - square))),
            Some(BitEvidence::Other)
        );
        assert_eq!(shown(&[1; 64]), None);
    }
}
