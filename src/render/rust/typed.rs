//! The public functions again, on the user's types.

use super::file::File;
use super::functions::keyword;
use super::lines::{WIDTH, signature};
use crate::render::prelude::*;

impl File<'_> {
    /// The head of a function on the user's types.
    pub(super) fn typed_head(&self, function: &TypedFunction<'_>) -> String {
        let options = self.options;
        let is_const = function.item.map_or(self.is_const(), |item| self.is_const_function(item));
        let keyword = keyword(is_const && options.reads_fields());
        let parameter =
            |one: &TypedParameter<'_>| format!("{}: {}", one.name, options.typed(one.kind));
        let parameters: Vec<String> = function.parameters.iter().map(parameter).collect();
        let result = match function.result {
            TypedResult::One(kind) => options.typed(kind),
            TypedResult::Pair => {
                let set = options.typed(TypedKind::Plain(Sort::Set));
                format!("({set}, {set})")
            }
        };
        let head = format!("pub {keyword} {}", function.name);
        signature("    ", &head, &parameters, &format!(" -> {result}"))
    }

    /// The statements that call the function on numbers, with the result on a line by itself if one is too short.
    pub(super) fn typed_result(&self, function: &TypedFunction<'_>) -> Vec<String> {
        let of_set = |set: &str| self.options.of_set(set);
        let names: Vec<&str> = function.parameters.iter().map(|one| &*one.name).collect();
        let call = format!("super::{}({})", function.name, names.join(", "));
        match function.result {
            TypedResult::One(TypedKind::Plain(Sort::Set)) => {
                let whole = of_set(&call);
                if "        ".len() + whole.len() <= WIDTH {
                    return vec![whole];
                }
                vec![format!("let attacks = {call};"), of_set("attacks")]
            }
            TypedResult::One(_) => vec![call],
            TypedResult::Pair => vec![
                format!("let (rook, bishop) = {call};"),
                format!("({}, {})", of_set("rook"), of_set("bishop")),
            ],
        }
    }
}
