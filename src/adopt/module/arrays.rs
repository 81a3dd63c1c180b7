//! Finds arrays of numbers in an engine's source, with the declaration of each.

use std::ops::Range;

use crate::adopt::code::{BlankedSource, CodeToken, CodeTokenKind, tokens};
use crate::render::{TypePlace, find};
use magicgen_read::leading_number;

/// An array whose numbers stand in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::adopt) struct SourceArray {
    /// The name.
    pub(in crate::adopt) name: String,
    /// The line of the name, counted from 1.
    pub(in crate::adopt) line: usize,
    /// The place of the name.
    pub(in crate::adopt) named: usize,
    /// The numbers, in order.
    pub(in crate::adopt) values: Vec<u64>,
    /// The length of each dimension.
    pub(in crate::adopt) shape: Vec<usize>,
    /// The type as written, with the lengths.
    pub(super) kind: String,
    /// The words before the name and the type, such as `pub static`.
    pub(super) head: String,
    /// The whole statement, with the sign that ends it; `None` if it declares other names, too.
    pub(super) statement: Option<Range<usize>>,
    /// The place of the list in the statement.
    pub(super) value: Range<usize>,
    /// The place of everything between the equals sign and the end of the statement; `None` without the sign.
    pub(super) assigned: Option<Range<usize>>,
    /// The text around each number of one list, such as `Bitboard(` and `)`, if all have the same.
    pub(super) around: Option<[String; 2]>,
}

/// The fewest numbers in an array.
const LEAST: usize = 2;

/// A number or a list.
#[derive(Clone, Debug)]
enum ListItem {
    Number(u64),
    List(Vec<Self>),
}

/// An open bracket.
struct OpenList {
    token: usize,
    /// The items so far; `None` if it holds something else.
    items: Option<Vec<ListItem>>,
    /// Whether a name stands before the next item, as of a conversion.
    is_named: bool,
    is_negative: bool,
}

impl OpenList {
    fn add(&mut self, item: ListItem) {
        if let Some(items) = &mut self.items {
            items.push(match item {
                ListItem::Number(value) if self.is_negative => {
                    ListItem::Number(value.wrapping_neg())
                }
                item => item,
            });
        }
        (self.is_named, self.is_negative) = (false, false);
    }
}

/// A list of numbers between two tokens.
struct FoundList {
    open: usize,
    close: usize,
    items: Vec<ListItem>,
}

/// The arrays of a source.
pub(in crate::adopt) fn arrays(source: &BlankedSource) -> Vec<SourceArray> {
    let Some(language) = find(source.lang) else { return Vec::new() };
    let tokens = tokens(&source.text, 0..source.text.len());
    let lists = lists(&tokens, language.source.octal);
    let array = |list: FoundList| {
        let (shape, values) = shape(&list.items)?;
        let declared = declared(source, &tokens, language.calls.types, &list)?;
        Some(SourceArray { values, shape, ..declared })
    };
    lists.into_iter().filter_map(array).collect()
}

/// The outermost lists of numbers.
fn lists(tokens: &[CodeToken<'_>], octal: bool) -> Vec<FoundList> {
    let mut found: Vec<FoundList> = Vec::new();
    let mut open: Vec<OpenList> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.is_code() && matches!(token.text, "(" | "[" | "{") {
            let (is_named, is_negative) = (false, false);
            open.push(OpenList { token: at, items: Some(Vec::new()), is_named, is_negative });
            continue;
        }
        if token.is_code() && matches!(token.text, ")" | "]" | "}") {
            close(at, tokens, &mut open, &mut found);
            continue;
        }
        let Some(top) = open.last_mut() else { continue };
        match (token.kind, token.text) {
            (CodeTokenKind::Number, text) => {
                let value = leading_number(text, octal).filter(|(_, length)| *length == text.len());
                match value {
                    Some((value, _)) if !top.is_named => top.add(ListItem::Number(value)),
                    _ => top.items = None,
                }
            }
            (CodeTokenKind::Word, _) | (CodeTokenKind::Sign, "::" | ".") => top.is_named = true,
            (CodeTokenKind::Sign, "-") => top.is_negative = true,
            (CodeTokenKind::Sign, ",") if !top.is_named => {}
            _ => top.items = None,
        }
    }
    found
}

fn close(
    at: usize,
    tokens: &[CodeToken<'_>],
    open: &mut Vec<OpenList>,
    found: &mut Vec<FoundList>,
) {
    let Some(list) = open.pop() else { return };
    // `new ulong[] {` and `[64]uint64{` are the types of inner lists.
    let next = tokens.get(at + 1).filter(|next| !next.begins_line);
    let is_type = tokens[list.token].text == "["
        && next
            .is_some_and(|next| next.kind == CodeTokenKind::Word || matches!(next.text, "{" | "["));
    if let Some(parent) = open.last_mut().filter(|_| is_type) {
        parent.is_named = true;
        return;
    }
    let items = list.items.filter(|items| !items.is_empty() && !list.is_named);
    let parent = open.last_mut();
    let is_call = parent.as_ref().is_some_and(|parent| parent.is_named);
    let Some(items) = items else {
        if let Some(parent) = parent {
            parent.items = None;
        }
        return;
    };
    if let [ListItem::Number(value)] = items.as_slice()
        && (is_call || tokens[list.token].text == "(")
    {
        if let Some(parent) = parent {
            parent.add(ListItem::Number(*value));
        }
        return;
    }
    if count(&items) >= LEAST {
        found.retain(|inner| inner.open < list.token);
        found.push(FoundList { open: list.token, close: at, items: items.clone() });
    }
    if let Some(parent) = parent {
        parent.add(ListItem::List(items));
    }
}

fn count(items: &[ListItem]) -> usize {
    let one = |item: &ListItem| match item {
        ListItem::Number(_) => 1,
        ListItem::List(items) => count(items),
    };
    items.iter().map(one).sum()
}

/// The lengths and the numbers of an array; `None` if its rows differ.
fn shape(items: &[ListItem]) -> Option<(Vec<usize>, Vec<u64>)> {
    if let [ListItem::List(inner)] = items {
        return shape(inner);
    }
    let mut rows = Vec::new();
    let mut values = Vec::new();
    for item in items {
        match item {
            ListItem::Number(value) => values.push(*value),
            ListItem::List(inner) => rows.push(shape(inner)?),
        }
    }
    if rows.is_empty() {
        return Some((vec![values.len()], values));
    }
    let inner = rows[0].0.clone();
    let is_even = values.is_empty() && rows.iter().all(|(shape, _)| *shape == inner);
    let shape = [vec![rows.len()], inner].concat();
    is_even.then(|| (shape, rows.into_iter().flat_map(|(_, values)| values).collect()))
}

/// The declaration around a list.
fn declared(
    source: &BlankedSource,
    tokens: &[CodeToken<'_>],
    types: TypePlace,
    list: &FoundList,
) -> Option<SourceArray> {
    let ends_at_line =
        matches!(source.lang, "go" | "kotlin" | "python" | "typescript" | "javascript");
    let start = statement(tokens, list.open, ends_at_line);
    let head = &tokens[start..list.open];
    let mut depth = 0_usize;
    let assigned = head.iter().position(|token| {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && token.text == "="
    });
    let before = &head[..assigned.unwrap_or(head.len())];
    let at = named(before, types)?;
    let name = &before[at];
    let text = |from: usize, to: usize| source.text[from..to].trim().to_owned();
    let equals = assigned.map(|at| tokens[start + at].span.end);
    let end = before.last()?.span.end;
    let (head, mut kind) = match types {
        TypePlace::Before => {
            let first = before[0].span.start;
            let front = text(first, name.span.start);
            (String::new(), format!("{front} {}", text(name.span.end, end)))
        }
        _ => (text(before[0].span.start, name.span.start), text(name.span.end, end)),
    };
    if kind.trim_matches([' ', ':']).is_empty() {
        let from = assigned.map_or(end, |at| tokens[start + at].span.end);
        kind = text(from, tokens[list.open].span.start);
    }
    let behind = tokens.get(list.close + 1);
    let first = before[0].span.start;
    let statement = statement_ends(behind, ends_at_line).then(|| {
        let semicolon = behind.filter(|token| token.text == ";");
        first..semicolon.unwrap_or(&tokens[list.close]).span.end
    });
    // Another name may come first: `U64 a[64], b[64] = {`.
    let is_first = start.checked_sub(1).is_none_or(|at| tokens[at].text != ",");
    Some(SourceArray {
        name: name.text.to_owned(),
        line: source.line(name.span.start),
        named: name.span.start,
        values: Vec::new(),
        shape: Vec::new(),
        kind: kind.trim_start_matches([':', ' ']).to_owned(),
        head,
        statement: statement.filter(|_| is_first),
        value: tokens[list.open].span.start..tokens[list.close].span.end,
        assigned: equals
            .filter(|_| statement_ends(behind, ends_at_line))
            .map(|from| from..tokens[list.close].span.end),
        around: around(source, &tokens[list.open..=list.close]),
    })
}

/// Whether a statement ends before a token.
fn statement_ends(behind: Option<&CodeToken<'_>>, ends_at_line: bool) -> bool {
    behind.is_some_and(|token| token.text == ";")
        || ends_at_line && behind.is_none_or(|token| token.begins_line)
}

/// The text before and after each number of a list, if all have the same.
fn around(source: &BlankedSource, list: &[CodeToken<'_>]) -> Option<[String; 2]> {
    let numbers = list.iter().enumerate().filter(|(_, one)| one.kind == CodeTokenKind::Number);
    let mut texts = numbers.map(|(at, _)| {
        let is_comma = |token: &&CodeToken<'_>| token.is_code() && token.text == ",";
        let first = list[..at].iter().rposition(|token| is_comma(&token)).map_or(1, |at| at + 1);
        let end = list[at..].iter().position(|token| is_comma(&token));
        let end = end.map_or(list.len() - 1, |end| at + end);
        let text = |tokens: &[CodeToken<'_>]| match tokens {
            [one, .., other] => source.text[one.span.start..other.span.end].to_owned(),
            [one] => one.text.to_owned(),
            [] => String::new(),
        };
        [text(&list[first..at]), text(&list[at + 1..end])]
    });
    let one = texts.next()?;
    let is_balanced = !one[0].is_empty() && !one[0].contains('[') && !one[1].is_empty();
    (is_balanced && texts.all(|other| other == one)).then_some(one)
}

/// The first token of the statement around a token.
fn statement(tokens: &[CodeToken<'_>], at: usize, ends_at_line: bool) -> usize {
    let (mut start, mut depth) = (at, 0_usize);
    while let Some(before) = start.checked_sub(1) {
        let token = &tokens[before];
        let is_line = ends_at_line && depth == 0 && tokens[start].begins_line && start < at;
        if is_line && !matches!(token.text, "=" | ":") {
            break;
        }
        match token.text {
            ")" | "]" | ">" if token.is_code() => depth += 1,
            "(" | "[" | "<" if token.is_code() && depth > 0 => depth -= 1,
            "(" | "[" | "{" | "}" | ";" | "," if depth == 0 => break,
            _ if token.kind == CodeTokenKind::Condition => break,
            _ => {}
        }
        start = before;
    }
    // A preprocessor line or an attribute isn't part of it.
    let is_mark = |token: &CodeToken<'_>| token.begins_line && token.text == "#";
    if let Some(mark) = tokens[start..at].iter().rposition(is_mark) {
        let next = tokens[start + mark + 1..at].iter().position(|token| token.begins_line);
        start += next.map_or(0, |next| mark + 1 + next);
    }
    start
}

/// The place of the declared name among the tokens before an array's value.
fn named(before: &[CodeToken<'_>], types: TypePlace) -> Option<usize> {
    let is_word = |token: &CodeToken<'_>| token.kind == CodeTokenKind::Word;
    match types {
        TypePlace::After => {
            before.iter().position(|token| is_word(token) && !matches!(token.text, "var" | "const"))
        }
        TypePlace::AfterColon => {
            let colon = before.iter().position(|token| token.text == ":");
            before[..colon.unwrap_or(before.len())].iter().rposition(is_word)
        }
        TypePlace::Before => {
            let mut depth = 0_usize;
            let at = before.iter().rposition(|token| {
                match token.text {
                    "]" => depth += 1,
                    "[" => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0 && is_word(token)
            })?;
            (at > 0).then_some(at)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(lang: &str, text: &str) -> Vec<(String, Vec<usize>, String, bool)> {
        let source = BlankedSource::new(0, find(lang).unwrap(), text);
        let one = |array: SourceArray| {
            let whole = array.statement.is_some_and(|place| {
                let text = &text[place];
                text.ends_with('}') || text.ends_with(';')
            });
            (array.name, array.shape, array.kind.trim().to_owned(), whole)
        };
        arrays(&source).into_iter().map(one).collect()
    }

    #[test]
    fn arrays_are_found_with_names_and_types() {
        for (lang, text, name, shape, kind) in [
            (
                "c",
                "#include <a.h>\nstatic const U64 K[8] = {1,2,3,4,5,6,7,8};",
                "K",
                vec![8],
                "static const U64 [8]",
            ),
            (
                "c",
                "int x;\nU64 K[2][4] =\n{ {1,2,3,4}, {5,6,7,C64(8)} };",
                "K",
                vec![2, 4],
                "U64 [2][4]",
            ),
            (
                "cpp",
                "constexpr std::array<U64, 8> K = {{1,2,3,4,5,6,7,8}};",
                "K",
                vec![8],
                "constexpr std::array<U64, 8>",
            ),
            (
                "rust",
                "#[rustfmt::skip]\npub static K: [u64; 8] = [1,2,3,4,5,6,7,0x8_u64];",
                "K",
                vec![8],
                "[u64; 8]",
            ),
            (
                "rust",
                "const K: [Bb; 8] = [Bb(1),Bb(2),Bb(3),Bb(4),Bb(5),Bb(6),Bb(7),Bb::new(8)];",
                "K",
                vec![8],
                "[Bb; 8]",
            ),
            (
                "go",
                "import \"x\"\nvar K = [8]uint64{\n1,2,3,4,5,6,7,8,\n}\n",
                "K",
                vec![8],
                "[8]uint64",
            ),
            (
                "java",
                "class A { static final long[] K = {1L,2L,3L,4L,5L,6L,7L,-8L}; }",
                "K",
                vec![8],
                "static final long[]",
            ),
            (
                "csharp",
                "class A { static readonly ulong[] K = new ulong[] {1,2,3,4,5,6,7,8}; }",
                "K",
                vec![8],
                "static readonly ulong[]",
            ),
            (
                "typescript",
                "export const K: bigint[] = [1n,2n,3n,4n,5n,6n,7n,8n];",
                "K",
                vec![8],
                "bigint[]",
            ),
            ("zig", "pub const K = [8]u64{1,2,3,4,5,6,7,8};", "K", vec![8], "[8]u64"),
        ] {
            let wanted = (name.to_owned(), shape, kind.to_owned(), true);
            assert_eq!(found(lang, text), [wanted], "{text}");
        }
    }

    #[test]
    fn other_lists_are_none() {
        for (lang, text) in [
            ("c", "U64 K[8] = {1,2,3,4,5,6,7,x};"),
            ("c", "U64 K[8] = {1,2,3,4,5,6,7,1 << 3};"),
            ("c", "f(1,2,3,4,5,6,7,8);"),
            ("rust", "const K: [u64; 8] = [0; 8];"),
        ] {
            assert_eq!(found(lang, text), [], "{text}");
        }
    }
}
