//! What several languages write of an outline in one way.

use super::{Function, SelfTest, TestedPiece};
use crate::model::{Case, Value};
use crate::render::taken::Taken;

/// Steps that turn a word round, neighbours of ever more bits changing places before its halves do at last: the
/// lower ones of each pair, and by how far they are apart. The last two turn bytes round.
pub const SWAPS: [(u64, u8); 5] = [
    (0x5555_5555_5555_5555, 1),
    (0x3333_3333_3333_3333, 2),
    (0x0f0f_0f0f_0f0f_0f0f, 4),
    (0x00ff_00ff_00ff_00ff, 8),
    (0x0000_ffff_0000_ffff, 16),
];

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

    /// Names for the functions that walk so, in a language's case.
    #[must_use]
    pub fn walkers(&self, taken: &Taken, case: Case) -> Vec<String> {
        let mut taken = taken.clone();
        let walked = self.walked().into_iter();
        walked.map(|(spoken, _)| taken.name(case.join(&["walk", spoken]))).collect()
    }

    /// What is compared, lookups of unions under the masks of each of their pieces: the piece in prose, the lookup,
    /// which of `walkers` walks instead, and the masks.
    #[must_use]
    pub fn compared(&self, walkers: &[String]) -> Vec<[String; 4]> {
        let public: Vec<&TestedPiece> =
            self.pieces.iter().filter(|piece| piece.is_public).collect();
        let all = public.iter().map(|piece| (&piece.spoken, &piece.lookup, vec![*piece]));
        let unions = self.unions.iter().map(|union| {
            let of = union.of.iter().map(|at| &self.pieces[*at]).collect();
            (&union.spoken, &union.lookup, of)
        });
        let mut compared = Vec::new();
        for ((spoken, lookup, of), walker) in all.chain(unions).zip(walkers) {
            for piece in of {
                let names = [spoken, lookup, walker, &piece.masks];
                compared.push(names.map(String::clone));
            }
        }
        compared
    }
}
