//! Stub.
use crate::geometry::{Bitboard, Problem};
pub struct Dictionary {
    pub words: Vec<Bitboard>,
    pub base: Vec<Vec<u16>>,
    is_flat: bool,
}
impl Dictionary {
    pub fn id(&self, piece: usize, bit: u8, attacks: Bitboard) -> Option<u16> {
        let base = if self.is_flat { 0 } else { usize::from(self.base[piece][usize::from(bit)]) };
        self.words[base..].iter().position(|w| *w == attacks).map(|p| p as u16)
    }
}
pub fn exact(problems: &[&Problem]) -> Dictionary {
    let mut words = Vec::new();
    let mut base = Vec::new();
    for problem in problems {
        let mut bases = vec![0; usize::from(problem.indices)];
        for square in problem.squares() {
            bases[usize::from(square.bit)] = words.len() as u16;
            let mut sets = problem.attacks(*square).to_vec();
            sets.sort_unstable();
            sets.dedup();
            words.extend(sets);
        }
        base.push(bases);
    }
    Dictionary { words, base, is_flat: false }
}
pub fn flat(problems: &[&Problem]) -> Dictionary {
    Dictionary { is_flat: true, ..exact(problems) }
}
pub fn windowed(problems: &[&Problem]) -> Dictionary {
    exact(problems)
}
