//! A place for a square where others stand in the way: these leave, and are seated anew.

use std::sync::Arc;

use super::{PackedSeat, Packer, Tools};
use magicgen_search::packing::bitmap::shifted;

/// The number of positions that are compared for each image.
const POSITIONS: u32 = 24;
/// The most squares that leave for one.
const MOST: usize = 6;

impl Packer<'_> {
    /// Seats a square that sticks out, or any, below the target where the fewest slots are taken. It and the squares that
    /// had these slots are `removed`. Returns false if there are too many of them.
    pub(super) fn eject(
        &mut self,
        removed: &mut Vec<(usize, PackedSeat)>,
        tools: &mut Tools,
    ) -> bool {
        removed.clear();
        let sticking = if tools.stream.below(4) == 0 { None } else { self.sticking(tools.stream) };
        let square = sticking.unwrap_or_else(|| tools.stream.pick(self.seats.len()));
        let Some(seat) = self.leave(square) else { return false };
        let images = self.images(square, &seat, tools);
        removed.push((square, seat));
        let mut best: Option<(PackedSeat, i64)> = None;
        for image in images {
            let end = self.target.saturating_sub(image.length());
            if end <= image.low {
                continue;
            }
            self.table.reserve(&image, self.target);
            for _ in 0..POSITIONS {
                let position = image.low + tools.stream.pick(end - image.low);
                let met = i64::from(image.shape.used) - self.table.gain(&image, position).used;
                if best.as_ref().is_none_or(|(_, least)| met < *least) {
                    best = Some((PackedSeat { image: Arc::clone(&image), position }, met));
                }
            }
        }
        let Some((seat, _)) = best else { return false };
        for other in 0..self.seats.len() {
            let is_met = self.seats[other].as_ref().is_some_and(|other| meet(&seat, other));
            if is_met {
                if removed.len() > MOST {
                    return false;
                }
                removed.extend(self.leave(other).map(|seat| (other, seat)));
            }
        }
        self.sit(square, seat);
        true
    }
}

/// Whether two seats have a slot in common.
pub(in crate::shrink) fn meet(one: &PackedSeat, other: &PackedSeat) -> bool {
    if one.end() <= other.position || other.end() <= one.position {
        return false;
    }
    let (low, high) = if one.position <= other.position { (one, other) } else { (other, one) };
    let word = |at: usize| low.image.words.get(at).copied().unwrap_or(0);
    shifted(&high.image.words, high.position - low.position)
        .take_while(|(at, _)| *at < low.image.words.len())
        .any(|(at, slots)| slots & word(at) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::Ground;
    use crate::shrink::tests::{goal, images, problems};
    use magicgen_search::packing::{Sharing, ShiftGoal};
    use magicgen_search::{Key, Stream};

    #[test]
    fn seats_meet_where_they_have_a_slot_in_common() {
        let problems = problems(8, 8);
        let ground = Ground::new(&problems.iter().collect::<Vec<_>>()).unwrap();
        let goal = goal(Key::Constant, ShiftGoal::Own, Sharing::None);
        let mut stream = Stream::new(0, "meets", 0, 0);
        let all: Vec<_> = [0, 9, 64, 91].iter().flat_map(|at| images(&ground, goal, *at)).collect();
        let mut met = [0, 0];
        for _ in 0..4_000 {
            let mut seat = || {
                let image = Arc::clone(&all[stream.pick(all.len())]);
                PackedSeat { image, position: stream.pick(6_000) }
            };
            let (one, other) = (seat(), seat());
            let slots = |seat: &PackedSeat| {
                let used = seat.image.scattered.iter().map(|at| seat.position + *at as usize);
                used.collect::<std::collections::BTreeSet<_>>()
            };
            let do_meet = !slots(&one).is_disjoint(&slots(&other));
            assert_eq!(meet(&one, &other), do_meet, "{} {}", one.position, other.position);
            met[usize::from(do_meet)] += 1;
        }
        assert!(met[0] > 100 && met[1] > 100, "{met:?}");
    }
}
