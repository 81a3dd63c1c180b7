//! Everything above a cut moves down by a few slots.
//!
//! Ruins change a table in one place. A gap that is too narrow for any square stays where it is, however many squares
//! stand above: each would have to move by the gap's width, and all of them at once.

use super::{PackedSeat, Packer, Tools};

/// log2 of the largest distance.
const FARTHEST: u32 = 6;
/// The most squares that don't fit where they come to, and are seated anew.
const MOST: usize = 6;
/// A square that uses more slots than this has to fit.
const LARGE: u32 = 160;

impl Packer<'_> {
    /// Cuts the table somewhere, and moves the squares above down. A square across the cut stays, or moves where it
    /// doesn't fit otherwise. All of them are `removed`. Returns false if one of many slots, or too many of few, fit in
    /// neither way.
    pub(super) fn slide(
        &mut self,
        removed: &mut Vec<(usize, PackedSeat)>,
        tools: &mut Tools,
    ) -> bool {
        removed.clear();
        let cut = tools.stream.pick(self.table.end().max(1));
        let most = 1 << tools.stream.below(FARTHEST + 1);
        let distance = 1 + tools.stream.pick(most);
        for square in 0..self.seats.len() {
            if self.seats[square].as_ref().is_some_and(|seat| seat.end() > cut) {
                removed.extend(self.leave(square).map(|seat| (square, seat)));
            }
        }
        removed.sort_unstable_by_key(|(square, seat)| {
            (std::cmp::Reverse(seat.image.shape.used), *square)
        });
        let mut homeless = Vec::new();
        for (square, seat) in removed.iter() {
            let lower = seat.position.checked_sub(distance).filter(|at| *at >= seat.image.low);
            let is_large = seat.image.shape.used > LARGE;
            let same = Some(seat.position);
            let (first, other) = if seat.position >= cut { (lower, same) } else { (same, lower) };
            let places = [first, other.filter(|_| !is_large)];
            let fitting = places
                .into_iter()
                .flatten()
                .find(|at| self.table.fits_at(self.tenant(*square, &seat.image), *at));
            match fitting {
                Some(position) => self.sit(*square, PackedSeat { position, ..seat.clone() }),
                None if is_large || homeless.len() == MOST => return false,
                None => homeless.push((*square, seat.clone())),
            }
        }
        self.recreate(&homeless, tools)
    }
}

#[cfg(test)]
mod tests {
    use super::super::end;
    use crate::shrink::Ground;
    use crate::shrink::tests::{goal, problems, searched, with_tools};
    use magicgen_board::Problem;
    use magicgen_search::packing::{Sharing, ShiftGoal};
    use magicgen_search::{Key, Stream};

    #[test]
    fn a_gap_below_all_others_is_closed() {
        let problems = problems(6, 5);
        let problems: Vec<&Problem> = problems.iter().collect();
        let ground = Ground::new(&problems).unwrap();
        let goal = goal(Key::Constant, ShiftGoal::Own, Sharing::None);
        let mut shrink = searched(&ground, goal, 0, 26);
        let mut stream = Stream::new(0, "slide", 0, 0);
        with_tools(&mut shrink, &mut stream, |packer, tools| {
            let mut apart = packer.all_seats();
            let end = end(&apart);
            let middle = end / 2;
            for seat in &mut apart {
                seat.position += if seat.position >= middle { 11 } else { 0 };
            }
            assert!(packer.seat_apart(&apart), "no square reaches across a gap that it makes");
            packer.target = end;
            let (mut removed, mut slid) = (Vec::new(), 0);
            for _ in 0..4_000 {
                let (before, end) = (packer.all_seats(), packer.table.end());
                let is_kept = packer.slide(&mut removed, tools) && packer.table.end() <= end;
                slid += usize::from(is_kept && packer.table.end() < end);
                packer.kept_or_undone(is_kept, &removed, &before);
            }
            assert!(slid > 0 && packer.table.end() <= end, "{slid} {} {end}", packer.table.end());
        });
    }
}
