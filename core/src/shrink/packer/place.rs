//! Where a square that was taken out could go: the images that are tried, and the cheapest position of each.

use std::sync::Arc;

use super::{ABOVE, Packer, Seat, Tools};
use crate::packing::Sharing;
use crate::search::Stream;
use crate::shrink::finder::neighbour;
use crate::shrink::image::Image;

/// The number of tries for a neighbour of a factor that keeps its attack sets apart.
const NEIGHBOURS: usize = 48;

impl Packer<'_> {
    /// Images to try for a square: the one it had, up to four of the pool, perhaps a neighbour of one of them.
    pub(super) fn images(&self, square: usize, seat: &Seat, tools: &mut Tools) -> Vec<Arc<Image>> {
        let mut images = vec![Arc::clone(&seat.image)];
        let place = &self.squares[square];
        let pool = &mut tools.pools[square];
        for _ in 0..tools.stream.below(5) {
            let known = pool.len();
            let which = tools.stream.pick(known).min(tools.stream.pick(known));
            images.extend(pool.image(which, place, self.goal.hash));
        }
        if place.square.mask != 0 && tools.stream.below(2) == 0 {
            let from = if tools.stream.below(4) == 0 {
                let which = tools.stream.pick(pool.len());
                pool.image(which, place, self.goal.hash)
            } else {
                None
            };
            let from = from.unwrap_or_else(|| Arc::clone(&seat.image));
            images.extend(self.mutant(square, &from, tools));
        }
        images
    }

    /// An image of a neighbour of the factor that isn't much larger.
    fn mutant(&self, square: usize, image: &Image, tools: &mut Tools) -> Option<Arc<Image>> {
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
                return Some(Image::of(place, self.goal.hash, found));
            }
        }
        None
    }

    /// The cheapest of some positions below the target where the image fits; above it where there is none. With its
    /// price.
    pub(super) fn position(
        &mut self,
        square: usize,
        image: &Arc<Image>,
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
