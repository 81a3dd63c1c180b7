//! Rules out readings of 64 numbers as factors that fail with any constants added to the products.

use super::guess::{FORMS, Four, LINE_HASHES, MIDDLE, Terms, believed, formulas, is_good, is_line};
use super::part::{Mode, turns};
use super::probe::Prober;
use super::slider::{MultipliedKey, Slider};
use magicgen_search::Hash;

/// The readings of 64 numbers as factors that may work with some constants. Any column of a table may hold the
/// constants of any other, so readings that fail with all constants are ruled out once, not for every column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hopes {
    /// For each arithmetic, piece and turn.
    pub(super) pieces: [[[bool; 8]; Slider::PIECES.len()]; FORMS.len()],
    /// The most squares that work in any of these readings.
    most: usize,
    /// For each kind of multiplication, line and turn.
    pub(super) lines: [[[bool; 8]; Slider::LINES.len()]; LINE_HASHES.len()],
}

impl Hopes {
    /// All readings, if nothing is known.
    pub(super) const ALL: Self = Self {
        pieces: [[[true; 8]; Slider::PIECES.len()]; FORMS.len()],
        most: 64,
        lines: [[[true; 8]; Slider::LINES.len()]; LINE_HASHES.len()],
    };

    /// The readings that may work.
    pub(super) fn of(prober: &mut Prober, mode: Mode, factors: &[u64]) -> Self {
        let words = Terms { factors, constants: None, before: None };
        let turns = turns(mode).each_ref();
        let mut pieces = Self::ALL.pieces;
        let mut most = 0;
        for (form, (hash, key)) in FORMS.into_iter().enumerate() {
            // A black key adds the same number to all products, like a constant, unless XOR joins the halves of a
            // product.
            let white = FORMS.iter().position(|other| *other == (hash, MultipliedKey::White));
            if let Some(white) = white.filter(|white| *white < form && hash != Hash::SplitXor) {
                pieces[form] = pieces[white];
                continue;
            }
            let formulas = formulas(key, hash, words);
            pieces[form] = Slider::PIECES.map(|piece| {
                let believed = believed(prober, piece);
                let mut four = Four::new(MIDDLE);
                turns.map(|bit| {
                    let mut works =
                        |at: usize, bits| prober.may_work(piece, bit[at], formulas[at], bits);
                    let may_be_good = four.at_least(2, bit, |at| works(at, piece.most_bits()))
                        && is_good(|at| works(at, piece.most_bits()));
                    if may_be_good && most < 64 {
                        let fails = |at: &usize| !works(*at, piece.most_bits());
                        let failing: Vec<usize> = (0..64).filter(fails).collect();
                        // All squares may work with more index bits.
                        let all = failing.iter().all(|at| works(*at, believed));
                        most = most.max(if all { 64 } else { 64 - failing.len() });
                    }
                    may_be_good
                })
            });
        }
        let lines = LINE_HASHES.map(|hash| {
            let formulas = formulas(MultipliedKey::White, hash, words);
            Slider::LINES.map(|piece| {
                turns.map(|bit| {
                    is_line(piece, bit, |at, bits| {
                        prober.may_work(piece, bit[at], formulas[at], bits)
                    })
                })
            })
        });
        Self { pieces, most, lines }
    }

    /// The most squares that work in any reading.
    pub(super) fn most(&self) -> usize {
        // Factors of a line count only if they work on all squares.
        if self.lines.iter().flatten().flatten().any(|may_work| *may_work) { 64 } else { self.most }
    }
}

#[cfg(test)]
mod tests {
    use super::super::probe::Hints;
    use super::*;
    use magicgen_search::Stream;

    /// Words with about 16 bits at random, and some that gather the bits of a line.
    fn factors() -> Vec<u64> {
        let mut stream = Stream::new(1, "hopes", 0, 0);
        let mut all: Vec<u64> = (0..40).map(|_| stream.word() & stream.word()).collect();
        all.extend((0..8).map(|shift| 0x0102_0408_1020_4080 << shift));
        all
    }

    #[test]
    fn no_factor_with_a_constant_is_given_up() {
        let mut prober = Prober::new(&Hints::default());
        let mut stream = Stream::new(2, "hopes", 0, 0);
        let constants: Vec<u64> = (0..8).map(|_| stream.word()).collect();
        let mut found = 0;
        for (hash, key) in FORMS {
            for factor in factors() {
                for (piece, bit, bits) in [
                    (Slider::Rook, 27, 12),
                    (Slider::Rook, 0, 16),
                    (Slider::Bishop, 36, 12),
                    (Slider::Bishop, 0, 9),
                    (Slider::Rank, 4, 6),
                ] {
                    let words = [factor; 64];
                    let works = |constant: &u64| {
                        let constants = [*constant; 64];
                        let constants = Some(&constants[..]);
                        let words = Terms { factors: &words, constants, before: None };
                        prober.works(piece, bit, formulas(key, hash, words)[0], bits)
                    };
                    if constants.iter().any(works) {
                        found += 1;
                        let words = Terms { factors: &words, constants: None, before: None };
                        let formula = formulas(key, hash, words)[0];
                        assert!(prober.may_work(piece, bit, formula, bits), "{formula:?}");
                        let white = formulas(MultipliedKey::White, hash, words)[0];
                        let is_sum = hash != Hash::SplitXor;
                        assert!(!is_sum || prober.may_work(piece, bit, white, bits), "{white:?}");
                    }
                }
            }
        }
        assert!(found > 100, "{found}");
    }

    #[test]
    fn of_random_numbers_nothing_is_hoped() {
        let mut prober = Prober::new(&Hints::default());
        let mut stream = Stream::new(3, "hopes", 0, 0);
        for _ in 0..4 {
            let factors: Vec<u64> = (0..64).map(|_| stream.word()).collect();
            assert_eq!(Hopes::of(&mut prober, Mode::Text, &factors).most(), 0);
        }
        assert_eq!(Hopes::ALL.most(), 64);
    }
}
