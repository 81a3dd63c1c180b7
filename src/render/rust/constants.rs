//! Functions for constants, next to those that a compiler can't run: lookups on vectors, and by BMI2's instructions.

use super::file::File;
use super::functions::{FunctionText, docs};
use super::{in_constants, on_words};
use crate::render::prelude::*;

impl File<'_> {
    /// True if a lookup of this name packs or spreads bits, which BMI2's instructions do.
    fn moves_bits(&self, name: &str) -> bool {
        let moves = |op| matches!(op, Op::Extract(..) | Op::Deposit(..));
        let mut lookups = self.page().lookups.iter();
        lookups.any(|lookup| lookup.name == name && lookup.program.has(moves))
    }

    /// True if a function has instructions of a processor, or calls a lookup that has them.
    pub(super) fn needs_processor(&self, item: Item<'_>) -> bool {
        let moves_bits = match item {
            Item::Lookup(lookup) => self.moves_bits(&lookup.name),
            Item::Union(union) => union.of.iter().any(|name| self.moves_bits(name)),
            _ => false,
        };
        moves_bits || self.takes_vectors(item)
    }

    /// The function that computes the same as this lookup and can run at compile time.
    pub(super) fn name_for_constants(&self, name: &str) -> String {
        if self.has_const() && !self.is_on_vectors(name) && self.moves_bits(name) {
            return in_constants(name);
        }
        self.name_on_words(name)
    }

    /// The function that can run at compile time next to one that can't. A function on words stands beside one on vectors
    /// in every file.
    pub(super) fn for_constants(&self, item: Item<'_>) -> Option<FunctionText> {
        let on_vectors = self.takes_vectors(item);
        let on_processor = self.has_const() && self.needs_processor(item);
        if !on_vectors && !on_processor {
            return None;
        }
        let how = if on_vectors {
            "computed on words whatever the compiler may use: also in constants"
        } else {
            "by a loop in place of BMI2's instructions: for constants"
        };
        let text = format!("As [`{}`], {how}.", item.name());
        let named = if on_vectors { on_words } else { in_constants };
        let function = match item {
            Item::Lookup(of) => {
                let name = named(&of.name);
                self.function(Item::Lookup(&Function { name, lanes: None, ..of.clone() }))
            }
            Item::Union(of) => {
                let names = of.of.iter().map(|name| self.name_for_constants(name)).collect();
                let name = named(&of.name);
                self.function(Item::Union(&Union { name, of: names, ..of.clone() }))
            }
            _ => return None,
        };
        let mut attributes = function.attributes;
        if !on_vectors && !item.is_public() {
            attributes.extend(self.options.unused("not every program has constants"));
        }
        Some(FunctionText { docs: docs(&text), attributes, ..function })
    }
}
