//! Shortens a packing by ruin and recreate.
//!
//! A few squares are taken out and put back one by one where they touch most, with other images at other positions. The
//! price of a state counts the slots that stick out above a target and, to a lesser part, the taken slots and the edges
//! between taken and empty slots, which later squares can't use. Simulated annealing decides whether a new state is
//! kept (ruin and recreate: Schrimpf, Schneider, Stamm-Wilbrandt, Dueck, 2000). Once nothing sticks out, the target
//! falls.

use std::sync::Arc;

use super::candidate::{ImagePool, accepts, mutate};
use super::image::{FactorTrial, Image, Square};
use super::table::{Table, Tenant};
use super::{Goal, Sharing};
use crate::Watch;
use crate::stream::Stream;

/// The price of a slot above the target, where an edge costs 1.
const ABOVE: i64 = 8;
/// The price of a taken slot, where an edge costs 1.
const USED: i64 = 2;
/// The number of free positions that are compared for one image.
const COMPARED: usize = 24;
/// The number of tries for a neighbour of a factor that keeps its attack sets apart.
const NEIGHBOURS: usize = 48;

/// The number of ruins without a shorter packing after which the target rises, if it had fallen by more than the least
/// step.
const PATIENCE: u64 = 2_000;
/// The largest step by which the target falls, in multiples of the least step.
const LARGEST: usize = 16;

/// A square's image and its position in the table.
#[derive(Clone, Debug)]
pub(super) struct ChainSeat {
    pub(super) image: Arc<Image>,
    /// The slot of the image's lowest index.
    pub(super) position: usize,
}

/// The highest taken slot plus one: the length of the table.
pub(super) fn end(seats: &[ChainSeat]) -> usize {
    seats.iter().map(|seat| seat.position + seat.image.length).max().unwrap_or(0)
}

/// Whether some square's offset would be negative.
pub(super) fn has_negative(seats: &[ChainSeat]) -> bool {
    seats.iter().any(|seat| seat.position < seat.image.low)
}

/// A sequence of ruins and recreations, with all that it works on.
pub(super) struct Chain<'a> {
    squares: &'a [Square<'a>],
    goal: Goal,
    pub(super) pools: Vec<ImagePool>,
    seats: Vec<Option<ChainSeat>>,
    pub(super) best: Vec<ChainSeat>,
    table: Table,
    target: usize,
    /// The sum of all overhangs, in slots.
    above: i64,
    bench: FactorTrial,
    stream: Stream,
}

impl<'a> Chain<'a> {
    /// `start` has a seat for each square. If it is empty, each image goes where it fits first.
    pub(super) fn new(
        squares: &'a [Square<'a>],
        goal: Goal,
        pools: Vec<ImagePool>,
        start: &[ChainSeat],
        stream: Stream,
    ) -> Self {
        let mut chain = Self {
            squares,
            goal,
            pools,
            seats: vec![None; squares.len()],
            best: start.to_vec(),
            table: Table::new(goal.sharing, end(start)),
            target: usize::MAX / 2,
            above: 0,
            bench: FactorTrial::new(goal.hash),
            stream,
        };
        if start.is_empty() {
            chain.first();
        } else {
            for (square, seat) in start.iter().enumerate() {
                chain.sit(square, seat.clone());
            }
        }
        chain
    }

    /// Seats the largest squares first, each as low as it fits.
    fn first(&mut self) {
        self.target = 0;
        let mut order: Vec<usize> = (0..self.squares.len()).collect();
        order.sort_by_key(|square| {
            let image = self.pools[*square].images.first();
            (std::cmp::Reverse(image.map(|image| image.shape.used)), *square)
        });
        for square in order {
            let images: Vec<_> = self.pools[square].images.iter().take(3).cloned().collect();
            if let Some((seat, _)) = self.place(square, &images) {
                self.sit(square, seat);
            }
        }
        self.best = self.seats.iter().flatten().cloned().collect();
    }

    /// The work done so far.
    fn work(&self) -> u64 {
        self.table.work + 2 * self.bench.work
    }

    /// Ruins and recreates until `work` is done or the watch stops it.
    pub(super) fn run(&mut self, work: u64, hottest: i64, watch: &Watch) {
        let begin = self.work();
        let mut gap = 1;
        self.aim(gap);
        let mut removed = Vec::new();
        let mut since = 0;
        while self.work() - begin < work {
            since += 1;
            watch.step(self.work() - begin, work);
            if watch.is_stopped() {
                break;
            }
            if since % PATIENCE == 0 && gap > 1 {
                gap /= 2;
                self.aim(gap);
            }
            let left = 1024 - (u128::from(self.work() - begin) * 1024 / u128::from(work)) as i64;
            let heat = hottest * left / 1024 + 1;
            let before = self.energy();
            self.ruin(&mut removed);
            let is_complete = self.recreate(&removed);
            let after = self.energy();
            if !is_complete || !accepts(&mut self.stream, after - before, heat) {
                self.restore(&removed);
            } else if self.above == 0 {
                self.keep();
                if since < PATIENCE / 8 {
                    gap = (2 * gap).min(LARGEST);
                }
                since = 0;
                self.aim(gap);
            }
        }
    }

    /// Sets the target to the length that was reached less `gap` two-thousandths of it; or, while the best packing has
    /// negative offsets, to that length itself.
    fn aim(&mut self, gap: usize) {
        let reached = end(&self.best);
        let less = 1 + gap * reached / 2000;
        self.target = if has_negative(&self.best) { reached } else { reached.saturating_sub(less) };
        self.above = self.seats.iter().flatten().map(|seat| self.overhang(seat)).sum();
    }

    fn keep(&mut self) {
        self.best = self.seats.iter().flatten().cloned().collect();
        for (pool, seat) in self.pools.iter_mut().zip(&self.best) {
            pool.add(Arc::clone(&seat.image));
        }
    }

    fn energy(&self) -> i64 {
        ABOVE * self.above + USED * self.table.used + self.table.edges
    }

    fn overhang(&self, seat: &ChainSeat) -> i64 {
        let above = (seat.position + seat.image.length).saturating_sub(self.target);
        let below = seat.image.low.saturating_sub(seat.position);
        (above + 64 * below) as i64
    }

    fn tenant<'b>(&self, square: usize, image: &'b Image) -> Tenant<'b> {
        Tenant { square, reach: self.squares[square].square.reach, image }
    }

    fn sit(&mut self, square: usize, seat: ChainSeat) {
        self.table.reserve(&seat.image, seat.position);
        self.above += self.overhang(&seat);
        self.table.insert(self.tenant(square, &seat.image), seat.position);
        self.seats[square] = Some(seat);
    }

    fn leave(&mut self, square: usize) -> Option<ChainSeat> {
        let seat = self.seats[square].take()?;
        self.above -= self.overhang(&seat);
        let tenant = self.tenant(square, &seat.image);
        let (seats, squares) = (&self.seats, self.squares);
        let other = |square: usize| {
            let seat = seats[square].as_ref().expect("a tenant sits");
            let reach = squares[square].square.reach;
            (Tenant { square, reach, image: &seat.image }, seat.position)
        };
        self.table.remove(tenant, seat.position, other);
        Some(seat)
    }

    /// Takes two to seven squares out: first one that sticks out, or any square, then some that lie near or anywhere.
    fn ruin(&mut self, removed: &mut Vec<(usize, ChainSeat)>) {
        removed.clear();
        let count = (2 + self.stream.below(6) as usize).min(self.squares.len());
        let first = if self.stream.below(2) == 0 { self.sticking() } else { None };
        let first = first.unwrap_or_else(|| self.any());
        let is_near = self.stream.below(4) != 0;
        let centre = self.seats[first]
            .as_ref()
            .map_or(0, |seat| seat.position + self.stream.modulo(seat.image.length));
        let centre = if self.stream.below(2) == 0 {
            centre
        } else {
            // The centre is where the square might go, rather than where it is.
            self.stream.modulo(self.target.max(1))
        };
        self.take(first, removed);
        let mut tries = 0;
        while removed.len() < count && tries < 64 {
            tries += 1;
            let square = self.any();
            let near = |seat: &ChainSeat| {
                let slack = 64 * tries;
                seat.position <= centre + slack
                    && centre <= seat.position + seat.image.length + slack
            };
            if !is_near || self.seats[square].as_ref().is_some_and(near) {
                self.take(square, removed);
            }
        }
    }

    fn take(&mut self, square: usize, removed: &mut Vec<(usize, ChainSeat)>) {
        removed.extend(self.leave(square).map(|seat| (square, seat)));
    }

    fn any(&mut self) -> usize {
        self.stream.modulo(self.squares.len())
    }

    /// A random square among the squares that stick out.
    fn sticking(&mut self) -> Option<usize> {
        let sticks =
            |seat: &Option<ChainSeat>| seat.as_ref().is_some_and(|seat| self.overhang(seat) > 0);
        let count = self.seats.iter().filter(|seat| sticks(seat)).count();
        let which = self.stream.modulo(count.max(1));
        let mut sticking = (0..self.seats.len()).filter(|square| {
            let seat = &self.seats[*square];
            seat.as_ref().is_some_and(|seat| self.overhang(seat) > 0)
        });
        sticking.nth(which)
    }

    fn recreate(&mut self, removed: &[(usize, ChainSeat)]) -> bool {
        let mut order: Vec<(u32, usize)> = removed
            .iter()
            .enumerate()
            .map(|(at, (_, seat))| {
                let used = seat.image.shape.used;
                (used / 2 + used * self.stream.below(64) / 64, at)
            })
            .collect();
        order.sort_unstable_by(|one, other| other.cmp(one));
        for (_, at) in order {
            let (square, seat) = &removed[at];
            let images = self.images(*square, seat);
            let Some((seat, _)) = self.place(*square, &images) else { return false };
            self.sit(*square, seat);
        }
        true
    }

    /// Images to try for a square: the one it had, up to two of the pool, perhaps a neighbour.
    fn images(&mut self, square: usize, seat: &ChainSeat) -> Vec<Arc<Image>> {
        let mut images = vec![Arc::clone(&seat.image)];
        let pool = self.pools[square].images.len() as u32;
        for _ in 0..self.stream.below(3) {
            let which = self.stream.below(pool) as usize;
            images.extend(self.pools[square].images.get(which).cloned());
        }
        if self.squares[square].square.mask != 0 && self.stream.below(2) == 0 {
            images.extend(self.neighbour(square, &seat.image).map(Arc::new));
        }
        images
    }

    /// An image of a neighbour of the factor that uses about as many slots and runs.
    fn neighbour(&mut self, square: usize, image: &Image) -> Option<Image> {
        let square = &self.squares[square];
        let limit = image.shape.used + image.shape.used / 16 + 2;
        let runs = image.shape.runs + image.shape.runs / 8 + 2;
        for _ in 0..NEIGHBOURS {
            let magic = mutate(&mut self.stream, square, self.goal, image.magic);
            let shape = self.bench.shape(square, magic);
            if shape.is_some_and(|shape| shape.used <= limit && shape.runs <= runs) {
                return self.bench.image(square, magic);
            }
        }
        None
    }

    /// The cheapest seat for the images among the positions that are compared, and its price.
    fn place(&mut self, square: usize, images: &[Arc<Image>]) -> Option<(ChainSeat, i64)> {
        let mut best: Option<(ChainSeat, i64)> = None;
        for image in images {
            if let Some((position, price)) = self.position(square, image)
                && best.as_ref().is_none_or(|(_, least)| price < *least)
            {
                best = Some((ChainSeat { image: Arc::clone(image), position }, price));
            }
        }
        best
    }

    fn position(&mut self, square: usize, image: &Arc<Image>) -> Option<(usize, i64)> {
        let reach = self.squares[square].square.reach;
        let last = self.table.end().max(image.low);
        self.table.reserve(image, last);
        let below = (self.target + 1).saturating_sub(image.length).clamp(image.low, last);
        let mut best: Option<(usize, i64)> = None;
        let mut left = match self.goal.sharing {
            Sharing::None => COMPARED,
            Sharing::PostMask => usize::MAX,
        };
        if below > image.low {
            // Positions are compared from a random one up to the target, and then from the lowest one up to it.
            let middle = image.low + self.stream.modulo(below - image.low);
            let stream = &mut self.stream;
            let mut look = |table: &mut Table, position| {
                let gain = table.gain(image, position);
                let price = USED * gain.used + gain.edges + i64::from(stream.below(4));
                if best.is_none_or(|(_, least)| price < least) {
                    best = Some((position, price));
                }
                left -= 1;
                left > 0
            };
            if self.table.fits(image, reach, middle, below, &mut look) {
                self.table.fits(image, reach, image.low, middle, &mut look);
            }
        }
        if best.is_none() {
            let target = self.target;
            self.table.fits(image, reach, below, last + 1, |table, position| {
                let gain = table.gain(image, position);
                let above = (position + image.length).saturating_sub(target) as i64;
                best = Some((position, ABOVE * above + USED * gain.used + gain.edges));
                false
            });
        }
        best
    }

    fn restore(&mut self, removed: &[(usize, ChainSeat)]) {
        for (square, _) in removed {
            self.leave(*square);
        }
        for (square, seat) in removed {
            self.sit(*square, seat.clone());
        }
    }
}
