//! Lays out the large squares by their ranges alone.
//!
//! Under a post-mask, two squares can share any slots if their attack sets always agree on the squares that both reach.
//! On the chess board these are rooks on neighbouring squares of a diagonal, which meet only on the two squares next to
//! both. Nearly all slots that a table shares are shared by two of these. So a table is about as long as a row of
//! ranges in which only they overlap. The best row is found without a look at any slot: annealing changes the order in
//! which ranges are put down, each as low as it goes, and the couples among them. A packer that moves a few squares at
//! a time doesn't get from one row to another that is as short, so it begins with a short row. If each slot serves one
//! square, only the two squares of a couple may overlap, and the row is a choice of couples.

use rayon::prelude::*;

use super::Shrink;
use super::lane::LANES;
use super::packer::PackedSeat;
use magicgen_board::Bitboard;
use magicgen_search::Stream;
use magicgen_search::packing::Sharing;
use magicgen_search::packing::candidate::accepts;
use magicgen_search::packing::image::Square;

/// The number of ranges that are compared at a time.
const TOGETHER: usize = 8;
/// The heat at the beginning, as a part of the length of all ranges, and the number of times that it is halved.
const HOTTEST: i64 = 350;
const HALVED: u64 = 8;
/// The most neighbours in the order that move together.
const MOVED: u32 = 6;
/// The heats are in this part of a slot.
const PART: i64 = 16;

/// A square's range, from its place in a block on.
#[derive(Clone, Copy, Debug)]
struct BlockRange {
    /// The place of the square among the large ones.
    square: usize,
    begin: i32,
    end: i32,
}

/// A square, or a couple of two, that is put down at once.
struct LaidBlock {
    ranges: Vec<BlockRange>,
    seats: Vec<(usize, PackedSeat)>,
    /// The lowest position.
    least: i32,
}

impl LaidBlock {
    /// `at` tells the place of a square among the large ones.
    fn of(seats: Vec<(usize, PackedSeat)>, at: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        let range = |(square, seat): &(usize, PackedSeat)| {
            Some(BlockRange {
                square: at(*square)?,
                begin: seat.position as i32,
                end: seat.end() as i32,
            })
        };
        let ranges = seats.iter().map(range).collect::<Option<_>>()?;
        let low = |(_, seat): &(usize, PackedSeat)| seat.image.low.saturating_sub(seat.position);
        let least = seats.iter().map(low).max()?;
        Some(Self { ranges, seats, least: least as i32 })
    }
}

/// The order in which the large squares are put down, and the block that each belongs to.
#[derive(Clone)]
struct LayoutOrder {
    order: Vec<usize>,
    blocks: Vec<usize>,
}

/// The large squares.
struct Layout {
    /// For each two of them, all ones where they may not share slots, in rows of a multiple of [`TOGETHER`].
    apart: Vec<Vec<i32>>,
    /// A block of each by itself, and then the couples.
    blocks: Vec<LaidBlock>,
    /// The number of large squares.
    count: usize,
}

/// The ranges that were put down, by the place of their squares among the large ones; empty ones of others.
struct PlacedRanges {
    begins: Vec<i32>,
    ends: Vec<i32>,
}

impl Shrink<'_> {
    /// Seats for the large squares: the shortest row that is found until `work` is done.
    pub(super) fn layout(&mut self, work: u64) -> Vec<(usize, PackedSeat)> {
        let large = self.large();
        let at = |square: usize| large.binary_search(&square).ok();
        let mut blocks = Vec::new();
        for square in &large {
            let place = &self.ground.squares[*square];
            let Some(image) = self.pools[*square].shortest_image(place, self.goal) else {
                return Vec::new();
            };
            blocks.extend(LaidBlock::of(vec![(*square, PackedSeat { image, position: 0 })], at));
        }
        let couples = self.blocks();
        blocks.extend(couples.into_iter().filter_map(|couple| LaidBlock::of(couple.to_vec(), at)));
        let squares: Vec<&Square> =
            large.iter().map(|square| &self.ground.squares[*square]).collect();
        let layout =
            Layout { apart: apart(&squares, self.goal.sharing), blocks, count: large.len() };
        let streams: Vec<Stream> = (LANES..2 * LANES).map(|lane| self.stream(lane)).collect();
        let found: Vec<_> = streams
            .into_par_iter()
            .map(|mut stream| layout.anneal(work / u64::from(LANES), &mut stream))
            .collect();
        let shortest = found.into_iter().min_by_key(|(length, _)| *length);
        shortest.map_or_else(Vec::new, |(_, row)| layout.seats(&row))
    }
}

/// For each two squares, all ones unless they can share any slots: their attack sets always agree on the squares that both reach.
fn apart(squares: &[&Square], sharing: Sharing) -> Vec<Vec<i32>> {
    let always =
        |square: &&Square| square.attacks().iter().fold(Bitboard::MAX, |all, set| all & set);
    let always: Vec<Bitboard> = squares.iter().map(always).collect();
    let row = |one: usize| {
        let mut row = vec![0; squares.len().next_multiple_of(TOGETHER)];
        for (other, square) in squares.iter().enumerate() {
            let both = squares[one].square.reach & square.square.reach;
            let is_apart = sharing == Sharing::None
                || one == other
                || both & !(always[one] & always[other]) != 0;
            row[other] = -i32::from(is_apart);
        }
        row
    };
    (0..squares.len()).map(row).collect()
}

/// The highest end among the ranges that overlap a range from `begin` to `end` and may not share slots with it. Several
/// ranges are compared at a time.
fn highest_met(begin: i32, end: i32, placed: &PlacedRanges, apart: &[i32]) -> i32 {
    let mut highest = [0; TOGETHER];
    let begins = placed.begins.as_chunks::<TOGETHER>().0;
    let ends = placed.ends.as_chunks::<TOGETHER>().0;
    for ((begins, ends), apart) in begins.iter().zip(ends).zip(apart.as_chunks::<TOGETHER>().0) {
        for at in 0..TOGETHER {
            // Numbers, so that compilers compare several ranges at a time.
            let is_met = i32::from(begins[at] < end) & i32::from(begin < ends[at]);
            let met = -is_met & apart[at] & ends[at];
            highest[at] = highest[at].max(met);
        }
    }
    highest.into_iter().fold(0, i32::max)
}

impl Layout {
    /// The shortest row that is found until `work` is done, and its length.
    fn anneal(&self, work: u64, stream: &mut Stream) -> (usize, LayoutOrder) {
        let mut row =
            LayoutOrder { order: (0..self.count).collect(), blocks: (0..self.count).collect() };
        stream.shuffle(&mut row.order);
        let (mut placed, mut steps) = (self.nothing(), 0);
        let mut length = self.put(&row, &mut placed, &mut steps);
        let mut best = (length, row.clone());
        if self.count < 2 {
            return best;
        }
        let all: i32 = self.blocks[..self.count].iter().map(|block| block.ranges[0].end).sum();
        let hottest = PART * i64::from(all) / HOTTEST;
        while steps < work {
            // A geometric fall, linear between two halvings.
            let part = steps * HALVED * 1024 / work;
            let heat = (hottest * (2048 - part % 1024) as i64 / 2048) >> (part / 1024);
            let mut next = row.clone();
            self.change(&mut next, stream);
            let now = self.put(&next, &mut placed, &mut steps);
            if accepts(stream, PART * (now as i64 - length as i64), heat) {
                (row, length) = (next, now);
                if length < best.0 {
                    best = (length, row.clone());
                }
            }
        }
        best
    }

    /// Two squares change places, or some in a row go elsewhere, or a couple joins or parts.
    fn change(&self, row: &mut LayoutOrder, stream: &mut Stream) {
        let couples = self.blocks.len() - self.count;
        let [one, other] = [stream.pick(self.count), stream.pick(self.count)];
        match stream.below(4) {
            0 if couples > 0 => {
                let block = self.count + stream.pick(couples);
                let is_joined = row.blocks[self.blocks[block].ranges[0].square] == block;
                for range in &self.blocks[block].ranges {
                    for former in &self.blocks[row.blocks[range.square]].ranges {
                        row.blocks[former.square] = former.square;
                    }
                }
                for range in self.blocks[block].ranges.iter().filter(|_| !is_joined) {
                    row.blocks[range.square] = block;
                }
            }
            0 | 1 => row.order.swap(one, other),
            2 => {
                let square = row.order.remove(one);
                row.order.insert(other, square);
            }
            _ => {
                let end = (one + 1 + stream.below(MOVED) as usize).min(self.count);
                let moved: Vec<usize> = row.order.drain(one..end).collect();
                let at = other.min(row.order.len());
                row.order.splice(at..at, moved);
            }
        }
    }

    /// No range.
    fn nothing(&self) -> PlacedRanges {
        let none = vec![0; self.count.next_multiple_of(TOGETHER)];
        PlacedRanges { begins: none.clone(), ends: none }
    }

    /// Puts the blocks down one by one, each as low as it goes. Returns the highest end.
    fn put(&self, row: &LayoutOrder, placed: &mut PlacedRanges, steps: &mut u64) -> usize {
        placed.begins.fill(0);
        placed.ends.fill(0);
        for square in &row.order {
            let block = &self.blocks[row.blocks[*square]];
            // Its couple may have come before.
            if placed.ends[*square] != 0 {
                continue;
            }
            let position = self.lowest(block, placed, steps);
            for range in &block.ranges {
                placed.begins[range.square] = position + range.begin;
                placed.ends[range.square] = position + range.end;
            }
        }
        placed.ends.iter().max().map_or(0, |end| *end as usize)
    }

    /// The lowest position at which a block overlaps only squares that it may share slots with.
    fn lowest(&self, block: &LaidBlock, placed: &PlacedRanges, steps: &mut u64) -> i32 {
        let mut position = block.least;
        loop {
            let before = position;
            for range in &block.ranges {
                let (begin, end) = (position + range.begin, position + range.end);
                let top = highest_met(begin, end, placed, &self.apart[range.square]);
                position = position.max(top - range.begin);
            }
            *steps += (block.ranges.len() * self.count) as u64;
            if position == before {
                return position;
            }
        }
    }

    /// The seats of all squares of a row.
    fn seats(&self, row: &LayoutOrder) -> Vec<(usize, PackedSeat)> {
        let mut placed = self.nothing();
        self.put(row, &mut placed, &mut 0);
        let mut seats = Vec::new();
        for (at, begin) in placed.begins.iter().enumerate().take(self.count) {
            let block = &self.blocks[row.blocks[at]];
            for ((square, seat), range) in block.seats.iter().zip(&block.ranges) {
                if range.square == at {
                    seats.push((*square, PackedSeat { position: *begin as usize, ..seat.clone() }));
                }
            }
        }
        seats
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::shrink::Ground;
    use crate::shrink::packer::Packer;
    use crate::shrink::tests::{goal, problems, searched};
    use magicgen_board::Problem;
    use magicgen_search::Key;
    use magicgen_search::packing::ShiftGoal;

    #[test]
    fn rooks_share_any_slots_with_those_on_neighbouring_squares_of_a_diagonal() {
        let problems = problems(8, 8);
        let ground = Ground::new(&problems.iter().collect::<Vec<&Problem>>()).unwrap();
        let squares: Vec<&Square> = ground.squares.iter().take(64).collect();
        for (one, row) in apart(&squares, Sharing::PostMask).iter().enumerate() {
            for (other, apart) in row.iter().enumerate() {
                let is_near =
                    (one % 8).abs_diff(other % 8) == 1 && (one / 8).abs_diff(other / 8) == 1;
                assert_eq!(*apart == 0, is_near, "{one} {other}");
            }
        }
    }

    /// Ranges of these lengths. Ranges with neighbouring numbers may share any slots.
    fn chain(lengths: &[i32], couples: &[[BlockRange; 2]]) -> Layout {
        let count = lengths.len();
        let single =
            |(square, length): (usize, &i32)| vec![BlockRange { square, begin: 0, end: *length }];
        let singles = lengths.iter().enumerate().map(single);
        let ranges = singles.chain(couples.iter().map(|couple| couple.to_vec()));
        let row = |one: usize| {
            let apart = |other: usize| -i32::from(one.abs_diff(other) != 1);
            (0..count.next_multiple_of(TOGETHER)).map(apart).collect()
        };
        Layout {
            apart: (0..count).map(row).collect(),
            blocks: ranges
                .map(|ranges| LaidBlock { ranges, seats: Vec::new(), least: 0 })
                .collect(),
            count,
        }
    }

    #[test]
    fn annealing_finds_the_shortest_row_of_a_chain() {
        let mut stream = Stream::new(2, "chain", 0, 0);
        // Every second range lies on those before and behind it.
        let layout = chain(&[70, 40, 90, 30, 60, 50, 80], &[]);
        assert_eq!(layout.anneal(2_000_000, &mut stream).0, 70 + 90 + 60 + 80);
        // A couple of the first and the third takes 100 in place of 160.
        let range = |square, begin, end| BlockRange { square, begin, end };
        let couple = [range(0, 0, 95), range(2, 5, 100)];
        let layout = chain(&[70, 40, 90, 30, 60, 50, 80], &[couple]);
        let (length, row) = layout.anneal(2_000_000, &mut stream);
        assert_eq!((length, row.blocks[0], row.blocks[2]), (100 + 60 + 80, 7, 7));
    }

    /// Lays out the result of a search, and seats it in a table that looks at every slot.
    #[test]
    #[ignore = "slow"]
    fn squares_that_are_laid_out_fit() {
        let problems = problems(6, 5);
        let problems: Vec<&Problem> = problems.iter().collect();
        let ground = Ground::new(&problems).unwrap();
        let mut coupled = [0, 0];
        let shared = [Key::White, Key::Black, Key::Constant]
            .map(|key| (goal(key, ShiftGoal::Own, Sharing::PostMask), 5));
        let exclusive = [(Key::White, ShiftGoal::Own), (Key::Black, ShiftGoal::Constant)]
            .map(|(key, shift)| (goal(key, shift, Sharing::None), 4));
        for (goal, part) in shared.into_iter().chain(exclusive) {
            let mut shrink = searched(&ground, goal, 0, 24);
            let seats = shrink.layout(8_000_000);
            let squares: BTreeSet<usize> = seats.iter().map(|(square, _)| *square).collect();
            assert_eq!(squares.into_iter().collect::<Vec<_>>(), shrink.large());
            assert_eq!(seats.len(), shrink.large().len());
            let mut packer = Packer::new(&ground.squares, goal);
            for (square, seat) in &seats {
                assert!(seat.position >= seat.image.low);
                assert!(packer.sit_if_free(*square, seat), "{square} doesn't fit");
            }
            let length = seats.iter().map(|(_, seat)| seat.end()).max();
            let apart = |at: &usize| shrink.pools[*at].shortest().unwrap() as usize;
            let apart: usize = shrink.large().iter().map(apart).sum();
            assert!(
                length.is_some_and(|length| part * length < 4 * apart),
                "{length:?} of {apart}"
            );
            let shortest = |(at, seat): &&(usize, PackedSeat)| {
                seat.image.length() > shrink.pools[*at].shortest().unwrap() as usize
            };
            coupled[usize::from(goal.sharing == Sharing::None)] +=
                seats.iter().filter(shortest).count();
        }
        assert!(coupled.iter().all(|count| *count > 0), "no couple was laid out: {coupled:?}");
    }
}
