//! Tests that compare the table with a list of the attack sets in each slot.

use std::collections::BTreeMap;

use super::*;
use crate::Stream;
use crate::packing::image::{FactorTrial, Square};
use crate::packing::tests::{chess_pieces, problems};
use crate::{Hash, Key};

/// For each seated square its reach, its image and its position.
type Seats<'a> = BTreeMap<usize, (Bitboard, &'a Image, usize)>;

/// Some images for each square, with up to two index bits more than there are relevant squares.
fn images(squares: &[Square], stream: &mut Stream) -> Vec<Vec<Image>> {
    let mut bench = FactorTrial::new(Hash::Multiply);
    let mut images_of = |square: &Square| {
        let mut images = Vec::new();
        while images.len() < 3 {
            let factor = stream.word() & stream.word() & stream.word();
            let shift = 64 - square.square.bits() - stream.below(3) as u8;
            let magic = square.magic(Hash::Multiply, Key::White, factor, 0, shift.min(63));
            images.extend(bench.image(square, magic));
        }
        images
    };
    squares.iter().map(&mut images_of).collect()
}

/// For each slot, the attack sets of the squares there, each with the square's reach.
fn said(seats: &Seats, slots: usize) -> Vec<Vec<(Bitboard, Bitboard)>> {
    let mut said = vec![Vec::new(); slots];
    for (reach, image, position) in seats.values() {
        for relative in &image.scattered {
            let at = *relative as usize;
            said[position + at].push((image.sets[at], *reach));
        }
    }
    said
}

/// The number of taken slots, and the number of places where a taken slot and an empty one meet. The slot before the
/// table counts as taken.
fn counted(seats: &Seats, slots: usize) -> (i64, i64) {
    let taken: Vec<bool> = said(seats, slots).iter().map(|said| !said.is_empty()).collect();
    let used = taken.iter().filter(|taken| **taken).count();
    let edges = taken.windows(2).filter(|two| two[0] != two[1]).count() + usize::from(!taken[0]);
    // The edge at the beginning of an empty table isn't counted.
    (used as i64, edges as i64 - 1)
}

/// Whether all slots of an image are free, or can serve it, at a position.
fn can_sit(
    said: &[Vec<(Bitboard, Bitboard)>],
    sharing: Sharing,
    (reach, image, position): (Bitboard, &Image, usize),
) -> bool {
    image.scattered.iter().all(|relative| {
        let at = *relative as usize;
        let there = &said[position + at];
        match sharing {
            Sharing::None => there.is_empty(),
            Sharing::PostMask => {
                there.iter().all(|(set, other)| (set ^ image.sets[at]) & other & reach == 0)
            }
        }
    })
}

/// Squares come and go. After each step everything that the table knows is compared with a new count.
#[test]
fn a_table_says_what_a_list_of_its_slots_says() {
    let problems = problems(6, 5, &chess_pieces());
    let problems: Vec<_> = problems.iter().collect();
    let squares = Square::all(&problems);
    for sharing in [Sharing::None, Sharing::PostMask] {
        let mut stream = Stream::new(0, "packing table", 0, 0);
        let images = images(&squares, &mut stream);
        let mut table = Table::new(sharing, 0);
        let mut seats = Seats::new();
        let (mut left, mut long) = (0, 0);
        for turn in 0..120 {
            let square = stream.modulo(squares.len());
            let reach = squares[square].square.reach;
            if let Some((reach, image, position)) = seats.remove(&square) {
                let tenant = Tenant { square, reach, image };
                table.remove(tenant, position, |square| {
                    let (reach, image, position) = seats[&square];
                    (Tenant { square, reach, image }, position)
                });
                left += 1;
            } else {
                let image = &images[square][stream.modulo(3)];
                long += usize::from(image.scattered.len() > TOGETHER);
                let end = table.end();
                let (from, to) = (stream.modulo(end + 1), end + 1);
                table.reserve(image, end);
                let said = said(&seats, to + image.length);
                let wanted: Vec<usize> = (from..to)
                    .filter(|position| can_sit(&said, sharing, (reach, image, *position)))
                    .collect();
                let mut found = Vec::new();
                assert!(table.fits(image, reach, from, to, |_, at| {
                    found.push(at);
                    true
                }));
                found.sort_unstable();
                assert_eq!(found, wanted, "{sharing:?}, turn {turn}");
                // The search for positions stops when it is told to.
                let mut first = Vec::new();
                let is_over = table.fits(image, reach, from, to, |_, at| {
                    first.push(at);
                    false
                });
                assert_eq!((is_over, first.len()), (wanted.is_empty(), wanted.len().min(1)));
                let position = wanted[stream.modulo(wanted.len())];
                let slots = 64 + end.max(position + image.length);
                let before = counted(&seats, slots);
                let gain = table.gain(image, position);
                seats.insert(square, (reach, image, position));
                let after = counted(&seats, slots);
                assert_eq!((gain.used, gain.edges), (after.0 - before.0, after.1 - before.1));
                table.insert(Tenant { square, reach, image }, position);
            }
            let last = seats.values().map(|(_, image, position)| position + image.length).max();
            assert_eq!(table.end(), last.unwrap_or(0), "{sharing:?}, turn {turn}");
            let slots = 64 + table.end();
            assert_eq!((table.used, table.edges), counted(&seats, slots), "{sharing:?}, {turn}");
        }
        assert!(left > 20 && long > 5, "{left} {long}");
    }
}
