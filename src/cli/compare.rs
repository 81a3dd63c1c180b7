//! Compares a file on disk with its generated content, and reports the differences.
//!
//! The report must stay short even for a table of 2 MB: tables are found by name in both texts and compared entry by
//! entry.

use std::ops::Range;

use crate::generate::{Owners, TableFacts};

/// The difference between a file on disk and its generated content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The bytes are the same.
    None,
    /// There is no file on disk.
    Missing,
    /// Only line ends differ.
    LineEnds,
    /// The text differs.
    Content {
        /// The other version of magicgen that generated the file on disk, by its header.
        version: Option<String>,
        /// The tables whose entries differ.
        tables: Vec<TableChange>,
        /// The first differing line outside of tables. The line with the version counts only if nothing else differs.
        line: Option<LineChange>,
        /// The number of differing lines, without entries of tables and the line with the version.
        lines: usize,
        /// The region of these lines.
        region: Region,
    },
}

/// The region of differing lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// Outside of all tables.
    Beside,
    /// Inside tables whose entries are right: comments and blanks differ.
    Inside,
    /// Anywhere: the file declares no known table.
    Anywhere,
}

/// A line that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineChange {
    /// Its number in the file on disk, counted from 1.
    pub number: usize,
    /// Its text on disk; `None` if lines are missing there.
    pub old: Option<String>,
    /// Its generated text; `None` if the line shouldn't be there.
    pub new: Option<String>,
}

/// A table whose entries differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChange {
    /// The table's identifier.
    pub name: String,
    /// The number of entries that are generated.
    pub entries: usize,
    /// The number of entries that differ; all of them if the lengths differ.
    pub changed: usize,
    /// The position of the first differing entry.
    pub first: usize,
    /// The line of the first differing entry in the file on disk, counted from 1; `None` if the table isn't there.
    pub line: Option<usize>,
    /// The squares of the first few of these entries, if the table has an entry for each square.
    pub squares: Vec<String>,
    /// The table's index in the output, if its entries are slots.
    pub slots: Option<usize>,
}

/// The most squares that a summary names.
const SQUARES_NAMED: usize = 8;

/// Compares bytes, and analyses the texts only if these differ.
#[must_use]
pub fn compare(old: Option<&[u8]>, new: &[u8], tables: &[TableFacts]) -> Difference {
    let Some(old) = old else { return Difference::Missing };
    if old == new {
        return Difference::None;
    }
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let unix = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
    let (mut old, new) = (unix(&old), unix(&new));
    if old == new {
        return Difference::LineEnds;
    }
    let (mut version, mut line) = (None, None);
    if let Some((old_name, new_name, other)) = other_version(&old, &new) {
        version = Some(other.to_owned());
        line = Some(LineChange {
            number: old[..old_name.start].lines().count(),
            old: Some(line_at(&old, old_name.start)),
            new: Some(line_at(&new, new_name.start)),
        });
        old.replace_range(old_name, &new[new_name]);
    }
    let (mut changes, mut region) = (Vec::new(), Region::Anywhere);
    let mut rest = [old.clone(), new.clone()];
    for table in tables {
        let [old, new] = rest.each_mut().map(|text| cut(text, table));
        let Some(new) = new else { continue };
        region = Region::Beside;
        changes.extend(change(table, &old.unwrap_or_default(), &new));
    }
    let (mut lines, mut found) = between(&rest);
    if lines == 0 && changes.is_empty() && version.is_none() {
        region = Region::Inside;
        (lines, found) = between(&[old, new]);
    }
    Difference::Content { version, tables: changes, line: found.or(line), lines, region }
}

/// The number of differing lines between two texts, and the first one. Tables may have been cut out.
fn between([old, new]: &[String; 2]) -> (usize, Option<LineChange>) {
    let (mut differing, mut line) = (0, None);
    // A longer table makes no other line differ.
    let whole = |text: &str| text.replace(MARK, "");
    let (before, after) = (whole(old), whole(new));
    let input = imara_diff::InternedInput::new(before.as_str(), after.as_str());
    for hunk in differing_lines(&input).hunks() {
        if differing == 0 {
            let line_of = |text: &str, lines: &Range<u32>| {
                let at = lines.clone().next()? as usize;
                Some(text.lines().nth(at).unwrap_or_default().trim().to_owned())
            };
            line = Some(LineChange {
                number: line_number(old, hunk.before.start as usize),
                old: line_of(&before, &hunk.before),
                new: line_of(&after, &hunk.after),
            });
        }
        differing += hunk.before.len().max(hunk.after.len());
    }
    (differing, line)
}

/// The version of magicgen that generated the old text, if it is another one and both headers name it.
fn other_version<'a>(old: &'a str, new: &str) -> Option<(Range<usize>, Range<usize>, &'a str)> {
    let (old_name, new_name) = (generator(old)?, generator(new)?);
    let version = version(&old[old_name.clone()])?;
    (version != env!("CARGO_PKG_VERSION")).then_some((old_name, new_name, version))
}

/// The version in a generator's name, such as `magicgen 0.1.0` or `magicgen v1`.
fn version(generator: &str) -> Option<&str> {
    let version = generator.strip_prefix("magicgen ")?.trim();
    let number = version.strip_prefix('v').unwrap_or(version);
    let is_version = version.len() < 32
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_alphanumeric() || ".-+".contains(c));
    is_version.then_some(version)
}

/// Whether the header of a generated text names magicgen without a version.
#[must_use]
pub fn has_no_version(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    generator(&text)
        .map(|name| &text[name])
        .is_some_and(|name| name.split(' ').next() == Some("magicgen") && version(name).is_none())
}

/// The generator's name and version in a file's header, such as `magicgen 0.1.0`.
fn generator(text: &str) -> Option<Range<usize>> {
    const BEFORE: &str = "Code generated by ";
    let start = text.find(BEFORE)? + BEFORE.len();
    let line = text[start..].lines().next()?;
    Some(start..start + line.find("; DO NOT EDIT.")?)
}

/// The line that contains a byte of a text.
fn line_at(text: &str, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[start..].lines().next().unwrap_or_default().trim().to_owned()
}

/// The differing lines of two texts.
#[must_use]
pub fn differing_lines(lines: &imara_diff::InternedInput<&str>) -> imara_diff::Diff {
    let mut diff = imara_diff::Diff::compute(imara_diff::Algorithm::Histogram, lines);
    diff.postprocess_lines(lines);
    diff
}

/// Replaces each line end that [`cut`] removes, so that line numbers can still be counted.
const MARK: char = '\u{1}';

/// The number, counted from 1, of the line with index `line`. Lines that were cut out count.
fn line_number(text: &str, line: usize) -> usize {
    let before = text.lines().take(line);
    before.map(|line| line.matches(MARK).count() + 1).sum::<usize>() + 1
}

/// An entry of a table in a file.
#[derive(Default)]
struct FileEntry {
    text: String,
    /// Its line, counted from 1.
    line: usize,
}

/// Removes a table's entries from a text, and returns them. The entries are in the brackets after the words of its
/// declaration; `None` if there are no such brackets.
fn cut(text: &mut String, table: &TableFacts) -> Option<Vec<FileEntry>> {
    let mut from = 0;
    let (name, before) = table.declared.words.split_last()?;
    for word in before {
        from = next_word(text, word, from)? + word.len();
    }
    loop {
        from = next_word(text, name, from)? + name.len();
        let Some(value) = behind_name(&text[from..]).map(|value| from + value) else { continue };
        let Some(span) = brackets(&text[value..]) else { continue };
        let (open, close) = (value + span.start, value + span.end);
        let inside = text[open + 1..close].to_owned();
        let lines = inside.matches('\n').count();
        let first = text[..open].matches(['\n', MARK]).count() + 1;
        text.replace_range(open + 1..close, &MARK.to_string().repeat(lines));
        if inside.trim_start().starts_with('"') {
            return Some(unpacked(&inside, first, table.width));
        }
        // In a table of slots, the brackets of rows don't count.
        return Some(entries(&inside, first, matches!(table.of, Owners::Slots(_))));
    }
}

/// The position of a whole word.
fn next_word(text: &str, word: &str, mut from: usize) -> Option<usize> {
    loop {
        let at = from + text[from..].find(word)?;
        from = at + word.len();
        if !text[from..].starts_with(is_name) && !text[..at].ends_with(is_name) {
            return Some(at);
        }
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The position of the value in a declaration. The text begins after the name: `: [u64; 64] = [` or, in C++, `{{`.
fn behind_name(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' if at == 0 => return Some(0),
            '(' | '[' => depth += 1,
            ')' | ']' if depth > 0 => depth -= 1,
            '=' if depth == 0 => return Some(at + 1),
            // A long type is on the next line.
            '\n' if text[..at].ends_with(':') => {}
            ';' | '{' | '}' | ')' | ']' | '\n' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The brackets of a list of entries: its first and its last byte. A type's brackets before it (`[64]uint64{`) don't
/// count. A call's (`rows(&table, [`) count only if no others are inside.
fn brackets(text: &str) -> Option<Range<usize>> {
    let mut from = 0;
    loop {
        let open = from + text[from..].find(['{', '[', '(', ';'])?;
        let close = open + matching(&text[open..])?;
        let is_type = || text[close + 1..].starts_with(|c| is_name(c) || "{[".contains(c));
        from = match &text[open..=open] {
            "[" if is_type() => close + 1,
            "(" if text[open..close].contains(['{', '[']) => open + 1,
            // The outer brackets of C++'s `{{...}}` belong to the array's class.
            "{" if matching(&text[open + 1..]).is_some_and(|inner| open + inner + 2 == close) => {
                open + 1
            }
            _ => return Some(open..close),
        };
    }
}

/// The position of the bracket that closes the text's first character; `None` if that isn't a bracket.
fn matching(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            _ => {}
        }
        if depth <= 0 {
            return (at > 0).then_some(at);
        }
    }
    None
}

/// The entries between a table's brackets, without comments and blanks. Line `first` has the opening bracket. An entry
/// is a literal, or several in nested brackets.
fn entries(inside: &str, first: usize, is_flat: bool) -> Vec<FileEntry> {
    let mut entries = Vec::new();
    let mut depth = 0;
    let mut entry = FileEntry::default();
    let mut in_comment = false;
    for (text, line) in inside.lines().zip(first..) {
        let mut chars = without_comment(text).chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '/' if chars.peek() == Some(&'*') => in_comment = true,
                '*' if in_comment && chars.peek() == Some(&'/') => {
                    chars.next();
                    in_comment = false;
                }
                _ if in_comment => {}
                // OCaml's arrays, also as parts of a long one: `[|1; 2|]`.
                '[' if chars.peek() == Some(&'|') => {}
                '|' => {
                    chars.next_if_eq(&']');
                }
                '{' | '[' | '}' | ']' if is_flat => {}
                ',' | ';' if depth == 0 => {
                    entries.push(std::mem::take(&mut entry));
                }
                c if c.is_whitespace() => {}
                c => {
                    depth += i32::from("{[(".contains(c)) - i32::from("}])".contains(c));
                    if entry.text.is_empty() {
                        entry.line = line;
                    }
                    entry.text.push(c);
                }
            }
        }
    }
    entries.push(entry);
    entries.retain(|entry| !entry.text.is_empty());
    entries
}

/// A line without its trailing comment.
fn without_comment(line: &str) -> &str {
    let ends = ["//", "--", "# ", ";;"].iter().filter_map(|mark| {
        // Ada's numbers may end with a `#`, too.
        line.match_indices(mark)
            .map(|(at, _)| at)
            .find(|at| *mark == "//" || line[..*at].is_empty() || line[..*at].ends_with(' '))
    });
    &line[..ends.min().unwrap_or(line.len())]
}

/// The entries of a table in string literals, each as the digits of its bytes: Java's escaped 16-bit characters, the
/// highest byte first, or base 64 in lines between `"""`.
fn unpacked(inside: &str, first: usize, width: usize) -> Vec<FileEntry> {
    let mut bytes: Vec<(u8, usize)> = Vec::new();
    let is_base64 = inside.contains("\"\"\"");
    let (mut bits, mut pending) = (0_u32, 0);
    for (text, line) in inside.lines().zip(first..) {
        if is_base64 {
            for digit in text.bytes().filter_map(base64_digit) {
                (bits, pending) = (bits << 6 | u32::from(digit), pending + 6);
                if pending >= 8 {
                    pending -= 8;
                    bytes.push(((bits >> pending) as u8, line));
                }
            }
            continue;
        }
        for escape in
            text.trim_matches(|c: char| c != '\\' && !c.is_ascii_hexdigit()).split('\\').skip(1)
        {
            let unit = escape.strip_prefix('u').map_or_else(
                || u16::from_str_radix(escape, 8),
                |digits| u16::from_str_radix(digits, 16),
            );
            let [high, low] = unit.unwrap_or_default().to_be_bytes();
            bytes.extend([(high, line), (low, line)]);
        }
    }
    let entry = |bytes: &[(u8, usize)]| FileEntry {
        text: bytes.iter().map(|(byte, _)| char::from(*byte)).collect(),
        line: bytes[0].1,
    };
    bytes.chunks(width.max(1)).map(entry).collect()
}

fn base64_digit(c: u8) -> Option<u8> {
    Some(match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

fn change(table: &TableFacts, old: &[FileEntry], new: &[FileEntry]) -> Option<TableChange> {
    let has_changed = |at: &usize| old.get(*at).map(|old| &old.text) != Some(&new[*at].text);
    let changed: Vec<usize> = (0..new.len()).filter(has_changed).collect();
    // An entry may be printed as several numbers.
    let numbers = (new.len() / table.entries.max(1)).max(1);
    let is_as_long = old.len() == new.len();
    let mut changed: Vec<usize> = changed.into_iter().map(|at| at / numbers).collect();
    changed.dedup();
    let first = *changed.first().or((!is_as_long).then_some(&new.len()))?;
    let squares = match &table.of {
        Owners::Squares(squares) => squares.as_slice(),
        Owners::Slots(_) => &[],
    };
    let squares = changed.iter().filter_map(|at| squares.get(*at)).take(SQUARES_NAMED).cloned();
    let line = old.get(first * numbers).or(old.last()).map(|entry| entry.line);
    Some(TableChange {
        name: table.declared.name.clone(),
        entries: table.entries,
        changed: if is_as_long { changed.len() } else { table.entries },
        first,
        line,
        squares: squares.collect(),
        slots: match table.of {
            Owners::Slots(at) => Some(at),
            Owners::Squares(_) => None,
        },
    })
}
