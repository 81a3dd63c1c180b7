//! Arrays with entries for squares off the board: a leading or trailing entry, the 0x88 board, and mailboxes.

/// A board inside an array, whose squares stand in eight runs of eight.
struct PaddedBoard {
    /// The length of the array.
    length: usize,
    /// The place of the first square.
    first: usize,
    /// The distance between two ranks.
    stride: usize,
}

/// The boards, apart from arrays with one more entry.
const BOARDS: [PaddedBoard; 4] = [
    PaddedBoard { length: 128, first: 0, stride: 16 },
    PaddedBoard { length: 120, first: 21, stride: 10 },
    PaddedBoard { length: 144, first: 26, stride: 12 },
    PaddedBoard { length: 100, first: 11, stride: 10 },
];

/// True for the lengths of arrays that may have entries off the board.
pub(super) fn may_be_padded(length: usize) -> bool {
    matches!(length, 65 | 129 | 130) || BOARDS.iter().any(|board| board.length == length)
}

/// The places of the entries on the board, if all other entries are the same. `rows` are the entries. A single entry
/// before or behind the others has to be 0 or -1.
pub(super) fn on_board(rows: &[Vec<i128>]) -> Option<Vec<usize>> {
    let length = rows.len();
    let is_blank = |at: usize| rows[at].iter().all(|value| matches!(value, 0 | -1));
    let fits = |places: &[usize]| {
        let mut is_on = vec![false; length];
        for place in places {
            is_on[*place] = true;
        }
        let mut off = (0..length).filter(|at| !is_on[*at]);
        let Some(first) = off.next() else { return false };
        let are_alike = off.all(|at| rows[at] == rows[first]);
        let differ = places.iter().filter(|place| rows[**place] != rows[first]).count();
        are_alike && differ * 8 >= places.len() * 7 && (length % 64 > 2 || is_blank(first))
    };
    let single: Vec<Vec<usize>> = match length {
        65 => vec![(1..65).collect(), (0..64).collect()],
        129 => vec![(1..129).collect(), (0..128).collect()],
        130 => vec![(1..65).chain(66..130).collect(), (0..64).chain(65..129).collect()],
        _ => Vec::new(),
    };
    let boards = BOARDS.iter().filter(|board| board.length == length).map(|board| {
        let rank = |rank: usize| board.first + rank * board.stride;
        (0..64).map(|square| rank(square / 8) + square % 8).collect()
    });
    single.into_iter().chain(boards).find(|places: &Vec<usize>| fits(places))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_off_the_board_are_found() {
        let padded = |length: usize, on: &[usize]| -> Vec<Vec<i128>> {
            (0..length).map(|at| vec![if on.contains(&at) { 7 + at as i128 } else { 0 }]).collect()
        };
        let x88: Vec<usize> = (0..128).filter(|at| at & 0x88 == 0).collect();
        let mailbox: Vec<usize> = (0..120)
            .filter(|at| (2..10).contains(&(at / 10)) && !matches!(at % 10, 0 | 9))
            .collect();
        let first: Vec<usize> = (1..65).collect();
        for (length, on) in [(128, x88), (120, mailbox), (65, first)] {
            assert_eq!(on_board(&padded(length, &on)), Some(on));
        }
        let all: Vec<usize> = (0..128).collect();
        assert_eq!(on_board(&padded(128, &all)), None);
    }
}
