//! Tries the forms of wide indices, the cheapest first.

use magicgen_board::SquareSet;

use super::index::{MOST_PROVED, fold};
use super::shifts::apart;
use super::{NearestFold, NoWideIndex, WideForm, WideIndex, WideIndices, WideProduct, WordShifts};
use crate::gather::MOST_GATHERED;
use crate::hash::Hash;
use crate::window::{Exponents, Window, WindowRule};

/// The steps of a search after which a mask counts as not served.
const STEPS: u64 = 3_000;

/// The steps for the last squares of a fold that serves all others.
const LAST_STEPS: u64 = 100_000;

/// The most index bits of a square beyond its relevant squares. Only squares that no other form serves have any.
const MOST_SPARE: u32 = 4;

/// The most squares that [`LAST_STEPS`] are spent on.
const LAST_SQUARES: usize = 4;

/// The indices of all squares, of which `masks` has the bit indices and the relevant squares, on a board of 1 to 4
/// words. All squares have the first form of [`WideForm`] that serves them.
pub fn find_wide_indices(
    masks: &[(u8, SquareSet)],
    words: usize,
) -> Result<WideIndices, NoWideIndex> {
    let nearest = match one_fold(masks, words) {
        Ok(found) => return Ok(found),
        Err(nearest) => nearest,
    };
    let own_fold = |_, mask| own_fold(mask, words);
    let own_split = |_, mask| (0..=MOST_SPARE).find_map(|spare| split(mask, words, spare));
    if let Ok(squares) = every_square(masks, 0, own_fold) {
        return Ok(WideIndices { form: WideForm::FoldBySquare, squares, nearest });
    }
    match every_square(masks, masks.len(), own_split) {
        Ok(squares) => Ok(WideIndices { form: WideForm::Split, squares, nearest }),
        Err(squares) => Err(NoWideIndex { squares, nearest }),
    }
}

/// The index of each square, or the squares without one. Ends when more than `most` are without.
fn every_square(
    masks: &[(u8, SquareSet)],
    most: usize,
    index: impl Fn(u8, SquareSet) -> Option<WideIndex>,
) -> Result<Vec<(u8, WideIndex)>, Vec<u8>> {
    let (mut squares, mut left) = (Vec::new(), Vec::new());
    for (bit, mask) in masks {
        match index(*bit, *mask) {
            Some(index) => squares.push((*bit, index)),
            None => left.push(*bit),
        }
        if left.len() > most {
            break;
        }
    }
    if left.is_empty() { Ok(squares) } else { Err(left) }
}

/// The first fold that serves all squares, or the first of those that serve most.
fn one_fold(masks: &[(u8, SquareSet)], words: usize) -> Result<WideIndices, Option<NearestFold>> {
    let found =
        |shifts, squares| WideIndices { form: WideForm::Fold(shifts), squares, nearest: None };
    let sets: Vec<SquareSet> = masks.iter().map(|(_, mask)| *mask).collect();
    let mut nearest: Option<NearestFold> = None;
    for shifts in apart(&sets, words) {
        let most = nearest.as_ref().map_or(masks.len(), |nearest| nearest.left.len() - 1);
        match every_square(masks, most, |_, mask| folded(mask, shifts, STEPS)) {
            Ok(squares) => return Ok(found(shifts, squares)),
            Err(left) if left.len() <= most => nearest = Some(NearestFold { shifts, left }),
            Err(_) => {}
        }
    }
    let Some(NearestFold { shifts, left }) = nearest else { return Err(None) };
    if left.len() <= LAST_SQUARES {
        let steps = |bit| if left.contains(&bit) { LAST_STEPS } else { STEPS };
        let again = every_square(masks, 0, |bit, mask| folded(mask, shifts, steps(bit)));
        if let Ok(squares) = again {
            return Ok(found(shifts, squares));
        }
    }
    Err(Some(NearestFold { shifts, left }))
}

/// The index of a mask whose words are folded with these shifts.
fn folded(mask: SquareSet, shifts: WordShifts, steps: u64) -> Option<WideIndex> {
    let (before, [factor]) = factors([fold(mask, shifts)], steps, 0)?;
    let product = WideProduct::Folded { shifts, before: before[0], factor };
    Some(indexed(mask, product, 0))
}

/// The index of a mask with the first shifts that serve it.
fn own_fold(mask: SquareSet, words: usize) -> Option<WideIndex> {
    apart(&[mask], words).into_iter().find_map(|shifts| folded(mask, shifts, STEPS))
}

/// The index of a mask whose words have products of their own, with this many bits more than relevant squares.
fn split(mask: SquareSet, words: usize, spare: u32) -> Option<WideIndex> {
    let found = factors(mask.words(), STEPS, spare)
        .map(|(before, factors)| indexed(mask, WideProduct::Split { before, factors }, spare));
    let folded = || own_fold(mask, words).map(|index| index.to_split());
    found.or_else(|| if spare == 0 { folded() } else { None })
}

fn indexed(mask: SquareSet, product: WideProduct, spare: u32) -> WideIndex {
    WideIndex { mask, product, shift: Hash::Multiply.shift((mask.len() + spare) as u8) }
}

/// The shifts of words to the right, and the factors that then bring the masks into a window. The words aren't shifted
/// if they needn't be, and bits have one place each if they can.
fn factors<const N: usize>(masks: [u64; N], steps: u64, spare: u32) -> Option<([u8; N], [u64; N])> {
    let count: u32 = masks.iter().map(|mask| mask.count_ones()).sum();
    if count > MOST_GATHERED || spare > 0 && count + spare > MOST_PROVED {
        return None;
    }
    let lowest = masks.map(|mask| if mask == 0 { 0 } else { mask.trailing_zeros() as u8 });
    // A shift to the lowest bit allows all exponents that a shorter shift does.
    for before in if lowest == [0; N] { vec![lowest] } else { vec![[0; N], lowest] } {
        let shifted = std::array::from_fn(|word| masks[word] >> before[word]);
        for rule in [WindowRule::OnePlace, WindowRule::LowestPlace] {
            let mut window = Window::new(shifted, rule, steps).with_spare(spare);
            if let Some(factors) = window.any(Exponents::NONE) {
                return Some((before, factors));
            }
        }
    }
    None
}
