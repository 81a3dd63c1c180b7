//! Compares a file on disk with the file as it should be, and tells the differences.
//!
//! A difference in a table of 2 MB must not be told in 2 MB: tables are found by name in both texts and compared entry
//! by entry.

use crate::generate::TableFacts;

/// The difference between a file on disk and the file as it should be.
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
        /// The tables whose entries differ.
        tables: Vec<TableChange>,
        /// The first line outside of tables that differs: its number, counted from 1, its text on disk, and the text
        /// that it should have.
        line: Option<(usize, String, String)>,
        /// The number of lines outside of tables that differ.
        lines: usize,
    },
}

/// A table whose entries differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChange {
    /// The table's identifier.
    pub name: String,
    /// The number of entries that it should have.
    pub entries: usize,
    /// The number of entries that differ; all of them if the lengths differ.
    pub changed: usize,
    /// The squares of the first few of these entries, if the table has an entry for each square.
    pub squares: Vec<String>,
}

/// The number of squares that are named in a summary.
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
    let (old, new) = (unix(&old), unix(&new));
    if old == new {
        return Difference::LineEnds;
    }
    let mut changes = Vec::new();
    let mut rest = [old, new];
    for table in tables {
        let [old, new] = rest.each_mut().map(|text| cut(text, &table.name));
        let Some(new) = new else { continue };
        if let Some(change) = change(table, &old.unwrap_or_default(), &new) {
            changes.push(change);
        }
    }
    let [old, new] = &rest;
    let mut differing = 0;
    let mut line = None;
    let input = imara_diff::InternedInput::new(old.as_str(), new.as_str());
    for hunk in differing_lines(&input).hunks() {
        differing += hunk.before.len().max(hunk.after.len());
        line.get_or_insert_with(|| {
            let line_of = |text: &str, at: u32| {
                text.lines().nth(at as usize).unwrap_or_default().trim().to_owned()
            };
            let at = hunk.after.start;
            (line_number(new, at as usize), line_of(old, hunk.before.start), line_of(new, at))
        });
    }
    Difference::Content { tables: changes, line, lines: differing }
}

/// Which lines of two texts differ.
#[must_use]
pub fn differing_lines(lines: &imara_diff::InternedInput<&str>) -> imara_diff::Diff {
    let mut diff = imara_diff::Diff::compute(imara_diff::Algorithm::Histogram, lines);
    diff.postprocess_lines(lines);
    diff
}

/// Replaces each line end among the entries that [`cut`] removes, so that line numbers can still be counted.
const MARK: char = '\u{1}';

/// The number, counted from 1 and with the lines that were cut out, of the line with index `line`.
fn line_number(text: &str, line: usize) -> usize {
    let before = text.lines().take(line);
    before.map(|line| line.matches(MARK).count() + 1).sum::<usize>() + 1
}

/// Removes the entries of a table from a text, and returns them. The entries stand in the brackets that follow the
/// table's name and an equals sign; `None` if the text has no such brackets.
fn cut(text: &mut String, name: &str) -> Option<Vec<String>> {
    let mut from = 0;
    loop {
        let at = from + text[from..].find(name)?;
        from = at + name.len();
        let is_whole = !text[from..].starts_with(is_name) && !text[..at].ends_with(is_name);
        let Some(equals) = is_whole.then(|| text[from..].find(['=', ';', '(', ')'])).flatten()
        else {
            continue;
        };
        if !text[from + equals..].starts_with('=') {
            continue;
        }
        let value = from + equals + 1;
        let open = value + text[value..].find(['{', '[', ';', '('])?;
        if !text[open..].starts_with(['{', '[']) {
            continue;
        }
        let close = open + matching(&text[open..])?;
        let inside = text[open + 1..close].to_owned();
        let lines = inside.matches('\n').count();
        text.replace_range(open + 1..close, &MARK.to_string().repeat(lines));
        return Some(entries(&inside));
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The position of the bracket that closes the text's first bracket.
fn matching(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The entries between a table's brackets, without comments and blanks. Each is a literal, or several in brackets of
/// their own.
fn entries(inside: &str) -> Vec<String> {
    let mut entries = Vec::new();
    let lines = inside.lines().map(|line| line.split("//").next().unwrap_or_default());
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut depth = 0;
    let mut entry = String::new();
    let mut in_comment = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'*') => in_comment = true,
            '*' if in_comment && chars.peek() == Some(&'/') => {
                chars.next();
                in_comment = false;
            }
            _ if in_comment => {}
            ',' if depth == 0 => {
                entries.push(std::mem::take(&mut entry));
            }
            c if c.is_whitespace() => {}
            c => {
                depth += i32::from("{[(".contains(c)) - i32::from("}])".contains(c));
                entry.push(c);
            }
        }
    }
    entries.push(entry);
    entries.retain(|entry| !entry.is_empty());
    entries
}

fn change(table: &TableFacts, old: &[String], new: &[String]) -> Option<TableChange> {
    let changed: Vec<usize> = if old.len() == new.len() {
        (0..new.len()).filter(|index| old[*index] != new[*index]).collect()
    } else {
        (0..new.len()).collect()
    };
    if changed.is_empty() {
        return None;
    }
    let squares = table.squares.as_deref().unwrap_or_default();
    let squares = changed
        .iter()
        .filter_map(|index| squares.get(*index))
        .take(SQUARES_NAMED)
        .cloned()
        .collect();
    Some(TableChange {
        name: table.name.clone(),
        entries: table.entries,
        changed: changed.len(),
        squares,
    })
}
