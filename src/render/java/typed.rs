//! The public functions again, on the user's types: overloads, since no class is a number.

use super::view::{CALLS, Class, STATEMENTS};
use crate::render::others::jvm::WIDTH;
use crate::render::prelude::*;

/// The default way to the number of a square, which is an enumeration.
pub(super) const ORDINAL: &str = "ordinal()";

impl<'a> Class<'a> {
    /// The functions on the user's types.
    pub(super) fn own(&self) -> Vec<OwnFunction<'a>> {
        let types = &self.keys.types;
        let ordinal = format!("$name.{ORDINAL}");
        let number = if types.square_value.is_some() { "$name" } else { &ordinal };
        let set = ["new $kind(", ")"];
        let piece = &self.name_of_piece();
        let conversions = Conversions { number, word: "$name", set, piece, are_overloads: true };
        self.own_functions(types, &conversions)
    }

    /// The name of the method that turns pieces of the user's into the class's.
    pub(super) fn name_of_piece(&self) -> String {
        self.holders.taken.clone().name("pieceOf")
    }

    /// The comment on such a function: the one on the function on numbers.
    pub(super) fn doc_of_own(&self, function: &OwnFunction<'_>) -> Vec<String> {
        if let Some(item) = function.item {
            return self.doc(item);
        }
        let page = self.page();
        let pair = page.pair.iter().map(|pair| (&pair.name, &pair.doc));
        let mut beside = pair.chain(page.choice.iter().map(|choice| (&choice.name, &choice.doc)));
        let doc = beside.find(|(name, _)| *name == function.name);
        doc.map(|(name, doc)| self.function_doc(name, doc)).unwrap_or_default()
    }

    /// The lines of such a function.
    pub(super) fn own_lines(&self, function: &OwnFunction<'_>) -> Vec<String> {
        let start = format!("{}static {} {}", self.visible(true), function.result, function.name);
        let members = Calls { width: WIDTH - 2, ..CALLS };
        let mut lines = members.lines("", &start, &function.declared("$kind $name"), " {");
        let [before, after] = &function.around;
        let call = format!("{}({})", function.name, function.arguments.join(", "));
        let whole = format!("return {before}{call}{after};");
        let body = if whole.len() <= STATEMENTS.width {
            vec![whole]
        } else if before.is_empty() {
            function.call(&STATEMENTS, "return ", ";")
        } else {
            let name = |name: &str| format!("{name}{}", function.name);
            let mut lines = STATEMENTS.lines("", &name("long set = "), &function.arguments, ";");
            lines.push(format!("return {before}set{after};"));
            lines
        };
        lines.extend(body.iter().map(|line| format!("  {line}")));
        lines.push("}".to_owned());
        lines
    }
}
