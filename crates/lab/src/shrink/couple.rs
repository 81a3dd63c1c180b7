//! Couples: images of two squares that lie in each other's holes.
//!
//! Some squares have images with regular holes, which are long for the slots that they use. These images are dear by
//! themselves, and a packer that moves one square at a time rarely meets the other image that fits between the slots.
//! So the images of two squares are tried on each other, at all positions. Couples that are shorter than the shortest
//! ranges of both squares are kept. They are placed as one image (`packer::restack`), or as parts of a row where
//! packings begin with one (`layout`).

use std::sync::Arc;

use super::image::SlotImage;
use super::lane::Lane;
use super::packer::{PackedSeat, meet};
use super::pool::FactorPool;
use super::schedule::has_layouts;
use super::state::Couple;
use super::table::{SlotTable, SlotTenant};
use super::{Shrink, seated, unseated};
use magicgen_search::packing::image::Square;
use magicgen_search::packing::{Goal, Sharing};

/// A square is large if it has at least `1 / LARGE` of all squares' subsets.
const LARGE: usize = 256;
/// The number of couples of the same two squares that are kept.
const SAME: usize = 3;
/// The number of couples of one square that are kept. A range with a wide gap takes in any other square.
const ONE: usize = 16;

impl Shrink<'_> {
    /// The squares with many subsets, each of whose images takes a good part of the table.
    pub(super) fn large(&self) -> Vec<usize> {
        let subsets = |at: usize| self.ground.squares[at].subsets();
        let all: usize = (0..self.ground.squares.len()).map(subsets).sum();
        let is_large =
            |at: &usize| LARGE * subsets(*at) >= all && self.ground.squares[*at].square.mask != 0;
        (0..self.ground.squares.len()).filter(is_large).collect()
    }

    /// The places of a couple's squares among all.
    fn squares(&self, couple: &Couple) -> Option<[usize; 2]> {
        let [one, other] = couple.seats.map(|seated| seated.factor);
        Some([self.ground.at(one.piece, one.bit)?, self.ground.at(other.piece, other.bit)?])
    }

    /// The slots that each large square saves in its couple: half of the slots that the couple saves. In a layout each
    /// square has one couple, and couples that save most come first. Without layouts squares may be in any number of
    /// couples, and all numbers are 0.
    pub(super) fn saved(&self, large: &[usize]) -> Vec<u64> {
        let mut saved = vec![0; large.len()];
        if !has_layouts(self.goal) {
            return saved;
        }
        for couple in &self.couples {
            let places =
                self.squares(couple).map(|squares| squares.map(|at| large.binary_search(&at)));
            if let Some([Ok(one), Ok(other)]) = places
                && saved[one] == 0
                && saved[other] == 0
            {
                [saved[one], saved[other]] = [couple.gain as u64 / 2; 2];
            }
        }
        saved
    }

    /// The couples in the form that the packer needs.
    pub(super) fn blocks(&mut self) -> Vec<[(usize, PackedSeat); 2]> {
        let couples = self.couples.clone();
        couples.iter().filter_map(|couple| self.block(couple)).collect()
    }

    /// The squares of a couple with their seats; `None` if they have a slot in common, or aren't two in their order whose
    /// ranges meet.
    fn block(&mut self, couple: &Couple) -> Option<[(usize, PackedSeat); 2]> {
        let squares = self.squares(couple)?;
        let mut seat = |which: usize| {
            let square = &self.ground.squares[squares[which]];
            Some((
                squares[which],
                unseated(&mut self.gauge, square, self.goal, couple.seats[which])?,
            ))
        };
        let block = [seat(0)?, seat(1)?];
        let [one, other] = block.each_ref().map(|(_, seat)| seat);
        let (low, high) = if one.position == 0 { (one, other) } else { (other, one) };
        let is_couple = low.position == 0 && high.position < low.end() && !meet(low, high);
        (squares[0] < squares[1] && is_couple).then_some(block)
    }

    /// Adds a couple; of each two squares and of each one the best are kept. Returns false if it isn't one.
    pub(super) fn add_couple(&mut self, couple: Couple) -> bool {
        let is_couple = self.block(&couple).is_some();
        if is_couple && !self.couples.contains(&couple) {
            self.insert_couple(couple);
        }
        is_couple
    }

    /// Counts anew the slots that each couple saves, since shorter ranges have been found, and drops couples that save
    /// nothing.
    pub(super) fn renew_couples(&mut self) {
        for couple in std::mem::take(&mut self.couples) {
            let Some(block) = self.block(&couple) else { continue };
            let joined = block.iter().map(|(_, seat)| seat.end()).max().unwrap_or(0);
            let apart = apart(&self.pools, block.each_ref().map(|(at, _)| *at));
            if joined < apart {
                self.insert_couple(Couple { gain: apart - joined, ..couple });
            }
        }
    }

    fn insert_couple(&mut self, couple: Couple) {
        let at = self.couples.partition_point(|other| other.gain >= couple.gain);
        self.couples.insert(at, couple);
        let squares =
            |couple: &Couple| couple.seats.map(|seat| (seat.factor.piece, seat.factor.bit));
        let [one, other] = squares(&couple);
        self.keep_best(SAME, |couple| squares(couple) == [one, other]);
        self.keep_best(ONE, |couple| squares(couple).contains(&one));
        self.keep_best(ONE, |couple| squares(couple).contains(&other));
    }

    /// Drops the last of some couples if there are more than `most` of them.
    fn keep_best(&mut self, most: usize, is_one: impl Fn(&Couple) -> bool) {
        let mut places = (0..self.couples.len()).filter(|at| is_one(&self.couples[*at]));
        if places.clone().count() > most
            && let Some(last) = places.next_back()
        {
            self.couples.remove(last);
        }
    }
}

impl Lane<'_> {
    /// Tries images of one square on images of others until `work` is done. A square is tried more often if its
    /// shortest range has many holes beyond the fewest slots that the square needs, less the slots that a couple
    /// already saves.
    pub(super) fn find_couples(mut self, work: u64) -> Vec<Couple> {
        let mut found = Vec::new();
        let large = self.large;
        if large.len() < 2 {
            return found;
        }
        let left = |(at, saved): (&usize, &u64)| {
            let holes = u64::from(self.pools[*at].holes());
            holes.saturating_sub(*saved).max(holes / 8 + 1)
        };
        let left: Vec<u64> = large.iter().zip(self.saved).map(left).collect();
        let one = large[self.stream.pick_by(&left)];
        let mut table = SlotTable::new(Sharing::None);
        let ones = self.spread_images(one, &table);
        while table.work.get() < work {
            let other = large[self.stream.pick_by(&left)];
            if other != one {
                let others = self.spread_images(other, &table);
                found.extend(self.couple([one, other], [&ones, &others], &mut table));
            }
            // Squares without images cost a step, so that this ends.
            table.work.set(table.work.get() + 1 + work / 4096);
        }
        found
    }

    /// Images that use few slots, without attack sets, which couples have no use for.
    fn spread_images(&self, at: usize, table: &SlotTable) -> Vec<Arc<SlotImage>> {
        let (square, spread) = (&self.ground.squares[at], self.pools[at].spread());
        table.work.set(table.work.get() + (4 * spread.len() * square.subsets()) as u64);
        let goal = Goal { sharing: Sharing::None, ..self.goal };
        spread.iter().map(|shaped| SlotImage::of(square, goal, *shaped)).collect()
    }

    /// The shortest couple of these images, if it is shorter than the shortest ranges of both squares.
    fn couple(
        &self,
        at: [usize; 2],
        images: [&[Arc<SlotImage>]; 2],
        table: &mut SlotTable,
    ) -> Option<Couple> {
        let apart = apart(self.pools, at);
        let longest = images[1].iter().map(|other| other.length()).max().unwrap_or(0);
        let begin = longest.next_multiple_of(64);
        let (mut least, mut best) = (apart, None);
        for one in images[0] {
            let end = begin + one.length();
            table.reserve(one, end + longest);
            table.insert(tenant(&self.ground.squares[at[0]], at[0], one), begin);
            for other in images[1] {
                if (one.shape.used + other.shape.used) as usize >= least {
                    break;
                }
                let (length, guest) = (other.length(), &self.ground.squares[at[1]]);
                // The number of slots by which the ranges have to overlap.
                let overlap = (one.length() + length + 1).saturating_sub(least).max(1);
                if overlap > one.length().min(length) {
                    continue;
                }
                let (from, to) = (begin + overlap - length, end - overlap + 1);
                table.fits(tenant(guest, at[1], other), from, to, |position| {
                    let low = position.min(begin);
                    let joined = (position + length).max(end) - low;
                    if joined < least {
                        let seat =
                            |image, position| PackedSeat { image: Arc::clone(image), position };
                        least = joined;
                        best = Some([seat(one, begin - low), seat(other, position - low)]);
                    }
                    true
                });
            }
            table.remove(tenant(&self.ground.squares[at[0]], at[0], one), begin);
        }
        let [one, other] = best?;
        let mut both = [(at[0], one), (at[1], other)];
        both.sort_by_key(|(square, _)| *square);
        let seats = both.each_ref().map(|(square, seat)| seated(*square, self.ground, seat));
        Some(Couple { seats, gain: apart - least })
    }
}

/// The length of two squares' shortest ranges one after the other.
fn apart(pools: &[FactorPool], squares: [usize; 2]) -> usize {
    squares.map(|at| pools[at].shortest().unwrap_or(0) as usize).iter().sum()
}

fn tenant<'a>(square: &'a Square, at: usize, image: &'a SlotImage) -> SlotTenant<'a> {
    SlotTenant { square: at, reach: square.square.reach, image }
}
