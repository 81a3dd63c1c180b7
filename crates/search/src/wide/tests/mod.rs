//! Tests of wide indices on the boards that engines have.

mod boards;
mod spread;

use super::*;
use boards::{BOARDS, Grid, WIDER};
use magicgen_board::SquareSet;

fn found(grid: &Grid, piece: &str) -> WideIndices {
    find_wide_indices(&grid.masks(piece), grid.words()).unwrap()
}

fn are_proved(found: &WideIndices) -> bool {
    found.squares.iter().all(|(_, index)| index.is_proved())
}

/// The subsets of all squares.
fn entries(found: &WideIndices) -> u64 {
    found.squares.iter().map(|(_, index)| 1 << index.bits()).sum()
}

/// The pieces and lines, each with the entries and the shift of the high word on the boards of [`BOARDS`].
const FOLDS: [(&str, [(u64, u8); 7]); 8] = [
    ("rank", [(7040, 0), (6336, 0), (6336, 0), (12288, 0), (15360, 0), (71680, 0), (36608, 0)]),
    ("file", [(13824, 0), (6336, 0), (6336, 0), (3200, 0), (15360, 0), (18432, 0), (36608, 0)]),
    ("diagonal", [(2560, 0), (1856, 0), (1856, 0), (1472, 0), (4096, 0), (7168, 0), (8960, 0)]),
    ("antidiagonal", [(2560, 0), (1856, 0), (1856, 0), (1472, 0), (4096, 0), (7168, 0), (8960, 0)]),
    (
        "bishop",
        [(35072, 1), (20224, 0), (20224, 0), (14336, 0), (76288, 3), (211_968, 64), (306_176, 19)],
    ),
    ("horse", [(896, 0), (784, 0), (784, 0), (768, 0), (1024, 0), (1280, 0), (1296, 0)]),
    (
        "nightrider",
        [(9344, 0), (5760, 0), (5760, 0), (3840, 0), (15616, 0), (53760, 1), (80384, 6)],
    ),
    (
        "elephant",
        [(60928, 0), (47104, 0), (47104, 0), (43008, 0), (78848, 0), (114_688, 0), (118_784, 0)],
    ),
];

/// The form that stands for no fold above.
const NO_FOLD: u8 = 64;

#[test]
fn one_fold_serves_all_squares_but_of_one_bishop() {
    for (piece, expected) in FOLDS {
        for (grid, (subsets, shift)) in BOARDS.iter().zip(expected) {
            let found = found(grid, piece);
            let form = match shift {
                NO_FOLD => WideForm::FoldBySquare,
                shift => WideForm::Fold([0, shift, 0, 0]),
            };
            assert_eq!((found.form, entries(&found)), (form, subsets), "{piece} on {}", grid.name);
            assert!(are_proved(&found), "{piece} on {}", grid.name);
            assert_eq!(found.nearest.is_some(), shift == NO_FOLD);
            assert_eq!(found.squares.len(), grid.masks(piece).len());
        }
    }
}

#[test]
fn a_fold_that_serves_most_squares_is_remembered() {
    let nearest = found(&BOARDS[5], "bishop").nearest.unwrap();
    assert_eq!((nearest.shifts, nearest.left), ([0, 17, 0, 0], vec![42, 64]));
}

#[test]
fn whole_rooks_have_as_many_index_bits_as_relevant_squares() {
    let own = WideForm::FoldBySquare;
    let forms = [own, WideForm::Fold([0, 1, 0, 0]), WideForm::Fold([0; 4])];
    for ((grid, form), subsets) in BOARDS.iter().zip(forms).zip([1_081_344, 495_616, 495_616]) {
        let found = found(grid, "rook");
        assert_eq!((found.form, entries(&found)), (form, subsets), "{}", grid.name);
        assert!(are_proved(&found), "{}", grid.name);
    }
}

#[test]
#[ignore = "slow"]
fn whole_rooks_of_larger_boards_are_proved() {
    let own = WideForm::FoldBySquare;
    let forms = [WideForm::Fold([0, 4, 0, 0]), own, WideForm::Split, WideForm::Split];
    for (grid, form) in BOARDS[3..].iter().zip(forms) {
        let found = found(grid, "rook");
        assert_eq!(found.form, form, "{}", grid.name);
        assert!(are_proved(&found), "{}", grid.name);
    }
}

#[test]
fn boards_of_three_and_four_words_have_folds_too() {
    let fold = WideForm::Fold([0; 4]);
    let expected = [
        ("rank", [fold, fold, fold]),
        ("file", [fold, fold, WideForm::Split]),
        ("diagonal", [fold, fold, fold]),
        ("antidiagonal", [fold, fold, fold]),
        ("horse", [fold, fold, fold]),
        ("elephant", [fold, fold, WideForm::FoldBySquare]),
    ];
    for (piece, forms) in expected {
        for (grid, form) in WIDER.iter().zip(forms) {
            let found = found(grid, piece);
            assert_eq!(found.form, form, "{piece} on {}", grid.name);
            assert!(are_proved(&found), "{piece} on {}", grid.name);
        }
    }
}

#[test]
#[ignore = "slow"]
fn bishops_of_three_words_are_proved() {
    for (grid, form) in WIDER.iter().zip([WideForm::Split, WideForm::FoldBySquare]) {
        let found = found(grid, "bishop");
        assert_eq!(found.form, form, "{}", grid.name);
        assert!(are_proved(&found), "{}", grid.name);
    }
}

/// No factor of a row of neighbours and another of every third square has as few bits as there are squares.
#[test]
fn a_square_without_a_factor_gets_more_index_bits() {
    let mask: SquareSet = [0, 1, 2, 5, 14, 17, 20, 23].into_iter().collect();
    let found = find_wide_indices(&[(11, mask)], 2).unwrap();
    let index = &found.squares[0].1;
    assert_eq!((found.form, index.bits()), (WideForm::Split, 9));
    assert!(index.is_proved());
}

#[test]
fn squares_that_no_form_serves_are_named() {
    let masks = [(3, SquareSet::of(9)), (7, SquareSet::from(u64::MAX >> 30))];
    let error = find_wide_indices(&masks, 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no factors were found for the squares with the bit index 7, with as many index bits as relevant squares; look \
         up each line of the piece alone, or choose a lookup without factors"
    );
    assert_eq!(error.nearest.unwrap().left, [7]);
}

/// Relevant bits meet in every fold.
#[test]
fn words_without_a_fold_are_split() {
    let mask = SquareSet::from_words([1 << 62 | 1, 1 << 63 | 1, 0, 0]);
    let found = find_wide_indices(&[(200, mask)], 2).unwrap();
    assert_eq!((found.form, found.nearest), (WideForm::Split, None));
    assert!(found.squares[0].1.is_proved());
}

#[test]
fn masks_without_a_square_have_the_index_0() {
    let found = find_wide_indices(&[(0, SquareSet::EMPTY)], 4).unwrap();
    let index = &found.squares[0].1;
    assert_eq!((index.shift, index.bits(), index.net_shift()), (63, 0, Some(0)));
    assert!(index.is_proved() && index.to_split().is_proved());
    assert_eq!(index.of(!SquareSet::EMPTY), 0);
    assert!(find_wide_indices(&[], 2).unwrap().squares.is_empty());
}

#[test]
fn neighbours_need_a_shift_alone() {
    for low in [0, 20, 58, 61, 64, 120] {
        let mask: SquareSet = (low..low + 6).collect();
        let found = find_wide_indices(&[(0, mask)], 2).unwrap();
        let index = &found.squares[0].1;
        assert!(found.are_shifts() == (low != 61) && index.is_proved());
        let row = RowOfBits::of(mask);
        assert_eq!((row.lowest, row.bits), (low, 6));
        if let Some(net) = index.net_shift() {
            let key = |set: SquareSet| set.words()[0] ^ set.words()[1];
            let subsets = (0..64).map(|packed| mask.subset(packed));
            assert!(subsets.into_iter().all(|set| index.of(set) == key(set) >> net));
        }
    }
    assert_eq!(RowOfBits::of(SquareSet::EMPTY), RowOfBits { lowest: 0, bits: 0 });
    assert!(!found(&BOARDS[0], "rank").are_shifts());
}

#[test]
fn a_fold_is_a_sum_of_products() {
    for (grid, piece) in [(0, "bishop"), (4, "bishop"), (6, "nightrider"), (5, "bishop")] {
        for (_, index) in found(&BOARDS[grid], piece).squares {
            let split = index.to_split();
            assert!(matches!(split.product, WideProduct::Split { .. }) && split.is_proved());
            let subsets = (0..1 << index.bits()).step_by(7).map(|packed| index.mask.subset(packed));
            assert!(subsets.into_iter().all(|set| index.of(set) == split.of(set)));
        }
    }
}

#[test]
fn a_wrong_factor_is_not_proved() {
    for (_, mut index) in found(&BOARDS[0], "bishop").squares {
        let WideProduct::Folded { factor, .. } = &mut index.product else { panic!() };
        *factor &= *factor - 1;
        assert!(!index.is_proved());
    }
}
