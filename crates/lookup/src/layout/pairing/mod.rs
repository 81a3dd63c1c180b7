//! Groups of squares that may share one index range under a post-mask.
//!
//! Two squares may share a range, whatever their factors are, if every attack set of one agrees with every attack set
//! of the other on the squares that both reach. A slot then holds the union of all attack sets that fall on it, and
//! `& reach` gives each square its own set (Lasse Hansen, "Sharing Attacks", 2006). This holds exactly if every square
//! that both reach is attacked from both under all occupancies.
//!
//! On the chess board it holds for rooks on squares that touch at a corner, for bishops of different colours, and for
//! bishops two apart on a rank or a file: a range can serve two rooks, or four bishops. A rook and a bishop may share a
//! range if they stand on one square or side by side.
//!
//! The groups are cliques, and a group costs as many slots as its longest range has. A step of the search moves a
//! square to another group and drives out the members that it can't share with. Each of these then goes where it costs
//! least. These are steps along alternating paths, as in a matching.

use super::found;
use magicgen_board::{Bitboard, Problem, SquareProblem};
use magicgen_search::Stream;

/// The seed and the length of a search for groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowEffort {
    /// The seed; another one may find other groups.
    pub seed: u64,
    /// The number of steps for each square.
    pub steps: usize,
}

impl Default for RowEffort {
    fn default() -> Self {
        Self { seed: 0, steps: 500 }
    }
}

/// Groups of squares that may share a range, ascending in each group. Squares of several pieces may be in one group: a
/// square is the index of its piece in `pieces` and its bit index.
///
/// `slots` is the length of a square's range. A square that can share with no other makes a group alone. If a long
/// search has left a result for these pieces that holds, it is used.
#[must_use]
pub fn share_rows(
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
    let holds =
        |groups: &Vec<Vec<(usize, u8)>>| groups.iter().all(|group| may_share(pieces, group));
    found.filter(holds).unwrap_or_else(|| search_rows(pieces, slots, RowEffort::default()))
}

/// Whether all these squares may share a range.
fn may_share(pieces: &[&Problem], group: &[(usize, u8)]) -> bool {
    let member = |(piece, bit): &(usize, u8)| {
        let problem = pieces.get(*piece)?;
        Some(GroupMember::new(problem, problem.square(*bit)?, 0))
    };
    let Some(members) = group.iter().map(member).collect::<Option<Vec<GroupMember>>>() else {
        return false;
    };
    members
        .iter()
        .enumerate()
        .all(|(at, one)| members[..at].iter().all(|other| one.goes_with(other)))
}

/// As [`share_rows`], but never takes a stored result.
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
            squares.push(GroupMember::new(problem, *square, slots(piece, square)));
        }
    }
    let mut groups = group(&squares, effort);
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort_unstable();
    groups.into_iter().map(|group| group.into_iter().map(|at| names[at]).collect()).collect()
}

/// The data of a square that decides with which others it goes.
struct GroupMember {
    /// The squares attacked on the empty board.
    reach: Bitboard,
    /// The squares attacked under every occupancy.
    always: Bitboard,
    slots: usize,
}

impl GroupMember {
    fn new(problem: &Problem, square: SquareProblem, slots: usize) -> Self {
        let always = problem.attacks(square).iter().fold(square.reach, |all, set| all & set);
        Self { reach: square.reach, always, slots }
    }

    /// Whether two squares may share a range. Every attack set lies between `always` and `reach`, and both are attack
    /// sets, so that it is enough to compare these.
    fn goes_with(&self, other: &Self) -> bool {
        self.reach & other.reach & !(self.always & other.always) == 0
    }
}

/// A set of squares, by their index in a list, 64 in a word.
#[derive(Default)]
struct ListedSet(Vec<u64>);

impl ListedSet {
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
struct RangeGroup {
    /// The squares, in the order in which they came.
    members: Vec<usize>,
    /// The same squares as a set.
    set: ListedSet,
    /// The length of the longest range.
    slots: usize,
}

/// A change that a step has made, with the data for undoing it.
enum PairingChange {
    /// A square joined a group, whose longest range had `slots` before.
    Came { group: usize, slots: usize },
    /// A group with one square was added at the end.
    Began,
    /// A group was replaced.
    Changed { group: usize, before: RangeGroup },
    /// A group lost its last square and was removed.
    Ended { group: usize, before: RangeGroup },
}

struct Grouping<'a> {
    squares: &'a [GroupMember],
    /// For each square, the squares that go with it.
    companions: Vec<ListedSet>,
    groups: Vec<RangeGroup>,
    cost: usize,
    /// The changes of the last step.
    changes: Vec<PairingChange>,
    /// Groups that were removed, whose memory is used again.
    spare: Vec<RangeGroup>,
}

fn group(squares: &[GroupMember], effort: RowEffort) -> Vec<Vec<usize>> {
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
    fn new(squares: &'a [GroupMember]) -> Self {
        let companions = |one: &GroupMember| {
            let mut set = ListedSet::with_room_for(squares.len());
            let others = squares.iter().enumerate().filter(|(_, other)| one.goes_with(other));
            others.for_each(|(at, _)| set.insert(at));
            set
        };
        Self {
            squares,
            companions: squares.iter().map(companions).collect(),
            groups: Vec::new(),
            cost: 0,
            changes: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// A group of these squares, with the length of its longest range.
    fn made_of(&mut self, members: impl Iterator<Item = usize>) -> RangeGroup {
        let mut group = self.spare.pop().unwrap_or_else(|| RangeGroup {
            members: Vec::new(),
            set: ListedSet::with_room_for(self.squares.len()),
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

    /// Puts a square into the group that it lengthens least, or into a new group.
    fn place(&mut self, square: usize, stream: &mut Stream) {
        let (member, companions) = (&self.squares[square], &self.companions[square]);
        let mut choice = (member.slots, self.groups.len());
        let mut equal = 1;
        for (at, group) in self.groups.iter().enumerate() {
            if !group.set.is_within(companions) {
                continue;
            }
            let more = member.slots.saturating_sub(group.slots);
            equal = if more == choice.0 { equal + 1 } else { 1 };
            if more < choice.0 || more == choice.0 && stream.pick(equal) == 0 {
                choice = (more, at);
            }
        }
        self.cost += choice.0;
        if choice.1 == self.groups.len() {
            let group = self.made_of(std::iter::once(square));
            self.groups.push(group);
            self.changes.push(PairingChange::Began);
        } else {
            let group = &mut self.groups[choice.1];
            self.changes.push(PairingChange::Came { group: choice.1, slots: group.slots });
            group.members.push(square);
            group.set.insert(square);
            group.slots += choice.0;
        }
    }

    /// Moves a square to another group if it goes with any member of it, and undoes that if it raises the cost.
    fn step(&mut self, stream: &mut Stream) {
        let square = stream.pick(self.squares.len());
        let to = stream.pick(self.groups.len());
        // Most steps end here.
        if self.groups[to].set.contains(square)
            || !self.groups[to].set.meets(&self.companions[square])
        {
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

    /// Moves a square to another group, and finds places for the members that it drives out.
    fn take(&mut self, square: usize, to: usize, stream: &mut Stream) {
        let members = std::mem::take(&mut self.groups[to].members);
        let stays = |other: &usize| self.companions[square].contains(*other);
        let (stay, out): (Vec<usize>, Vec<usize>) = members.iter().partition(|at| stays(at));
        self.groups[to].members = members;
        self.change(to, stay.into_iter().chain([square]));
        let is_in = |group: &RangeGroup| group.set.contains(square);
        let from = self.groups.iter().enumerate().find(|(at, group)| *at != to && is_in(group));
        if let Some(from) = from.map(|(from, _)| from) {
            let members = self.groups[from].members.clone();
            self.change(from, members.into_iter().filter(|other| *other != square));
            if self.groups[from].members.is_empty() {
                let before = self.groups.remove(from);
                self.changes.push(PairingChange::Ended { group: from, before });
            }
        }
        for other in out {
            self.place(other, stream);
        }
    }

    /// Replaces the members of a group.
    fn change(&mut self, group: usize, members: impl Iterator<Item = usize>) {
        let now = self.made_of(members);
        self.cost = self.cost + now.slots - self.groups[group].slots;
        let before = std::mem::replace(&mut self.groups[group], now);
        self.changes.push(PairingChange::Changed { group, before });
    }

    /// Undoes the changes of the last step.
    fn undo(&mut self) {
        while let Some(change) = self.changes.pop() {
            match change {
                PairingChange::Came { group, slots } => {
                    let group = &mut self.groups[group];
                    if let Some(square) = group.members.pop() {
                        group.set.remove(square);
                    }
                    group.slots = slots;
                }
                PairingChange::Began => self.spare.extend(self.groups.pop()),
                PairingChange::Changed { group, before } => {
                    self.spare.push(std::mem::replace(&mut self.groups[group], before));
                }
                PairingChange::Ended { group, before } => self.groups.insert(group, before),
            }
        }
    }
}

#[cfg(test)]
mod tests;
