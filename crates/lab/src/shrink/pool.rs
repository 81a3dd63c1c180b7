//! The best factors known for one square, by several measures.

use std::sync::Arc;

use super::image::{Shaped, SlotImage};
use magicgen_search::packing::image::{ImageShape, Square};
use magicgen_search::packing::{Goal, Sharing};

/// The number of factors that are kept for their price.
const CHEAPEST: usize = 80;
/// The number of others that are kept since they use few slots.
const FEWEST: usize = 12;
/// The number of others that are kept since their ranges are short.
const SHORTEST: usize = 8;

/// The number of factors that a square's pool keeps for their own sake.
pub const POOL: usize = CHEAPEST + FEWEST + SHORTEST;
/// The number of further factors that a large square keeps for couples. They use few slots, over a range of any length.
const SPREAD: usize = 800;
/// The most of these with the same index bits, and about the same length and number of slots.
const ALIKE: usize = 2;

/// The price of an image, in twentieths of a slot: its likely cost in a table of this goal.
fn price(goal: Goal, shape: ImageShape) -> u32 {
    let ImageShape { used, runs, length } = shape;
    match goal.sharing {
        Sharing::PostMask => 14 * used + 6 * length + 4 * runs,
        Sharing::None => 20 * used + 10 * runs + 5 * length,
    }
}

/// The factors of one square, the cheapest ones first.
#[derive(Clone, Debug, Default)]
pub(super) struct FactorPool {
    entries: Vec<PoolFactor>,
    /// Factors that use few slots, over a range of any length. The fewest slots come first.
    spread: Vec<Shaped>,
}

/// A factor of a pool.
#[derive(Clone, Debug)]
struct PoolFactor {
    price: u32,
    shaped: Shaped,
    /// The image, once it was wanted.
    image: Option<Arc<SlotImage>>,
}

impl PoolFactor {
    fn rank(&self) -> (u32, u8, u64, u64) {
        let magic = self.shaped.magic;
        (self.price, magic.shift, magic.factor, magic.constant)
    }
}

impl FactorPool {
    /// Adds a factor, unless there is one with as many index bits whose image has the same shape. Returns whether it
    /// was added.
    pub(super) fn add(&mut self, goal: Goal, shaped: Shaped) -> bool {
        let entry = PoolFactor { price: price(goal, shaped.shape), shaped, image: None };
        let is_alike = |other: &PoolFactor| {
            other.shaped.shape == shaped.shape && other.shaped.magic.shift == shaped.magic.shift
        };
        let from = self.entries.partition_point(|other| other.price < entry.price);
        let alike = self.entries[from..].iter().take_while(|other| other.price == entry.price);
        if alike.into_iter().any(is_alike) {
            return false;
        }
        let at = self.entries.partition_point(|other| other.rank() < entry.rank());
        self.entries.insert(at, entry);
        if self.entries.len() > 2 * POOL {
            self.trim();
        }
        true
    }

    /// Adds a factor to the factors that use few slots, if it is among the best and none has an image of the same
    /// shape.
    pub(super) fn add_spread(&mut self, shaped: Shaped) {
        let rank = |shaped: &Shaped| {
            let Shaped { magic, shape } = *shaped;
            (shape.used, magic.shift, shape.length, shape.runs, magic.factor, magic.constant)
        };
        let is_last = self.spread.last().is_none_or(|last| rank(last) < rank(&shaped));
        if is_last && self.spread.len() == SPREAD {
            return;
        }
        let begin = self.spread.partition_point(|other| other.shape.used < shaped.shape.used);
        let mut same =
            self.spread[begin..].iter().take_while(|other| other.shape.used == shaped.shape.used);
        if same.any(|other| other.shape == shaped.shape && other.magic.shift == shaped.magic.shift)
        {
            return;
        }
        let kind = |shaped: &Shaped| {
            let ImageShape { used, runs, length } = shaped.shape;
            (shaped.magic.shift, length / 128, used / 16, runs / 16)
        };
        let alike = |other: &Shaped| kind(other) == kind(&shaped);
        if self.spread.iter().filter(|other| alike(other)).count() == ALIKE {
            let Some(last) = self.spread.iter().rposition(alike) else { return };
            if rank(&self.spread[last]) < rank(&shaped) {
                return;
            }
            self.spread.remove(last);
        }
        let at = self.spread.partition_point(|other| rank(other) < rank(&shaped));
        self.spread.insert(at, shaped);
        self.spread.truncate(SPREAD);
    }

    /// Adds the factors of another pool of the square.
    pub(super) fn add_all(&mut self, goal: Goal, other: &Self) {
        for shaped in other.shaped() {
            self.add(goal, shaped);
        }
        for shaped in other.spread() {
            self.add_spread(*shaped);
        }
    }

    /// The factors that use few slots.
    pub(super) fn spread(&self) -> &[Shaped] {
        &self.spread
    }

    /// Drops all factors but the cheapest, the ones with the fewest slots and the ones with the shortest ranges.
    pub(super) fn trim(&mut self) {
        if self.entries.len() <= POOL {
            return;
        }
        let mut rest = self.entries.split_off(CHEAPEST);
        rest.sort_by_key(|entry| (entry.shaped.shape.used, entry.rank()));
        let mut others = rest.split_off(FEWEST);
        others.sort_by_key(|entry| (entry.shaped.shape.length, entry.rank()));
        others.truncate(SHORTEST);
        self.entries.extend(rest.into_iter().chain(others));
        self.entries.sort_by_key(PoolFactor::rank);
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn shaped(&self) -> impl Iterator<Item = Shaped> {
        self.entries.iter().map(|entry| entry.shaped)
    }

    pub(super) fn get(&self, at: usize) -> Option<Shaped> {
        self.entries.get(at).map(|entry| entry.shaped)
    }

    /// The least length of a range.
    pub(super) fn shortest(&self) -> Option<u32> {
        self.entries.iter().map(|entry| entry.shaped.shape.length).min()
    }

    /// The length of the shortest range less the fewest slots of any, plus one.
    pub(super) fn holes(&self) -> u32 {
        let fewest = self.spread.first().map_or(0, |shaped| shaped.shape.used);
        self.shortest().unwrap_or(0).saturating_sub(fewest) + 1
    }

    /// The image with the shortest range.
    pub(super) fn shortest_image(&mut self, square: &Square, goal: Goal) -> Option<Arc<SlotImage>> {
        let shape = |at: usize| self.entries[at].shaped.shape;
        let at =
            (0..self.entries.len()).min_by_key(|at| (shape(*at).length, shape(*at).used, *at))?;
        self.image(at, square, goal)
    }

    /// The image of a factor.
    pub(super) fn image(
        &mut self,
        at: usize,
        square: &Square,
        goal: Goal,
    ) -> Option<Arc<SlotImage>> {
        let entry = self.entries.get_mut(at)?;
        let shaped = entry.shaped;
        let image = entry.image.get_or_insert_with(|| SlotImage::of(square, goal, shaped));
        Some(Arc::clone(image))
    }
}
