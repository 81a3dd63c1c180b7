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
        for function in self.page().typed() {
            lines.push(String::new());
            lines.extend(self.typed_function(&function));
        }
        lines.extend([String::new(), "} /* namespace typed */".to_owned()]);
        vec![Item::fenced(vec!["The functions above on types of one's own.".to_owned()], lines)]
    }

    fn typed_function(&self, function: &TypedFunction<'_>) -> Vec<String> {
        let name = function.name;
        let how = function.item.map_or_else(|| self.lookup_kind(), |item| self.kind_of(item));
        let result = match function.result {
            TypedResult::One(kind) => self.typed_as(kind),
            TypedResult::Pair => {
                self.page().pair.as_ref().map(|pair| pair.kind.clone()).unwrap_or_default()
            }
        };
        let parameter =
            |one: &TypedParameter<'_>| format!("{} {}", self.typed_as(one.kind), one.name);
        let parameters: Vec<String> = function.parameters.iter().map(parameter).collect();
        let nodiscard = if self.keys.is_old() { "" } else { "[[nodiscard]] " };
        let mut lines = opening(&format!("{nodiscard}{how} {result} {name}"), &parameters);
        let number = |one: &TypedParameter<'_>| match (one.kind, self.own(one.kind)) {
            (TypedKind::Plain(Sort::Square), Some(_)) => {
                format!("static_cast<unsigned>({})", one.name)
            }
            (_, Some(_)) => format!("static_cast<std::uint64_t>({})", one.name),
            (_, None) => one.name.to_string(),
        };
        let arguments: Vec<String> = function.parameters.iter().map(number).collect();
        let call = format!("::{}::{name}", self.namespace);
        let (before, end) = match (function.result, &self.keys.types.bitboard) {
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
        // `::` excludes a type of the same name in the namespace.
        Some(format!("::{}", name.trim_start_matches(':')))
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
