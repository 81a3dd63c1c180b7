//! The public functions again, on the user's types.

use super::view::{File, STATEMENTS, head};
use crate::render::prelude::*;

/// The conversions of distinct types. Enumerations are converted like numbers.
const CONVERSIONS: Conversions<'_> = Conversions {
    number: "int($name)",
    word: "uint64($name)",
    set: ["$kind(", ")"],
    piece: "",
    are_overloads: true,
};

impl File<'_> {
    /// The lines of these functions: of all that have one of the types as a parameter.
    pub(super) fn typed(&self) -> Vec<Vec<String>> {
        let functions = self.own_functions(&self.keys.types, &CONVERSIONS);
        functions.iter().map(|function| self.typed_function(function)).collect()
    }

    fn typed_function(&self, function: &OwnFunction<'_>) -> Vec<String> {
        let mut body = function.call(&STATEMENTS, "", "");
        let mut result = function.result.clone() + " {.inline.}";
        if function.is_pair {
            let set = self.keys.types.bitboard.as_deref();
            result = format!("tuple[rook, bishop: {}]", set.unwrap_or("uint64"));
            if let Some(set) = set {
                body = function.call(&STATEMENTS, "let sets = ", "");
                body.push(format!("({set}(sets.rook), {set}(sets.bishop))"));
            }
        }
        let mut lines = head(&format!("{}*", function.name), &function.parameters, &result);
        lines.push("  ## The same for other types.".to_owned());
        lines.extend(body.iter().map(|line| format!("  {line}")));
        lines
    }
}
