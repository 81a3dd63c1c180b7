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

use super::found;
use crate::geometry::{Bitboard, Problem, SquareProblem};
use crate::search::Stream;

/// How hard to search, and from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowEffort {
    /// Another seed may mean other groups.
    pub seed: u64,
    /// Steps for each square.
    pub steps: usize,
}

impl Default for RowEffort {
    fn default() -> Self {
        Self { seed: 0, steps: 500 }
    }
}

/// Groups of a piece's squares by bit index, each ascending, whose ranges may begin at one offset.
///
/// `slots` is the length of a square's range. A square that goes with no other is a group of its own.
#[must_use]
pub fn share_rows(problem: &Problem, slots: impl Fn(&SquareProblem) -> usize) -> Vec<Vec<u8>> {
    let groups = share_rows_among(&[problem], |_, square| slots(square));
    groups.into_iter().map(|group| group.into_iter().map(|(_, bit)| bit).collect()).collect()
}

/// As [`share_rows`], with squares of different pieces in one group: piece by its place in the list, and bit index.
///
/// What a long search has found is taken where there is such, and it holds.
#[must_use]
pub fn share_rows_among(
    pieces: &[&Problem],
    slots: impl Fn(usize, &SquareProblem) -> usize,
) -> Vec<Vec<(usize, u8)>> {
    let mut all = pieces
        .iter()
        .enumerate()
        .flat_map(|(piece, problem)| problem.squares().iter().map(move |square| (piece, square)));
    let found = if all.all(|(piece, square)| slots(piece, square) == square.subsets()) {
        found::ranges(pieces)
    } else {
        None
    };
    let goes = |groups: &Vec<Vec<(usize, u8)>>| groups.iter().all(|group| goes(pieces, group));
    found.filter(goes).unwrap_or_else(|| search_rows(pieces, slots, RowEffort::default()))
}

/// Whether squares may share a range.
fn goes(pieces: &[&Problem], group: &[(usize, u8)]) -> bool {
    let member = |(piece, bit): &(usize, u8)| {
        let problem = pieces.get(*piece)?;
        Some(Member::new(problem, problem.square(*bit)?, 0))
    };
    let Some(members) = group.iter().map(member).collect::<Option<Vec<Member>>>() else {
        return false;
    };
    members
        .iter()
        .enumerate()
        .all(|(at, one)| members[..at].iter().all(|other| one.goes_with(other)))
}

/// As [`share_rows_among`], always searched.
#[must_use]
pub fn search_rows(
    pieces: &[&Problem],
    slots: impl Fn(usize, &SquareProblem) -> usize,
    effort: RowEffort,
) -> Vec<Vec<(usize, u8)>> {
    let mut names = Vec::new();
    let mut squares = Vec::new();
    for (piece, problem) in pieces.iter().enumerate() {
        for square in problem.squares() {
            names.push((piece, square.bit));
            squares.push(Member::new(problem, *square, slots(piece, square)));
        }
    }
    let mut groups = group(&squares, effort);
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
    fn new(problem: &Problem, square: SquareProblem, slots: usize) -> Self {
        let always = problem.attacks(square).iter().fold(square.reach, |all, set| all & set);
        Self { reach: square.reach, always, slots }
    }

    /// Every attack set lies between `always` and `reach` and both are attack sets, so that it is enough to
    /// compare these.
    fn goes_with(&self, other: &Self) -> bool {
        self.reach & other.reach & !(self.always & other.always) == 0
    }
}

/// Squares by their place in a list, 64 a word.
#[derive(Default)]
struct Set(Vec<u64>);

impl Set {
    fn with_room_for(squares: usize) -> Self {
        Self(vec![0; squares.div_ceil(64)])
    }

    fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    fn remove(&mut self, square: usize) {
        self.0[square / 64] &= !(1 << (square % 64));
    }

    fn contains(&self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 != 0
    }

    fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(here, there)| here & !there == 0)
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(here, there)| here & there != 0)
    }
}

/// Squares that share a range.
struct Group {
    /// In the order in which they came.
    members: Vec<usize>,
    /// The same.
    set: Set,
    /// The longest range.
    slots: usize,
}

/// What a step has changed, so that it can be taken back.
enum Change {
    /// A square came to a group, whose longest range was this.
    Came { group: usize, slots: usize },
    /// A square got a group of its own, the last.
    Began,
    /// A group was another one.
    Changed { group: usize, before: Group },
    /// A group was left by its last square.
    Ended { group: usize, before: Group },
}

struct Grouping<'a> {
    squares: &'a [Member],
    /// By square, those that go with it.
    goes: Vec<Set>,
    groups: Vec<Group>,
    cost: usize,
    /// What the last step has changed.
    changes: Vec<Change>,
    /// Groups that are none any more, whose memory is used again.
    spare: Vec<Group>,
}

fn group(squares: &[Member], effort: RowEffort) -> Vec<Vec<usize>> {
    let mut stream = Stream::new(effort.seed, "share rows", 0, 0);
    let mut order: Vec<usize> = (0..squares.len()).collect();
    order.sort_by_key(|square| std::cmp::Reverse(squares[*square].slots));
    let mut grouping = Grouping::new(squares);
    for square in order {
        grouping.place(square, &mut stream);
    }
    for _ in 0..effort.steps * squares.len() {
        grouping.step(&mut stream);
    }
    grouping.groups.into_iter().map(|group| group.members).collect()
}

impl<'a> Grouping<'a> {
    fn new(squares: &'a [Member]) -> Self {
        let goes = |one: &Member| {
            let mut set = Set::with_room_for(squares.len());
            let others = squares.iter().enumerate().filter(|(_, other)| one.goes_with(other));
            others.for_each(|(at, _)| set.insert(at));
            set
        };
        Self {
            squares,
            goes: squares.iter().map(goes).collect(),
            groups: Vec::new(),
            cost: 0,
            changes: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// A group of these squares, and what it costs.
    fn made_of(&mut self, members: impl Iterator<Item = usize>) -> Group {
        let mut group = self.spare.pop().unwrap_or_else(|| Group {
            members: Vec::new(),
            set: Set::with_room_for(self.squares.len()),
            slots: 0,
        });
        group.members.clear();
        group.set.0.fill(0);
        group.slots = 0;
        for square in members {
            group.members.push(square);
            group.set.insert(square);
            group.slots = group.slots.max(self.squares[square].slots);
        }
        group
    }

    /// Puts a square into the group that it makes least longer, or into one of its own.
    fn place(&mut self, square: usize, stream: &mut Stream) {
        let (one, goes) = (&self.squares[square], &self.goes[square]);
        let mut choice = (one.slots, self.groups.len());
        let mut equal = 1;
        for (at, group) in self.groups.iter().enumerate() {
            if !group.set.is_within(goes) {
                continue;
            }
            let more = one.slots.saturating_sub(group.slots);
            equal = if more == choice.0 { equal + 1 } else { 1 };
            if more < choice.0 || more == choice.0 && stream.pick(equal) == 0 {
                choice = (more, at);
            }
        }
        self.cost += choice.0;
        if choice.1 == self.groups.len() {
            let group = self.made_of(std::iter::once(square));
            self.groups.push(group);
            self.changes.push(Change::Began);
        } else {
            let group = &mut self.groups[choice.1];
            self.changes.push(Change::Came { group: choice.1, slots: group.slots });
            group.members.push(square);
            group.set.insert(square);
            group.slots += choice.0;
        }
    }

    /// Takes a square to another group, if it goes with any there, and takes that back if it costs more.
    fn step(&mut self, stream: &mut Stream) {
        let square = stream.pick(self.squares.len());
        let to = stream.pick(self.groups.len());
        // Most steps end here.
        if self.groups[to].set.contains(square) || !self.groups[to].set.meets(&self.goes[square]) {
            return;
        }
        let before = self.cost;
        self.changes.clear();
        self.take(square, to, stream);
        if self.cost > before {
            self.undo();
            self.cost = before;
        }
    }

    /// Takes a square elsewhere, and finds places for those that it drives out.
    fn take(&mut self, square: usize, to: usize, stream: &mut Stream) {
        let members = std::mem::take(&mut self.groups[to].members);
        let goes = |other: &usize| self.goes[square].contains(*other);
        let (stay, out): (Vec<usize>, Vec<usize>) = members.iter().partition(|at| goes(at));
        self.groups[to].members = members;
        self.change(to, stay.into_iter().chain([square]));
        let is_in = |group: &Group| group.set.contains(square);
        let from = self.groups.iter().enumerate().find(|(at, group)| *at != to && is_in(group));
        if let Some(from) = from.map(|(from, _)| from) {
            let members = self.groups[from].members.clone();
            self.change(from, members.into_iter().filter(|other| *other != square));
            if self.groups[from].members.is_empty() {
                let before = self.groups.remove(from);
                self.changes.push(Change::Ended { group: from, before });
            }
        }
        for other in out {
            self.place(other, stream);
        }
    }

    /// Makes a group one of these squares.
    fn change(&mut self, group: usize, members: impl Iterator<Item = usize>) {
        let now = self.made_of(members);
        self.cost = self.cost + now.slots - self.groups[group].slots;
        let before = std::mem::replace(&mut self.groups[group], now);
        self.changes.push(Change::Changed { group, before });
    }

    /// Takes back what the last step has changed.
    fn undo(&mut self) {
        while let Some(change) = self.changes.pop() {
            match change {
                Change::Came { group, slots } => {
                    let group = &mut self.groups[group];
                    if let Some(square) = group.members.pop() {
                        group.set.remove(square);
                    }
                    group.slots = slots;
                }
                Change::Began => self.spare.extend(self.groups.pop()),
                Change::Changed { group, before } => {
                    self.spare.push(std::mem::replace(&mut self.groups[group], before));
                }
                Change::Ended { group, before } => self.groups.insert(group, before),
            }
        }
    }
}

#[cfg(test)]
mod tests;
