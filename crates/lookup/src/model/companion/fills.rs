//! Fills: the attacks of all sliders of a set at once, ray by ray. The set is shifted along the ray as long as squares
//! are empty.
//!
//! Pieces that go on to the edge are filled by doubling (parallel prefix, Kogge and Stone 1973; in chess Westcott): over
//! one square, then over two more, then over four. Pieces of a few steps are filled square by square (Dumb7).

use super::ground::{DIRECTIONS, Ground};
use super::pieces::ATTACKED;
use super::writer::ProgramWriter;
use super::{Companion, CompanionSlider, Maker, Outcome, Returns, Title, set};
use crate::model::name_role::NameRole;
use crate::model::names::words;
use crate::model::parts::Part;
use magicgen_board::{Bitboard, GridRay, Walk, bits, subsets};
use magicgen_ir::{Binary, Lanes, Op, Places, Value, Vector};

/// The names of the filled squares along a ray in each of the [`DIRECTIONS`], and of the squares that the ray passes.
const NAMES: [[&str; 2]; 8] = [
    ["north_fill", "north_open"],
    ["northeast_fill", "northeast_open"],
    ["east_fill", "east_open"],
    ["southeast_fill", "southeast_open"],
    ["south_fill", "south_open"],
    ["southwest_fill", "southwest_open"],
    ["west_fill", "west_open"],
    ["northwest_fill", "northwest_open"],
];

/// The same along any other ray, and along all at once.
const ANY: [&str; 2] = ["filled", "passable"];

impl Maker<'_> {
    pub(super) fn fills(&mut self) {
        let sliders = self.wish.sliders.iter().filter(|slider| slider.slides());
        for slider in sliders.filter(|slider| slider.is_public) {
            let spoken = words(&slider.name);
            let parameters = vec![
                set(
                    self.ground,
                    0,
                    "sliders",
                    &format!("the squares of all sliders that move as the {spoken} does"),
                ),
                set(self.ground, 1, "occupied", "the occupied squares"),
            ];
            let mut w = ProgramWriter::default();
            let [sliders, occupied] = [0, 1].map(|at: usize| w.given(parameters[at].parameter));
            let walk = Walk::new(&slider.piece, self.ground.mapping);
            let rays: Vec<GridRay> =
                walk.rays.iter().copied().filter(|ray| ray.from != 0).collect();
            let longest = longest(self.ground, &walk);
            let (most, is_cut) = (walk.range.min(longest), walk.range < longest);
            let mut attacks = None;
            let named = walk.rays.iter().zip(&slider.piece.rays);
            for (ray, step) in named.filter(|(ray, _)| ray.from != 0) {
                let direction = DIRECTIONS.iter().position(|other| other == step);
                let names = direction.map_or(ANY, |direction| NAMES[direction]);
                let steps = RayReach { way: FillWay::Along(*ray), names, most, is_cut };
                let along = steps.attacks(&mut w, sliders, occupied);
                attacks = Some(attacks.map_or(along, |attacks| w.or(attacks, along)));
            }
            let attacks = attacks.unwrap_or_else(|| w.word(0));
            let lanes = Apart::new(&rays, most).map(|apart| {
                let mut w = ProgramWriter::default();
                let given = [0, 1].map(|at: usize| w.given(parameters[at].parameter));
                let [sliders, occupied] =
                    given.map(|word| w.program.push(Op::Splat(word, apart.lanes)));
                let steps = RayReach { way: FillWay::Apart(apart), names: ANY, most, is_cut };
                let along = steps.attacks(&mut w, sliders, occupied);
                let all = w.program.push(Op::OrLanes(along));
                w.finish(all)
            });
            self.push(Companion {
                part: Part::Fills,
                name: Title::of_piece(NameRole::Fill, &slider.name),
                parameters,
                result: Outcome::Set,
                program: w.finish(attacks),
                lanes,
                returns: Returns::new(
                    "the squares that any of the sliders attacks",
                    ": the union of their attack sets under these occupied squares",
                    ATTACKED,
                ),
            });
        }
    }
}

/// The most squares that a ray of the board has.
fn longest(ground: Ground<'_>, walk: &Walk) -> u8 {
    let whole = walk.unlimited();
    let squares = bits(ground.mapping.squares());
    let lengths = squares.flat_map(|bit| {
        let whole = &whole;
        whole.rays.iter().map(move |ray| whole.path(*ray, bit).count())
    });
    lengths.max().unwrap_or(0) as u8
}

/// The least number of rays for which vectors are worth it.
const LEAST_RAYS: usize = 3;

/// Rays that are walked at once, each in a lane of a vector.
struct Apart {
    lanes: Lanes,
    /// The number of places that a step shifts by, by position in each half of the vector.
    places: Places,
    /// The squares that a step may enter, by lane.
    entrances: Vec<Bitboard>,
}

impl Apart {
    /// The rays with opposite ones in opposite halves, if they fit a vector and no shift is by as many places as a word has.
    fn new(rays: &[GridRay], most: u8) -> Option<Self> {
        if rays.len() < LEAST_RAYS || most <= 1 {
            return None;
        }
        let mut numbers: Vec<u8> = rays.iter().map(|ray| ray.delta.unsigned_abs()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let lanes = match numbers.len() {
            ..=2 => Lanes::Four,
            3..=4 => Lanes::Eight,
            _ => return None,
        };
        // The longest shift is by the largest power of two below `most`, in steps.
        let farthest = u32::from(*numbers.last()?) * u32::from(most.next_power_of_two() / 2);
        let half = usize::from(lanes.count() / 2);
        let mut apart = Self { lanes, places: [0; 4], entrances: vec![0; 2 * half] };
        apart.places[..numbers.len()].copy_from_slice(&numbers);
        for ray in rays {
            let at = numbers.iter().position(|number| *number == ray.delta.unsigned_abs())?;
            let lane = if ray.delta > 0 { at } else { half + at };
            if apart.entrances[lane] != 0 {
                return None;
            }
            apart.entrances[lane] = entrances(*ray);
        }
        (farthest < u64::BITS).then_some(apart)
    }
}

/// A ray, or several at once.
enum FillWay {
    Along(GridRay),
    Apart(Apart),
}

/// The most steps along a ray, or along several of the same piece.
struct RayReach {
    way: FillWay,
    /// The names of the filled squares, and of the squares that are passed.
    names: [&'static str; 2],
    most: u8,
    /// True where a ray may end before the edge.
    is_cut: bool,
}

impl RayReach {
    /// Adds the sliders' attacks along the ray to a program.
    fn attacks(&self, w: &mut ProgramWriter, sliders: Value, occupied: Value) -> Value {
        if self.most <= 1 {
            return self.entered(w, sliders);
        }
        let [filling, open] = self.names;
        let mut passable = match self.entrances(w) {
            None => {
                let zero = w.word(0);
                let empty = w.binary(Binary::OrNot, zero, occupied);
                w.name(empty, "empty")
            }
            Some(entrances) => {
                let passable = w.and_not(entrances, occupied);
                w.name(passable, open)
            }
        };
        // A blocker may stand on the last square, so that all squares but one are passed.
        let passed = self.most - 1;
        let mut filled = sliders;
        let mut done = 0;
        let mut by = 1;
        while done < passed {
            let shifted = self.shifted(w, filled, by);
            let next = w.and(shifted, passable);
            filled = w.or(filled, next);
            w.name(filled, filling);
            done += by;
            if !self.is_cut && done < passed {
                let shifted = self.shifted(w, passable, by);
                passable = w.and(passable, shifted);
                w.name(passable, open);
                by *= 2;
            }
        }
        self.entered(w, filled)
    }

    /// The squares that are entered by one step.
    fn entered(&self, w: &mut ProgramWriter, from: Value) -> Value {
        let shifted = self.shifted(w, from, 1);
        let entered = match self.entrances(w) {
            None => shifted,
            Some(entrances) => w.and(shifted, entrances),
        };
        w.hint(entered, "along")
    }

    /// The squares that a step may enter; `None` where no step enters any other bit.
    fn entrances(&self, w: &mut ProgramWriter) -> Option<Value> {
        match &self.way {
            FillWay::Along(ray) => {
                let entrances = entrances(*ray);
                (moved(*ray, Bitboard::MAX) != entrances).then(|| w.word(entrances))
            }
            FillWay::Apart(apart) => {
                let words: Vec<Value> = apart.entrances.iter().map(|word| w.word(*word)).collect();
                let entrances = w.program.push(Op::Vector(Vector::new(&words, apart.lanes)?));
                Some(w.name(entrances, "entrances"))
            }
        }
    }

    /// A set that has taken a number of steps.
    fn shifted(&self, w: &mut ProgramWriter, set: Value, steps: u8) -> Value {
        let ray = match &self.way {
            FillWay::Along(ray) => ray,
            FillWay::Apart(apart) => {
                let places = apart.places.map(|places| places * steps);
                return w.program.push(Op::ShiftApart(set, places));
            }
        };
        let by = u64::from(ray.delta.unsigned_abs()) * u64::from(steps);
        if by >= 64 {
            return w.word(0);
        }
        let by = w.half(by);
        let shift = if ray.delta > 0 { Op::Shl(set, by) } else { Op::Shr(set, by) };
        w.program.push(shift)
    }
}

/// The squares that a step of a ray may enter.
fn entrances(ray: GridRay) -> Bitboard {
    moved(ray, ray.from)
}

fn moved(ray: GridRay, set: Bitboard) -> Bitboard {
    let by = u32::from(ray.delta.unsigned_abs());
    let moved = if ray.delta > 0 { set.checked_shl(by) } else { set.checked_shr(by) };
    moved.unwrap_or(0)
}

/// A slider on each square with each set of blockers on each of its rays, and other squares as `word` occupies them:
/// as two columns, of sliders and of occupied squares.
pub(super) fn columns(
    slider: &CompanionSlider,
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
