//! What all sliders of a set attack at once, ray by ray: the set is shifted along the ray as long as squares are empty.
//!
//! Pieces that go on to the edge are filled by doubling (parallel prefix, Kogge and Stone 1973; in chess Westcott): over
//! one square, then over two more, then over four. Pieces of a few steps are filled square by square (Dumb7).

use super::ground::Ground;
use super::writer::Writer;
use super::{Companion, Maker, Outcome, Returns, Slider, Title, set};
use crate::geometry::{Bitboard, GridRay, Walk, bits, subsets};
use crate::model::names::words;
use crate::model::op::{Binary, Op, Value};
use crate::model::parts::Part;

/// The end of the words of which such a function's name is made.
pub(super) const FILL: &str = " fill";

impl Maker<'_> {
    pub(super) fn fills(&mut self) {
        for slider in self.wish.sliders.iter().filter(|slider| slider.is_public) {
            let spoken = words(&slider.name);
            let parameters = vec![
                set(
                    0,
                    "sliders",
                    &format!("the squares of all sliders that move as the {spoken} does"),
                ),
                set(1, "occupied", "the occupied squares"),
            ];
            let mut w = Writer::default();
            let [sliders, occupied] = [0, 1].map(|at: usize| w.given(parameters[at].parameter));
            let walk = Walk::new(&slider.piece, self.ground.mapping);
            let longest = longest(self.ground, &walk);
            let mut attacks = None;
            for ray in walk.rays.iter().filter(|ray| ray.from != 0) {
                let steps = Steps { ray: *ray, most: walk.range.min(longest) };
                let is_cut = walk.range < longest;
                let along = steps.attacks(&mut w, sliders, occupied, is_cut);
                attacks = Some(attacks.map_or(along, |attacks| w.or(attacks, along)));
            }
            let attacks = attacks.unwrap_or_else(|| w.word(0));
            self.push(Companion {
                part: Part::Fills,
                name: Title::Words(format!("{spoken}{FILL}")),
                parameters,
                result: Outcome::Set,
                program: w.finish(attacks),
                returns: Returns::new(
                    "the squares that any of the sliders attacks",
                    ": the union of their attack sets under these occupied squares",
                ),
            });
        }
    }
}

/// The most squares that a ray of the board has.
fn longest(ground: Ground<'_>, walk: &Walk) -> u8 {
    let whole = Walk { range: u8::MAX, ..walk.clone() };
    let squares = bits(ground.mapping.squares());
    let lengths = squares.flat_map(|bit| {
        let whole = &whole;
        whole.rays.iter().map(move |ray| whole.path(*ray, bit).count())
    });
    lengths.max().unwrap_or(0) as u8
}

/// One ray, and the most steps along it.
struct Steps {
    ray: GridRay,
    most: u8,
}

impl Steps {
    /// Adds what sliders attack along the ray to a program. `is_cut` is true where a ray may end before the edge.
    fn attacks(&self, w: &mut Writer, sliders: Value, occupied: Value, is_cut: bool) -> Value {
        if self.most <= 1 {
            return self.entered(w, sliders);
        }
        let passable = match self.entrances() {
            None => {
                let zero = w.word(0);
                w.binary(Binary::OrNot, zero, occupied)
            }
            Some(entrances) => {
                let entrances = w.word(entrances);
                w.and_not(entrances, occupied)
            }
        };
        let mut passable = w.name(passable, "passable");
        // A blocker may stand on the last square, so that all squares but one are passed.
        let passed = self.most - 1;
        let mut filled = sliders;
        let mut done = 0;
        let mut by = 1;
        while done < passed {
            let shifted = self.shifted(w, filled, by);
            let next = w.and(shifted, passable);
            filled = w.or(filled, next);
            w.name(filled, "filled");
            done += by;
            if !is_cut && done < passed {
                let shifted = self.shifted(w, passable, by);
                passable = w.and(passable, shifted);
                w.name(passable, "passable");
                by *= 2;
            }
        }
        self.entered(w, filled)
    }

    /// The squares that are entered by one step.
    fn entered(&self, w: &mut Writer, from: Value) -> Value {
        let shifted = self.shifted(w, from, 1);
        let entered = match self.entrances() {
            None => shifted,
            Some(entrances) => {
                let entrances = w.word(entrances);
                w.and(shifted, entrances)
            }
        };
        w.hint(entered, "along")
    }

    /// The squares that a step may enter; `None` where no step enters any other bit.
    fn entrances(&self) -> Option<Bitboard> {
        let entrances = self.moved(self.ray.from);
        (self.moved(Bitboard::MAX) != entrances).then_some(entrances)
    }

    fn moved(&self, set: Bitboard) -> Bitboard {
        let by = u32::from(self.ray.delta.unsigned_abs());
        let moved = if self.ray.delta > 0 { set.checked_shl(by) } else { set.checked_shr(by) };
        moved.unwrap_or(0)
    }

    /// A set that has taken a number of steps.
    fn shifted(&self, w: &mut Writer, set: Value, steps: u8) -> Value {
        let by = u64::from(self.ray.delta.unsigned_abs()) * u64::from(steps);
        if by >= 64 {
            return w.word(0);
        }
        let by = w.half(by);
        let shift = if self.ray.delta > 0 { Op::Shl(set, by) } else { Op::Shr(set, by) };
        w.program.push(shift)
    }
}

/// A slider on each square with each set of blockers on each of its rays, and other squares as `word` occupies them:
/// as two columns, of sliders and of occupied squares.
pub(super) fn columns(
    slider: &Slider,
    ground: Ground<'_>,
    mut word: impl FnMut() -> u64,
) -> [Vec<Bitboard>; 2] {
    let walk = Walk::new(&slider.piece, ground.mapping);
    let mut columns = [Vec::new(), Vec::new()];
    for bit in bits(ground.mapping.squares()) {
        for ray in &walk.rays {
            let path = walk.path(*ray, bit).fold(0, |path, square| path | 1 << square);
            for blockers in subsets(path) {
                columns[0].push(1 << bit);
                columns[1].push(blockers | word() & ground.mapping.squares() & !path);
            }
        }
    }
    columns
}
