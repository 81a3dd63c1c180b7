//! Pools of images and a start in; a shorter packing, by ruin and recreate, out.
//!
//! A few squares are taken out, and put back one by one where they touch most: other images, other positions. The
//! price of a state is what sticks out above a target, and to a lesser part its taken slots and the edges between
//! taken and empty ones, which are what later squares can't use. Simulated annealing decides what stays (ruin and
//! recreate: Schrimpf, Schneider, Stamm-Wilbrandt, Dueck, 2000). Once nothing sticks out the target falls.

use std::sync::Arc;

use super::candidate::{Pool, accepts, mutate};
use super::image::{Bench, Image, Square};
use super::table::{Table, Tenant};
use super::{Goal, Sharing};
use crate::Watch;
use crate::search::stream::Stream;

/// What a slot above the target costs, in the unit of an edge.
const ABOVE: i64 = 8;
/// What a taken slot costs.
const USED: i64 = 2;
/// Free positions that are compared for one image.
const COMPARED: usize = 24;
/// Tries for a neighbour of a factor that keeps its attack sets apart.
const NEIGHBOURS: usize = 48;

/// Ruins without a shorter packing after which the target rises, if it had fallen by more than the least step.
const PATIENCE: u64 = 2_000;
/// The largest step by which the target falls, in the least.
const LARGEST: usize = 16;

/// A square in the table.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) image: Arc<Image>,
    /// The slot of its lowest index.
    pub(super) position: usize,
}

/// The highest taken slot plus one.
pub(super) fn end(seats: &[Seat]) -> usize {
    seats.iter().map(|seat| seat.position + seat.image.length).max().unwrap_or(0)
}

/// Whether a square's offset would be negative.
pub(super) fn has_negative(seats: &[Seat]) -> bool {
    seats.iter().any(|seat| seat.position < seat.image.low)
}

/// One sequence of ruins.
pub(super) struct Chain<'a> {
    squares: &'a [Square<'a>],
    goal: Goal,
    pub(super) pools: Vec<Pool>,
    seats: Vec<Option<Seat>>,
    pub(super) best: Vec<Seat>,
    table: Table,
    target: usize,
    /// What sticks out.
    above: i64,
    bench: Bench,
    stream: Stream,
}

impl<'a> Chain<'a> {
    /// `start` has a seat for each square, or is empty: then each image goes where it fits first.
    pub(super) fn new(
        squares: &'a [Square<'a>],
        goal: Goal,
        pools: Vec<Pool>,
        start: &[Seat],
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
            bench: Bench::new(goal.hash),
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

    /// The largest first, each as low as it goes.
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

    /// Work done so far.
    fn work(&self) -> u64 {
        self.table.work + 2 * self.bench.work
    }

    /// Ruins and recreates until `work` is done.
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

    /// The target is less than what was reached by so many two-thousandths, or the same without negative offsets.
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

    fn overhang(&self, seat: &Seat) -> i64 {
        let above = (seat.position + seat.image.length).saturating_sub(self.target);
        let below = seat.image.low.saturating_sub(seat.position);
        (above + 64 * below) as i64
    }

    fn tenant<'b>(&self, square: usize, image: &'b Image) -> Tenant<'b> {
        Tenant { square, reach: self.squares[square].square.reach, image }
    }

    fn sit(&mut self, square: usize, seat: Seat) {
        self.table.reserve(&seat.image, seat.position);
        self.above += self.overhang(&seat);
        self.table.insert(self.tenant(square, &seat.image), seat.position);
        self.seats[square] = Some(seat);
    }

    fn leave(&mut self, square: usize) -> Option<Seat> {
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

    /// Takes two to seven squares out: one that sticks out, or any, and some that lie near it or anywhere.
    fn ruin(&mut self, removed: &mut Vec<(usize, Seat)>) {
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
            // Where it might go, rather than where it is.
            self.stream.modulo(self.target.max(1))
        };
        self.take(first, removed);
        let mut tries = 0;
        while removed.len() < count && tries < 64 {
            tries += 1;
            let square = self.any();
            let near = |seat: &Seat| {
                let slack = 64 * tries;
                seat.position <= centre + slack
                    && centre <= seat.position + seat.image.length + slack
            };
            if !is_near || self.seats[square].as_ref().is_some_and(near) {
                self.take(square, removed);
            }
        }
    }

    fn take(&mut self, square: usize, removed: &mut Vec<(usize, Seat)>) {
        removed.extend(self.leave(square).map(|seat| (square, seat)));
    }

    fn any(&mut self) -> usize {
        self.stream.modulo(self.squares.len())
    }

    /// One of the squares that stick out.
    fn sticking(&mut self) -> Option<usize> {
        let sticks =
            |seat: &Option<Seat>| seat.as_ref().is_some_and(|seat| self.overhang(seat) > 0);
        let count = self.seats.iter().filter(|seat| sticks(seat)).count();
        let which = self.stream.modulo(count.max(1));
        let mut sticking = (0..self.seats.len()).filter(|square| {
            let seat = &self.seats[*square];
            seat.as_ref().is_some_and(|seat| self.overhang(seat) > 0)
        });
        sticking.nth(which)
    }

    fn recreate(&mut self, removed: &[(usize, Seat)]) -> bool {
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

    /// Images to try: the one it had, one or two of the pool, a neighbour.
    fn images(&mut self, square: usize, seat: &Seat) -> Vec<Arc<Image>> {
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

    /// A neighbour of the factor that uses about as many slots.
    fn neighbour(&mut self, square: usize, image: &Image) -> Option<Image> {
        let of = &self.squares[square];
        let limit = image.shape.used + image.shape.used / 16 + 2;
        let runs = image.shape.runs + image.shape.runs / 8 + 2;
        for _ in 0..NEIGHBOURS {
            let magic = mutate(&mut self.stream, of, self.goal, image.magic);
            let shape = self.bench.shape(of, magic);
            if shape.is_some_and(|shape| shape.used <= limit && shape.runs <= runs) {
                return self.bench.image(of, magic);
            }
        }
        None
    }

    /// The best of the images at the best of some positions, and its price.
    fn place(&mut self, square: usize, images: &[Arc<Image>]) -> Option<(Seat, i64)> {
        let mut best: Option<(Seat, i64)> = None;
        for image in images {
            if let Some((position, price)) = self.position(square, image)
                && best.as_ref().is_none_or(|(_, least)| price < *least)
            {
                best = Some((Seat { image: Arc::clone(image), position }, price));
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
            // From anywhere, around.
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

    fn restore(&mut self, removed: &[(usize, Seat)]) {
        for (square, _) in removed {
            self.leave(*square);
        }
        for (square, seat) in removed {
            self.sit(*square, seat.clone());
        }
    }
}
