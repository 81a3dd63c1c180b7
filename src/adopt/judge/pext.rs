//! Finds the condition under which an engine's index uses PEXT, so that this lookup stays.

use super::Judge;
use crate::adopt::code::PEXT;
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
            for function in source.functions.iter().filter(|one| *one != except) {
                let body = source.text[function.body.clone()].to_ascii_lowercase();
                let is_call =
                    |at: &usize| body[*at..].trim_start_matches(is_of_name).starts_with('(');
                let mut calls = PEXT.iter().flat_map(|word| body.match_indices(word));
                let Some((call, _)) = calls.find(|(at, _)| is_call(at)) else { continue };
                let call = call + function.body.start;
                let condition = line_around(&source.text, call)
                    .or_else(|| constant(&source.text[function.body.start..call]));
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
    let is_known =
        line.to_ascii_lowercase().contains("pext") || line.to_ascii_lowercase().contains("bmi");
    is_known.then(|| PextCondition::Line { text: line.to_owned(), is_first })
}

/// The constant of the `if` at the end of a text.
fn constant(text: &str) -> Option<PextCondition> {
    let at = text.rfind("if")?;
    let rest = text[at + 2..].trim_start().trim_start_matches("constexpr").trim_start();
    let inside = rest.strip_prefix('(')?.split(')').next()?.trim();
    let is_name = inside.chars().all(|c| is_of_name(c) || matches!(c, '.' | ':'));
    let is_known = ["pext", "bmi"].iter().any(|word| inside.to_ascii_lowercase().contains(word));
    (is_name && is_known).then(|| PextCondition::Constant(inside.to_owned()))
}
