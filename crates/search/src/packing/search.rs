//! The whole search: it fills pools of images, then runs rounds of chains. The shortest packing of a round starts the
//! next.

use std::fmt;
use std::sync::Arc;

use super::candidate::{ImagePool, ImageSearch, adapt, is_blind, widest_shifts};
use super::chain::{Chain, ChainSeat, end};
use super::image::{FactorTrial, Square};
use super::{Goal, PackEffort, Packing, Placed, Sharing, ShiftGoal, prove};
use crate::stream::Stream;
use crate::threads::for_each;
use crate::{Key, Magic};
use magicgen_board::Problem;

/// The number of chains in a round, whatever the number of threads is.
const CHAINS: usize = 2;

/// The steps of each chain in a unit of effort; a step takes a nanosecond or less.
const UNIT: u64 = 650_000_000;

/// The number of subsets of rook and bishop on the chess board.
const CHESS: u64 = 107_648;

/// The units of effort from which on wide ranges pay.
const WIDE_FROM: u64 = 8;

/// The number of slots that a unit of effort can lay into one table, if all ranges are as long as the widest. It is
/// half of this if each range has its own length, and an eighth if slots are shared.
const SLOTS: u64 = 1 << 22;

/// The number of index bits that a piece with one shift may get beyond its widest mask.
const MORE: u8 = 2;

/// The least number of units of a round.
const ROUND: u64 = 6;

/// A reason why no packing was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackError {
    /// The arithmetic lacks the constant that the key needs: products of halves have none.
    Key {
        /// The goal.
        goal: Goal,
    },
    /// No factor was found that keeps a square's attack sets apart.
    NotFound {
        /// The index of the piece.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
    },
    /// The index ranges are more than this effort can lay into one table.
    TooLarge {
        /// The number of their slots.
        slots: u64,
        /// The units of effort that could.
        effort: u64,
    },
    /// There are more squares than the table's book-keeping can number.
    TooManySquares {
        /// The number of squares.
        count: usize,
    },
}

impl PackError {
    /// The index of the piece that the error is about, if it is about one.
    #[must_use]
    pub const fn piece(&self) -> Option<usize> {
        match self {
            Self::NotFound { piece, .. } => Some(*piece),
            _ => None,
        }
    }

    /// The bit index that the error is about, if it is about one.
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
                write!(f, "packing {slots} slots needs an effort of {effort}")
            }
            Self::TooManySquares { count } => write!(f, "{count} squares are too many to pack"),
        }
    }
}

impl std::error::Error for PackError {}

/// Searches a packing.
///
/// The packings of `known` that serve the goal are starts, and the shortest one has to be beaten. The factors of all of
/// them are candidates. The result depends on problems, goal, known packings, seed and effort alone.
pub fn pack(
    problems: &[&Problem],
    goal: Goal,
    known: &[Packing],
    effort: &PackEffort,
) -> Result<Packing, PackError> {
    if goal.hash.product_bits() != 64 && goal.key != Key::White {
        return Err(PackError::Key { goal });
    }
    let start = shortest(problems, goal, known);
    let start = start.map(|at| Packing { goal, ..known[at].clone() });
    if let (Some(start), 0) = (&start, effort.effort) {
        return Ok(start.clone());
    }
    let squares = Square::all(problems);
    if squares.len() > usize::from(u16::MAX) {
        return Err(PackError::TooManySquares { count: squares.len() });
    }
    let mut more = 0;
    let found = loop {
        let mut run = PackingRun::new(&squares, goal, problems.len(), effort);
        run.widen(more);
        run.check_size()?;
        run.known(known);
        if let Some(start) = &start {
            run.start(start);
        }
        match run.search() {
            Ok(()) => break run.packing(),
            // If pieces have one shift each, all squares get another index bit.
            Err(PackError::NotFound { .. })
                if goal.shift == ShiftGoal::Constant
                    && more < MORE
                    && !effort.watch.is_stopped() =>
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

/// The index of the shortest known packing that serves the goal.
#[must_use]
pub fn shortest(problems: &[&Problem], goal: Goal, known: &[Packing]) -> Option<usize> {
    let mut order: Vec<usize> = (0..known.len()).collect();
    order.sort_by_key(|at| rank(&known[*at]));
    // The first one that serves is the shortest, and no other has to be proved.
    order.into_iter().find(|at| {
        let known = &known[*at];
        if known.goal == goal {
            prove(problems, known).is_ok()
        } else {
            prove(problems, &Packing { goal, ..known.clone() }).is_ok()
        }
    })
}

fn rank(packing: &Packing) -> (usize, bool) {
    (packing.entries, packing.has_negative_offset())
}

/// Shortens a packing. Returns it unchanged if no shorter one is found or if it doesn't prove. The factors of `more`
/// are candidates, too.
#[must_use]
pub fn improve(
    problems: &[&Problem],
    start: Packing,
    more: &[Packing],
    effort: &PackEffort,
) -> Packing {
    if prove(problems, &start).is_err() {
        return start;
    }
    let known: Vec<Packing> = std::iter::once(&start).chain(more).cloned().collect();
    match pack(problems, start.goal, &known, effort) {
        Ok(found) if rank(&found) < rank(&start) => found,
        _ => start,
    }
}

/// The state of a search.
struct PackingRun<'a> {
    squares: &'a [Square<'a>],
    goal: Goal,
    effort: &'a PackEffort,
    widest: Vec<u8>,
    shifts: Vec<Option<u8>>,
    pools: Vec<ImagePool>,
    seats: Vec<ChainSeat>,
}

impl<'a> PackingRun<'a> {
    fn new(squares: &'a [Square<'a>], goal: Goal, pieces: usize, effort: &'a PackEffort) -> Self {
        let widest = widest_shifts(squares, goal, pieces);
        let constant = |shift: &u8| (goal.shift == ShiftGoal::Constant).then_some(*shift);
        let shifts = widest.iter().map(constant).collect();
        let pools = vec![ImagePool::default(); squares.len()];
        Self { squares, goal, effort, widest, shifts, pools, seats: Vec::new() }
    }

    /// Gives the squares of each piece with one shift `more` index bits.
    fn widen(&mut self, more: u8) {
        for shift in self.shifts.iter_mut().flatten() {
            *shift -= more.min(*shift - 1);
        }
    }

    /// Refuses ranges that are too long for the effort: counting slot by slot takes time beyond the effort that is
    /// counted.
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

    /// Adds the factors of known packings to the pools.
    fn known(&mut self, known: &[Packing]) {
        let mut bench = FactorTrial::new(self.goal.hash);
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
        let mut bench = FactorTrial::new(self.goal.hash);
        let places = start.pieces.iter().flatten();
        let seat = |(square, place): (&Square, &Placed)| {
            let image = Arc::new(bench.image(square, place.magic)?);
            Some(ChainSeat { position: (place.offset + image.low as i64) as usize, image })
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
        // With more subsets, each step includes more work that isn't counted.
        let unit = unit.max(1 << 22) * CHESS / subsets.max(CHESS);
        let effort = self.effort.effort;
        // Half of the work is for factors if there is no start, and an eighth otherwise.
        let for_factors = if self.seats.is_empty() { 4 } else { 1 };
        self.candidates(unit * effort * for_factors / 8)?;
        let left = unit * effort * (8 - for_factors) / 8;
        let rounds = (effort / ROUND).max(1);
        for round in 0..rounds {
            if round > 0 && self.effort.watch.is_stopped() {
                break;
            }
            self.round(round, left / rounds);
        }
        Ok(())
    }

    /// Searches factors for all squares; `work` is the share of each chain.
    fn candidates(&mut self, work: u64) -> Result<(), PackError> {
        let weight = |square: &Square| square.subsets() as u64 + 256;
        let all: u64 = self.squares.iter().map(weight).sum();
        let (squares, goal, effort) = (self.squares, self.goal, self.effort);
        let (shifts, widest) = (&self.shifts, &self.widest);
        // A sparse image of a wide range lies in the holes of others. Packings with a constant shift are short since
        // most squares have such images. They take time, though, and holes are no use where slots are shared.
        let is_wide = goal.shift == ShiftGoal::Own
            && goal.sharing == Sharing::None
            && effort.effort >= WIDE_FROM;
        let tasks: Vec<(&Square, &mut ImagePool)> = squares.iter().zip(&mut self.pools).collect();
        for_each(
            tasks,
            effort.threads,
            || (),
            |(), (square, pool)| {
                if is_blind(goal.hash, square) {
                    return;
                }
                let id = format!("packing {goal:?} {}", square.piece);
                let mut search = ImageSearch {
                    square,
                    goal,
                    constant_shift: shifts[square.piece],
                    wide: is_wide.then_some(widest[square.piece]),
                    stream: Stream::new(effort.seed, &id, square.square.bit, square.square.mask),
                    watch: &effort.watch,
                };
                let share = u128::from(work) * CHAINS as u128 * u128::from(weight(square));
                let share = (share / u128::from(all)) as u64;
                search.fill(&mut FactorTrial::new(goal.hash), pool, share);
            },
        );
        let empty = self.squares.iter().zip(&self.pools).find(|(_, pool)| pool.images.is_empty());
        match empty {
            Some((square, _)) => {
                Err(PackError::NotFound { piece: square.piece, bit: square.square.bit })
            }
            None => Ok(()),
        }
    }

    /// Runs independent chains from the best start. The shortest packing wins; among equals, the lowest chain number
    /// wins.
    fn round(&mut self, round: u64, work: u64) {
        let (squares, goal, effort) = (self.squares, self.goal, self.effort);
        let (pools, seats) = (&self.pools, &self.seats);
        let mut chains: Vec<(u8, Option<Chain>)> =
            (0..CHAINS as u8).map(|number| (number, None)).collect();
        for_each(
            chains.iter_mut().collect(),
            effort.threads,
            || (),
            |(), (number, result)| {
                let stream =
                    Stream::new(effort.seed, &format!("packing {goal:?} chain"), *number, round);
                let mut chain = Chain::new(squares, goal, pools.clone(), seats, stream);
                chain.run(work, HOTTEST, &effort.watch);
                *result = Some(chain);
            },
        );
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

/// The heat at the beginning of a round.
const HOTTEST: i64 = 60;
