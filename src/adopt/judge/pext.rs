//! Finds the condition under which an engine's index uses PEXT, so that this lookup stays.

use super::Judge;
use crate::adopt::code::{BlankedSource, PEXT};
use crate::adopt::functions::SourceFunction;

/// A condition on the use of PEXT.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PextCondition {
    /// A preprocessor line such as `#ifdef USE_PEXT`. PEXT is used behind it, or else behind its `#else`.
    Line { text: String, is_first: bool },
    /// A constant such as `HasPext`.
    Constant(String),
}

impl Judge<'_> {
    /// The only condition under which functions other than this one use PEXT.
    pub(super) fn pext_condition(&self, except: &SourceFunction) -> Option<PextCondition> {
        let mut found = Vec::new();
        for source in self.sources {
            // Blanks in strings would hide the feature's name.
            let text = &self.files[source.file].text;
            for function in source.functions.iter().filter(|one| *one != except) {
                let body = &source.text[function.body.clone()];
                let Some(call) = call_of_pext(body) else { continue };
                let call = call + function.body.start;
                let condition = line_around(&source.text, call)
                    .or_else(|| constant(source.lang, &text[function.body.start..call]))
                    .or_else(|| attribute(source.lang, &text[..function.body.start]));
                found.push(condition?);
            }
        }
        found.dedup();
        match <[PextCondition; 1]>::try_from(found) {
            Ok([one]) => Some(one),
            Err(_) => None,
        }
    }
}

/// A text with one preprocessor condition and its `#else`.
pub(crate) struct Branches<'t> {
    /// The line of the condition.
    pub(crate) condition: &'t str,
    before: &'t str,
    both: [&'t str; 2],
    behind: &'t str,
}

impl Branches<'_> {
    /// The text without the condition and one branch.
    pub(crate) fn with(&self, is_first: bool) -> String {
        let [first, second] = self.both;
        [self.before, if is_first { first } else { second }, self.behind].concat()
    }
}

/// The branches of a text with one preprocessor condition.
pub(crate) fn branches(text: &str) -> Option<Branches<'_>> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        if let Some(word) = line.trim_start().strip_prefix('#') {
            lines.push((word.trim_start(), at, at + line.len()));
        }
        at += line.len();
    }
    let [(one, start, first), (other, first_end, second), (end, second_end, behind)] =
        <[_; 3]>::try_from(lines).ok()?;
    let is_whole = one.starts_with("if") && other.starts_with("else") && end.starts_with("endif");
    is_whole.then(|| Branches {
        condition: text[start..first].trim(),
        before: &text[..start],
        both: [&text[first..first_end], &text[second..second_end]],
        behind: &text[behind..],
    })
}

/// The condition in a function under which it uses PEXT in one branch and not in the other, if its results are in these.
pub(super) fn own_condition(
    source: &BlankedSource,
    function: &SourceFunction,
) -> Option<PextCondition> {
    let own = branches(&source.text[function.body.clone()])?;
    let [is_first, is_second] = own.both.map(|branch| call_of_pext(branch).is_some());
    let is_all = own.behind.trim().is_empty() && call_of_pext(own.before).is_none();
    let text = own.condition.to_owned();
    (is_all && is_first != is_second && is_known(&text))
        .then_some(PextCondition::Line { text, is_first })
}

/// The place of the first call of a function for PEXT.
fn call_of_pext(text: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let is_call = |at: &usize| lower[*at..].trim_start_matches(is_of_name).starts_with('(');
    let calls = PEXT.iter().flat_map(|word| lower.match_indices(word));
    calls.map(|(at, _)| at).find(is_call)
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The innermost preprocessor condition around a place.
fn line_around(text: &str, at: usize) -> Option<PextCondition> {
    let mut open: Vec<(&str, bool)> = Vec::new();
    for line in text[..at].lines() {
        let Some(rest) = line.trim_start().strip_prefix('#') else { continue };
        match rest.trim_start() {
            word if word.starts_with("if") => open.push((line.trim(), true)),
            word if word.starts_with("else") => open.last_mut()?.1 = false,
            word if word.starts_with("elif") => open.last_mut()?.0 = "",
            word if word.starts_with("endif") => {
                open.pop();
            }
            _ => {}
        }
    }
    let (line, is_first) = open.pop()?;
    is_known(line).then(|| PextCondition::Line { text: line.to_owned(), is_first })
}

/// Whether a condition is on PEXT or its instruction set.
fn is_known(condition: &str) -> bool {
    let lower = condition.to_ascii_lowercase();
    ["pext", "bmi"].iter().any(|word| lower.contains(word))
}

/// The constant of the `if` at the end of a text.
fn constant(lang: &str, text: &str) -> Option<PextCondition> {
    let at = text.rfind("if ").max(text.rfind("if("))?;
    let rest = text[at + 2..].trim_start().trim_start_matches("constexpr").trim_start();
    let inside = if lang == "rust" {
        rest.split('{').next()?.trim()
    } else {
        rest.strip_prefix('(')?.split(')').next()?.trim()
    };
    let is_name = inside.chars().all(|c| is_of_name(c) || matches!(c, '.' | ':'));
    let is_feature = lang == "rust" && is_feature(inside.strip_prefix("cfg!")?);
    ((is_name || is_feature) && is_known(inside))
        .then(|| PextCondition::Constant(inside.to_owned()))
}

/// Whether a text is the condition `(target_feature = "...")`.
fn is_feature(text: &str) -> bool {
    let inside = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inside.is_some_and(|inside| {
        let is_part = |c: char| is_of_name(c) || "= \"".contains(c);
        inside.chars().all(is_part) && inside.contains('=')
    })
}

/// The attribute of Rust before the function whose body begins at the end of a text.
fn attribute(lang: &str, text: &str) -> Option<PextCondition> {
    let head = &text[text.rfind('}').map_or(0, |at| at + 1)..];
    let rest = head[head.rfind("#[cfg").filter(|_| lang == "rust")?..].strip_prefix("#[cfg")?;
    let condition = rest.split(']').next()?;
    (is_feature(condition) && is_known(condition))
        .then(|| PextCondition::Constant(format!("cfg!{condition}")))
}
