//! Finds an engine's own lookup functions in its source, as well as can be done without the language's grammar: by a name
//! with the piece in it, two parameters, and a body that reads the factors.

use std::ops::Range;

use crate::verify::Slider;

/// A lookup function, or a macro that serves as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function {
    /// The piece.
    pub(super) piece: Slider,
    /// The parameter with the slider's square.
    pub(super) square: Parameter,
    /// The parameter with the occupancy.
    pub(super) occupied: Parameter,
    /// The type of the result, where it stands behind the parameters; otherwise empty.
    pub(super) result: String,
    /// What is to be replaced: the text between the braces, behind the colon, or behind a macro's parameters.
    pub(super) body: Range<usize>,
    /// The form of the body.
    pub(super) form: Body,
}

/// A parameter with its type as the source has it; empty where it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) kind: String,
}

/// The form of a function's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// Between braces.
    Braces,
    /// Indented, behind a colon.
    Indented,
    /// The rest of a macro's line.
    Macro,
}

/// The longest body of a lookup, in bytes.
const LONGEST: usize = 1500;

/// Words that a lookup's name has beside the piece, one of them at least.
const LOOKUPS: [&str; 7] = ["attack", "atk", "att", "move", "magic", "target", "bb"];

/// Words of functions that aren't lookups, unless their bodies name an array of factors.
const OTHERS: [&str; 15] = [
    "init", "gen", "mask", "slow", "find", "fill", "index", "xray", "make", "relevant", "fly",
    "setup", "create", "empty", "key",
];

/// Words before a name that show a call instead of a definition.
const CALLERS: [&str; 9] = ["return", "if", "while", "for", "else", "in", "match", "case", "new"];

/// The lookup of each piece in a text in this language: the first of several.
pub(super) fn functions(lang: &str, text: &str, arrays: &[&str]) -> Vec<Function> {
    let mut found: Vec<Function> = Vec::new();
    for (open, _) in text.match_indices('(') {
        let name = name_before(text, open);
        let Some(named) = named(&text[name.clone()]) else { continue };
        if found.iter().any(|function| function.piece == named.piece) {
            continue;
        }
        let Some(function) = function(lang, text, open, &name, named.piece) else { continue };
        let body = &text[function.body.clone()];
        let names_array = arrays.iter().any(|array| body.contains(array));
        if names_array && !has_loop(body) || named.is_lookup && reads_factors(body) {
            found.push(function);
        }
    }
    found
}

/// The identifier that ends before a place, without blanks between.
fn name_before(text: &str, end: usize) -> Range<usize> {
    let before = text[..end].trim_end_matches([' ', '\t']);
    let start = before
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_ascii_alphanumeric() || *c == '_')
        .last()
        .map_or(before.len(), |(at, _)| at);
    start..before.len()
}

/// What a function's name says.
struct Named {
    piece: Slider,
    /// Whether no word of it is one of other functions.
    is_lookup: bool,
}

/// What the name of a function says that may be a lookup.
fn named(name: &str) -> Option<Named> {
    let name = name.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let rest = name.replace("rook", "").replace("bishop", "");
    let is_lookup = !OTHERS.iter().any(|word| rest.contains(word));
    let [rook, bishop] = ["rook", "bishop"].map(|piece| name.contains(piece));
    let piece = match (has(&LOOKUPS), rook, bishop) {
        (true, true, false) => Slider::Rook,
        (true, false, true) => Slider::Bishop,
        _ => match name.as_str() {
            "rmagic" | "r_magic" => Slider::Rook,
            "bmagic" | "b_magic" => Slider::Bishop,
            _ => return None,
        },
    };
    Some(Named { piece, is_lookup })
}

/// The function whose name stands before an opening parenthesis, if it is defined there.
fn function(
    lang: &str,
    text: &str,
    open: usize,
    name: &Range<usize>,
    piece: Slider,
) -> Option<Function> {
    let close = open + closing(&text[open..], '(', ')')?;
    let line = text[..name.start].rfind('\n').map_or(0, |at| at + 1);
    let before = text[line..name.start].trim();
    let inside = &text[open + 1..close];
    let (square, occupied) = roles(parameters(lang, inside)?)?;
    let function = |result: &str, body, form| Function {
        piece,
        square,
        occupied,
        result: result.trim().to_owned(),
        body,
        form,
    };
    if before.starts_with("#define") || before == "#" {
        let end = macro_end(text, close + 1);
        return Some(function("", close + 1..end, Body::Macro));
    }
    if lang == "python" {
        let rest = &text[close + 1..];
        let colon = rest.find(":\n").filter(|at| !rest[..*at].contains('\n'))?;
        let start = close + 1 + colon + 2;
        let is_defined = before == "def" || before.ends_with(" def");
        let end = indented_end(text, line, start);
        return is_defined.then(|| function("", start..end, Body::Indented));
    }
    let rest = &text[close + 1..];
    let brace = rest.find(['{', ';', '(', '"', '=', ','])?;
    let is_defined = match lang {
        "rust" | "zig" => before.ends_with("fn"),
        "go" => before.starts_with("func"),
        _ => before
            .rsplit(|c: char| !c.is_ascii_alphanumeric())
            .next()
            .is_none_or(|word| !CALLERS.contains(&word)),
    };
    // Behind a call, what it stands in is closed: `if (rook_attacks(sq, occ)) {`.
    let is_called = rest[..brace].contains(')');
    if !is_defined || is_called || !rest[brace..].starts_with('{') || before.contains('=') {
        return None;
    }
    let start = close + 1 + brace;
    let end = start + closing(&text[start..], '{', '}')?;
    let result = rest[..brace].trim().trim_start_matches(['-', '>', ':']);
    (end - start < LONGEST).then(|| function(result, start + 1..end, Body::Braces))
}

/// The place of the bracket that closes the first one of a text.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices().take(8 * LONGEST) {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// The end of a macro that may go on behind backslashes.
fn macro_end(text: &str, from: usize) -> usize {
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        at += line.len();
        if !line.trim_end().ends_with('\\') {
            return at - (line.len() - line.trim_end_matches(['\n', '\r']).len());
        }
    }
    at
}

/// The end of the lines that are indented further than the line of a definition, blank ones at their end aside.
fn indented_end(text: &str, line: usize, from: usize) -> usize {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let own = depth(text[line..].lines().next().unwrap_or_default());
    let (mut at, mut end) = (from, from);
    for line in text[from..].split_inclusive('\n') {
        at += line.len();
        if line.trim().is_empty() {
            continue;
        }
        if depth(line) <= own {
            break;
        }
        end = at;
    }
    end
}

/// The parameters, without the receiver; `None` if they can't be told.
fn parameters(lang: &str, inside: &str) -> Option<Vec<Parameter>> {
    let mut parameters = Vec::new();
    for one in inside.split(',').map(str::trim).filter(|one| !one.is_empty()) {
        if matches!(one, "self" | "&self" | "&mut self" | "this" | "cls") {
            continue;
        }
        let (name, kind) = match lang {
            "c" | "cpp" | "java" | "csharp" | "d" => {
                let name = name_before(one, one.len());
                (&one[name.clone()], one[..name.start].trim())
            }
            "go" => one.split_once(' ').unwrap_or((one, "")),
            _ => one.split_once(':').unwrap_or((one, "")),
        };
        let name = name.trim().trim_start_matches("mut ").to_owned();
        let kind = kind.trim().trim_start_matches("const ").to_owned();
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        (is_name && !name.is_empty()).then_some(())?;
        parameters.push(Parameter { name, kind });
    }
    // Go's type may stand behind the last of several names.
    for at in (1..parameters.len()).rev().filter(|_| lang == "go") {
        if parameters[at - 1].kind.is_empty() {
            let kind = parameters[at].kind.clone();
            parameters[at - 1].kind = kind;
        }
    }
    Some(parameters)
}

/// The square and the occupancy among two parameters.
fn roles(parameters: Vec<Parameter>) -> Option<(Parameter, Parameter)> {
    let [first, second] = <[Parameter; 2]>::try_from(parameters).ok()?;
    let likeness = |parameter: &Parameter| {
        let has = |text: &str, words: &[&str]| {
            let text = text.to_ascii_lowercase();
            words.iter().any(|word| text.contains(word))
        };
        3 * u8::from(has(&parameter.name, &["occ", "block", "all", "piece", "board", "bb"]))
            + 2 * u8::from(has(&parameter.kind, &["64", "bitboard", "long", "bigint", "bb"]))
    };
    match likeness(&first).cmp(&likeness(&second)) {
        std::cmp::Ordering::Less => Some((first, second)),
        std::cmp::Ordering::Greater => Some((second, first)),
        std::cmp::Ordering::Equal => None,
    }
}

/// Whether a body looks like a lookup: it reads a table, and by its words by factors.
fn reads_factors(body: &str) -> bool {
    let is_of_table = body.contains('[') || body.contains("get") || body.contains('(');
    let lower = body.to_ascii_lowercase();
    let words = ["magic", "mult", "offset", "shift", ">>", "index", "hash"];
    is_of_table && words.iter().any(|word| lower.contains(word)) && !has_loop(body)
}

fn has_loop(body: &str) -> bool {
    ["for ", "for(", "while ", "while("].iter().any(|word| body.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lang: &str, text: &str) -> Vec<(Slider, String, String, String)> {
        let of = |function: Function| {
            let body = text[function.body].trim().to_owned();
            (function.piece, function.square.name, function.occupied.name, body)
        };
        functions(lang, text, &["MULT"]).into_iter().map(of).collect()
    }

    #[test]
    fn lookups_are_found_in_every_language() {
        for (lang, text) in [
            ("c", "uint64_t rook_attacks(int sq, uint64_t occ)\n{ return t[occ * magic[sq]]; }"),
            ("c", "#define Rmagic(sq, occ) t[occ * magic[sq]]"),
            (
                "c",
                "U64 generate_rook_attacks(int sq, U64 occ) { return t[occ * MULT[sq]]; /* t[occ * magic[sq]] */ }",
            ),
            (
                "cpp",
                "inline Bitboard attacks_rook(Bitboard occ, Square sq) { return t[occ * magic[sq]]; }",
            ),
            (
                "rust",
                "pub fn rook_moves(&self, sq: Square, occ: BitBoard) -> BitBoard { t[occ * magic[sq]] }",
            ),
            ("java", "static long getRookAttacks(int sq, long occ) { return t[occ * magic[sq]]; }"),
            ("go", "func rookMoves(sq uint8, occ uint64) uint64 { return t[occ * magic[sq]] }"),
            (
                "typescript",
                "export function rookAttacks(sq: number, occ: bigint): bigint { return t[occ * magic[sq]]; }",
            ),
            ("python", "def rook_attacks(sq, occ):\n    return t[occ * magic[sq]]\n\nx = 1\n"),
            ("zig", "pub fn rookAttacks(sq: u6, occ: u64) u64 { return t[occ * magic[sq]]; }"),
        ] {
            let found = said(lang, text);
            let [(Slider::Rook, square, occupied, body)] = found.as_slice() else {
                panic!("{text}: {found:?}")
            };
            assert_eq!((square.as_str(), occupied.as_str()), ("sq", "occ"), "{text}");
            assert!(
                body.contains("t[occ * magic[sq]]") && !body.contains("x = 1"),
                "{text}: {body}"
            );
        }
    }

    #[test]
    fn other_functions_are_left_alone() {
        for (lang, text) in [
            ("c", "if (rook_attacks(sq, occ)) { x[magic] = 1; }"),
            ("c", "void init_rook_attacks(int sq, U64 occ) { t[occ * magic[sq]] = 0; }"),
            ("c", "U64 rook_attacks(int sq, U64 occ);"),
            ("c", "U64 rook_attacks_slow(int sq, U64 occ) { for (;;) t[magic]; }"),
            ("c", "U64 rook_attacks(int sq, U64 occ) { return walk[sq]; }"),
            ("rust", "let a = rook_attacks(sq, occ) + { magic[0] };"),
            ("go", "for range rookMoves(sq, occ) { x[magic] }"),
        ] {
            assert_eq!(said(lang, text), [], "{text}");
        }
    }
}
