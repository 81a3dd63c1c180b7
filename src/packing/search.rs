//! The whole of a search: pools, then rounds of chains, the shortest packing of each round the start of the next.

use std::fmt;
use std::sync::Arc;

use super::candidate::{Pool, Search, adapt, is_blind, widest_shifts};
use super::chain::{Chain, Seat, end};
use super::image::{Bench, Square};
use super::{Goal, PackEffort, Packing, Placed, Sharing, ShiftGoal, prove};
use crate::Watch;
use crate::geometry::Problem;
use crate::search::stream::Stream;
use crate::search::{Key, Magic};

/// Chains of a round, whatever the number of threads.
const CHAINS: usize = 2;

/// Steps of each chain in a unit of effort, of a nanosecond or less.
const UNIT: u64 = 650_000_000;

/// Subsets of rook and bishop on the chess board.
const CHESS: u64 = 107_648;

/// Units from which wide ranges pay.
const WIDE_FROM: u64 = 8;

/// Slots that a unit of effort lays into one table, where ranges are as long as the widest; half as many where each has
/// its own length, and an eighth where slots are shared.
const SLOTS: u64 = 1 << 22;

/// Index bits that a piece with one shift may get beyond those of its widest mask.
const MORE: u8 = 2;

/// Units of a round, at least.
const ROUND: u64 = 6;

/// Why there is no packing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackError {
    /// A key that the arithmetic doesn't have: halves are multiplied without a constant.
    Key {
        /// The goal.
        goal: Goal,
    },
    /// No factor held.
    NotFound {
        /// The piece, by its number.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
    },
    /// Index ranges that the effort doesn't lay into one table.
    TooLarge {
        /// Their slots.
        slots: u64,
        /// The units of effort that would.
        effort: u64,
    },
    /// More squares than a table's book-keeping can number.
    TooManySquares {
        /// How many.
        count: usize,
    },
}

impl PackError {
    /// The piece that it is about, by its number.
    #[must_use]
    pub const fn piece(&self) -> Option<usize> {
        match self {
            Self::NotFound { piece, .. } => Some(*piece),
            _ => None,
        }
    }

    /// The bit index that it is about.
    #[must_use]
    pub const fn bit(&self) -> Option<u8> {
        match self {
            Self::NotFound { bit, .. } => Some(*bit),
            _ => None,
        }
    }
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key { goal } => {
                write!(f, "{:?} has no constant, which {:?} keys need", goal.hash, goal.key)
            }
            Self::NotFound { piece, bit } => {
                write!(f, "no factor for piece {piece} at bit {bit}")
            }
            Self::TooLarge { slots, effort } => {
                write!(f, "{slots} slots want an effort of {effort} to be packed")
            }
            Self::TooManySquares { count } => write!(f, "{count} squares are too many to pack"),
        }
    }
}

impl std::error::Error for PackError {}

/// Searches a packing.
///
/// Those of `known` that serve the goal are starts, the shortest is the one that must be beaten; the factors of all
/// are candidates. The result depends on problems, goal, known packings, seed and effort alone.
pub fn pack(
    problems: &[&Problem],
    goal: Goal,
    known: &[Packing],
    effort: PackEffort,
) -> Result<Packing, PackError> {
    pack_watched(problems, goal, known, effort, &Watch::default())
}

/// As [`pack`], with somebody watching. Once stopped it hands back what it has.
pub(crate) fn pack_watched(
    problems: &[&Problem],
    goal: Goal,
    known: &[Packing],
    effort: PackEffort,
    watch: &Watch,
) -> Result<Packing, PackError> {
    if goal.hash.product_bits() != 64 && goal.key != Key::White {
        return Err(PackError::Key { goal });
    }
    let served = known.iter().filter_map(|packing| {
        let packing = Packing { goal, ..packing.clone() };
        prove(problems, &packing).is_ok().then_some(packing)
    });
    let start = served.min_by_key(|packing| (packing.entries, packing.has_negative_offset()));
    if let (Some(start), 0) = (&start, effort.effort) {
        return Ok(start.clone());
    }
    let squares = Square::all(problems);
    if squares.len() > usize::from(u16::MAX) {
        return Err(PackError::TooManySquares { count: squares.len() });
    }
    let mut more = 0;
    let found = loop {
        let mut run = Run::new(&squares, goal, problems.len(), effort, watch);
        run.widen(more);
        run.check_size()?;
        run.known(known);
        if let Some(start) = &start {
            run.start(start);
        }
        match run.search() {
            Ok(()) => break run.packing(),
            // Where a piece has one shift, all of its squares get an index bit more.
            Err(PackError::NotFound { .. })
                if goal.shift == ShiftGoal::Constant && more < MORE && !watch.is_stopped() =>
            {
                more += 1;
            }
            Err(error) => return Err(error),
        }
    };
    Ok(match start {
        Some(start) if rank(&start) <= rank(&found) => start,
        _ => found,
    })
}

fn rank(packing: &Packing) -> (usize, bool) {
    (packing.entries, packing.has_negative_offset())
}

/// Lowers a packing; returns it unchanged if nothing shorter is found, or if it doesn't prove. The factors of
/// `more` are candidates too.
#[must_use]
pub fn improve(
    problems: &[&Problem],
    start: Packing,
    more: &[Packing],
    effort: PackEffort,
) -> Packing {
    improve_watched(problems, start, more, effort, &Watch::default())
}

/// As [`improve`], with somebody watching.
pub(crate) fn improve_watched(
    problems: &[&Problem],
    start: Packing,
    more: &[Packing],
    effort: PackEffort,
    watch: &Watch,
) -> Packing {
    if prove(problems, &start).is_err() {
        return start;
    }
    let known: Vec<Packing> = std::iter::once(&start).chain(more).cloned().collect();
    match pack_watched(problems, start.goal, &known, effort, watch) {
        Ok(found) if rank(&found) < rank(&start) => found,
        _ => start,
    }
}

/// What a search has gathered.
struct Run<'a> {
    squares: &'a [Square<'a>],
    goal: Goal,
    effort: PackEffort,
    widest: Vec<u8>,
    shifts: Vec<Option<u8>>,
    pools: Vec<Pool>,
    seats: Vec<Seat>,
    watch: &'a Watch,
}

impl<'a> Run<'a> {
    fn new(
        squares: &'a [Square<'a>],
        goal: Goal,
        pieces: usize,
        effort: PackEffort,
        watch: &'a Watch,
    ) -> Self {
        let widest = widest_shifts(squares, goal, pieces);
        let constant = |shift: &u8| (goal.shift == ShiftGoal::Constant).then_some(*shift);
        let shifts = widest.iter().map(constant).collect();
        let pools = vec![Pool::default(); squares.len()];
        Self { squares, goal, effort, widest, shifts, pools, seats: Vec::new(), watch }
    }

    /// Gives all squares of a piece with one shift so many more index bits.
    fn widen(&mut self, more: u8) {
        for shift in self.shifts.iter_mut().flatten() {
            *shift -= more.min(*shift - 1);
        }
    }

    /// What lies in a table is looked at slot by slot, before any effort is counted.
    fn check_size(&self) -> Result<(), PackError> {
        let bits = |square: &Square| match self.shifts[square.piece] {
            Some(shift) => self.goal.hash.product_bits() - shift,
            None => square.square.bits(),
        };
        let slots: u64 = self.squares.iter().map(|square| 1 << bits(square)).sum();
        let each = match (self.goal.shift, self.goal.sharing) {
            (ShiftGoal::Constant, _) => SLOTS,
            (_, Sharing::None) => SLOTS / 2,
            (_, Sharing::PostMask) => SLOTS / 8,
        };
        if slots <= each.saturating_mul(self.effort.effort.max(1)) {
            return Ok(());
        }
        Err(PackError::TooLarge { slots, effort: slots.div_ceil(each) })
    }

    /// Takes the factors of known packings into the pools.
    fn known(&mut self, known: &[Packing]) {
        let mut bench = Bench::new(self.goal.hash);
        for packing in known.iter().filter(|packing| packing.goal.hash == self.goal.hash) {
            for (square, pool) in self.squares.iter().zip(&mut self.pools) {
                let places = packing.pieces.get(square.piece).map_or(&[][..], Vec::as_slice);
                let Some(place) = places.iter().find(|place| place.bit == square.square.bit) else {
                    continue;
                };
                for magic in adapt(square, self.goal, self.shifts[square.piece], place.magic) {
                    if let Some(image) = bench.image(square, magic) {
                        pool.add(Arc::new(image));
                    }
                }
            }
        }
    }

    fn start(&mut self, start: &Packing) {
        let mut bench = Bench::new(self.goal.hash);
        let places = start.pieces.iter().flatten();
        let seat = |(square, place): (&Square, &Placed)| {
            let image = Arc::new(bench.image(square, place.magic)?);
            Some(Seat { position: (place.offset + image.low as i64) as usize, image })
        };
        self.seats = self.squares.iter().zip(places).filter_map(seat).collect();
        if self.shifts.iter().any(Option::is_some) {
            for (square, seat) in self.squares.iter().zip(&self.seats) {
                self.shifts[square.piece] = Some(seat.image.magic.shift);
            }
        }
    }

    fn search(&mut self) -> Result<(), PackError> {
        let subsets: u64 = self.squares.iter().map(|square| square.subsets() as u64).sum();
        let share = subsets.min(CHESS);
        let unit =
            (u128::from(UNIT) * u128::from(share * share) / u128::from(CHESS * CHESS)) as u64;
        // Of more subsets each step does more that isn't counted.
        let unit = unit.max(1 << 22) * CHESS / subsets.max(CHESS);
        let effort = self.effort.effort;
        // Without a start half of the work is for factors, else an eighth.
        let for_factors = if self.seats.is_empty() { 4 } else { 1 };
        self.candidates(unit * effort * for_factors / 8)?;
        let left = unit * effort * (8 - for_factors) / 8;
        let rounds = (effort / ROUND).max(1);
        for round in 0..rounds {
            if round > 0 && self.watch.is_stopped() {
                break;
            }
            self.round(round, left / rounds);
        }
        Ok(())
    }

    /// Searches factors; `work` is each chain's share.
    fn candidates(&mut self, work: u64) -> Result<(), PackError> {
        let weight = |square: &Square| square.subsets() as u64 + 256;
        let all: u64 = self.squares.iter().map(weight).sum();
        let (squares, goal, effort, watch) = (self.squares, self.goal, self.effort, self.watch);
        let (shifts, widest) = (&self.shifts, &self.widest);
        // A sparse image of a wide range lies in the holes of others, which is why a constant shift, where most
        // squares have such images, packs so well. It takes time, though, and shared slots want no holes.
        let is_wide = goal.shift == ShiftGoal::Own
            && goal.sharing == Sharing::None
            && effort.effort >= WIDE_FROM;
        let mut tasks: Vec<(&Square, &mut Pool)> = squares.iter().zip(&mut self.pools).collect();
        for_each(&mut tasks, effort.threads, |(square, pool)| {
            if is_blind(goal.hash, square) {
                return;
            }
            let id = format!("packing {goal:?} {}", square.piece);
            let mut search = Search {
                square,
                goal,
                constant_shift: shifts[square.piece],
                wide: is_wide.then_some(widest[square.piece]),
                stream: Stream::new(effort.seed, &id, square.square.bit, square.square.mask),
                watch,
            };
            let share = u128::from(work) * CHAINS as u128 * u128::from(weight(square));
            let share = (share / u128::from(all)) as u64;
            search.fill(&mut Bench::new(goal.hash), pool, share);
        });
        let empty = self.squares.iter().zip(&self.pools).find(|(_, pool)| pool.images.is_empty());
        match empty {
            Some((square, _)) => {
                Err(PackError::NotFound { piece: square.piece, bit: square.square.bit })
            }
            None => Ok(()),
        }
    }

    /// Independent chains from the best start; the shortest packing wins, then the lowest number.
    fn round(&mut self, round: u64, work: u64) {
        let (squares, goal, seed) = (self.squares, self.goal, self.effort.seed);
        let (pools, seats, watch) = (&self.pools, &self.seats, self.watch);
        let mut chains: Vec<(u8, Option<Chain>)> =
            (0..CHAINS as u8).map(|number| (number, None)).collect();
        for_each(&mut chains, self.effort.threads, |(number, result)| {
            let stream = Stream::new(seed, &format!("packing {goal:?} chain"), *number, round);
            let mut chain = Chain::new(squares, goal, pools.clone(), seats, stream);
            chain.run(work, HOTTEST, watch);
            *result = Some(chain);
        });
        let mut chains: Vec<Chain> = chains.into_iter().filter_map(|(_, chain)| chain).collect();
        chains.sort_by_key(|chain| end(&chain.best));
        self.seats.clone_from(&chains[0].best);
        let mut chains = chains.into_iter();
        if let Some(best) = chains.next() {
            self.pools = best.pools;
        }
        for other in chains {
            for (pool, seat) in self.pools.iter_mut().zip(&other.best) {
                pool.add(Arc::clone(&seat.image));
            }
        }
    }

    fn packing(&self) -> Packing {
        let mut pieces = vec![Vec::new(); self.shifts.len()];
        let mut lowest = usize::MAX;
        for (square, seat) in self.squares.iter().zip(&self.seats) {
            lowest = lowest.min(seat.position);
            pieces[square.piece].push(Placed {
                bit: square.square.bit,
                magic: Magic { ..seat.image.magic },
                offset: seat.position as i64 - seat.image.low as i64,
            });
        }
        let packing = Packing { goal: self.goal, pieces, entries: end(&self.seats) };
        packing.normalized(lowest)
    }
}

/// The heat with which a round begins.
const HOTTEST: i64 = 60;

fn for_each<T: Send>(tasks: &mut [T], threads: usize, work: impl Fn(&mut T) + Send + Sync) {
    #[cfg(feature = "parallel")]
    if threads > 1
        && tasks.len() > 1
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build()
    {
        use rayon::prelude::*;
        pool.install(|| tasks.par_iter_mut().with_max_len(1).for_each(work));
        return;
    }
    let _ = threads;
    tasks.iter_mut().for_each(work);
}
