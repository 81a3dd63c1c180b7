//! The public functions again, on the user's types: enumerations, classes with explicit conversions, or aliases
//! of integers.

use super::item::{CALLS, Item, opening};
use super::view::Header;
use crate::render::prelude::*;

impl Header<'_> {
    /// The namespace of these functions; empty if the user names no types.
    pub(super) fn typed(&self) -> Vec<Item> {
        if !self.keys.types.is_given() {
            return Vec::new();
        }
        let mut lines = vec!["namespace typed {".to_owned()];
        lines.extend(self.piece_of());
        for function in self.page().typed() {
            lines.push(String::new());
            lines.extend(self.typed_function(&function));
        }
        lines.extend([String::new(), "} /* namespace typed */".to_owned()]);
        vec![Item::fenced(vec!["The functions above on types of one's own.".to_owned()], lines)]
    }

    /// The name of the function that turns pieces of the user's into the header's.
    fn name_of_piece(&self) -> String {
        self.page().taken.clone().name(self.page().module.names.function(&["piece", "of"]))
    }

    /// This function, below an empty line; none if the user names no type of pieces.
    fn piece_of(&self) -> Vec<String> {
        let Some((choice, own)) = self.page().choice.as_ref().zip(self.own_piece()) else {
            return Vec::new();
        };
        let start = format!("{} {} {}", self.inner_kind(), choice.kind, self.name_of_piece());
        let mut lines = vec![String::new()];
        lines.push("/* The piece of yours above. Any other attacks nothing. */".to_owned());
        lines.extend(opening(&start, &[format!("{own} piece")]));
        lines.push("  return".to_owned());
        for piece in &choice.pieces {
            let case = self.keys.case();
            let (ours, yours) = (piece.member.named(case), piece.member.own_named(case));
            lines.push(format!("    piece == {own}::{yours} ? {}::{ours} :", choice.kind));
        }
        lines.push(format!("    static_cast<{}>(255);", choice.kind));
        lines.push("}".to_owned());
        lines
    }

    /// The user's type of pieces.
    fn own_piece(&self) -> Option<String> {
        self.keys.types.piece().map(absolute)
    }

    fn typed_function(&self, function: &TypedFunction<'_>) -> Vec<String> {
        let name = function.name;
        let types = &self.keys.types;
        let how = if types.calls_methods() {
            // Who knows whether the methods are `constexpr`?
            self.inline()
        } else {
            function.item.map_or_else(|| self.lookup_kind(), |item| self.kind_of(item))
        };
        let result = match function.result {
            TypedResult::One(kind) => self.typed_as(kind),
            TypedResult::Pair => {
                self.page().pair.as_ref().map(|pair| pair.kind.clone()).unwrap_or_default()
            }
        };
        let piece = self.own_piece();
        let parameter = |one: &TypedParameter<'_>| match (one.kind, &piece) {
            (TypedKind::Member(_), Some(own)) => format!("{own} {}", one.name),
            _ => format!("{} {}", self.typed_as(one.kind), one.name),
        };
        let parameters: Vec<String> = function.parameters.iter().map(parameter).collect();
        let nodiscard = if self.keys.is_old() { "" } else { "[[nodiscard]] " };
        let mut lines = opening(&format!("{nodiscard}{how} {result} {name}"), &parameters);
        let number = |one: &TypedParameter<'_>| match (one.kind, self.own(one.kind)) {
            (TypedKind::Plain(sort), Some(_)) => {
                let number = if sort == Sort::Square { "unsigned" } else { "std::uint64_t" };
                format!("static_cast<{number}>({})", types.read_in(sort, &one.name))
            }
            (TypedKind::Member(_), None) if piece.is_some() => {
                format!("::{}::typed::{}({})", self.namespace, self.name_of_piece(), one.name)
            }
            _ => one.name.to_string(),
        };
        let arguments: Vec<String> = function.parameters.iter().map(number).collect();
        let call = format!("::{}::{name}", self.namespace);
        let (before, end) = match (function.result, &types.bitboard) {
            // A structure with a public field may have no constructor.
            (TypedResult::One(TypedKind::Plain(Sort::Set)), Some(_))
                if types.set_field().is_some() =>
            {
                (format!("{result}{{"), "};")
            }
            (TypedResult::One(TypedKind::Plain(Sort::Set)), Some(_)) => {
                (format!("static_cast<{result}>("), ");")
            }
            _ => (String::new(), ";"),
        };
        lines.extend(CALLS.lines("  ", &format!("return {before}{call}"), &arguments, end));
        lines.push("}".to_owned());
        lines
    }

    /// The user's type for a parameter or a result.
    fn own(&self, kind: TypedKind<'_>) -> Option<String> {
        let types = &self.keys.types;
        let name = match kind {
            TypedKind::Plain(Sort::Square) => types.square.as_ref()?,
            TypedKind::Plain(Sort::Set) => types.bitboard.as_ref()?,
            _ => return None,
        };
        Some(absolute(name))
    }

    fn typed_as(&self, kind: TypedKind<'_>) -> String {
        self.own(kind).unwrap_or_else(|| match kind {
            TypedKind::Plain(Sort::Set | Sort::Key) => "std::uint64_t".to_owned(),
            TypedKind::Plain(Sort::Truth) => "bool".to_owned(),
            TypedKind::Plain(Sort::Square | Sort::Number) => "unsigned".to_owned(),
            TypedKind::Member(name) => name.to_owned(),
        })
    }
}

/// A name from outside of the header: `::` excludes one of the same name in its namespace.
fn absolute(name: &str) -> String {
    format!("::{}", name.trim_start_matches(':'))
}
