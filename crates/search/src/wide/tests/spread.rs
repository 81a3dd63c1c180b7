//! Tests of the factors that spread codes.

use super::super::{SquareSets, WideSpreads, find_wide_spreads};
use magicgen_board::SquareSet;

/// The sets of squares of a row that are reached from one of them, until the next occupied one.
fn sets_of(row: &[u8], own: usize) -> SquareSets {
    let set = |from: usize, to: usize| -> SquareSet {
        (from..=to).filter(|at| *at != own).map(|at| row[at]).collect()
    };
    let ends = (0..=own).flat_map(|from| (own..row.len()).map(move |to| (from, to)));
    let sets = ends
        .filter(|(from, to)| (*from < own || own == 0) && (*to > own || own + 1 == row.len()))
        .map(|(from, to)| set(from, to))
        .collect();
    let mask = (1..row.len() - 1).filter(|at| *at != own).map(|at| row[at]).collect();
    SquareSets { bit: row[own], mask, sets }
}

/// Spreads each code by arithmetic of its own.
fn check(found: &WideSpreads, squares: &[SquareSets]) {
    for (spread, square) in found.squares.iter().zip(squares) {
        assert_eq!(spread.bit, square.bit);
        for set in &square.sets {
            let code = spread.code(*set);
            let words = [0, 1, 2, 3].map(|word| {
                let shifted = code >> spread.before[word] & found.kept[word];
                let product = u128::from(shifted) * u128::from(spread.factors[word]);
                let shared = found.common[word].map(|common| {
                    shifted.wrapping_mul(common) << spread.shift(word) & spread.reach.words()[word]
                });
                let word = product as u64 & spread.reach.words()[word];
                assert!(shared.is_none_or(|shared| shared == word));
                word
            });
            assert_eq!(words, set.words(), "{spread:x?}");
        }
    }
}

/// On 9x10, a file has up to eight squares in the lower word, and the others in the next.
#[test]
fn one_factor_spreads_all_files_and_ranks_need_none() {
    let file = |file: u8| (0..10).map(|rank| 9 * rank + file).collect::<Vec<u8>>();
    let rank = |rank: u8| (0..9).map(|file| 9 * rank + file).collect::<Vec<u8>>();
    for (rows, low) in [
        ((0..9).map(file).collect::<Vec<_>>(), 0x0101_0101_0101_0101_u64),
        ((0..10).map(rank).collect(), 1),
    ] {
        let of = |row: &Vec<u8>| (0..row.len()).map(|own| sets_of(row, own)).collect::<Vec<_>>();
        let squares: Vec<SquareSets> = rows.iter().flat_map(of).collect();
        let found = find_wide_spreads(&squares).unwrap();
        check(&found, &squares);
        let common = found.common[0].unwrap();
        assert_eq!((common & 1, common & !low), (1, 0), "{common:x}");
        let mut codes: Vec<u64> = found
            .squares
            .iter()
            .zip(&squares)
            .flat_map(|(spread, square)| square.sets.iter().map(|set| spread.code(*set)))
            .collect();
        codes.sort_unstable();
        codes.dedup();
        // A code is a run of bits.
        let length = rows[0].len();
        assert!(codes.len() <= length * (length + 1) / 2, "{}", codes.len());
    }
}

#[test]
fn a_square_that_nothing_serves_is_named() {
    // All subsets of 17 squares need as many bits.
    let sets = (0..17).map(|at| SquareSet::of(5 * at)).chain([(0..17).map(|at| 5 * at).collect()]);
    let mask = SquareSet::EMPTY;
    let squares = [SquareSets { bit: 3, mask, sets: sets.collect() }];
    assert_eq!(find_wide_spreads(&squares), Err(3));
}
