//! The public functions again, on the user's types.

use super::Keys;
use super::syntax::{OPERATORS, to};
use super::view::{File, STATEMENTS, head};
use crate::render::prelude::*;

/// A set of squares.
const SET: TypedKind<'_> = TypedKind::Plain(Sort::Set);

impl Keys {
    /// The user's type for a parameter or a result.
    fn own(&self, kind: TypedKind<'_>) -> Option<&str> {
        let name = match kind {
            TypedKind::Plain(Sort::Square) => &self.square_type,
            SET => &self.bitboard_type,
            _ => &None,
        };
        name.as_ref().map(|name| name.get_ref().as_str())
    }

    fn typed<'t>(&'t self, kind: TypedKind<'t>) -> &'t str {
        self.own(kind).unwrap_or(match kind {
            TypedKind::Plain(Sort::Set | Sort::Key) => "uint64",
            TypedKind::Plain(Sort::Truth) => "bool",
            TypedKind::Plain(Sort::Square | Sort::Number) => "int",
            TypedKind::Member(name) => name,
        })
    }
}

impl File<'_> {
    /// The lines of these functions: of all that have one of the types as a parameter.
    pub(super) fn typed(&self) -> Vec<Vec<String>> {
        let is_own = |one: &TypedParameter<'_>| self.keys.own(one.kind).is_some();
        let mut functions = self.page().typed();
        functions.retain(|function| function.parameters.iter().any(is_own));
        functions.iter().map(|function| self.typed_function(function)).collect()
    }

    fn typed_function(&self, function: &TypedFunction<'_>) -> Vec<String> {
        let keys = self.keys;
        let parameters = function.parameters.iter();
        let parameters: Vec<(String, &str)> =
            parameters.map(|one| (one.name.to_string(), keys.typed(one.kind))).collect();
        let argument = |one: &TypedParameter<'_>| {
            let name = Expr::name(one.name.as_ref());
            match (keys.own(one.kind), one.kind) {
                (None, _) => name,
                (Some(_), SET) => name.cast(OPERATORS.word),
                (Some(_), _) => name.cast(to("int")),
            }
        };
        let call = Expr::call(function.name, function.parameters.iter().map(argument).collect());
        let body = match (function.result, keys.own(SET)) {
            (TypedResult::One(SET), Some(set)) => {
                STATEMENTS.of(&self.facts().style, "", &format!("{set}("), &call, ")")
            }
            (TypedResult::Pair, Some(set)) => {
                let both = format!("({set}(sets.rook), {set}(sets.bishop))");
                vec![format!("let sets = {}", self.text(&call)), both]
            }
            _ => self.finished(&call),
        };
        let result = match function.result {
            TypedResult::One(kind) => format!("{} {{.inline.}}", keys.typed(kind)),
            TypedResult::Pair => format!("tuple[rook, bishop: {}]", keys.typed(SET)),
        };
        let mut lines = head(&format!("{}*", function.name), &parameters, &result);
        lines.push("  ## The same for other types.".to_owned());
        lines.extend(body.iter().map(|line| format!("  {line}")));
        lines
    }
}
