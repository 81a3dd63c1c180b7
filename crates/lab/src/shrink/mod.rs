//! Shortens packings of some problems in one table towards a [`Goal`], for as long as one likes.
//!
//! A [`Shrink`] goes on where [`packing`](magicgen_search::packing) ends, with the same squares, images and proofs. It keeps a
//! pool of about a hundred factors for each square, and finds better ones by annealing (`finder`), under measures that
//! packing needs. It tries images with regular holes on each other, since two of them may share a range (`couple`). It
//! packs from scratch by first fit, which in most tables begins with a row of ranges (`layout`), and shortens by ruin
//! and recreate, with hot starts (`packer`). It tests 512 positions of an image at once. Under a post-mask the test
//! uses bitmaps of the squares that users need and of the squares that they reach (`table`).
//!
//! The work is cut into units. The result of a unit depends on its number (`schedule`), on the seed and on the state
//! that the unit before has left, which is all in a [`ShrinkState`]. So a search can be stopped and continued at any unit
//! without a change of its results.
//!
//! No packing leaves this stage unless [`prove()`] has looked up every subset of every square.

mod couple;
pub mod file;
mod finder;
mod image;
mod lane;
mod layout;
mod packer;
mod pool;
mod schedule;
mod state;
mod table;
#[cfg(test)]
mod tests;

pub use image::Shaped;
pub use pool::POOL;
pub use state::{Couple, Factor, Seated, Shortening, ShrinkState, StateError};

use std::sync::Arc;

use magicgen_board::Problem;
use magicgen_search::packing::candidate::{
    ImagePool as Starts, ImageSearch as Starter, adapt, is_blind, widest_shifts,
};
use magicgen_search::packing::image::Square;
use magicgen_search::packing::{Goal, PackError, Packing, Placed, Sharing, ShiftGoal, prove};
use magicgen_search::{ADDED_BITS, Stream, Watch};

use image::{Gauge, SlotImage};
use packer::{PackedSeat, Packer, Tools};
use pool::FactorPool;
use schedule::{AnnealingStart, UnitTask, task};

/// The steps of a unit for rook and bishop on the chess board; a step takes about a nanosecond.
const UNIT: u64 = 1_600_000_000;

/// A layout takes the steps of `LAYOUT` units.
const LAYOUT: u64 = 8;

/// The number of subsets of rook and bishop on the chess board.
const CHESS: u64 = 107_648;

/// The squares of some pieces, with all that a search reads.
pub struct Ground<'a> {
    problems: Vec<&'a Problem>,
    squares: Vec<Square<'a>>,
}

impl<'a> Ground<'a> {
    /// The squares of these problems, one piece after another.
    pub fn new(problems: &[&'a Problem]) -> Result<Self, PackError> {
        let squares = Square::all(problems);
        if squares.len() > usize::from(u16::MAX) {
            return Err(PackError::TooManySquares { count: squares.len() });
        }
        Ok(Self { problems: problems.to_vec(), squares })
    }

    /// The place of a square among all of them.
    fn at(&self, piece: usize, bit: u8) -> Option<usize> {
        self.squares.iter().position(|square| square.piece == piece && square.square.bit == bit)
    }
}

/// A search for short packings.
pub struct Shrink<'a> {
    ground: &'a Ground<'a>,
    goal: Goal,
    seed: u64,
    /// The shift of each piece, where all its squares have the same.
    shifts: Vec<Option<u8>>,
    /// The least shift of each piece.
    least: Vec<u8>,
    pools: Vec<FactorPool>,
    /// Couples: two squares whose images lie in each other's holes. Couples that save most come first.
    couples: Vec<Couple>,
    packer: Packer<'a>,
    gauge: Gauge,
    /// True if the search began without known factors, so that it has to find many before it packs.
    is_from_nothing: bool,
    /// The number of units done.
    units: u64,
    /// The units that shortened the packing.
    curve: Vec<Shortening>,
    /// The shortest packing, proved.
    best: Option<Packing>,
}

impl<'a> Shrink<'a> {
    /// A search that knows no factor.
    pub fn new(ground: &'a Ground<'a>, goal: Goal, seed: u64) -> Result<Self, PackError> {
        if !finder::has_key(goal) {
            return Err(PackError::Key { goal });
        }
        let widest = widest_shifts(&ground.squares, goal, ground.problems.len());
        let constant = |shift: &u8| (goal.shift == ShiftGoal::Constant).then_some(*shift);
        Ok(Self {
            ground,
            goal,
            seed,
            shifts: widest.iter().map(constant).collect(),
            least: widest.iter().map(|shift| shift.saturating_sub(ADDED_BITS)).collect(),
            pools: vec![FactorPool::default(); ground.squares.len()],
            couples: Vec::new(),
            packer: Packer::new(&ground.squares, goal),
            gauge: Gauge::new(goal.hash),
            is_from_nothing: false,
            units: 0,
            curve: Vec::new(),
            best: None,
        })
    }

    /// The shortest packing so far, which is proved.
    #[must_use]
    pub fn best(&self) -> Option<&Packing> {
        self.best.as_ref()
    }

    /// The number of units done.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.units
    }

    /// The units that shortened the packing, with its length.
    #[must_use]
    pub fn curve(&self) -> &[Shortening] {
        &self.curve
    }

    /// The purpose of the next unit, in two words.
    #[must_use]
    pub fn doing(&self) -> &'static str {
        match self.task() {
            UnitTask::Find => "finding factors",
            UnitTask::Couple => "finding couples",
            UnitTask::Pack { .. } => "packing",
        }
    }

    /// Takes note that no known factors will be added: more units find factors before the first packing.
    pub fn begin_from_nothing(&mut self) {
        self.is_from_nothing = true;
    }

    /// Takes a packing as the start if it serves the goal and is shorter than any before.
    pub fn start(&mut self, packing: &Packing) {
        let packing = Packing { goal: self.goal, ..packing.clone() };
        let is_shorter = self.best.as_ref().is_none_or(|best| packing.entries < best.entries);
        if !is_shorter || prove(&self.ground.problems, &packing).is_err() {
            return;
        }
        let Some(seats) = self.seats_of(&packing) else { return };
        for (square, seat) in self.ground.squares.iter().zip(&seats) {
            if let Some(shift) = &mut self.shifts[square.piece] {
                *shift = seat.image.magic.shift;
            }
        }
        self.packer.seat_all(&seats);
        self.packer.best = seats;
        self.best = Some(packing);
    }

    /// The seats of a packing; `None` if an offset is negative beyond what the lowest index allows.
    fn seats_of(&mut self, packing: &Packing) -> Option<Vec<PackedSeat>> {
        let places = packing.pieces.iter().flatten();
        let mut seats = Vec::new();
        for (square, place) in self.ground.squares.iter().zip(places) {
            seats.push(self.seat(square, place)?);
        }
        Some(seats)
    }

    fn seat(&mut self, square: &Square, place: &Placed) -> Option<PackedSeat> {
        let magic = place.magic;
        let shaped = self.gauge.shape(square, self.goal, magic, false)?;
        let image = SlotImage::of(square, self.goal, shaped);
        // The given factor has the image's lowest index, plus the distance by which the image's constant was moved.
        let moved = magic.constant.wrapping_sub(image.magic.constant) >> magic.shift;
        let position = place.offset + image.low as i64 + moved as i64;
        Some(PackedSeat { image, position: usize::try_from(position).ok()? })
    }

    /// Adds the factors of a packing or a published set, with other shifts, too.
    pub fn add_known(&mut self, packing: &Packing) {
        for (at, square) in self.ground.squares.iter().enumerate() {
            let places = packing.pieces.get(square.piece).map_or(&[][..], Vec::as_slice);
            let Some(place) = places.iter().find(|place| place.bit == square.square.bit) else {
                continue;
            };
            for magic in adapt(square, self.goal, self.shifts[square.piece], place.magic) {
                if let Some(shaped) = self.gauge.shape(square, self.goal, magic, true) {
                    self.pools[at].add(self.goal, shaped);
                }
            }
        }
    }

    /// Makes sure that each square has a factor to begin with.
    pub fn begin(&mut self, watch: &Watch) -> Result<(), PackError> {
        for (at, square) in self.ground.squares.iter().enumerate() {
            if self.pools[at].len() > 0 {
                continue;
            }
            let mut starts = Starts::default();
            let id = format!("shrink {:?} {} start", self.goal, square.piece);
            let stream = Stream::new(self.seed, &id, square.square.bit, square.square.mask);
            let mut search = Starter {
                square,
                goal: self.goal,
                constant_shift: self.shifts[square.piece],
                wide: None,
                stream,
                watch,
            };
            if !is_blind(self.goal.hash, square) {
                search.fill(&mut self.gauge.bench, &mut starts, 0);
            }
            for image in &starts.images {
                if let Some(shaped) = self.gauge.shape(square, self.goal, image.magic, true) {
                    self.pools[at].add(self.goal, shaped);
                }
            }
            if self.pools[at].len() == 0 {
                let (piece, bit) = (square.piece, square.square.bit);
                return Err(PackError::NotFound { piece, bit });
            }
        }
        self.trim();
        Ok(())
    }

    /// Drops all but the best factors of each square.
    pub fn trim(&mut self) {
        self.pools.iter_mut().for_each(FactorPool::trim);
    }

    fn task(&self) -> UnitTask {
        task(self.units, self.goal, self.is_from_nothing)
    }

    /// Does one unit of work. Returns whether the packing got shorter.
    pub fn unit(&mut self) -> bool {
        let subsets: u64 = self.ground.squares.iter().map(|square| square.subsets() as u64).sum();
        let work = (u128::from(UNIT) * u128::from(subsets.min(CHESS)) / u128::from(CHESS)) as u64;
        match self.task() {
            UnitTask::Find => self.find(work / 2),
            UnitTask::Couple => self.find_couples(work / 2),
            UnitTask::Pack { start, slope } => {
                let laid = match start {
                    Some(AnnealingStart::Layout) => self.layout(LAYOUT * work),
                    _ => Vec::new(),
                };
                let mut stream = self.stream(0);
                // Restacking is for tables in which each slot serves one square.
                let (large, blocks) = match self.goal.sharing {
                    Sharing::None => (self.large(), self.blocks()),
                    Sharing::PostMask => Default::default(),
                };
                let mut tools = Tools {
                    large: &large,
                    couples: &blocks,
                    pools: &mut self.pools,
                    gauge: &mut self.gauge,
                    stream: &mut stream,
                    least: &self.least,
                };
                if self.packer.best.is_empty() || start == Some(AnnealingStart::Layout) {
                    self.packer.first(laid, &mut tools);
                } else if start == Some(AnnealingStart::Best) {
                    let best = self.packer.best.clone();
                    self.packer.seat_all(&best);
                    (self.packer.gap, self.packer.since) = (1, 0);
                }
                self.packer.run(work, slope, &mut tools);
            }
        }
        self.pools.iter_mut().for_each(FactorPool::trim);
        self.units += 1;
        self.take_best()
    }

    /// Proves the packer's best packing, and keeps it if it is shorter than the one before.
    fn take_best(&mut self) -> bool {
        if self.packer.best.is_empty() {
            return false;
        }
        let packing = self.packing();
        let is_shorter = self.best.as_ref().is_none_or(|best| packing.entries < best.entries);
        if !is_shorter || prove(&self.ground.problems, &packing).is_err() {
            return false;
        }
        self.curve.push(Shortening { unit: self.units, entries: packing.entries });
        self.best = Some(packing);
        true
    }

    fn packing(&self) -> Packing {
        let mut pieces = vec![Vec::new(); self.shifts.len()];
        let mut lowest = usize::MAX;
        for (square, seat) in self.ground.squares.iter().zip(&self.packer.best) {
            lowest = lowest.min(seat.position);
            pieces[square.piece].push(Placed {
                bit: square.square.bit,
                magic: seat.image.magic,
                offset: seat.position as i64 - seat.image.low as i64,
            });
        }
        let entries = packer::end(&self.packer.best);
        Packing { goal: self.goal, pieces, entries }.normalized(lowest)
    }
}

/// A seat as a state keeps it.
fn seated(at: usize, ground: &Ground, seat: &PackedSeat) -> Seated {
    let square = &ground.squares[at];
    let factor = Factor { piece: square.piece, bit: square.square.bit, magic: seat.image.magic };
    Seated { factor, position: seat.position }
}

/// The image that a state's seat has.
fn unseated(gauge: &mut Gauge, square: &Square, goal: Goal, seated: Seated) -> Option<PackedSeat> {
    let shaped = gauge.shape(square, goal, seated.factor.magic, false)?;
    let image = SlotImage::of(square, goal, shaped);
    (image.magic == seated.factor.magic)
        .then(|| PackedSeat { image: Arc::clone(&image), position: seated.position })
}
