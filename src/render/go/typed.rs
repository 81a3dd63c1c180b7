//! The public functions again, on the user's types: methods of a variable without content, since Go has no overloads.

use super::view::File;
use crate::render::prelude::*;

/// Go converts numbers only explicitly.
const CONVERSIONS: Conversions<'_> = Conversions {
    number: "int($name)",
    word: "uint64($name)",
    set: ["$kind(", ")"],
    piece: "",
    are_overloads: false,
};

impl<'a> File<'a> {
    /// The functions on the user's types.
    pub(super) fn own(&self) -> Vec<OwnFunction<'a>> {
        let conversions = Conversions { piece: &self.piece_of, ..CONVERSIONS };
        self.own_functions(self.types, &conversions)
    }

    /// The members of the user's type of pieces, in its package, each with the file's constant.
    pub(super) fn own_pieces(&self) -> Vec<(String, &str)> {
        let package = self.types.piece().and_then(|kind| kind.rsplit_once('.'));
        let package = package.map(|(package, _)| format!("{package}.")).unwrap_or_default();
        let pieces = self.page().choice.iter().flat_map(|choice| &choice.pieces);
        let member = |one: &'a ChosenPiece| {
            (format!("{package}{}", one.member.own_named(Case::Pascal)), &*one.member.constant)
        };
        pieces.map(member).collect()
    }

    /// The packages that the file imports: those of Go's library, and behind an empty line the one with the user's types.
    pub(super) fn imports(&self) -> Vec<String> {
        let page = self.page();
        let reverses = page.reversals.bytes.is_some() || page.reversals.bits.is_some();
        let has_bits = reverses || page.has_counts;
        let of_file = ["_ \"embed\"", "\"encoding/binary\"", "\"hash/crc32\""];
        let of_file = of_file.into_iter().filter(|_| page.module.blob.is_some());
        let all = of_file.chain(has_bits.then_some("\"math/bits\""));
        let mut all: Vec<String> = all.map(str::to_owned).collect();
        let own = self.types.include.as_deref().filter(|_| !self.own().is_empty());
        if own.is_some() && !all.is_empty() {
            all.push(String::new());
        }
        all.extend(own.map(|path| format!("\"{path}\"")));
        all
    }

    /// The lines of a method.
    pub(super) fn method(&self, function: &OwnFunction<'_>) -> Vec<String> {
        let set = self.types.bitboard.as_deref();
        let result = match set.filter(|_| function.is_pair) {
            Some(set) => format!("(rook, bishop {set})"),
            None if function.is_pair => "(rook, bishop uint64)".to_owned(),
            None => function.result.clone(),
        };
        let parameters = function.declared("$name $kind").join(", ");
        let [_, kind] = &self.typed;
        let mut lines = vec![format!("func ({kind}) {}({parameters}) {result} {{", function.name)];
        match set.filter(|_| function.is_pair) {
            Some(set) => {
                lines.extend(function.call(&Calls::WHOLE, "\trooks, bishops := ", ""));
                lines.push(format!("\treturn {set}(rooks), {set}(bishops)"));
            }
            None => lines.extend(function.call(&Calls::WHOLE, "\treturn ", "")),
        }
        lines.push("}".to_owned());
        lines
    }
}
