//! Sentences, calls and lists in lines as Python's formatters leave them.

use crate::render::code::calls::Calls;
use crate::render::code::print::{Mark, Marked};
use crate::render::text::provenance::wrap;

/// The most characters of a line.
pub(super) const WIDTH: usize = 88;

/// How calls and heads of functions are broken up.
pub(super) const CALLS: Calls = Calls { width: WIDTH, indent: "    ", trailing_comma: true };

/// A call or a head of a function, on one line where it fits, else with a line for each argument.
pub(super) fn call(margin: &str, head: &str, arguments: &[String], tail: &str) -> Vec<String> {
    CALLS.lines(margin, head, arguments, tail)
}

/// An assignment on one line; where it is too long for that and its value begins with parentheses, broken up within them if
/// that is enough.
pub(super) fn compact(target: &str, value: &Marked, width: usize) -> Vec<String> {
    let line = format!("{target} = {}", value.text);
    let (true, Some(close)) = (line.len() > width, closing(value)) else { return vec![line] };
    let (inner, rest) = (&value.text[1..close], &value.text[close..]);
    let opens_later = |(at, mark): &(usize, Mark)| {
        *at > close && *mark == Mark::Open && value.text.as_bytes()[*at] == b'('
    };
    if 4 + inner.len() > width || value.marks.iter().any(opens_later) {
        return vec![line];
    }
    vec![format!("{target} = ("), format!("    {inner}"), rest.to_owned()]
}

/// Where the parenthesis with which a line begins is closed.
fn closing(line: &Marked) -> Option<usize> {
    let opens = line.marks.first() == Some(&(0, Mark::Open));
    depths(line)
        .find(|(_, mark, depth)| opens && *mark == Mark::Close && *depth == 0)
        .map(|(at, ..)| at)
}

/// The marks of a line, each with the number of brackets around it.
fn depths(line: &Marked) -> impl Iterator<Item = (usize, Mark, usize)> {
    let mut depth = 0;
    line.marks.iter().map(move |(at, mark)| {
        depth -= usize::from(*mark == Mark::Close);
        let around = depth;
        depth += usize::from(*mark == Mark::Open);
        (*at, *mark, around)
    })
}

/// An assignment that is too long for a line: its value in parentheses, and before each operator a new line where it doesn't
/// fit on one.
pub(super) fn broken(target: &str, value: &Marked, width: usize) -> Vec<String> {
    let is_gap = |mark: Mark| matches!(mark, Mark::Gap { .. });
    let gaps = depths(value).filter(|(_, mark, depth)| is_gap(*mark) && *depth == 0);
    let gaps = gaps.filter(|_| 4 + value.text.len() > width).map(|(at, ..)| at);
    let mut lines = vec![format!("{target} = (")];
    let mut from = 0;
    for to in gaps.chain([value.text.len()]) {
        lines.push(format!("    {}", &value.text[from..to]));
        // A gap is a blank.
        from = to + 1;
    }
    lines.push(")".to_owned());
    lines
}

/// A comment before a constant: `# ` or `#: `, by which documentation tools know it.
pub(super) fn comment(mark: &str, text: &str) -> Vec<String> {
    let line = |line: &String| format!("{mark} {line}");
    wrap(text, WIDTH - mark.len() - 1).iter().map(line).collect()
}

/// A docstring of one sentence, which may not be broken up; where it doesn't fit, a comment has to do.
pub(super) fn sentence(docstring: &str, otherwise: &str) -> Vec<String> {
    let line = format!("    \"\"\"{docstring}\"\"\"");
    if line.len() <= WIDTH { vec![line] } else { comment("    #", otherwise) }
}

/// A function's docstring, in the style of Google's guide.
pub(super) struct Docstring<'a> {
    pub(super) summary: &'a str,
    pub(super) paragraphs: &'a [String],
    pub(super) arguments: &'a [(&'a str, String)],
    pub(super) returns: Option<String>,
}

impl Docstring<'_> {
    /// Its lines, indented.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("\"\"\"{}", self.summary)];
        for paragraph in self.paragraphs {
            lines.push(String::new());
            lines.extend(wrap(paragraph, WIDTH - 4));
        }
        if !self.arguments.is_empty() {
            lines.extend([String::new(), "Args:".to_owned()]);
        }
        for (name, clause) in self.arguments {
            let text = wrap(&format!("{name}: {}.", capital(clause)), WIDTH - 12);
            for (at, line) in text.iter().enumerate() {
                lines.push(format!("    {}{line}", if at > 0 { "    " } else { "" }));
            }
        }
        if let Some(returns) = &self.returns {
            lines.extend([String::new(), "Returns:".to_owned()]);
            let text = wrap(&format!("{}.", capital(returns)), WIDTH - 8);
            lines.extend(text.iter().map(|line| format!("    {line}")));
        }
        if !self.arguments.is_empty() || self.returns.is_some() {
            // Linters want an empty line after the last section.
            lines.push(String::new());
        }
        lines.push("\"\"\"".to_owned());
        let indent = |line: String| if line.is_empty() { line } else { format!("    {line}") };
        lines.into_iter().map(indent).collect()
    }
}

fn capital(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// `__all__`, sorted as linters want it: constants, classes, then what is left, numbers in names by their size.
pub(super) fn exports(mut names: Vec<String>) -> Vec<String> {
    names.sort_by_cached_key(|name| {
        let has = |is_it: fn(&char) -> bool| name.chars().any(|c| is_it(&c));
        let is_constant =
            name.len() > 1 && has(char::is_ascii_uppercase) && !has(char::is_ascii_lowercase);
        let group = match name.chars().next() {
            _ if is_constant => 0,
            Some(first) if first.is_ascii_uppercase() => 1,
            _ => 2,
        };
        (group, natural(name))
    });
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let line = format!("__all__ = [{}]", quoted.join(", "));
    if line.len() <= WIDTH {
        return vec![line];
    }
    let list = wrap(&format!("{},", quoted.join(", ")), WIDTH - 4);
    let list = list.iter().map(|line| format!("    {line}"));
    let open = ["# fmt: off", "__all__ = ["].map(str::to_owned);
    let close = ["]", "# fmt: on"].map(str::to_owned);
    open.into_iter().chain(list).chain(close).collect()
}

/// A name by its runs of digits and of other characters; a run of digits stands before any other.
fn natural(name: &str) -> Vec<(Option<u64>, String)> {
    let bytes: Vec<char> = name.chars().collect();
    let runs = bytes.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    let run = |run: &[char]| {
        let text: String = run.iter().collect();
        match text.parse() {
            Ok(number) => (Some(number), String::new()),
            Err(_) => (None, text),
        }
    };
    runs.map(run).collect()
}
