//! Squares with their lengths of index range in; groups of squares that may share one range under a post-mask out.
//!
//! Two squares may share a range, whatever their factors are, if every attack set of one agrees with every one of
//! the other on the squares that both reach: then a slot holds the union of all that falls on it, and `& reach`
//! gives each its own (Lasse Hansen, "Sharing Attacks", 2006). That is so just where all that both reach is
//! always attacked from both. On the chess board these are rooks on squares that touch at a corner, bishops of different
//! colours, and bishops two apart on a rank or a file: two rooks share, and four bishops. A rook and a bishop may
//! where they stand on one square or side by side.
//!
//! The groups are cliques, and what a group costs is its longest range. The search takes a square to another group
//! and those out that it doesn't go with, each of which then goes where it costs least: steps along alternating
//! paths, as in a matching.

use crate::geometry::{Bitboard, Problem, SquareProblem};
use crate::search::Stream;

/// Steps for each square.
const STEPS: usize = 500;

/// Groups of a piece's squares by bit index, each ascending, whose ranges may begin at one offset.
///
/// `slots` is the length of a square's range. A square that goes with no other is a group of its own.
#[must_use]
pub fn share_rows(problem: &Problem, slots: impl Fn(&SquareProblem) -> usize) -> Vec<Vec<u8>> {
    let groups = share_rows_among(&[problem], |_, square| slots(square));
    groups.into_iter().map(|group| group.into_iter().map(|(_, bit)| bit).collect()).collect()
}

/// As [`share_rows`], with squares of different pieces in one group: piece by its place in the list, and bit index.
#[must_use]
pub fn share_rows_among(
    pieces: &[&Problem],
    slots: impl Fn(usize, &SquareProblem) -> usize,
) -> Vec<Vec<(usize, u8)>> {
    let mut names = Vec::new();
    let mut squares = Vec::new();
    for (piece, problem) in pieces.iter().enumerate() {
        for square in problem.squares() {
            names.push((piece, square.bit));
            squares.push(Member {
                reach: square.reach,
                always: problem.attacks(*square).iter().fold(square.reach, |all, set| all & set),
                slots: slots(piece, square),
            });
        }
    }
    let mut groups = group(&squares);
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort_unstable();
    groups.into_iter().map(|group| group.into_iter().map(|at| names[at]).collect()).collect()
}

/// What is known of a square.
struct Member {
    /// Attacked on the empty board.
    reach: Bitboard,
    /// Attacked under every occupancy.
    always: Bitboard,
    slots: usize,
}

impl Member {
    /// Every attack set lies between `always` and `reach` and both are attack sets, so that it is enough to
    /// compare these.
    fn goes_with(&self, other: &Self) -> bool {
        self.reach & other.reach & !(self.always & other.always) == 0
    }
}

#[derive(Clone)]
struct Grouping<'a> {
    squares: &'a [Member],
    groups: Vec<Vec<usize>>,
    cost: usize,
}

/// A square on its way to another group.
struct Step {
    square: usize,
    to: usize,
    /// Of those who are there, who goes with it.
    stay: Vec<usize>,
    out: Vec<usize>,
}

fn group(squares: &[Member]) -> Vec<Vec<usize>> {
    let mut stream = Stream::new(0, "share rows", 0, 0);
    let mut order: Vec<usize> = (0..squares.len()).collect();
    order.sort_by_key(|square| std::cmp::Reverse(squares[*square].slots));
    let mut now = Grouping { squares, groups: Vec::new(), cost: 0 };
    for square in order {
        now.place(square, &mut stream);
    }
    let mut next = now.clone();
    for _ in 0..STEPS * squares.len() {
        let Some(step) = now.step(&mut stream) else { continue };
        // What was allocated before is used again.
        next.groups.clone_from(&now.groups);
        next.cost = now.cost;
        next.take(step, &mut stream);
        if next.cost <= now.cost {
            std::mem::swap(&mut now, &mut next);
        }
    }
    now.groups
}

impl Grouping<'_> {
    fn slots(&self, group: &[usize]) -> usize {
        group.iter().map(|square| self.squares[*square].slots).max().unwrap_or(0)
    }

    /// Puts a square into the group that it makes least longer, or into one of its own.
    fn place(&mut self, square: usize, stream: &mut Stream) {
        let one = &self.squares[square];
        let mut choice = (one.slots, self.groups.len());
        let mut equal = 1;
        for (at, group) in self.groups.iter().enumerate() {
            if group.iter().any(|other| !one.goes_with(&self.squares[*other])) {
                continue;
            }
            let more = one.slots.saturating_sub(self.slots(group));
            equal = if more == choice.0 { equal + 1 } else { 1 };
            if more < choice.0 || more == choice.0 && stream.pick(equal) == 0 {
                choice = (more, at);
            }
        }
        self.cost += choice.0;
        if choice.1 == self.groups.len() {
            self.groups.push(Vec::new());
        }
        self.groups[choice.1].push(square);
    }

    /// A square and another group, if it goes with any there: most steps end here.
    fn step(&self, stream: &mut Stream) -> Option<Step> {
        let square = stream.pick(self.squares.len());
        let one = &self.squares[square];
        let to = stream.pick(self.groups.len());
        if self.groups[to].contains(&square) {
            return None;
        }
        let goes = |other: &&usize| one.goes_with(&self.squares[**other]);
        self.groups[to].iter().find(goes)?;
        let (stay, out) = self.groups[to].iter().partition(goes);
        Some(Step { square, to, stay, out })
    }

    /// Takes a square elsewhere, and finds places for those that it drives out.
    fn take(&mut self, step: Step, stream: &mut Stream) {
        let Step { square, to, stay, out } = step;
        let from = self.groups.iter().position(|group| group.contains(&square)).unwrap_or(to);
        self.cost -= self.slots(&self.groups[to]) + self.slots(&self.groups[from]);
        self.groups[to] = stay;
        self.groups[to].push(square);
        self.groups[from].retain(|other| *other != square);
        self.cost += self.slots(&self.groups[to]) + self.slots(&self.groups[from]);
        if self.groups[from].is_empty() {
            self.groups.remove(from);
        }
        for other in out {
            self.place(other, stream);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Board, Mapping, Order, Piece, ROOK, Standard, Walk, subsets};

    fn chess(piece: &Piece) -> Problem {
        on(piece, &Mapping::chess(Standard::ALL[0]))
    }

    fn on(piece: &Piece, mapping: &Mapping) -> Problem {
        Problem::new(&Walk::new(piece, mapping), mapping.squares()).unwrap()
    }

    fn total(pieces: &[&Problem], groups: &[Vec<(usize, u8)>]) -> usize {
        let slots = |(piece, bit): &(usize, u8)| pieces[*piece].square(*bit).unwrap().subsets();
        groups.iter().map(|group| group.iter().map(slots).max().unwrap()).sum()
    }

    /// Every set of a square against every set of each other one in its group, and every square in one group.
    fn check(pieces: &[&Problem], groups: &[Vec<(usize, u8)>]) {
        let mut seen: Vec<(usize, u8)> = groups.iter().flatten().copied().collect();
        seen.sort_unstable();
        let all = pieces.iter().enumerate().flat_map(|(piece, problem)| {
            problem.squares().iter().map(move |square| (piece, square.bit))
        });
        assert_eq!(seen, all.collect::<Vec<_>>());
        for group in groups {
            for one in group {
                for other in group.iter().filter(|other| *other != one) {
                    let [(problem, s), (others, t)] = [one, other]
                        .map(|(piece, bit)| (pieces[*piece], pieces[*piece].square(*bit).unwrap()));
                    for a in problem.sets(s) {
                        for b in others.sets(t) {
                            assert_eq!((a ^ b) & s.reach & t.reach, 0, "{one:?} {other:?}");
                        }
                    }
                }
            }
        }
    }

    fn with_piece(groups: Vec<Vec<u8>>) -> Vec<Vec<(usize, u8)>> {
        groups.into_iter().map(|group| group.into_iter().map(|bit| (0, bit)).collect()).collect()
    }

    /// The wiki's pairing of rooks can't be bettered; that of bishops has 1,792.
    #[test]
    fn two_rooks_and_four_bishops_share() {
        for (piece, words) in [(Piece::rook(), 65_536), (Piece::bishop(), 1_760)] {
            let problem = chess(&piece);
            let groups = with_piece(share_rows(&problem, SquareProblem::subsets));
            check(&[&problem], &groups);
            assert_eq!(total(&[&problem], &groups), words);
            assert!(piece.name == "bishop" || groups.iter().all(|group| group.len() <= 2));
        }
    }

    #[test]
    fn bishops_share_with_rooks() {
        let (rook, bishop) = (chess(&Piece::rook()), chess(&Piece::bishop()));
        let pieces = [&rook, &bishop];
        let groups = share_rows_among(&pieces, |_, square| square.subsets());
        check(&pieces, &groups);
        let words = total(&pieces, &groups);
        assert!(words < 67_000, "{words}");
        assert_eq!(groups, share_rows_among(&pieces, |_, square| square.subsets()));
    }

    /// With the slots as a lookup would find them: the union of what falls on one, under each square's mask.
    #[test]
    fn unions_of_whole_rows_keep_every_attack_set() {
        let bishop = chess(&Piece::bishop());
        for group in share_rows(&bishop, SquareProblem::subsets) {
            let mut row = vec![0; 512];
            for bit in &group {
                let square = bishop.square(*bit).unwrap();
                for (slot, occupied) in subsets(square.mask).enumerate() {
                    row[slot] |= bishop.attacks_under(square, occupied);
                }
            }
            for bit in &group {
                let square = bishop.square(*bit).unwrap();
                for (slot, occupied) in subsets(square.mask).enumerate() {
                    let attacks = bishop.attacks_under(square, occupied);
                    assert_eq!(row[slot] & square.reach, attacks);
                }
            }
        }
    }

    #[test]
    fn odd_boards_and_pieces_share_what_they_can() {
        for (width, height) in [(7, 7), (5, 9), (12, 1), (1, 1)] {
            let order = Order::Standard { standard: Standard::ALL[0], stride: width };
            let mapping = Mapping::new(Board::new(width, height).unwrap(), order).unwrap();
            for piece in [Piece::rook(), Piece::new("short-rook", ROOK, 3).unwrap()] {
                let problem = on(&piece, &mapping);
                let groups = with_piece(share_rows(&problem, SquareProblem::subsets));
                check(&[&problem], &groups);
                if height == 1 {
                    assert!(groups.iter().all(|group| group.len() == 1 || piece.range == 3));
                }
            }
        }
    }
}
