//! Shortens a packing by ruin and recreate (Schrimpf, Schneider, Stamm-Wilbrandt, Dueck, 2000).
//!
//! A few squares are taken out, and put back one by one where they touch most, with other images at other positions.
//! The price of a state counts the slots that stick out above a target and, to a lesser part, the taken slots and the
//! edges between taken and empty slots, which later squares can't use. Annealing decides whether a new state is kept.
//! Once nothing sticks out, the target falls. Some changes put a square where others stand (`eject`), move all above a cut
//! (`slide`), or stack all large squares anew, one or two of them elsewhere (`restack`).

mod eject;
mod place;
mod restack;
mod slide;

pub(super) use eject::meet;

use std::sync::Arc;

use super::image::{Gauge, SlotImage};
use super::pool::FactorPool;
use super::table::{SlotTable, SlotTenant};
use magicgen_search::Stream;
use magicgen_search::packing::candidate::accepts;
use magicgen_search::packing::image::Square;
use magicgen_search::packing::{Goal, Sharing};

/// One of `SLIDE` changes moves all images above a cut.
const SLIDE: u32 = 20;
/// One of `RESTACK` changes stacks all large squares anew.
const RESTACK: u32 = 40;
/// One of `EJECT` ruins begins with the new place of a square.
const EJECT: u32 = 3;
/// The price of a slot above the target, where an edge costs 1.
const ABOVE: i64 = 8;
/// The images of each square that the first packing tries.
const FIRST: usize = 12;
/// The number of ruins without a shorter packing after which the target rises, until it is a slot below the best.
const PATIENCE: u64 = 3_000;
/// The largest step by which the target falls, in two-thousandths of the length.
const LARGEST: usize = 16;

/// A square's image and its position in the table.
#[derive(Clone, Debug)]
pub(super) struct PackedSeat {
    pub(super) image: Arc<SlotImage>,
    /// The slot of the image's lowest index.
    pub(super) position: usize,
}

impl PackedSeat {
    /// The slot behind the image's last one.
    pub(super) fn end(&self) -> usize {
        self.position + self.image.length()
    }
}

/// The tools of a packer's run: all that it works with beside its seats.
pub(super) struct Tools<'a> {
    pub(super) pools: &'a mut [FactorPool],
    pub(super) gauge: &'a mut Gauge,
    pub(super) stream: &'a mut Stream,
    /// The least shift of each piece.
    pub(super) least: &'a [u8],
    /// The large squares, in their order; none where restacking is of no use.
    pub(super) large: &'a [usize],
    /// The known couples. Couples that save most come first.
    pub(super) couples: &'a [[(usize, PackedSeat); 2]],
}

/// The steepness of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slope {
    /// The heat at the beginning and at the end of this part of an annealing.
    pub(super) heat: (i64, i64),
    /// The price of a taken slot, where an edge costs 1.
    pub(super) used: i64,
}

/// The squares in the table.
pub(super) struct Packer<'a> {
    squares: &'a [Square<'a>],
    goal: Goal,
    pub(super) seats: Vec<Option<PackedSeat>>,
    pub(super) best: Vec<PackedSeat>,
    table: SlotTable,
    target: usize,
    /// The sum of all overhangs, in slots.
    above: i64,
    used_price: i64,
    /// The distance of the target from the best packing, in two-thousandths of its length.
    pub(super) gap: usize,
    /// The number of ruins since the best packing.
    pub(super) since: u64,
}

/// The highest taken slot plus one: the length of the table.
pub(super) fn end(seats: &[PackedSeat]) -> usize {
    seats.iter().map(PackedSeat::end).max().unwrap_or(0)
}

impl<'a> Packer<'a> {
    /// An empty table.
    pub(super) fn new(squares: &'a [Square<'a>], goal: Goal) -> Self {
        Self {
            squares,
            goal,
            seats: vec![None; squares.len()],
            best: Vec::new(),
            table: SlotTable::new(goal.sharing),
            target: usize::MAX / 2,
            above: 0,
            used_price: 2,
            gap: 1,
            since: 0,
        }
    }

    /// Empties the table and seats every square as in `seats`.
    pub(super) fn seat_all(&mut self, seats: &[PackedSeat]) {
        for square in 0..self.squares.len() {
            self.leave(square);
        }
        for (square, seat) in seats.iter().enumerate() {
            self.sit(square, seat.clone());
        }
    }

    /// As [`Self::seat_all`], but only if all seats fit.
    pub(super) fn seat_apart(&mut self, seats: &[PackedSeat]) -> bool {
        self.seat_all(&[]);
        seats.iter().enumerate().all(|(square, seat)| self.sit_if_free(square, seat))
    }

    /// Seats a square if it fits.
    pub(super) fn sit_if_free(&mut self, square: usize, seat: &PackedSeat) -> bool {
        self.table.reserve(&seat.image, seat.position);
        let fits = self.table.fits_at(self.tenant(square, &seat.image), seat.position);
        if fits {
            self.sit(square, seat.clone());
        }
        fits
    }

    /// Seats some squares as `laid`, and then the others one by one, the dearest image first. Each gets the image and
    /// the place that lengthen the table least.
    pub(super) fn first(&mut self, laid: Vec<(usize, PackedSeat)>, tools: &mut Tools) {
        self.seat_all(&[]);
        self.target = 0;
        for (square, seat) in laid {
            self.sit(square, seat);
        }
        let is_left = |square: &usize| self.seats[*square].is_none();
        let mut order: Vec<usize> = (0..self.squares.len()).filter(is_left).collect();
        let used = |at: usize| tools.pools[at].get(0).map_or(0, |shaped| shaped.shape.used);
        order.sort_by_key(|at| (std::cmp::Reverse(used(*at)), *at));
        for square in order {
            let mut best: Option<(PackedSeat, i64)> = None;
            for at in 0..FIRST.min(tools.pools[square].len()) {
                let place = &self.squares[square];
                let image = tools.pools[square].image(at, place, self.goal);
                let Some(image) = image else { continue };
                let Some(position) = self.lowest(square, &image, 0) else { continue };
                let gain = self.table.gain(&image, position);
                let price = 2 * (position + image.length()) as i64 + gain.edges + 2 * gain.used;
                if best.as_ref().is_none_or(|(_, least)| price < *least) {
                    best = Some((PackedSeat { image, position }, price));
                }
            }
            if let Some((seat, _)) = best {
                self.sit(square, seat);
            }
        }
        let seats = self.all_seats();
        if self.best.is_empty() || end(&seats) < end(&self.best) {
            self.best = seats;
        }
        (self.gap, self.since) = (1, 0);
    }

    /// The lowest position from `floor` on at which an image fits.
    fn lowest(&mut self, square: usize, image: &Arc<SlotImage>, floor: usize) -> Option<usize> {
        let from = floor.max(image.low);
        let end = self.table.end().max(from);
        self.table.reserve(image, end);
        let mut found = None;
        self.table.fits(self.tenant(square, image), from, end + 1, |position| {
            found = Some(position);
            false
        });
        found
    }

    /// Whether each slot serves one square, so that slots alone tell which images stand in the way.
    fn is_exclusive(&self) -> bool {
        self.goal.sharing == Sharing::None
    }

    /// The work done so far.
    fn work(&self, gauge: &Gauge) -> u64 {
        self.table.work.get() + 2 * gauge.bench.work
    }

    /// Ruins and recreates until `work` is done. Returns whether the packing got shorter.
    pub(super) fn run(&mut self, work: u64, slope: Slope, tools: &mut Tools) -> bool {
        let begin = self.work(tools.gauge);
        let length = end(&self.best);
        self.used_price = slope.used;
        self.aim();
        // Among packings of one length, the packing that leaves more to later changes is kept.
        let mut best = (length, self.filling_of(&self.best));
        let mut removed = Vec::new();
        loop {
            let done = self.work(tools.gauge) - begin;
            if done >= work {
                break;
            }
            self.since += 1;
            if self.since.is_multiple_of(PATIENCE) && self.gap > 0 {
                self.gap /= 2;
                self.aim();
            }
            let part = (u128::from(done) * 1024 / u128::from(work)) as i64;
            let heat = (slope.heat.0 * (1024 - part) + slope.heat.1 * part) / 1024 + 1;
            let before = self.energy();
            let is_complete = if !tools.large.is_empty() && tools.stream.below(RESTACK) == 0 {
                self.restack(&mut removed, tools)
            } else if self.is_exclusive() && tools.stream.below(SLIDE) == 0 {
                self.slide(&mut removed, tools)
            } else if self.is_exclusive() && tools.stream.below(EJECT) == 0 {
                self.eject(&mut removed, tools) && self.recreate(&removed[1..], tools)
            } else {
                self.ruin(&mut removed, tools.stream);
                self.recreate(&removed, tools)
            };
            let after = self.energy();
            if !is_complete || !accepts(tools.stream, after - before, heat) {
                self.restore(&removed);
                continue;
            }
            let now = (self.table.end(), self.filling());
            if now.0 < best.0 {
                self.keep(tools);
            } else if now < best {
                self.best = self.all_seats();
            }
            best = best.min(now);
        }
        best.0 < length
    }

    /// Sets the target to the length that was reached less `gap` two-thousandths of it.
    fn aim(&mut self) {
        let reached = end(&self.best);
        self.target = reached.saturating_sub(1 + self.gap * reached / 2000);
        self.above = self.seats.iter().flatten().map(|seat| self.overhang(seat)).sum();
    }

    /// Keeps the packing, which is shorter than any before. If nothing sticks out above the target, the target falls.
    fn keep(&mut self, tools: &mut Tools) {
        self.best = self.all_seats();
        for ((pool, seat), square) in tools.pools.iter_mut().zip(&self.best).zip(self.squares) {
            if let Some(shaped) = tools.gauge.shape(square, self.goal, seat.image.magic, true) {
                pool.add(self.goal, shaped);
            }
        }
        if self.above == 0 {
            if self.since < PATIENCE / 8 {
                self.gap = (2 * self.gap).clamp(1, LARGEST);
            }
            self.aim();
        }
        self.since = 0;
    }

    /// The seats of all squares, which all have one.
    fn all_seats(&self) -> Vec<PackedSeat> {
        self.seats.iter().flatten().cloned().collect()
    }

    fn energy(&self) -> i64 {
        ABOVE * self.above + self.filling()
    }

    /// The price of the taken slots and of the edges.
    fn filling(&self) -> i64 {
        self.used_price * self.table.used + self.table.edges
    }

    /// The same of other seats.
    pub(super) fn filling_of(&self, seats: &[PackedSeat]) -> i64 {
        let mut table = SlotTable::new(self.goal.sharing);
        for (square, seat) in seats.iter().enumerate() {
            table.reserve(&seat.image, seat.position);
            table.insert(self.tenant(square, &seat.image), seat.position);
        }
        self.used_price * table.used + table.edges
    }

    fn overhang(&self, seat: &PackedSeat) -> i64 {
        seat.end().saturating_sub(self.target) as i64
    }

    fn tenant<'b>(&self, square: usize, image: &'b SlotImage) -> SlotTenant<'b>
    where
        'a: 'b,
    {
        let place = &self.squares[square];
        SlotTenant { square, reach: place.square.reach, image }
    }

    fn sit(&mut self, square: usize, seat: PackedSeat) {
        self.table.reserve(&seat.image, seat.position);
        self.above += self.overhang(&seat);
        let image = Arc::clone(&seat.image);
        self.table.insert(self.tenant(square, &image), seat.position);
        self.seats[square] = Some(seat);
    }

    fn leave(&mut self, square: usize) -> Option<PackedSeat> {
        let seat = self.seats[square].take()?;
        self.above -= self.overhang(&seat);
        self.table.remove(self.tenant(square, &seat.image), seat.position);
        Some(seat)
    }

    /// Takes two to seven squares out: first one that sticks out, or any square, then some that lie near or anywhere.
    fn ruin(&mut self, removed: &mut Vec<(usize, PackedSeat)>, stream: &mut Stream) {
        removed.clear();
        let count = (2 + stream.below(6) as usize).min(self.squares.len());
        let first = if stream.below(2) == 0 { self.sticking(stream) } else { None };
        let first = first.unwrap_or_else(|| stream.pick(self.squares.len()));
        let is_near = stream.below(4) != 0;
        let centre = match &self.seats[first] {
            Some(seat) if stream.below(2) == 0 => seat.position + stream.pick(seat.image.length()),
            // The centre is where the square might go, rather than where it is.
            _ => stream.pick(self.target.max(1)),
        };
        removed.extend(self.leave(first).map(|seat| (first, seat)));
        let mut tries = 0;
        while removed.len() < count && tries < 64 {
            tries += 1;
            let square = stream.pick(self.squares.len());
            let near = |seat: &PackedSeat| {
                let slack = 64 * tries;
                seat.position <= centre + slack && centre <= seat.end() + slack
            };
            if !is_near || self.seats[square].as_ref().is_some_and(near) {
                removed.extend(self.leave(square).map(|seat| (square, seat)));
            }
        }
    }

    /// A random square among the squares that stick out.
    fn sticking(&self, stream: &mut Stream) -> Option<usize> {
        let sticks =
            |seat: &Option<PackedSeat>| seat.as_ref().is_some_and(|seat| self.overhang(seat) > 0);
        let count = self.seats.iter().filter(|seat| sticks(seat)).count();
        let which = stream.pick(count.max(1));
        (0..self.seats.len()).filter(|square| sticks(&self.seats[*square])).nth(which)
    }

    fn recreate(&mut self, removed: &[(usize, PackedSeat)], tools: &mut Tools) -> bool {
        let mut order: Vec<(u32, usize)> = Vec::with_capacity(removed.len());
        for (at, (_, seat)) in removed.iter().enumerate() {
            let used = seat.image.shape.used;
            order.push((used / 2 + used * tools.stream.below(64) / 64, at));
        }
        order.sort_unstable_by(|one, other| other.cmp(one));
        for (_, at) in order {
            let (square, seat) = &removed[at];
            let mut best: Option<(PackedSeat, i64)> = None;
            for image in self.images(*square, seat, tools) {
                if let Some((position, price)) = self.position(*square, &image, tools.stream)
                    && best.as_ref().is_none_or(|(_, least)| price < *least)
                {
                    best = Some((PackedSeat { image, position }, price));
                }
            }
            let Some((seat, _)) = best else { return false };
            self.sit(*square, seat);
        }
        true
    }

    fn restore(&mut self, removed: &[(usize, PackedSeat)]) {
        for (square, _) in removed {
            self.leave(*square);
        }
        for (square, seat) in removed {
            self.sit(*square, seat.clone());
        }
    }
}

#[cfg(test)]
impl Packer<'_> {
    /// Asserts that a kept change has seated all squares apart from one another. Undoes a change that isn't kept, and
    /// asserts that the seats are the seats from before.
    fn kept_or_undone(
        &mut self,
        is_kept: bool,
        removed: &[(usize, PackedSeat)],
        before: &[PackedSeat],
    ) {
        if is_kept {
            let all = self.all_seats();
            let sum: u32 = all.iter().map(|seat| seat.image.shape.used).sum();
            assert_eq!((all.len(), self.table.used), (self.seats.len(), i64::from(sum)));
            assert!(self.seat_apart(&all), "squares clash");
        } else {
            self.restore(removed);
            let same = |(one, other): (&PackedSeat, &PackedSeat)| one.position == other.position;
            assert!(self.all_seats().iter().zip(before).all(same));
        }
    }
}
