//! Finds places for a square that was taken out: the images to try, and the cheapest position of each.

use std::sync::Arc;

use super::{ABOVE, PackedSeat, Packer, Tools};
use crate::shrink::finder::neighbour;
use crate::shrink::image::SlotImage;
use magicgen_search::packing::{Sharing, ShiftGoal};
use magicgen_search::{Magic, Stream};

/// The number of tries for a neighbour of a factor that keeps its attack sets apart.
const NEIGHBOURS: usize = 48;
/// A square with at most `FEW` subsets may lie scattered in the holes of others.
const FEW: usize = 512;
/// The number of scattered images that are tried for such a square.
const SCATTERED: usize = 6;
/// The most steps from an image to a scattered one.
const STEPS: u32 = 4;

impl Packer<'_> {
    /// Images to try for a square: the one it had, up to four of the pool, perhaps some that are scattered if it has few
    /// subsets, and perhaps a neighbour of one of them.
    pub(super) fn images(
        &self,
        square: usize,
        seat: &PackedSeat,
        tools: &mut Tools,
    ) -> Vec<Arc<SlotImage>> {
        let mut images = vec![Arc::clone(&seat.image)];
        let place = &self.squares[square];
        let pool = &mut tools.pools[square];
        for _ in 0..tools.stream.below(5) {
            let known = pool.len();
            let which = tools.stream.pick(known).min(tools.stream.pick(known));
            images.extend(pool.image(which, place, self.goal));
        }
        if place.square.mask != 0 && place.subsets() <= FEW && tools.stream.below(2) == 0 {
            for _ in 0..SCATTERED {
                let from = images[tools.stream.pick(images.len())].magic;
                images.extend(self.scattered(square, from, tools));
            }
        }
        let pool = &mut tools.pools[square];
        if place.square.mask != 0 && tools.stream.below(2) == 0 {
            let from = if tools.stream.below(4) == 0 {
                let which = tools.stream.pick(pool.len());
                pool.image(which, place, self.goal)
            } else {
                None
            };
            let from = from.unwrap_or_else(|| Arc::clone(&seat.image));
            images.extend(self.mutant(square, &from, tools));
        }
        images
    }

    /// An image a few steps from a factor, with any number of slots and holes. Between the slots of large squares are
    /// many single slots that no compact small image fits into. There a larger number of used slots costs a square
    /// nothing.
    fn scattered(&self, square: usize, from: Magic, tools: &mut Tools) -> Option<Arc<SlotImage>> {
        let place = &self.squares[square];
        let shifts = tools.least[place.piece]..=self.goal.hash.product_bits() - 1;
        let (mut from, mut found) = (from, None);
        for _ in 0..=tools.stream.below(STEPS) {
            let mut next = neighbour(tools.stream, place, self.goal, from);
            if self.goal.shift == ShiftGoal::Own {
                let shift = match tools.stream.below(8) {
                    0 => from.shift.saturating_sub(1),
                    1 => from.shift + 1,
                    _ => from.shift,
                };
                next.shift = shift.clamp(*shifts.start(), *shifts.end());
            }
            if let Some(shaped) = tools.gauge.shape(place, self.goal, next, true) {
                (from, found) = (next, Some(shaped));
            }
        }
        found.map(|shaped| SlotImage::of(place, self.goal, shaped))
    }

    /// An image of a neighbour of the factor that isn't much larger.
    fn mutant(
        &self,
        square: usize,
        image: &SlotImage,
        tools: &mut Tools,
    ) -> Option<Arc<SlotImage>> {
        let place = &self.squares[square];
        let used = image.shape.used + image.shape.used / 16 + 2;
        let runs = image.shape.runs + image.shape.runs / 8 + 2;
        let length = image.shape.length + image.shape.length / 8;
        for _ in 0..NEIGHBOURS {
            let magic = neighbour(tools.stream, place, self.goal, image.magic);
            let turns = tools.stream.below(2) == 0;
            let Some(found) = tools.gauge.shape(place, self.goal, magic, turns) else { continue };
            let shape = found.shape;
            if shape.used <= used && shape.runs <= runs && shape.length <= length {
                return Some(SlotImage::of(place, self.goal, found));
            }
        }
        None
    }

    /// The cheapest of some positions below the target where the image fits; above it where there is none. With its
    /// price.
    pub(super) fn position(
        &mut self,
        square: usize,
        image: &Arc<SlotImage>,
        stream: &mut Stream,
    ) -> Option<(usize, i64)> {
        let end = self.table.end().max(image.low).max(self.target);
        self.table.reserve(image, end);
        let (table, tenant) = (&self.table, self.tenant(square, image));
        let below = (self.target + 1).saturating_sub(image.length()).max(image.low);
        let mut best: Option<(usize, i64)> = None;
        // The number of positions that are compared.
        let mut left = match self.goal.sharing {
            Sharing::None => 24,
            Sharing::PostMask => 40,
        };
        if below > image.low {
            // Positions are compared from a random one up to the target, and then from the lowest one up to it.
            let middle = image.low + stream.pick(below - image.low);
            let mut look = |position| {
                let gain = table.gain(image, position);
                let price = self.used_price * gain.used + gain.edges + i64::from(stream.below(4));
                if best.is_none_or(|(_, least)| price < least) {
                    best = Some((position, price));
                }
                left -= 1;
                left > 0
            };
            if table.fits(tenant, middle, below, &mut look) {
                table.fits(tenant, image.low, middle, &mut look);
            }
        }
        if best.is_none() {
            table.fits(tenant, below, end + 1, |position| {
                let gain = table.gain(image, position);
                let above = (position + image.length()).saturating_sub(self.target) as i64;
                let price = ABOVE * above + self.used_price * gain.used + gain.edges;
                best = Some((position, price));
                false
            });
        }
        best
    }
}
