//! The functions that pack and spread bits, by BMI2 or by a loop, and the one that picks PEXT or a product.

use super::item::{Item, Part, comment, opening};
use super::view::{Header, Home, WORDS};
use crate::render::prelude::*;

impl Header<'_> {
    /// The flag that holds the choice between PEXT and products.
    pub(super) fn flag(&self, home: Home) -> Option<Item> {
        let dispatch = self.page().dispatch.as_ref()?;
        let doc = "True once the tables are filled for a processor that packs bits quickly.";
        Some(self.variable(doc, &format!("bool {}", dispatch.flag), home))
    }

    /// The functions that pack and spread bits, and the one that picks PEXT or a product, with their heads.
    pub(super) fn movers(&self) -> Vec<Item> {
        let word = WORDS.of(Type::Word);
        let head = |name: &str| format!("{} {word} {name}", self.inline());
        let words = |names: &[&str]| -> Vec<String> {
            names.iter().map(|name| format!("{word} {name}")).collect()
        };
        let mover = |mover: &Mover| {
            let lines = opening(&head(&mover.name), &words(&["word", "mask"]));
            Item::part(Part::Mover(mover.spreads), lines).with(comment(mover.doc))
        };
        let pick = |dispatch: &Dispatch| {
            let mut parameters = words(&["occupied", "mask", "factor"]);
            parameters.push("unsigned shift".to_owned());
            Item::fenced_part(Part::Pick, opening(&head(&dispatch.pick), &parameters))
        };
        let page = self.page();
        page.movers.own().map(mover).chain(page.dispatch.as_ref().map(pick)).collect()
    }

    /// True if the header compiles only with BMI2.
    pub(super) fn needs_bmi2(&self) -> bool {
        self.keys.bmi2 == Bmi2::Require
    }
}
