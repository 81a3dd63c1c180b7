//! What JavaScript and TypeScript write differently.

use std::borrow::Cow;

use super::lines::CALLS;
use crate::model::{Module, Part, Storage};
use crate::render::code::expr::Expr;
use crate::render::text::provenance::wrap;

/// Columns of a line, as prettier has them.
pub(super) const WIDTH: usize = 80;

/// What kind of module a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// JavaScript with `export`.
    Esm,
    /// JavaScript with `module.exports`.
    CommonJs,
    /// TypeScript.
    TypeScript,
}

/// The options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dialect {
    /// What kind of module it is.
    pub(super) format: Format,
    /// True where a bitboard is a bigint; else it is two numbers.
    pub(super) has_words: bool,
    /// True where the first lookup fills tables.
    pub(super) is_lazy: bool,
    /// True where comments have tags; in JavaScript they give types.
    pub(super) has_tags: bool,
    /// The file of declarations for TypeScript.
    pub(super) declarations: Option<String>,
}

/// A parameter: its name, its type, and what it means in a clause.
pub(super) struct Parameter<'a> {
    pub(super) name: &'static str,
    pub(super) kind: &'static str,
    pub(super) meaning: Cow<'a, str>,
}

impl<'a> Parameter<'a> {
    pub(super) fn new(
        name: &'static str,
        kind: &'static str,
        meaning: impl Into<Cow<'a, str>>,
    ) -> Self {
        Self { name, kind, meaning: meaning.into() }
    }
}

impl Dialect {
    pub(super) fn is_typed(&self) -> bool {
        self.format == Format::TypeScript
    }

    pub(super) fn is_commonjs(&self) -> bool {
        self.format == Format::CommonJs
    }

    /// The same in TypeScript, for declarations.
    pub(super) fn typed(&self) -> Self {
        Self { format: Format::TypeScript, has_tags: true, ..self.clone() }
    }

    /// True where lookups fill tables. What others may read has to be there before.
    pub(super) fn fills_late(&self, module: &Module) -> bool {
        self.is_lazy && !module.emits(Part::Attacks)
    }

    /// What stands before a declaration.
    pub(super) fn export(&self, is_public: bool) -> &'static str {
        if is_public && self.format != Format::CommonJs { "export " } else { "" }
    }

    /// What stands behind an entry of an array, which TypeScript suspects to be missing.
    pub(super) fn sure(&self) -> &'static str {
        if self.is_typed() { "!" } else { "" }
    }

    /// An entry of an array.
    pub(super) fn entry(&self, array: impl Into<Expr>, index: Expr) -> Expr {
        let entry = Expr::index(array, index);
        if self.is_typed() { Expr::Postfix(Box::new(entry), self.sure()) } else { entry }
    }

    /// The parameters of a lookup by name.
    pub(super) fn arguments(&self) -> &'static [&'static str] {
        if self.has_words { &["square", "occupied"] } else { &["square", "lo", "hi"] }
    }

    /// The type of a bitboard.
    pub(super) fn bitboard(&self) -> &'static str {
        if self.has_words { "bigint" } else { "Bits" }
    }

    /// The array that holds entries of a width.
    pub(super) fn array(&self, storage: Storage, is_signed: bool) -> &'static str {
        match storage {
            Storage::Byte if is_signed => "Int8Array",
            Storage::Byte => "Uint8Array",
            Storage::Short => "Uint16Array",
            Storage::Word if self.has_words => "BigUint64Array",
            Storage::Half | Storage::Word => "Uint32Array",
        }
    }

    /// How many numbers an entry is kept in.
    pub(super) fn numbers(&self, storage: Storage) -> usize {
        if storage == Storage::Word && !self.has_words { 2 } else { 1 }
    }

    /// A declaration with its type: `name: type`, or `name` alone.
    pub(super) fn typed_name(&self, name: &str, kind: &str) -> String {
        if self.is_typed() { format!("{name}: {kind}") } else { name.to_owned() }
    }

    /// The head of a function, on one line or one parameter a line. `end` follows: ` {` or `;`.
    pub(super) fn head(
        &self,
        start: &str,
        parameters: &[Parameter<'_>],
        returns: &str,
        end: &str,
    ) -> String {
        let names = parameters.iter().map(|one| self.typed_name(one.name, one.kind));
        let returns = if self.is_typed() { format!(": {returns}") } else { String::new() };
        CALLS.lines("", start, &names.collect::<Vec<_>>(), &format!("{returns}{end}")).join("\n")
    }

    /// A function's comment: a sentence, what its parameters mean, what it returns.
    pub(super) fn doc(
        &self,
        summary: &str,
        parameters: &[Parameter<'_>],
        returns: Option<(&str, &str)>,
    ) -> Vec<String> {
        let mut lines = wrap(summary, WIDTH - " * ".len());
        if !self.has_tags {
            return lines;
        }
        let kind = |kind: &str| {
            if self.is_typed() { String::new() } else { format!("{{{kind}}} ") }
        };
        let mut tags = Vec::new();
        for one in parameters {
            tags.push(format!("@param {}{} - {}", kind(one.kind), one.name, one.meaning));
        }
        if let Some((of, meaning)) = returns {
            tags.push(format!("@returns {}{meaning}", kind(of)));
        }
        if !tags.is_empty() {
            lines.push(String::new());
        }
        for tag in tags {
            let mut broken = wrap(&tag, WIDTH - " * ".len() - 2).into_iter();
            lines.extend(broken.next());
            lines.extend(broken.map(|line| format!("  {line}")));
        }
        lines
    }
}
