//! Sentences, calls and lists in; lines as Python's formatters leave them out.

use crate::model::Module;
use crate::render::calls::Calls;
use crate::render::provenance::{lines_within, wrap};

/// The most characters of a line.
pub(super) const WIDTH: usize = 88;

/// A call or a head of a function, on one line where it fits, else with a line for each argument.
pub(super) fn call(margin: &str, head: &str, arguments: &[String], tail: &str) -> Vec<String> {
    let calls = Calls { width: WIDTH, indent: "    ", trailing_comma: true };
    calls.lines(margin, head, arguments, tail)
}

/// The header's lines but for the credits.
pub(super) fn header(module: &Module) -> Vec<String> {
    let mut lines = lines_within(module, WIDTH - "# ".len());
    let facts = lines.iter().rposition(|line| line.starts_with("  ")).map_or(0, |last| last + 1);
    lines.truncate(facts);
    lines
}

/// An assignment whose value begins with parentheses, broken up within them.
pub(super) fn within_parentheses(name: &str, value: &str, width: usize) -> Option<String> {
    let mut depth = 0;
    let close = value.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    let (inner, rest) = (value.get(1..close)?, &value[close + 1..]);
    let fits = 4 + inner.len() <= width && !rest.contains('(');
    fits.then(|| format!("{name} = (\n    {inner}\n){rest}"))
}

/// An assignment, its value in parentheses where it doesn't fit on the line, and broken before operators where it
/// doesn't fit there either.
pub(super) fn assignment(line: &str, width: usize) -> Vec<String> {
    let is_long = line.len() > width;
    let Some((name, value)) = line.split_once(" = ").filter(|_| is_long) else {
        return vec![line.to_owned()];
    };
    let mut inner = vec!["   ".to_owned()];
    let mut depth = 0;
    for word in value.split(' ') {
        let is_operator = depth == 0 && word.chars().all(|c| "&|^+-*<>".contains(c));
        if is_operator && 4 + value.len() > width {
            inner.push("   ".to_owned());
        }
        if let Some(last) = inner.last_mut() {
            last.push(' ');
            last.push_str(word);
        }
        depth += word.matches(['(', '[']).count();
        depth -= word.matches([')', ']']).count();
    }
    [format!("{name} = (")].into_iter().chain(inner).chain([")".to_owned()]).collect()
}

/// A comment before a constant: `# ` or `#: `, by which documentation tools know it.
pub(super) fn comment(mark: &str, text: &str) -> Vec<String> {
    let line = |line: &String| format!("{mark} {line}");
    wrap(text, WIDTH - mark.len() - 1).iter().map(line).collect()
}

/// A function's docstring, in the style of Google's guide.
pub(super) struct Docstring<'a> {
    pub(super) summary: &'a str,
    pub(super) paragraphs: &'a [String],
    pub(super) arguments: &'a [(&'a str, String)],
    pub(super) returns: Option<String>,
}

impl Docstring<'_> {
    /// One sentence.
    pub(super) fn plain(summary: &str) -> Vec<String> {
        Docstring { summary, paragraphs: &[], arguments: &[], returns: None }.lines()
    }

    /// Its lines, indented.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("\"\"\"{}", imperative(self.summary))];
        for paragraph in self.paragraphs {
            lines.push(String::new());
            lines.extend(wrap(paragraph, WIDTH - 4));
        }
        let is_plain = self.arguments.is_empty() && self.returns.is_none();
        if is_plain && lines.len() == 1 && 4 + lines[0].len() + 3 > WIDTH {
            // A docstring of one sentence may not be broken up; what is private needs none.
            return comment("    #", self.summary);
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
        if !is_plain {
            // Linters want an empty line after the last section.
            lines.push(String::new());
        }
        if lines.len() == 1 {
            lines[0].push_str("\"\"\"");
        } else {
            lines.push("\"\"\"".to_owned());
        }
        let indent = |line: String| if line.is_empty() { line } else { format!("    {line}") };
        lines.into_iter().map(indent).collect()
    }
}

fn imperative(sentence: &str) -> String {
    match sentence.strip_prefix("Returns ") {
        Some(rest) => format!("Return {rest}"),
        None => sentence.to_owned(),
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
