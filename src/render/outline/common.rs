//! What several languages write of an outline in one way.

use super::{Function, SelfTest, TestedPiece};
use crate::model::Value;

/// Steps that turn a word round, neighbours of ever more bits changing places before its halves do at last: the
/// lower ones of each pair, and by how far they are apart. The last two turn bytes round.
pub const SWAPS: [(u64, u8); 5] = [
    (0x5555_5555_5555_5555, 1),
    (0x3333_3333_3333_3333, 2),
    (0x0f0f_0f0f_0f0f_0f0f, 4),
    (0x00ff_00ff_00ff_00ff, 8),
    (0x0000_ffff_0000_ffff, 16),
];

/// A clause as a sentence: `the attacked squares` as `The attacked squares.`
#[must_use]
pub fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

impl Function<'_> {
    /// The values that the function computes itself, in order: not those that it calls others for, nor what is only
    /// beneath them.
    #[must_use]
    pub fn computed(&self) -> Vec<Value> {
        let is_called = |value: Value| self.calls.iter().any(|(called, _)| *called == value);
        let mut found = vec![self.wanted];
        let mut at = 0;
        while let Some(value) = found.get(at).copied() {
            at += 1;
            if is_called(value) {
                continue;
            }
            for operand in self.program.op(value).operands() {
                if !found.contains(&operand) {
                    found.push(operand);
                }
            }
        }
        found.retain(|value| !is_called(*value));
        found.sort_unstable();
        found
    }
}

/// A lookup that a test calls, beside what it walks.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The piece in prose.
    pub spoken: &'a str,
    /// Its lookup.
    pub lookup: &'a str,
    /// The piece whose masks' subsets are gone through.
    pub by: &'a TestedPiece,
}

impl SelfTest<'_> {
    /// What is walked for each lookup that is compared, by its piece in prose: the pieces whose rays those are.
    #[must_use]
    pub fn walked(&self) -> Vec<(&str, Vec<&TestedPiece>)> {
        let public = self.pieces.iter().filter(|piece| piece.is_public);
        let own = public.map(|piece| (piece.spoken.as_str(), vec![piece]));
        let unions = self.unions.iter().map(|union| {
            (union.spoken.as_str(), union.of.iter().map(|at| &self.pieces[*at]).collect())
        });
        own.chain(unions).collect()
    }

    /// What is compared: lookups that can be called, those of unions under the masks of each piece.
    #[must_use]
    pub fn compared(&self) -> Vec<Comparison<'_>> {
        let public = self.pieces.iter().filter(|piece| piece.is_public);
        let own = public.map(|by| Comparison { spoken: &by.spoken, lookup: &by.lookup, by });
        let unions = self.unions.iter().flat_map(|union| {
            union.of.iter().map(|at| Comparison {
                spoken: &union.spoken,
                lookup: &union.lookup,
                by: &self.pieces[*at],
            })
        });
        own.chain(unions).collect()
    }
}
