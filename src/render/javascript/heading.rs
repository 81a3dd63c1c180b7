//! What stands before the body of a function: its comment and its first line.

use super::lines::{CALLS, WIDTH, comment};
use super::options::Keys;
use crate::render::page::Walk;
use crate::render::text::provenance::{hanging, wrap};

/// Columns of text in a comment.
pub(super) const COMMENT: usize = WIDTH - " * ".len();

/// A parameter: its name, its type, and what it means in a clause.
struct Parameter {
    name: &'static str,
    kind: &'static str,
    meaning: String,
}

/// What is said of a function.
pub(super) struct Heading<'a> {
    keys: &'a Keys,
    /// `export function rook`
    start: String,
    /// A sentence.
    summary: String,
    parameters: Vec<Parameter>,
    /// The type of what it returns.
    kind: &'static str,
    /// What that means, if anything.
    returns: &'static str,
}

impl<'a> Heading<'a> {
    /// A function without parameters that returns nothing.
    pub(super) fn new(keys: &'a Keys, start: String, summary: &str) -> Self {
        let summary = summary.to_owned();
        Self { keys, start, summary, parameters: Vec::new(), kind: "void", returns: "" }
    }

    /// The same with one more parameter.
    pub(super) fn with(
        mut self,
        name: &'static str,
        kind: &'static str,
        meaning: impl Into<String>,
    ) -> Self {
        self.parameters.push(Parameter { name, kind, meaning: meaning.into() });
        self
    }

    /// The same with a square and an occupancy.
    pub(super) fn on(self, square: &str, occupied: &str) -> Self {
        let on = self.with("square", "number", square);
        if on.keys.has_words() {
            return on.with("occupied", "bigint", occupied);
        }
        let low = format!("bits 0 to 31 of {occupied}");
        on.with("lo", "number", low).with("hi", "number", "bits 32 to 63")
    }

    /// The same with what rays are walked by.
    pub(super) fn along(self, walk: &Walk) -> Self {
        let bits = self.keys.bitboards();
        let along = self.with("steps", "Int8Array", "what a step along each ray adds").with(
            "from",
            bits,
            "from where a step may be taken",
        );
        if walk.has_range { along.with("range", "number", "the most steps") } else { along }
    }

    /// The same with a result.
    pub(super) fn returning(self, kind: &'static str, returns: &'static str) -> Self {
        Self { kind, returns, ..self }
    }

    /// The comment: the sentence, what parameters mean, what is returned.
    pub(super) fn doc(&self) -> Vec<String> {
        let mut lines = wrap(&self.summary, COMMENT);
        let mut tags = Vec::new();
        for Parameter { name, kind, meaning } in &self.parameters {
            tags.push(format!("@param {}{name} - {meaning}", self.tag_of(kind)));
        }
        if !self.returns.is_empty() {
            tags.push(format!("@returns {}{}", self.tag_of(self.kind), self.returns));
        }
        if self.keys.jsdoc && !tags.is_empty() {
            lines.push(String::new());
            lines.extend(tags.iter().flat_map(|tag| hanging(tag, [COMMENT - 2; 2], "  ")));
        }
        comment(&lines)
    }

    /// A type in a tag: TypeScript has it in the head.
    fn tag_of(&self, kind: &str) -> String {
        if self.keys.is_typed() { String::new() } else { format!("{{{kind}}} ") }
    }

    /// The first line, or one for each parameter, before `end`.
    pub(super) fn head(&self, end: &str) -> Vec<String> {
        let is_typed = self.keys.is_typed();
        let kind = |kind: &str| if is_typed { format!(": {kind}") } else { String::new() };
        let parameter = |one: &Parameter| format!("{}{}", one.name, kind(one.kind));
        let parameters: Vec<String> = self.parameters.iter().map(parameter).collect();
        CALLS.lines("", &self.start, &parameters, &format!("{}{end}", kind(self.kind)))
    }

    /// The comment and the first line of a function of the file's own.
    pub(super) fn lines(&self) -> Vec<String> {
        [self.doc(), self.head(" {")].concat()
    }
}
