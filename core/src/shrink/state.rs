//! All that a search has to keep to be continued.

use super::packer::Seat;
use super::{Shrink, seated, unseated};
use crate::search::Magic;

/// The highest slot at which a square of a small table may begin.
const FARTHEST: usize = 1 << 18;

/// A factor of one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Factor {
    /// The index of the piece.
    pub piece: usize,
    /// The slider's bit index.
    pub bit: u8,
    /// The factor, with its constant and its shift.
    pub magic: Magic,
}

/// A square's factor and its place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seated {
    /// The factor.
    pub factor: Factor,
    /// The slot of the lowest index.
    pub position: usize,
}

/// A unit that shortened the packing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain {
    /// The number of units done by then.
    pub unit: u64,
    /// The number of entries.
    pub entries: usize,
}

/// The state of a search between two units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The number of units done.
    pub units: u64,
    /// The units that shortened the packing.
    pub curve: Vec<Gain>,
    /// The distance of the packer's target, in two-thousandths of the best length.
    pub gap: usize,
    /// The number of ruins since the best packing.
    pub since: u64,
    /// The shortest packing, or nothing.
    pub best: Vec<Seated>,
    /// The packing that the packer works on, or nothing.
    pub now: Vec<Seated>,
    /// The pools, square by square, the cheapest factors first.
    pub pool: Vec<Factor>,
}

/// Why a state can't be continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateError {
    /// A factor that doesn't keep attack sets apart, or of a square that there isn't.
    Factor(Factor),
    /// Seats that aren't those of all squares in their order, or that clash.
    Seats,
}

impl Shrink<'_> {
    /// The state after the last unit.
    #[must_use]
    pub fn state(&self) -> State {
        let seats = |seats: &mut dyn Iterator<Item = &Seat>| {
            let seats = seats.enumerate().map(|(at, seat)| seated(at, self.ground, seat));
            seats.collect::<Vec<Seated>>()
        };
        let mut pool = Vec::new();
        for (square, entries) in self.ground.squares.iter().zip(&self.pools) {
            let (piece, bit) = (square.piece, square.square.bit);
            pool.extend(entries.shaped().map(|shaped| Factor { piece, bit, magic: shaped.magic }));
        }
        State {
            units: self.units,
            curve: self.curve.clone(),
            gap: self.packer.gap,
            since: self.packer.since,
            best: seats(&mut self.packer.best.iter()),
            now: seats(&mut self.packer.seats.iter().flatten()),
            pool,
        }
    }

    /// Goes on from a state. Every factor is tried on every subset, and the best packing is proved.
    pub fn resume(&mut self, state: &State) -> Result<(), StateError> {
        if !state.best.is_empty() {
            let best = self.seats(&state.best)?;
            for (square, seat) in self.ground.squares.iter().zip(&best) {
                if let Some(shift) = &mut self.shifts[square.piece] {
                    *shift = seat.image.magic.shift;
                }
            }
            self.packer.best = best;
            self.curve.clear();
            if !self.take_best() {
                return Err(StateError::Seats);
            }
        }
        for factor in &state.pool {
            if !self.add(*factor) {
                return Err(StateError::Factor(*factor));
            }
        }
        if !state.now.is_empty() {
            let now = self.seats(&state.now)?;
            if !self.packer.seat_apart(&now) {
                return Err(StateError::Seats);
            }
        }
        (self.units, self.packer.gap, self.packer.since) = (state.units, state.gap, state.since);
        self.curve.clone_from(&state.curve);
        Ok(())
    }

    fn seats(&mut self, seats: &[Seated]) -> Result<Vec<Seat>, StateError> {
        if seats.len() != self.ground.squares.len() {
            return Err(StateError::Seats);
        }
        let mut found = Vec::with_capacity(seats.len());
        for (square, seated) in self.ground.squares.iter().zip(seats) {
            let factor = seated.factor;
            if (factor.piece, factor.bit) != (square.piece, square.square.bit) {
                return Err(StateError::Seats);
            }
            let seat = unseated(&mut self.gauge, square, self.goal, *seated);
            found.push(seat.ok_or(StateError::Factor(factor))?);
        }
        // Slots far behind all others would take more memory than there may be.
        let ranges: usize = found.iter().map(|seat| seat.image.length()).sum();
        let is_far = found.iter().any(|seat| seat.position > FARTHEST.max(4 * ranges));
        if is_far { Err(StateError::Seats) } else { Ok(found) }
    }
}
