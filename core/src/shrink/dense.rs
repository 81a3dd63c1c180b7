//! Dense factors, with one index bit less than there are relevant squares, by complete search.
//!
//! Such a factor halves a square's range. There are few if any, and annealing, which steps from one factor that keeps
//! attack sets apart to the next, hardly ever comes upon one. A complete search that looks below some roots of its tree
//! often does: on the chess board those of nine rooks are found within two million nodes each.

use super::Shrink;
use super::image::gcd;
use crate::packing::{Goal, ShiftGoal};
use crate::prove::{Case, Constant, Question, Searcher, Tally, Until};
use crate::search::{Hash, Key};

/// The time of a node, in steps of a unit.
const NODE: u64 = 750;
/// The version of the complete search. Later ones need fewer nodes for a whole tree, but more time before the first.
const VERSION: u32 = 1;

impl Shrink<'_> {
    /// The number of squares whose dense factors are searched.
    pub(super) fn dense_squares(&self) -> usize {
        let is_possible = self.goal.hash == Hash::Multiply && self.goal.shift == ShiftGoal::Own;
        if is_possible { self.large().len() } else { 0 }
    }

    /// Looks for a dense factor of a large square until `work` is done, and tries it on the piece's other squares.
    pub(super) fn find_dense(&mut self, number: usize, work: u64) {
        let Some(at) = self.large().get(number).copied() else { return };
        let square = &self.ground.squares[at];
        let problem = self.ground.problems[square.piece];
        let Some(bits) = square.square.bits().checked_sub(1) else { return };
        let constant = match self.goal.key {
            Key::White | Key::Constant => Constant::None,
            Key::Black => Constant::Black,
            Key::Slider => return,
        };
        let Ok(question) = Question::new(problem, square.square, bits, constant) else { return };
        let Some(factor) = first_factor(question, work / NODE) else { return };
        let (piece, bit) = (square.piece, i32::from(square.square.bit));
        for at in 0..self.ground.squares.len() {
            let square = &self.ground.squares[at];
            if square.piece != piece || square.square.bits() < 2 {
                continue;
            }
            // The relevant squares of another square are about the same, moved by the difference of the bit indices.
            let by = i32::from(square.square.bit) - bit;
            let moved = if by < 0 { factor << -by } else { factor >> by };
            for factor in [factor, moved] {
                let shift = self.goal.hash.product_bits() + 1 - square.square.bits();
                let Goal { hash, key, .. } = self.goal;
                let constant = key.constant(hash, square.square.bit, square.square.mask, factor);
                let magic = square.magic(hash, key, factor, constant.unwrap_or(0), shift);
                if let Some(shaped) = self.gauge.shape(square, self.goal, magic, true) {
                    self.pools[at].add(self.goal, shaped);
                }
            }
        }
    }
}

/// A factor that answers a question, if one is found among so many nodes.
fn first_factor(question: Question, nodes: u64) -> Option<u64> {
    let case = Case::of_version("", "", question, Until::First, VERSION);
    let mut searcher = Searcher::new(&case.question, &case.plan);
    let mut tally = Tally::new(case.plan.levels());
    for root in order(case.plan.roots()) {
        searcher.search_some(root, nodes, &mut tally);
        if tally.witness.is_some() || tally.all_nodes() >= nodes {
            break;
        }
    }
    tally.witness.map(|witness| witness.factor)
}

/// The order in which roots are searched: by turns the next in steps of the golden section, and the one with the fewest
/// changes from a bit to the next. Known dense factors often have long rows of equal bits.
fn order(roots: u64) -> Vec<u64> {
    let mut step = (u128::from(roots) * 618 / 1000) as u64 | 1;
    while gcd(step, roots) != 1 {
        step += 2;
    }
    let spread: Vec<u64> = (0..roots)
        .map(|turn| (u128::from(turn) * u128::from(step) % u128::from(roots)) as u64)
        .collect();
    let mut plain = spread.clone();
    plain.sort_by_key(|root| (root ^ root >> 1).count_ones());
    spread.into_iter().zip(plain).flat_map(<[u64; 2]>::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packing::Sharing;
    use crate::shrink::Ground;
    use crate::shrink::tests::{goal, problems};

    #[test]
    fn each_root_is_searched_twice() {
        for roots in [1, 2, 6, 1_024, 4_098] {
            let mut order = order(roots);
            order.sort_unstable();
            let twice: Vec<u64> = (0..roots).flat_map(|root| [root, root]).collect();
            assert_eq!(order, twice);
        }
    }

    #[test]
    fn dense_factors_halve_ranges() {
        let problems = problems(8, 8);
        let ground = Ground::new(&problems.iter().collect::<Vec<_>>()).unwrap();
        for key in [Key::White, Key::Constant] {
            let mut shrink =
                Shrink::new(&ground, goal(key, ShiftGoal::Own, Sharing::PostMask), 0).unwrap();
            // c8's is found after a thousand nodes, a1 has none.
            let (a1, c8) = (0, 58);
            assert_eq!((shrink.large()[a1], shrink.large()[c8]), (a1, c8));
            for at in [a1, c8] {
                shrink.find_dense(at, 3_000 * NODE);
            }
            assert_eq!(shrink.pools[a1].len(), 0);
            assert!(shrink.pools[c8].shortest() <= Some(1 << 10), "{key:?}");
        }
    }

    #[test]
    fn a_search_from_nothing_looks_for_dense_factors() {
        let problems = problems(5, 4);
        let ground = Ground::new(&problems.iter().collect::<Vec<_>>()).unwrap();
        let mut shrink =
            Shrink::new(&ground, goal(Key::White, ShiftGoal::Own, Sharing::None), 0).unwrap();
        shrink.begin_from_nothing();
        shrink.begin(&crate::Watch::default()).unwrap();
        let mut dense = 0;
        for _ in 0..60 {
            dense += usize::from(shrink.doing() == "finding dense factors");
            shrink.unit();
        }
        assert_eq!(dense, shrink.dense_squares().min(47));
        assert!(dense > 0);
    }
}
