//! The shifts that fold the words of masks into one word in which no two relevant bits of a square meet.

use magicgen_board::SquareSet;

use super::index::WordShifts;

/// The most shifts that are tried. Two words have 64 at most.
pub(super) const MOST_SHIFTS: usize = 256;

/// The shifts of the words, ascending, of which each serves all masks: no bit is shifted out, and no two meet.
pub(super) fn apart(masks: &[SquareSet], words: usize) -> Vec<WordShifts> {
    let mut found = Vec::new();
    let low: Vec<u64> = masks.iter().map(|mask| mask.low()).collect();
    next_word(masks, words, 1, &low, &mut [0; 4], &mut found);
    found
}

/// Adds the shifts that begin with those of the words below `word`, which leave the bits `taken` of each mask.
fn next_word(
    masks: &[SquareSet],
    words: usize,
    word: usize,
    taken: &[u64],
    shifts: &mut WordShifts,
    found: &mut Vec<WordShifts>,
) {
    if word == words {
        found.push(*shifts);
        return;
    }
    let added: Vec<u64> = masks.iter().map(|mask| mask.words()[word]).collect();
    let all = added.iter().fold(0, |all, added| all | added);
    let most = if all == 0 { 0 } else { all.leading_zeros() as u8 };
    for shift in 0..=most {
        let is_apart = added.iter().zip(taken).all(|(added, taken)| added << shift & taken == 0);
        if is_apart && found.len() < MOST_SHIFTS {
            let joined: Vec<u64> =
                added.iter().zip(taken).map(|(added, taken)| added << shift | taken).collect();
            shifts[word] = shift;
            next_word(masks, words, word + 1, &joined, shifts, found);
        }
    }
    shifts[word] = 0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_shifted_so_that_no_bits_meet_or_leave() {
        let mask = |words| [SquareSet::from_words(words)];
        assert_eq!(apart(&mask([0b101, 0b101, 0, 0]), 2)[..2], [[0, 1, 0, 0], [0, 3, 0, 0]]);
        assert_eq!(apart(&mask([1, 1 << 62, 0, 0]), 2), [[0; 4], [0, 1, 0, 0]]);
        assert_eq!(apart(&mask([1, 0, 0, 0]), 4), [[0; 4]]);
        assert_eq!(apart(&mask([1, 1, 1, 0]), 3)[0], [0, 1, 2, 0]);
        assert_eq!(apart(&mask([u64::MAX, 1, 0, 0]), 2), [[0; 4]; 0]);
        assert_eq!(apart(&[], 2), [[0; 4]]);
    }
}
