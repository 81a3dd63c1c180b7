//! The names of the halves that stand for a named word.

use super::{Lowering, Part};
use crate::model::program::{Op, Type, Value};

impl Lowering<'_> {
    /// Gives the halves of a named value their names.
    pub(super) fn name(&mut self, part: Part, name: &'static str) {
        match part {
            Part::Half(value) | Part::Source(value) => {
                self.out.name(value, name);
            }
            Part::Pair(low, high) => {
                let Some(names) = HALVES.iter().find(|names| names.whole == name) else { return };
                for (half, name) in [(low, names.low), (high, names.high)] {
                    // Folding may have found a value that another operation made and named.
                    if self.out.name_of(half).is_none() && self.is_computed(half) {
                        self.out.name(half, name);
                    }
                }
            }
        }
    }

    /// As [`Self::name`], for what a value is called if it becomes a variable.
    pub(super) fn hint(&mut self, part: Part, name: &'static str) {
        match part {
            Part::Half(value) | Part::Source(value) => {
                self.out.hint(value, name);
            }
            Part::Pair(low, high) => {
                let halves = HALVES.iter().chain(HINTED_HALVES).find(|names| names.whole == name);
                // A word of 32 bits at most is its low half.
                let is_low = self.out.op(high) == Op::Const(0, Type::Half);
                let names = halves.filter(|_| !is_low).map_or([name; 2], |it| [it.low, it.high]);
                for (half, name) in [low, high].into_iter().zip(names) {
                    if self.is_computed(half) {
                        self.out.hint(half, name);
                    }
                }
            }
        }
    }

    /// Gives hints to computed halves.
    pub(super) fn hint_all<const N: usize>(&mut self, hints: [(Value, &'static str); N]) {
        for (half, name) in hints {
            if self.is_computed(half) {
                self.out.hint(half, name);
            }
        }
    }

    /// True for a half that isn't a constant or a half of a word that is read.
    fn is_computed(&self, half: Value) -> bool {
        !matches!(self.out.op(half), Op::Const(..) | Op::Low(_) | Op::High(_))
    }
}

/// The names of the halves of a word.
struct Halves {
    whole: &'static str,
    low: &'static str,
    high: &'static str,
}

/// The halves of words whose names make their halves variables.
const HALVES: &[Halves] = &[
    Halves { whole: "relevant", low: "relevant_low", high: "relevant_high" },
    Halves { whole: "product", low: "product_low", high: "product_high" },
    Halves { whole: "slider", low: "slider_low", high: "slider_high" },
    Halves { whole: "blockers", low: "blockers_low", high: "blockers_high" },
    Halves { whole: "swapped", low: "swapped_low", high: "swapped_high" },
    Halves { whole: "isolated", low: "isolated_low", high: "isolated_high" },
    Halves { whole: "filled", low: "filled_low", high: "filled_high" },
];

/// The halves of words with hints.
const HINTED_HALVES: &[Halves] = &[
    Halves { whole: "upward", low: "upward_low", high: "upward_high" },
    Halves { whole: "downward", low: "downward_low", high: "downward_high" },
    Halves { whole: "blocked", low: "blocked_low", high: "blocked_high" },
    Halves { whole: "allowed", low: "allowed_low", high: "allowed_high" },
    Halves { whole: "left", low: "left_low", high: "left_high" },
    Halves { whole: "negative", low: "negative_low", high: "negative_high" },
    Halves { whole: "ones", low: "ones_low", high: "ones_high" },
    Halves { whole: "change", low: "change_low", high: "change_high" },
    Halves { whole: "pinners", low: "pinners_low", high: "pinners_high" },
    Halves { whole: "rider", low: "rider_low", high: "rider_high" },
    Halves { whole: "held", low: "held_low", high: "held_high" },
    Halves { whole: "found", low: "found_low", high: "found_high" },
    Halves { whole: "both", low: "both_low", high: "both_high" },
    Halves { whole: "pushes", low: "pushes_low", high: "pushes_high" },
    Halves { whole: "joined", low: "joined_low", high: "joined_high" },
    Halves { whole: "along", low: "along_low", high: "along_high" },
    Halves { whole: "reversed_slider", low: "reversed_low", high: "reversed_high" },
];
