//! Judges factors by the masks in the text if these differ from the relevant squares: masks with edge squares, or
//! without a square or two.

use magicgen_board::Bitboard;

use super::names;
use super::part::{self, PieceRows};
use super::probe::{Collision, Formula, MOST_BITS, Prober};
use super::report::Shift;
use super::settle::{ColumnSource, Settled, Settler};
use super::slider::{MultipliedKey, Slider};
use super::table::{SourceColumn, SourceTable};

/// The fewest squares on which the words of an array must look like masks.
const LEAST: usize = 48;

/// The most relevant squares that a mask may lack.
const MOST_LACKING: u32 = 2;

/// The most parts that are judged by masks, which is slow.
const MOST_PARTS: usize = 64;

/// Words in the names of columns or arrays of masks.
const MASKS: [&str; 4] = ["mask", "relevant", "blocker", "occupanc"];

/// The masks that a lookup uses.
#[derive(Clone, Debug)]
pub(super) struct Mask {
    pub(super) source: ColumnSource,
    /// The mask of each position.
    pub(super) words: Vec<Bitboard>,
}

/// True if the text has bishop masks with edge squares, so that its factors may have more index bits.
pub(super) fn has_edges(tables: &[SourceTable]) -> bool {
    tables.iter().any(|table| {
        let readings = part::readings(table);
        let mut columns = table.columns.iter();
        columns.any(|column| {
            readings.iter().flatten().any(|part| {
                let words = part.words(column);
                let is_reach = |turn: &[u8; 64]| {
                    let reach = |bit: &u8| Prober::square(Slider::Bishop, *bit).reach;
                    words.iter().zip(turn).filter(|(word, bit)| **word == reach(bit)).count()
                };
                part::turns(part.mode).iter().any(|turn| is_reach(turn) >= LEAST)
            })
        })
    })
}

impl Settler<'_> {
    /// Finds the masks of each part that the text gives, unless they are the relevant squares.
    pub(super) fn find_masks(&self, parts: &mut [&mut Settled]) {
        for settled in parts.iter_mut().take(MOST_PARTS) {
            if let Some(mask) = self.mask_of(settled) {
                suit(settled, &mask.words);
                settled.mask = Some(mask);
            }
        }
    }

    fn mask_of(&self, settled: &Settled) -> Option<Mask> {
        let others = self.pool.iter().copied().filter(|table| *table != settled.table);
        let mut found: Vec<(usize, Mask)> = Vec::new();
        for table in std::iter::once(settled.table).chain(others) {
            for column in 0..self.tables[table].columns.len() {
                let source = ColumnSource { table, column };
                if table == settled.table && column == settled.factors {
                    continue;
                }
                let Some(words) = like_masks(settled, &self.tables[table], self.column(source))
                else {
                    continue;
                };
                let square = |at: usize| Prober::square(settled.guess.piece, settled.guess.bit[at]);
                if (0..64).all(|at| words[at] == square(at).mask) {
                    return None;
                }
                if self.is_used_as_mask(settled, source) {
                    let distance =
                        self.tables[table].lines.0.abs_diff(self.tables[settled.table].lines.0);
                    found.push((distance, Mask { source, words }));
                }
            }
        }
        found.into_iter().min_by_key(|(distance, _)| *distance).map(|(_, mask)| mask)
    }

    /// Whether a column holds the masks of a part. The lookups of its factors decide, or its name if there are none.
    fn is_used_as_mask(&self, settled: &Settled, source: ColumnSource) -> bool {
        let is_beside = source.table == settled.table;
        let piece = settled.guess.piece;
        if !is_beside && self.names(source).any(|name| names::is_of_other(name, piece)) {
            return false;
        }
        let factors = ColumnSource { table: settled.table, column: settled.factors };
        let mut lookups = self
            .lookups
            .iter()
            .filter(|lookup| self.names(factors).any(|name| lookup.uses(name)))
            .peekable();
        if lookups.peek().is_some() {
            return lookups.any(|lookup| self.names(source).any(|name| lookup.uses(name)));
        }
        let is_unnamed = self.column(source).label.is_none() && is_beside;
        is_unnamed || self.is_called(source, &MASKS)
    }
}

/// The words of a column as masks of a part, if they are nearly its relevant squares. Complements count as masks of
/// black keys.
fn like_masks(
    settled: &Settled,
    table: &SourceTable,
    column: &SourceColumn,
) -> Option<Vec<Bitboard>> {
    let guess = &settled.guess;
    let is_like = |words: &[Bitboard]| {
        let like = |at: &usize| {
            let square = Prober::square(guess.piece, guess.bit[*at]);
            let lacking = (square.mask & !words[*at]).count_ones();
            words[*at] != 0 && words[*at] & !square.reach == 0 && lacking <= MOST_LACKING
        };
        (0..64).filter(like).count() >= LEAST
    };
    let of_part = |part: &PieceRows| {
        let words = part.words(column);
        let complements: Vec<Bitboard> = words.iter().map(|word| !word).collect();
        let is_black = guess.key() == MultipliedKey::Black;
        if is_like(&words) {
            Some(words)
        } else {
            Some(complements).filter(|words| is_black && is_like(words))
        }
    };
    part::readings(table).iter().flatten().find_map(of_part)
}

/// Finds the index bits of a part whose shifts the text doesn't give: the present ones if they work under these masks,
/// else one bit for each square of the mask, else the largest of these numbers on all squares.
fn suit(settled: &mut Settled, words: &[Bitboard]) {
    let counts: Vec<Option<u8>> = words
        .iter()
        .map(|word| {
            u8::try_from(word.count_ones()).ok().filter(|bits| (1..=MOST_BITS).contains(bits))
        })
        .collect();
    let most = counts.iter().flatten().copied().max().unwrap_or(1);
    let is_given = !matches!(settled.shift, Shift::Relevant | Shift::Fixed { .. });
    let choices = [
        (settled.shift.clone(), settled.bits.clone()),
        (Shift::Relevant, counts),
        (Shift::Fixed { bits: most }, vec![Some(most); 64]),
    ];
    let guess = &settled.guess;
    let works = |bits: &[Option<u8>]| {
        (0..64).all(|at| {
            let probed = bits[at]
                .map(|bits| probe(guess.piece, guess.bit[at], guess.formulas[at], bits, words[at]));
            probed.is_some_and(|probed| probed.is_ok())
        })
    };
    let found = choices.into_iter().find(|(_, bits)| works(bits));
    if let Some((shift, bits)) = found.filter(|_| !is_given) {
        (settled.shift, settled.bits) = (shift, bits);
    }
}

/// The number of slots that a factor uses under a mask that isn't the relevant squares. The error is the first
/// collision.
pub(super) fn probe(
    piece: Slider,
    bit: u8,
    formula: Formula,
    bits: u8,
    mask: Bitboard,
) -> Result<u64, Collision> {
    let problem = Prober::problem(piece);
    let square = Prober::square(piece, bit);
    // Occupancies that differ only in squares outside the mask have one key.
    let all = (mask & square.reach) | square.mask;
    let mut seen: Vec<Option<(Bitboard, Bitboard)>> = vec![None; 1 << bits];
    let mut used = 0;
    let mut subset: Bitboard = 0;
    loop {
        let index = formula.index(subset & mask, mask, bits);
        let attacks = problem.attacks_under(square, subset & square.mask);
        match seen[index] {
            None => {
                seen[index] = Some((subset, attacks));
                used += 1;
            }
            Some((earlier, other)) if other != attacks => {
                return Err(Collision {
                    occupied: [earlier, subset],
                    attacks: [other, attacks],
                    index,
                });
            }
            Some(_) => {}
        }
        subset = subset.wrapping_sub(all) & all;
        if subset == 0 {
            return Ok(used);
        }
    }
}
