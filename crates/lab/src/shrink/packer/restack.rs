//! Large squares are stacked anew, one of them elsewhere, or two as a couple.
//!
//! A table is short of room for a couple at every place: both squares have to leave, the couple takes a range of
//! another length, and the images above have to move by the difference. So all large squares are seated once more in
//! the order of their positions, each as low as it fits. Small squares go with the large ones between whose slots they
//! lie.

use std::sync::Arc;

use super::{PackedSeat, Packer, Tools};
use crate::shrink::image::SlotImage;

/// The most small squares that are seated anew.
const MOST: usize = 16;

/// One block of a stack: a square's image, or the images of a couple.
struct StackBlock {
    /// The taken slots of all parts together.
    image: Arc<SlotImage>,
    /// The squares, with their images and their positions in the block.
    parts: Vec<(usize, PackedSeat)>,
}

impl Packer<'_> {
    /// Puts a couple, or a large square, into another place of the stack of large squares, and seats all anew. All of
    /// them are `removed`. Returns false if too many small ones fit nowhere near.
    pub(super) fn restack(
        &mut self,
        removed: &mut Vec<(usize, PackedSeat)>,
        tools: &mut Tools,
    ) -> bool {
        removed.clear();
        let Some((block, at)) = self.block(tools) else { return false };
        for square in 0..self.seats.len() {
            removed.extend(self.leave(square).map(|seat| (square, seat)));
        }
        let is_large = |square: &usize| tools.large.binary_search(square).is_ok();
        let mut order: Vec<usize> = (0..removed.len()).filter(is_large).collect();
        order.sort_by_key(|square| (removed[*square].1.position, *square));
        // Large squares with their former places and the new ones.
        let mut moved: Vec<(usize, PackedSeat, usize)> = Vec::with_capacity(order.len());
        let mut floor = 0;
        for square in order {
            if square == at {
                let Some(position) = self.lowest(block.parts[0].0, &block.image, floor) else {
                    return false;
                };
                for (square, seat) in &block.parts {
                    let new = PackedSeat {
                        image: Arc::clone(&seat.image),
                        position: position + seat.position,
                    };
                    moved.push((*square, removed[*square].1.clone(), new.position));
                    self.sit(*square, new);
                }
                floor = position;
            }
            if block.parts.iter().any(|(part, _)| *part == square) {
                continue;
            }
            let seat = removed[square].1.clone();
            let Some(position) = self.lowest(square, &seat.image, floor) else { return false };
            self.sit(square, PackedSeat { position, ..seat.clone() });
            moved.push((square, seat, position));
            floor = position;
        }
        let mut small: Vec<usize> = (0..removed.len()).filter(|square| !is_large(square)).collect();
        small.sort_by_key(|square| {
            (std::cmp::Reverse(removed[*square].1.image.shape.used), *square)
        });
        let mut homeless = Vec::new();
        for square in small {
            let seat = &removed[square].1;
            let tenant = self.tenant(square, &seat.image);
            let hosts = moved
                .iter()
                .filter(|(_, old, _)| old.position < seat.end() && seat.position < old.end());
            let place = hosts
                .filter_map(|(_, old, new)| (seat.position + new).checked_sub(old.position))
                .chain([seat.position])
                .filter(|position| *position >= seat.image.low)
                .find(|position| {
                    self.table.reserve(&seat.image, *position);
                    self.table.fits_at(tenant, *position)
                });
            match place {
                Some(position) => self.sit(square, PackedSeat { position, ..seat.clone() }),
                None if homeless.len() == MOST => return false,
                None => homeless.push((square, seat.clone())),
            }
        }
        self.recreate(&homeless, tools)
    }

    /// The block that is put elsewhere, and the large square in whose place, or before which, it goes.
    fn block(&mut self, tools: &mut Tools) -> Option<(StackBlock, usize)> {
        let stream = &mut *tools.stream;
        let count = tools.couples.len();
        if count > 0 && stream.below(2) == 0 {
            let parts = &tools.couples[stream.pick(count).min(stream.pick(count))];
            let at = parts[stream.pick(2)].0;
            let image =
                SlotImage::joined(parts.iter().map(|(_, seat)| (&*seat.image, seat.position)))?;
            return Some((StackBlock { image: Arc::new(image), parts: parts.to_vec() }, at));
        }
        let square = *tools.large.get(stream.pick(tools.large.len().max(1)))?;
        let at = tools.large[stream.pick(tools.large.len())];
        let seat = self.seats[square].clone()?;
        let images = self.images(square, &seat, tools);
        let image = images.get(tools.stream.pick(images.len()))?;
        let seat = PackedSeat { image: Arc::clone(image), position: 0 };
        Some((StackBlock { image: Arc::clone(image), parts: vec![(square, seat)] }, at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::Ground;
    use crate::shrink::tests::{goal, problems, searched, with_tools};
    use magicgen_board::Problem;
    use magicgen_search::packing::{Sharing, ShiftGoal};
    use magicgen_search::{Key, Stream};

    #[test]
    #[ignore = "slow"]
    fn large_squares_are_stacked_anew_and_couples_stay_together() {
        let problems = problems(6, 5);
        let problems: Vec<&Problem> = problems.iter().collect();
        let ground = Ground::new(&problems).unwrap();
        let goal = goal(Key::Constant, ShiftGoal::Own, Sharing::None);
        let mut shrink = searched(&ground, goal, 0, 40);
        let mut stream = Stream::new(0, "restack", 0, 0);
        with_tools(&mut shrink, &mut stream, |packer, tools| {
            assert!(!tools.couples.is_empty() && tools.large.len() > 8);
            let (mut removed, mut done, mut together) = (Vec::new(), 0, 0);
            for _ in 0..2_000 {
                let before = packer.all_seats();
                let is_done = packer.restack(&mut removed, tools);
                if is_done {
                    done += 1;
                    let all = packer.all_seats();
                    together += usize::from(tools.couples.iter().any(|[one, other]| {
                        let now = [&all[one.0], &all[other.0]];
                        let is_theirs = |now: &PackedSeat, seat: &PackedSeat| {
                            now.image.magic == seat.image.magic
                        };
                        is_theirs(now[0], &one.1)
                            && is_theirs(now[1], &other.1)
                            && now[0].position + other.1.position
                                == now[1].position + one.1.position
                    }));
                }
                packer.kept_or_undone(is_done, &removed, &before);
            }
            assert!(done > 200 && together > 100, "{done} {together}");
        });
    }
}
