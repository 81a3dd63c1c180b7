//! Comments of sentences and parameters.

use crate::render::page::{self};
use crate::render::prelude::*;

/// Columns of a sentence.
const WIDTH: usize = 92;

/// A doc comment in as few lines as possible: sentences, then the meaning of each parameter.
pub(in crate::render) fn doc(sentences: &[String], parameters: Vec<String>) -> Vec<String> {
    lines("/**", sentences, parameters)
}

/// A function's doc comment: its result, and the meaning of each parameter.
pub(in crate::render) fn function_doc(about: &FunctionDoc) -> Vec<String> {
    let all = about.parameters.iter().map(|one| (&*one.name, one.what.clone()));
    let all: Vec<_> = all.collect();
    doc(&[sentence(&about.what)], parameters(&all))
}

/// A comment on a private item, which documentation tools skip.
pub(in crate::render) fn note(sentences: &[String]) -> Vec<String> {
    lines("/*", sentences, Vec::new())
}

/// An array's comment: a doc comment if it is public, else a plain one.
pub(in crate::render) fn comment(is_public: bool, sentences: &[String]) -> Vec<String> {
    if is_public { doc(sentences, Vec::new()) } else { note(sentences) }
}

fn lines(open: &str, sentences: &[String], parameters: Vec<String>) -> Vec<String> {
    let mut lines: Vec<String> = sentences.iter().flat_map(|one| wrap(one, WIDTH)).collect();
    if !parameters.is_empty() {
        lines.push(String::new());
        lines.extend(parameters);
    }
    match lines.as_slice() {
        [one] => vec![format!("{open} {one} */")],
        _ => block(open, &lines),
    }
}

/// Lines in a comment.
pub(in crate::render) fn block(open: &str, lines: &[String]) -> Vec<String> {
    let mut block = page::block(lines);
    open.clone_into(&mut block[0]);
    block
}

/// Parameters of a function, their meanings aligned.
pub(in crate::render) fn parameters(all: &[(&str, String)]) -> Vec<String> {
    let width = all.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for (name, meaning) in all {
        let mut lead = format!("@param {name:<width$} ");
        for line in wrap(meaning, WIDTH - lead.len()) {
            lines.push(format!("{lead}{line}"));
            lead = " ".repeat(lead.len());
        }
    }
    lines
}
