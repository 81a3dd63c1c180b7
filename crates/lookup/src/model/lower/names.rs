//! The names of the halves that stand for a named word.

use super::{Lowering, Part};
use magicgen_ir::{Op, Type, Value};

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

    /// As [`Self::name`], for the name of a value that becomes a variable without having a name.
    pub(super) fn hint(&mut self, part: Part, name: &'static str) {
        match part {
            Part::Half(value) | Part::Source(value) => {
                self.out.hint(value, name);
            }
            Part::Pair(low, high) => {
                let all = HALVES.iter().chain(HINTED_HALVES).chain([&REVERSED_SLIDER]);
                let halves = all.into_iter().find(|names| names.whole == name);
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
struct HalfNames {
    whole: &'static str,
    low: &'static str,
    high: &'static str,
}

/// Halves that are called after their word.
macro_rules! halves {
    ($($word:literal),*) => {
        &[$(HalfNames { whole: $word, low: concat!($word, "_low"), high: concat!($word, "_high") }),*]
    };
}

/// The halves of words whose names make their halves variables.
const HALVES: &[HalfNames] = halves![
    "relevant", "product", "slider", "blockers", "swapped", "isolated", "filled", "passable",
    "rook_pinners", "bishop_pinners", "empty", "north_fill", "north_open", "northeast_fill",
    "northeast_open", "east_fill", "east_open", "southeast_fill", "southeast_open", "south_fill",
    "south_open", "southwest_fill", "southwest_open", "west_fill", "west_open", "northwest_fill",
    "northwest_open"
];

/// The halves of words with hints.
const HINTED_HALVES: &[HalfNames] = halves![
    "upward", "downward", "blocked", "allowed", "left", "negative", "ones", "change", "pinners",
    "rider", "held", "found", "both", "pushes", "joined", "along"
];

/// The halves of a slider with reversed bytes have the same names as the halves of reversed blockers.
const REVERSED_SLIDER: HalfNames =
    HalfNames { whole: "reversed_slider", low: "reversed_low", high: "reversed_high" };
