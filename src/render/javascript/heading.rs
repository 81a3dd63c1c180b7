//! The comment before a function, and its first line.

use std::borrow::Cow;

use super::lines::{CALLS, INNER_CALLS, WIDTH};
use super::options::Keys;
use crate::render::prelude::*;

/// Columns of text in a comment.
pub(super) const COMMENT: usize = WIDTH - " * ".len();

/// The name of a set's low or high half as a parameter.
pub(super) fn half_name(name: &str, is_high: bool) -> String {
    format!("{name}{}", if is_high { "Hi" } else { "Lo" })
}

/// A parameter: its name, its type, and a clause on its meaning.
struct Parameter<'a> {
    name: Cow<'static, str>,
    kind: Cow<'a, str>,
    meaning: String,
}

/// The parts of a function's comment and first line.
pub(super) struct Heading<'a> {
    keys: &'a Keys,
    /// The number of words of a set.
    words: u8,
    /// `export function rook`
    start: String,
    /// A sentence on the function's purpose.
    summary: String,
    parameters: Vec<Parameter<'a>>,
    /// The type of the result.
    kind: Cow<'a, str>,
    /// The meaning of the result; empty if the function returns nothing.
    returns: Cow<'a, str>,
}

/// A function's heading with the user's types.
struct OwnHeading<'h> {
    /// The names and types of the parameters.
    parameters: Vec<String>,
    /// True if one of them has a type of the user's.
    has_parameter: bool,
    /// The numbers in the parameters.
    arguments: Vec<String>,
    /// The type of the result.
    result: &'h str,
}

impl<'a> Heading<'a> {
    /// A function without parameters that returns nothing.
    pub(super) fn new(keys: &'a Keys, start: String, summary: &str) -> Self {
        let summary = summary.to_owned();
        Self {
            keys,
            words: 1,
            start,
            summary,
            parameters: Vec::new(),
            kind: "void".into(),
            returns: "".into(),
        }
    }

    /// Sets the number of words of a set.
    pub(super) fn of_words(self, words: u8) -> Self {
        Self { words, ..self }
    }

    /// Adds a parameter.
    pub(super) fn with(
        mut self,
        name: impl Into<Cow<'static, str>>,
        kind: impl Into<Cow<'a, str>>,
        meaning: impl Into<String>,
    ) -> Self {
        let (name, kind) = (name.into(), kind.into());
        self.parameters.push(Parameter { name, kind, meaning: meaning.into() });
        self
    }

    /// Adds the parameters of a lookup: a square and an occupancy.
    pub(super) fn on(self, square: &str, occupied: &str) -> Self {
        let on = self.with("square", "number", square);
        if on.keys.has_words() {
            return on.with("occupied", "bigint", occupied);
        }
        if on.words > 1 {
            return on.with("occupied", "Uint32Array", occupied);
        }
        let low = format!("bits 0 to 31 of {occupied}");
        on.with("lo", "number", low).with("hi", "number", "bits 32 to 63")
    }

    /// Adds a parameter of a companion; without bigints a set is two numbers.
    pub(super) fn given(self, one: &ParameterDoc) -> Self {
        let ParameterDoc { name, what, is_set } = one;
        match (is_set, self.keys.has_words()) {
            (false, _) => self.with(name.clone(), "number", what),
            (true, true) => self.with(name.clone(), "bigint", what),
            (true, false) => {
                let low = format!("bits 0 to 31 of {what}");
                self.with(half_name(name, false), "number", low).with(
                    half_name(name, true),
                    "number",
                    "bits 32 to 63",
                )
            }
        }
    }

    /// Adds the parameters by which rays are walked.
    pub(super) fn along(self, walk: &RayFunction) -> Self {
        let bits = self.keys.bitboards();
        let along = self.with("steps", "Int8Array", "what a step along each ray adds").with(
            "from",
            bits,
            "from where a step may be taken",
        );
        if walk.has_range { along.with("range", "number", "the most steps") } else { along }
    }

    /// Sets the result: its type and its meaning.
    pub(super) fn returning(
        self,
        kind: impl Into<Cow<'a, str>>,
        returns: impl Into<Cow<'a, str>>,
    ) -> Self {
        Self { kind: kind.into(), returns: returns.into(), ..self }
    }

    /// Sets the result, or adds the array that gets the halves of a set.
    pub(super) fn giving(self, kind: &'a str, returns: impl Into<Cow<'a, str>>) -> Self {
        if kind != "Bits" || !self.keys.has_out() {
            return self.returning(kind, returns);
        }
        self.into_array("out", &returns.into())
    }

    /// Adds an array that gets the halves of a set.
    pub(super) fn into_array(self, name: &'static str, what: &str) -> Self {
        let further = if self.words > 1 { ", and so on" } else { "" };
        let bits = format!("gets {what}: bits 0 to 31, then bits 32 to 63{further}");
        self.with(name, "Uint32Array", bits)
    }

    /// The comment: the sentence, then the meaning of each parameter and of the result.
    pub(super) fn doc(&self) -> Vec<String> {
        let mut lines = wrap(&self.summary, COMMENT);
        let mut tags = Vec::new();
        for Parameter { name, kind, meaning } in &self.parameters {
            tags.push(format!("@param {}{name} - {meaning}", self.tag_of(kind)));
        }
        if !self.returns.is_empty() {
            tags.push(format!("@returns {}{}", self.tag_of(&self.kind), self.returns));
        }
        if self.keys.jsdoc && !tags.is_empty() {
            lines.push(String::new());
            lines.extend(tags.iter().flat_map(|tag| hanging(tag, [2, 2], COMMENT)));
        }
        block_or_line(&lines, WIDTH)
    }

    /// A type in a tag. TypeScript has types in the first line instead.
    fn tag_of(&self, kind: &str) -> String {
        if self.keys.is_typed() { String::new() } else { format!("{{{kind}}} ") }
    }

    /// The first line, or one line per parameter if they don't fit on one; `end` is appended.
    pub(super) fn head(&self, end: &str) -> Vec<String> {
        let is_typed = self.keys.is_typed();
        let kind = |kind: &str| if is_typed { format!(": {kind}") } else { String::new() };
        let parameter = |one: &Parameter<'_>| format!("{}{}", one.name, kind(&one.kind));
        let parameters: Vec<String> = self.parameters.iter().map(parameter).collect();
        CALLS.lines("", &self.start, &parameters, &format!("{}{end}", kind(&self.kind)))
    }

    /// The first line of an overload on the user's types, if a parameter has one of them.
    pub(super) fn overload(&self, functions: &[TypedFunction<'_>], name: &str) -> Vec<String> {
        let function = functions.iter().find(|function| function.name == name);
        let own = function.map(|function| self.on_own_types(function, ""));
        let own = own.filter(|own| own.has_parameter);
        let lines = |own: OwnHeading<'_>| {
            CALLS.lines("", &self.start, &own.parameters, &format!(": {};", own.result))
        };
        own.map(lines).unwrap_or_default()
    }

    /// The method on the user's types that calls the function, if a parameter or the result has one of them.
    /// `piece_of` is the function that turns pieces of the user's into the file's.
    pub(super) fn own_method(
        &self,
        function: &TypedFunction<'_>,
        piece_of: &str,
    ) -> Option<Vec<String>> {
        let own = self.on_own_types(function, piece_of);
        let types = &self.keys.types;
        let is_made = types.bitboard.as_deref() == Some(own.result);
        if !own.has_parameter && !is_made {
            return None;
        }
        let name = function.name;
        let mut lines =
            INNER_CALLS.lines("", name, &own.parameters, &format!(": {} {{", own.result));
        let start = if own.result == "void" { "" } else { "return " };
        let (before, after) = match types.bitboard_value {
            Some(_) if is_made => (format!("new {}(", own.result), ")".to_owned()),
            None if is_made => (String::new(), format!(" as {}", own.result)),
            _ => (String::new(), String::new()),
        };
        let calls = Calls { width: WIDTH - 4, ..CALLS };
        let start = format!("{start}{before}");
        let call = format!("{start}{name}({}){after};", own.arguments.join(", "));
        if before.is_empty() || call.len() <= calls.width {
            let end = format!("{after};");
            let call = calls.lines("", &format!("{start}{name}"), &own.arguments, &end);
            lines.extend(call.iter().map(|line| format!("  {line}")));
        } else {
            lines.push(format!("  {start}"));
            lines.extend(INNER_CALLS.lines("    ", name, &own.arguments, ","));
            lines.push("  );".to_owned());
        }
        lines.push("},".to_owned());
        Some(lines)
    }

    /// The parameters and the result with the user's types.
    fn on_own_types<'h>(&'h self, function: &TypedFunction<'_>, piece_of: &str) -> OwnHeading<'h> {
        let types = &self.keys.types;
        let own = |one: &Parameter<'_>| {
            let given = function.parameters.iter().find(|given| given.name == one.name)?;
            match given.kind {
                TypedKind::Plain(sort) => {
                    types.of(sort).map(|own| (own, types.read_in(sort, &one.name)))
                }
                TypedKind::Member(_) => {
                    types.piece().map(|own| (own, format!("{piece_of}({})", one.name)))
                }
            }
        };
        let mut has_parameter = false;
        let (mut parameters, mut arguments) = (Vec::new(), Vec::new());
        for one in &self.parameters {
            let own = own(one);
            has_parameter |= own.is_some();
            let (kind, argument) = own.unwrap_or_else(|| (&one.kind, one.name.to_string()));
            parameters.push(format!("{}: {kind}", one.name));
            arguments.push(argument);
        }
        let result = match function.result {
            TypedResult::One(TypedKind::Plain(sort)) => types.of(sort).unwrap_or(&self.kind),
            TypedResult::One(TypedKind::Member(_)) | TypedResult::Pair => &self.kind,
        };
        OwnHeading { parameters, has_parameter, arguments, result }
    }

    /// The comment and the first line of a private function.
    pub(super) fn lines(&self) -> Vec<String> {
        [self.doc(), self.head(" {")].concat()
    }
}
