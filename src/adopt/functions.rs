//! Finds the functions in an engine's source without the language's grammar: name, parameters and body.

use std::ops::Range;

use super::code::{SourceExpr, SourceNode};
use crate::render::{CallSyntax, TypePlace};

/// A function, or a macro used like one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SourceFunction {
    /// The name.
    pub(super) name: String,
    /// The line of the name, counted from 1.
    pub(super) line: usize,
    /// The parameters without the receiver; `None` if they can't be parsed.
    pub(super) parameters: Option<Vec<SourceParameter>>,
    /// The result's type as written in the source, with the words around it; otherwise empty.
    pub(super) result: String,
    /// The text between the braces, after the colon, or after a macro's parameters.
    pub(super) body: Range<usize>,
    /// The form of the body.
    pub(super) form: SourceBody,
}

impl SourceFunction {
    /// The parameters as variables without a place in the source.
    pub(super) fn variables(&self) -> Vec<SourceExpr> {
        let variable = |one: &SourceParameter| SourceExpr {
            span: 0..0,
            node: SourceNode::Name(one.variable()),
        };
        self.parameters.iter().flatten().map(variable).collect()
    }
}

/// A parameter with its type as written in the source; empty if it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SourceParameter {
    pub(super) name: String,
    pub(super) kind: String,
}

impl SourceParameter {
    /// Its name as a variable. A mark tells a name like a constant's, as of a macro's parameters, from a constant.
    pub(super) fn variable(&self) -> String {
        let is_like_constant = self.name.starts_with(char::is_uppercase);
        format!("{}{}", if is_like_constant { MARK } else { "" }, self.name)
    }

    /// Whether it is the caller's variable.
    pub(super) fn is_reference(&self) -> bool {
        let mut words = self.kind.split_whitespace();
        self.kind.ends_with('&') || words.any(|word| matches!(word, "ref" | "out" | "inout"))
    }
}

/// The mark of parameters with names like constants'.
pub(super) const MARK: &str = "%";

/// The form of a function's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SourceBody {
    /// Between braces.
    Braces,
    /// Indented, after a colon.
    Indented,
    /// The rest of a macro's line.
    Macro,
    /// An expression behind an arrow or an equals sign.
    Value,
}

/// The longest body of a lookup, in bytes.
const LONGEST: usize = 40_000;

/// The longest generic parameters of a function, in bytes.
const LONGEST_GENERICS: usize = 200;

/// Keywords before parentheses, which aren't functions' names.
const KEYWORDS: [&str; 10] =
    ["if", "while", "for", "foreach", "switch", "match", "return", "catch", "sizeof", "else"];

/// Words before a name that mark a call instead of a definition.
const CALLERS: [&str; 9] = ["return", "if", "while", "for", "else", "in", "match", "case", "new"];

/// The functions of a text whose comments and strings are blanked.
pub(super) fn functions(syntax: &CallSyntax, text: &str) -> Vec<SourceFunction> {
    let mut found = Vec::new();
    let (mut line, mut counted) = (1, 0);
    for (open, _) in text.match_indices('(') {
        line += text[counted..open].matches('\n').count();
        counted = open;
        let assigned = text[..open].trim_end();
        let captured = captures(text, assigned.len()).filter(|_| syntax.is_including());
        let assigned = captured.map_or(assigned, |at| text[..at].trim_end());
        let is_assignable = syntax.has_arrows() || captured.is_some();
        let name = match assigned.strip_suffix('=').filter(|_| is_assignable) {
            Some(before) => name_before(text, before.len()),
            None => name_before(text, without_generics(text, open)),
        };
        if name.is_empty() || KEYWORDS.contains(&&text[name.clone()]) {
            continue;
        }
        let line = line - text[name.start..open].matches('\n').count();
        found.extend(function(syntax, text, open, &name, line));
    }
    found
}

/// The place before generic parameters or arguments that end at a place: `attacks<ROOK>`, `attacks[T any]`.
fn without_generics(text: &str, end: usize) -> usize {
    let before = &text[..end];
    let [open, close] = match before.chars().next_back() {
        Some('>') if !before.ends_with("->") => ['<', '>'],
        Some(']') => ['[', ']'],
        _ => return end,
    };
    let mut depth = 0_usize;
    for (at, c) in before.char_indices().rev().take(LONGEST_GENERICS) {
        if c == close {
            depth += 1;
        } else if c == open {
            depth -= 1;
            if depth == 0 {
                return at;
            }
        } else if matches!(c, ';' | '{' | '\n') {
            break;
        }
    }
    end
}

/// The place of the captures of a lambda that end at a place: `[&]`.
fn captures(text: &str, end: usize) -> Option<usize> {
    let before = text[..end].strip_suffix(']')?;
    let open = before.rfind(['[', '\n', ';'])?;
    before[open..].starts_with('[').then_some(open)
}

/// The identifier that ends directly before a place.
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

/// The function whose name is before an opening parenthesis, if this is its definition.
fn function(
    syntax: &CallSyntax,
    text: &str,
    open: usize,
    name: &Range<usize>,
    line: usize,
) -> Option<SourceFunction> {
    let start = text[..name.start].rfind('\n').map_or(0, |at| at + 1);
    let before = text[start..name.start].trim();
    let is_macro = before.starts_with('#');
    let [first, last] = syntax.before_name;
    let is_defined = if is_macro {
        before.trim_start_matches(['#', ' ', '\t']).trim_end() == "define"
    } else {
        let word = before.rsplit(|c: char| !c.is_ascii_alphanumeric()).next();
        let is_call = word.is_some_and(|word| CALLERS.contains(&word));
        before.starts_with(first) && before.ends_with(last) && !is_call
    };
    if !is_defined || before.contains('=') {
        return None;
    }
    let close = open + closing(&text[open..], '(', ')')?;
    let mut inside = open + 1..close;
    let function = |inside: &Range<usize>, result: &str, body, form| SourceFunction {
        name: text[name.clone()].to_owned(),
        line,
        parameters: parameters(syntax.types, &text[inside.clone()]),
        result: result.trim().to_owned(),
        body,
        form,
    };
    let rest = &text[close + 1..];
    if is_macro {
        return Some(function(
            &inside,
            "",
            close + 1..macro_end(text, close + 1),
            SourceBody::Macro,
        ));
    }
    if syntax.opens_body == ':' {
        let end_of_line = rest.find('\n')?;
        rest[..end_of_line].trim_end().strip_suffix(':')?;
        let from = close + 1 + end_of_line + 1;
        let end = indented_end(text, start, from);
        return Some(function(&inside, "", from..end, SourceBody::Indented));
    }
    // Go has several results in parentheses; D has parameters of a template before the others.
    let is_second = rest.trim_start().starts_with('(') && !syntax.is_including();
    let mut close = close;
    if is_second && syntax.types != TypePlace::AfterColon {
        let from = close + 1 + rest.find('(')?;
        close = from + closing(&text[from..], '(', ')')?;
        if syntax.types == TypePlace::Before {
            inside = from + 1..close;
        }
    }
    let rest = &text[close + 1..];
    // A result may be an array: `[u64; 64]`.
    let mut depth = 0_usize;
    let (mut brace, _) = rest.char_indices().find(|(_, c)| {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(c, '{' | ';' | '(' | '"' | '=' | ',')
    })?;
    let behind = rest[..brace].trim().trim_start_matches(['-', '>', ':']);
    if let Some(value) = syntax.value_behind.filter(|mark| rest[brace..].starts_with(mark)) {
        let from = close + 1 + brace + value.len();
        let is_block = text[from..].trim_start().starts_with('{');
        if is_block && syntax.has_arrows() {
            brace += rest[brace..].find('{')?;
        } else if !rest[..brace].contains(')') {
            let result = if syntax.types == TypePlace::Before { before } else { behind };
            let end = value_end(text, from)?;
            return Some(function(&inside, result, from..end, SourceBody::Value));
        }
    }
    // After a call, an enclosing parenthesis is closed: `if (rook_attacks(sq, occ)) {`.
    if behind.contains(')') || !rest[brace..].starts_with('{') {
        return None;
    }
    let from = close + 1 + brace;
    let end = from + closing(&text[from..], '{', '}')?;
    // In C the type comes first, possibly on the line before.
    let in_front = || {
        let above = text[..start].trim_end().rsplit('\n').next().unwrap_or_default().trim();
        if before.is_empty() && !above.ends_with([';', '}', '{']) { above } else { before }
    };
    // C++ may have the type behind: `auto attacks(...) -> U64`.
    let trailing = rest[..brace].split_once("->").filter(|_| syntax.is_including());
    let result = match trailing {
        Some((_, kind)) => kind,
        None if syntax.types == TypePlace::Before => in_front(),
        None => behind,
    };
    (end - from < LONGEST).then(|| function(&inside, result, from + 1..end, SourceBody::Braces))
}

/// The place of the bracket that closes a text's first one.
pub(super) fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices().take(2 * LONGEST) {
        if c == open {
            depth += 1;
        } else if c == close {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// The end of an expression: a semicolon, or a line's end outside of brackets behind a whole operand.
fn value_end(text: &str, from: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut last = ' ';
    for (at, c) in text[from..].char_indices().take(LONGEST) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            ';' if depth == 0 => return Some(from + at),
            '\n' if depth == 0
                && (last.is_alphanumeric() || matches!(last, ')' | ']' | '}' | '_')) =>
            {
                return Some(from + at);
            }
            _ => {}
        }
        last = if c.is_whitespace() { last } else { c };
    }
    (depth == 0 && text.len() - from < LONGEST).then_some(text.len())
}

/// The end of a macro, which backslashes may continue.
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

/// The end of the lines with a deeper indent than a definition, without trailing blank lines.
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

/// The parameters without the receiver; `None` if they can't be parsed.
fn parameters(types: TypePlace, inside: &str) -> Option<Vec<SourceParameter>> {
    let mut parameters = Vec::new();
    for one in inside.split(',').map(str::trim).filter(|one| !one.is_empty()) {
        if matches!(one, "self" | "&self" | "&mut self" | "this" | "cls" | "void") {
            continue;
        }
        let (name, kind) = match types {
            TypePlace::Before => {
                let name = name_before(one, one.len());
                (&one[name.clone()], one[..name.start].trim())
            }
            TypePlace::After => one.split_once(' ').unwrap_or((one, "")),
            TypePlace::AfterColon => one.split_once(':').unwrap_or((one, "")),
        };
        // Zig's receiver has a type.
        if types == TypePlace::AfterColon && name.trim() == "self" {
            continue;
        }
        let name = name.trim().trim_start_matches("mut ").trim_start_matches("comptime ");
        let name = name.trim().to_owned();
        let kind = kind.trim().trim_start_matches("const ").to_owned();
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        (is_name && !name.is_empty()).then_some(())?;
        parameters.push(SourceParameter { name, kind });
    }
    for at in (1..parameters.len()).rev().filter(|_| types == TypePlace::After) {
        if parameters[at - 1].kind.is_empty() {
            let kind = parameters[at].kind.clone();
            parameters[at - 1].kind = kind;
        }
    }
    Some(parameters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::find;

    fn functions(lang: &str, text: &str) -> Vec<SourceFunction> {
        super::functions(&find(lang).unwrap().calls, text)
    }

    #[test]
    fn functions_are_found_in_every_language() {
        for (lang, text, result) in [
            ("c", "uint64_t rook(int sq, uint64_t occ)\n{ return t; }", "uint64_t"),
            ("c", "#define rook(sq, occ) return t;", ""),
            ("c", "U64\nrook(int sq, U64 occ) { return t; }", "U64"),
            (
                "rust",
                "pub fn rook(&self, sq: Square, occ: BitBoard) -> BitBoard { return t; }",
                "BitBoard",
            ),
            ("cpp", "template <> U64 rook<ROOK>(int sq, U64 occ) { return t; }", "template <> U64"),
            ("java", "static long rook(int sq, long occ) { return t; }", "static long"),
            ("go", "func rook(sq uint8, occ uint64) uint64 { return t; }", "uint64"),
            (
                "typescript",
                "export function rook(sq: number, occ: bigint): bigint { return t; }",
                "bigint",
            ),
            ("python", "def rook(sq, occ):\n    return t;\n\nx = 1\n", ""),
            ("zig", "pub fn rook(sq: u6, occ: u64) u64 { return t; }", "u64"),
        ] {
            let found = functions(lang, text);
            let [function] = found.as_slice() else { panic!("{text}: {found:?}") };
            assert_eq!(function.name, "rook", "{text}");
            let names: Vec<&str> =
                function.parameters.iter().flatten().map(|one| one.name.as_str()).collect();
            assert_eq!(names, ["sq", "occ"], "{text}");
            assert_eq!(text[function.body.clone()].trim(), "return t;", "{text}");
            assert_eq!(function.result, result, "{text}");
        }
    }

    #[test]
    fn calls_and_declarations_are_none() {
        for (lang, text) in [
            ("c", "if (rook_attacks(sq, occ)) { x[magic] = 1; }"),
            ("c", "U64 rook_attacks(int sq, U64 occ);"),
            ("rust", "let a = rook_attacks(sq, occ) + { magic[0] };"),
            ("go", "for range rookMoves(sq, occ) { x[magic] }"),
        ] {
            assert_eq!(functions(lang, text), [], "{text}");
        }
    }
}
