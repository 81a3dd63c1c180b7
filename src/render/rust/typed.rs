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
            |one: &TypedParameter<'_>| format!("{}: {}", one.name, options.of_parameter(one.kind));
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

    /// The name of the function that turns pieces of the user's into the file's.
    fn name_of_piece(&self) -> String {
        self.page().taken.clone().name("piece_of")
    }

    /// The value of a parameter of the user's type, if the user has one for its kind.
    pub(super) fn typed_number(&self, one: &TypedParameter<'_>) -> Option<String> {
        match (one.kind, self.options.piece()) {
            (TypedKind::Member(_), Some(_)) => {
                Some(format!("{}({})", self.name_of_piece(), one.name))
            }
            _ => self.options.number(one),
        }
    }

    /// The function that turns pieces of the user's into the file's; none if the user names no type of pieces.
    pub(super) fn piece_of(&self) -> Vec<String> {
        let options = self.options;
        let Some((choice, own)) = self.page().choice.as_ref().zip(options.piece()) else {
            return Vec::new();
        };
        let kind = &choice.kind;
        let mut lines = vec![format!("/// The [`{kind}`](super::{kind}) that is one of yours.")];
        let wild = "clippy::match_wildcard_for_single_variants";
        for lint in ["unreachable_patterns", wild] {
            lines.extend(options.allow(lint, "yours may be all above"));
        }
        let name = self.name_of_piece();
        lines.push(format!("const fn {name}(piece: {own}) -> super::{kind} {{"));
        lines.push("    match piece {".to_owned());
        for piece in &choice.pieces {
            let (ours, yours) =
                (piece.member.named(Case::Pascal), piece.member.own_named(Case::Pascal));
            lines.push(format!("        {own}::{yours} => super::{kind}::{ours},"));
        }
        lines.push("        _ => panic!(\"no lookup of this piece\"),".to_owned());
        lines.extend(["    }", "}"].map(str::to_owned));
        lines
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
