//! All that a search has to keep to be continued.

use super::image::Shaped;
use super::packer::PackedSeat;
use super::{Shrink, seated, unseated};
use magicgen_search::Magic;

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
pub struct Shortening {
    /// The number of units done by then.
    pub unit: u64,
    /// The number of entries.
    pub entries: usize,
}

/// The state of a search between two units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShrinkState {
    /// True if the search began without known factors.
    pub is_from_nothing: bool,
    /// The number of units done.
    pub units: u64,
    /// The units that shortened the packing.
    pub curve: Vec<Shortening>,
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
    /// Factors of large squares that use few slots, square by square. The fewest slots come first.
    pub spread: Vec<Factor>,
    /// The couples. Couples that save most come first.
    pub couples: Vec<Couple>,
}

/// Two squares with images that lie in each other's holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Couple {
    /// The squares' factors and positions, in the order of the squares. The lower position is 0.
    pub seats: [Seated; 2],
    /// The number of slots by which the couple is shorter than the shortest known ranges of both squares together.
    pub gain: usize,
}

/// Why a state can't be continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateError {
    /// A factor that doesn't keep attack sets apart, or of a square that there isn't.
    Factor(Factor),
    /// Seats that clash, or aren't the seats of all squares in their order.
    Seats,
    /// A couple whose squares clash, or aren't two in their order.
    Couple(Couple),
}

impl Shrink<'_> {
    /// The state after the last unit.
    #[must_use]
    pub fn state(&self) -> ShrinkState {
        let seats = |seats: &mut dyn Iterator<Item = &PackedSeat>| {
            let seats = seats.enumerate().map(|(at, seat)| seated(at, self.ground, seat));
            seats.collect::<Vec<Seated>>()
        };
        let (mut pool, mut spread) = (Vec::new(), Vec::new());
        for (square, entries) in self.ground.squares.iter().zip(&self.pools) {
            let (piece, bit) = (square.piece, square.square.bit);
            let factor = |shaped: Shaped| Factor { piece, bit, magic: shaped.magic };
            pool.extend(entries.shaped().map(factor));
            spread.extend(entries.spread().iter().copied().map(factor));
        }
        ShrinkState {
            is_from_nothing: self.is_from_nothing,
            units: self.units,
            curve: self.curve.clone(),
            gap: self.packer.gap,
            since: self.packer.since,
            best: seats(&mut self.packer.best.iter()),
            now: seats(&mut self.packer.seats.iter().flatten()),
            pool,
            spread,
            couples: self.couples.clone(),
        }
    }

    /// Goes on from a state. Every factor is tried on every subset, and the best packing is proved.
    pub fn resume(&mut self, state: &ShrinkState) -> Result<(), StateError> {
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
        self.add_pool(state)?;
        if !state.now.is_empty() {
            let now = self.seats(&state.now)?;
            if !self.packer.seat_apart(&now) {
                return Err(StateError::Seats);
            }
        }
        (self.units, self.packer.gap, self.packer.since) = (state.units, state.gap, state.since);
        self.is_from_nothing = state.is_from_nothing;
        self.curve.clone_from(&state.curve);
        Ok(())
    }

    /// Adds a state's factors and couples to this search, if they serve its goal. Every factor is tried on every
    /// subset.
    pub fn add_pool(&mut self, state: &ShrinkState) -> Result<(), StateError> {
        for factor in &state.pool {
            let Some((at, shaped)) = self.shaped(*factor)? else { continue };
            self.pools[at].add(self.goal, shaped);
        }
        for factor in &state.spread {
            let Some((at, shaped)) = self.shaped(*factor)? else { continue };
            self.pools[at].add_spread(shaped);
        }
        for couple in &state.couples {
            for seated in couple.seats {
                self.shaped(seated.factor)?;
            }
            if !self.add_couple(*couple) {
                return Err(StateError::Couple(*couple));
            }
        }
        Ok(())
    }

    /// The place of a factor's square and its shape, if the goal allows its key and its shift; an error if it maps
    /// different attack sets to one index.
    fn shaped(&mut self, factor: Factor) -> Result<Option<(usize, Shaped)>, StateError> {
        let error = StateError::Factor(factor);
        let at = self.ground.at(factor.piece, factor.bit).ok_or(error)?;
        let square = &self.ground.squares[at];
        let shift = factor.magic.shift;
        let is_usual = self.shifts[square.piece].is_none_or(|own| own == shift)
            && shift >= self.least[square.piece];
        let Magic { factor, constant, .. } = factor.magic;
        let magic = square.magic(self.goal.hash, self.goal.key, factor, constant, shift);
        let shaped = self.gauge.shape(square, self.goal, magic, true).ok_or(error)?;
        Ok((is_usual && magic.constant == constant).then_some((at, shaped)))
    }

    fn seats(&mut self, seats: &[Seated]) -> Result<Vec<PackedSeat>, StateError> {
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
