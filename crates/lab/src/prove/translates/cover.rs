//! Covers the distances at which two translates share many slots by sets that Kraft's inequality applies to.

use super::pairs::Pairs;
use super::scan::Distances;
use super::{SLOT, UNIT_BITS};

/// log2 of the number of lists that arcs are found by.
const LIST_BITS: u8 = 12;

/// The input of a cover.
pub(super) struct Cut<'a> {
    pub(super) pairs: &'a Pairs,
    pub(super) distances: &'a Distances,
    pub(super) shift: u8,
    pub(super) factor: u64,
    pub(super) error: u16,
}

/// The working memory of covers.
#[derive(Clone, Debug, Default)]
pub(super) struct ArcCover {
    /// For each arc, the most pairs of it that share slots at once.
    most: Vec<u32>,
    /// For each arc, the most pairs of other arcs that share slots at a distance within the arc.
    others: Vec<u32>,
    starts: Starts,
    sets: Vec<ExclusiveArcs>,
}

/// An arc with its least and its largest length.
#[derive(Clone, Copy, Debug)]
struct ArcMember {
    arc: u16,
    least: u16,
    gap: u16,
}

/// Mutually exclusive arcs: no solution contains the difference of two of them.
#[derive(Clone, Debug, Default)]
struct ExclusiveArcs {
    arcs: Vec<ArcMember>,
    bits: Vec<u64>,
    widest: u16,
    shortest: u16,
}

/// Intervals of distances, in lists by the slot that they start in.
#[derive(Clone, Debug, Default)]
struct Starts {
    /// For each slot, the last interval that starts there, counted from 1.
    last: Vec<u16>,
    /// For each interval, the one before in its list.
    before: Vec<u16>,
    intervals: Vec<Interval>,
}

/// The distances at which pairs of an arc or of its mirror image share slots.
#[derive(Clone, Copy, Debug)]
struct Interval {
    start: u64,
    width: u64,
    arc: u16,
    is_image: bool,
}

impl Cut<'_> {
    fn gap(&self, arc: usize) -> u16 {
        self.distances.gap[usize::from(self.pairs.arcs[arc].step)]
    }

    /// The least length of an arc with `pairs` pairs, which are at least one.
    fn least(&self, arc: usize, pairs: u32) -> u16 {
        let more = pairs.checked_sub(2).map(|more| more as usize);
        more.map_or(0, |more| self.distances.arcs(self.pairs.arcs[arc].step)[more])
    }

    /// The most pairs of an arc that share slots at once.
    fn most(&self, arc: usize) -> u32 {
        1 + self.distances.arcs(self.pairs.arcs[arc].step).len() as u32
    }
}

impl ArcCover {
    /// Whether the sizes of covers for one pair, for two pairs and so on have a sum below `needed`.
    pub(super) fn is_below(&mut self, cut: &Cut<'_>, needed: u32) -> bool {
        let arcs = cut.pairs.arcs.len();
        self.most.clear();
        self.most.extend((0..arcs).map(|arc| cut.most(arc)));
        self.overlap(cut);
        let all = self.most.iter().zip(&self.others);
        let most = all.map(|(most, others)| most + others).max();
        let most: u32 = most.unwrap_or(0);
        let widest = cut.distances.gap.iter().fold(0, |most, gap| most.max(*gap));
        let (mut sum, mut before) = (0, u32::MAX);
        for pairs in 1..=most {
            let Some(size) = self.size(cut, pairs, widest, before.min(needed - sum)) else {
                return false;
            };
            // A cover for fewer pairs also covers the distances with more pairs.
            before = before.min(size);
            sum += before;
            if sum >= needed {
                return false;
            }
            if u64::from(sum) + u64::from(before) * u64::from(most - pairs) < u64::from(needed) {
                return true;
            }
        }
        true
    }

    /// The size of a cover of the distances at which `pairs` pairs may share slots, or `limit` if it isn't smaller;
    /// `None` if there is no cover.
    pub(super) fn size(
        &mut self,
        cut: &Cut<'_>,
        pairs: u32,
        widest: u16,
        limit: u32,
    ) -> Option<u32> {
        let single = SLOT - cut.distances.gap[0];
        let words = cut.pairs.arcs.len().div_ceil(64);
        let mut size = 0;
        let mut used = 0;
        for arc in 0..cut.pairs.arcs.len() {
            let own = pairs.saturating_sub(self.others[arc]).max(1);
            if own > self.most[arc] {
                continue;
            }
            let (least, gap) = (cut.least(arc, own), cut.gap(arc));
            let member = ArcMember { arc: arc as u16, least, gap };
            let width = gap - least;
            if width >= single {
                // The arc is cut into parts narrower than `single`, each with its own set.
                size += u32::from(width.checked_div(single)?) + 1;
            } else if let Some(set) =
                self.sets[..used].iter_mut().find(|set| set.has_room_for(member, cut, widest))
            {
                set.put(member);
            } else {
                if used == self.sets.len() {
                    self.sets.push(ExclusiveArcs::default());
                }
                self.sets[used].restart(member, words);
                used += 1;
                size += 1;
            }
            if size >= limit {
                return Some(limit);
            }
        }
        Some(size)
    }

    /// Finds the arcs that share distances.
    fn overlap(&mut self, cut: &Cut<'_>) {
        self.others.clear();
        self.others.resize(self.most.len(), 0);
        let circle = (1_u64 << (64 - cut.shift + UNIT_BITS)) - 1;
        self.starts.clear();
        for arc in 0..self.most.len() {
            let signed = cut.pairs.arcs[arc];
            let product = cut.pairs.step[usize::from(signed.step)].wrapping_mul(cut.factor);
            let product = if signed.is_negative { product.wrapping_neg() } else { product };
            let at = product >> (cut.shift - UNIT_BITS);
            let [slot, gap, error] = [SLOT, cut.gap(arc), cut.error].map(u64::from);
            let width = gap + 2 * error;
            let start = at.wrapping_sub(slot + error) & circle;
            let image = slot.wrapping_sub(at + gap + error) & circle;
            for (start, is_image) in [(start, false), (image, true)] {
                self.starts.push(Interval { start, width, arc: arc as u16, is_image });
            }
        }
        for index in 0..self.starts.intervals.len() {
            let one = self.starts.intervals[index];
            self.starts.each_from(one, circle, |number, other| {
                // Of two that start at the same place, each would find the other.
                if number == index || other.start == one.start && number < index {
                    return;
                }
                // By symmetry, what an image meets is met by its arc's other image.
                if !one.is_image {
                    self.others[usize::from(one.arc)] += self.most[usize::from(other.arc)];
                }
                if !other.is_image {
                    self.others[usize::from(other.arc)] += self.most[usize::from(one.arc)];
                }
            });
        }
    }
}

impl ExclusiveArcs {
    /// Makes it a set of one arc.
    fn restart(&mut self, member: ArcMember, words: usize) {
        self.arcs.clear();
        self.bits.clear();
        self.bits.resize(words, 0);
        (self.widest, self.shortest) = (0, u16::MAX);
        self.put(member);
    }

    fn put(&mut self, member: ArcMember) {
        self.arcs.push(member);
        self.bits[usize::from(member.arc) / 64] |= 1 << (member.arc % 64);
        self.widest = self.widest.max(member.gap);
        self.shortest = self.shortest.min(member.least);
    }

    /// Whether no distance in the arc differs from one in the set by a distance that a solution may have.
    fn has_room_for(&self, member: ArcMember, cut: &Cut<'_>, widest: u16) -> bool {
        let ArcMember { arc, least, gap } = member;
        let near = &cut.pairs.near[usize::from(arc) * self.bits.len()..][..self.bits.len()];
        if self.bits.iter().zip(near).any(|(bits, near)| bits & !near != 0) {
            return false;
        }
        let most = self.widest.saturating_sub(least).max(gap.saturating_sub(self.shortest));
        let steps = cut.pairs.between(arc);
        let gaps = &cut.distances.gap[..];
        let is_apart = |other: &ArcMember| {
            let most = other.gap.saturating_sub(least).max(gap.saturating_sub(other.least));
            most + gaps[usize::from(steps[usize::from(other.arc)])] < SLOT
        };
        most < SLOT - widest || self.arcs.iter().all(is_apart)
    }
}

impl Starts {
    fn clear(&mut self) {
        self.last.clear();
        self.last.resize(1 << LIST_BITS, 0);
        self.before.clear();
        self.intervals.clear();
    }

    /// The list of the intervals that start in a slot. Slots whose numbers differ in high bits share a list.
    fn list(slot: u64) -> usize {
        (slot & ((1 << LIST_BITS) - 1)) as usize
    }

    fn push(&mut self, interval: Interval) {
        self.intervals.push(interval);
        let last = &mut self.last[Self::list(interval.start >> UNIT_BITS)];
        self.before.push(*last);
        *last = self.intervals.len() as u16;
    }

    /// Calls `meet` with each interval that starts within another one, and with its number.
    fn each_from(&self, one: Interval, circle: u64, mut meet: impl FnMut(usize, Interval)) {
        let slots = (circle + 1) >> UNIT_BITS;
        let from = one.start >> UNIT_BITS;
        let lists = ((one.start + one.width) >> UNIT_BITS) - from;
        // On a small circle an interval could come to its first slot again.
        for slot in from..=from + lists.min(slots - 1) {
            let mut number = self.last[Self::list(slot % slots)];
            while number > 0 {
                let other = self.intervals[usize::from(number) - 1];
                let is_here = other.start >> UNIT_BITS == slot % slots;
                if is_here && (other.start.wrapping_sub(one.start) & circle) <= one.width {
                    meet(usize::from(number) - 1, other);
                }
                number = self.before[usize::from(number) - 1];
            }
        }
    }
}
