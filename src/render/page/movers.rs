//! Functions for operations that a language or a processor lacks: reversing words, packing and spreading bits, and
//! picking PEXT or a product.

use super::Maker;
use crate::render::prelude::*;

/// The names of functions that reverse words; `None` if no lookup calls the function.
#[derive(Clone, Debug)]
pub struct Reversals {
    /// The function that returns a word's bytes in the opposite order.
    pub bytes: Option<String>,
    /// The function that returns a word's bits in the opposite order.
    pub bits: Option<String>,
}

/// The functions that pack and spread bits, as BMI2's instructions do; `None` if no lookup calls the function.
#[derive(Clone, Debug)]
pub struct Movers {
    /// The function that packs bits (PEXT).
    pub extract: Option<Mover>,
    /// The function that spreads bits (PDEP).
    pub deposit: Option<Mover>,
}

/// A function that packs or spreads a word's bits.
#[derive(Clone, Debug)]
pub struct Mover {
    /// The function's name.
    pub name: String,
    /// The name of the function for processors without the instruction, in languages that need a separate one.
    pub portable: String,
    /// True for a function of the file, false for a library function.
    pub is_own: bool,
    /// True if the function spreads bits, false if it packs them.
    pub spreads: bool,
    /// `Returns the bits of a word at the places of a mask, packed into the low bits.`
    pub doc: &'static str,
}

/// The names of the functions that pick PEXT or a product.
#[derive(Clone, Debug)]
pub struct Dispatch {
    /// The function that computes an index in the picked way.
    pub pick: String,
    /// The variable that is true if PEXT was picked.
    pub flag: String,
    /// The function that asks the processor.
    pub detect: String,
}

impl Movers {
    /// The functions that the file itself holds.
    pub fn own(&self) -> impl Iterator<Item = &Mover> {
        self.extract.iter().chain(&self.deposit).filter(|mover| mover.is_own)
    }
}

impl Maker<'_> {
    pub(super) fn reversals(&mut self) -> Reversals {
        let module = self.module;
        let bytes = module.needs_operation(|op| matches!(op, Op::ReverseBytes(_)));
        let bits = module.needs_operation(|op| matches!(op, Op::ReverseBits(_)));
        let mut named =
            |what: &'static str| self.private(self.own_functions.function(&["reverse", what]));
        Reversals { bytes: bytes.then(|| named("bytes")), bits: bits.then(|| named("bits")) }
    }

    pub(super) fn movers(&mut self) -> Movers {
        let extracts = self.module.needs_operation(|op| matches!(op, Op::Extract(..)));
        let deposits = self.module.needs_operation(|op| matches!(op, Op::Deposit(..)));
        Movers {
            extract: extracts.then(|| self.mover(false)),
            deposit: deposits.then(|| self.mover(true)),
        }
    }

    pub(super) fn dispatch(&mut self) -> Option<Dispatch> {
        if !self.module.needs_operation(|op| matches!(op, Op::Pick(_))) {
            return None;
        }
        let mut named = |words: &[&str]| self.private(self.own_functions.function(words));
        Some(Dispatch {
            pick: named(&["pick"]),
            flag: named(&["packs", "bits"]),
            detect: named(&["packs", "bits", "quickly"]),
        })
    }

    /// The function that spreads bits, or the one that packs them.
    fn mover(&mut self, spreads: bool) -> Mover {
        let (word, doc) = if spreads {
            ("deposit", "Returns the low bits of a word, spread to the places of a mask.")
        } else {
            (
                "extract",
                "Returns the bits of a word at the places of a mask, packed into the low bits.",
            )
        };
        let Some(library) = self.custom.movers else {
            let mut named = |words: &[&str]| self.private(self.own_functions.function(words));
            let (name, portable) = (named(&[word]), named(&[word, "by", "loop"]));
            return Mover { name, portable, is_own: true, spreads, doc };
        };
        let name = library[usize::from(spreads)].to_owned();
        Mover { portable: name.clone(), name, is_own: false, spreads, doc }
    }
}
