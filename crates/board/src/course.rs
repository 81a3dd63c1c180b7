//! The courses of a piece: each is a way over the board in one direction, with the rule that tells where it may land.
//!
//! Slides, leaps, lame leaps, hoppers, bent riders and skip riders are all courses. A course from a square is a
//! [`Path`](super::Path).

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Bitboard, Board, Coordinate, Edges, Mapping, Path, SquareSet};

/// A step in files and ranks.
pub type Step = (i8, i8);

/// A part of a course: one step, taken several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The step.
    pub step: Step,
    /// How often the step is taken: exactly so often, or in the last leg at most so often.
    pub times: u8,
    /// True where the piece may land on the squares of this leg; it only passes them otherwise.
    pub lands: bool,
}

impl Leg {
    /// A step that is taken until the board ends.
    #[must_use]
    pub const fn ride(step: Step) -> Self {
        Self { step, times: u8::MAX, lands: true }
    }

    /// One step on which the piece may land.
    #[must_use]
    pub const fn leap(step: Step) -> Self {
        Self { step, times: 1, lands: true }
    }

    /// One step over a square that has to be empty.
    #[must_use]
    pub const fn pass(step: Step) -> Self {
        Self { step, times: 1, lands: false }
    }
}

/// The squares that a course passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// Steps from the piece's square.
    Legs(Vec<Leg>),
    /// The squares after the piece's own in this list.
    Along {
        /// The squares of the line, in their order.
        squares: Vec<Coordinate>,
        /// The most steps along it.
        range: u8,
    },
    /// From square to square over the edges of one direction of a graph.
    Edges {
        /// The square that follows each square.
        next: Arc<Edges>,
        /// The number of squares that the piece only passes.
        skip: u8,
        /// The most steps, those over passed squares included.
        range: u8,
    },
    /// The squares from which the course of another piece reaches this one. The path begins at the square that is
    /// reached, and ends at the other piece's.
    Back(Box<Course>),
}

/// Where a piece lands that has jumped its hurdles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Landing {
    /// On any square behind the last hurdle, up to the next occupied one.
    #[default]
    Beyond,
    /// On the square next to the last hurdle.
    Next,
}

/// What a move is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Moves to empty squares and captures alike.
    #[default]
    Attack,
    /// Moves to empty squares.
    Quiet,
    /// Captures.
    Capture,
}

impl Purpose {
    /// All purposes.
    pub const ALL: [Self; 3] = [Self::Attack, Self::Quiet, Self::Capture];

    /// The word behind a piece's name in the name of a lookup for this purpose; none for attacks.
    const fn word(self) -> Option<&'static str> {
        match self {
            Self::Attack => None,
            Self::Quiet => Some("quiets"),
            Self::Capture => Some("captures"),
        }
    }

    /// The squares among `landings` to which the piece moves for this purpose.
    #[must_use]
    pub fn of(self, landings: Bitboard, occupied: Bitboard) -> Bitboard {
        self.of_set(landings.into(), occupied.into()).low()
    }

    /// The same on boards of any size.
    #[must_use]
    pub fn of_set(self, landings: SquareSet, occupied: SquareSet) -> SquareSet {
        match self {
            Self::Attack => landings,
            Self::Quiet => landings & !occupied,
            Self::Capture => landings & occupied,
        }
    }

    /// The name of a piece's lookup for this purpose: `cannon quiets`; for attacks, the piece's own.
    #[must_use]
    pub fn lookup_of(self, piece: &str) -> String {
        self.word().map_or(piece.to_owned(), |word| format!("{piece} {word}"))
    }

    /// The piece and the purpose that make this name of a lookup.
    #[must_use]
    pub fn of_lookup(name: &str) -> (&str, Self) {
        let made = |purpose: Self| {
            let piece = name.strip_suffix(purpose.word()?)?.strip_suffix(' ')?;
            Some((piece, purpose))
        };
        Self::ALL.into_iter().find_map(made).unwrap_or((name, Self::Attack))
    }

    /// The name in configs.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Quiet => "quiet",
            Self::Capture => "capture",
        }
    }
}

/// Some squares of the board.
pub type Zone = BTreeSet<Coordinate>;

/// The parts of the board on which a course is allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zones {
    /// The squares from which the piece moves so; all where there is none.
    pub from: Option<Zone>,
    /// The squares on which the piece may land; all where there is none.
    pub to: Option<Zone>,
    /// The zones that the piece doesn't leave. Outside of all of them it doesn't move. Without a zone, it moves on the
    /// whole board.
    pub stay: Vec<Zone>,
}

/// A way over the board, with the rule that tells where the piece may land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The squares in their order.
    pub way: Way,
    /// The number of occupied squares that the piece jumps, no more and no fewer, before it may land.
    pub hurdles: u8,
    /// Where it lands after the last hurdle.
    pub landing: Landing,
    /// What the move is for.
    pub purpose: Purpose,
    /// The parts of the board on which the piece moves so.
    pub zones: Zones,
}

impl Course {
    /// A course of these legs, without hurdles, on the whole board.
    #[must_use]
    pub fn new(legs: Vec<Leg>) -> Self {
        Self::of(Way::Legs(legs))
    }

    /// A course on this way, without hurdles, on the whole board.
    #[must_use]
    pub fn of(way: Way) -> Self {
        let (hurdles, landing, purpose, zones) = Default::default();
        Self { way, hurdles, landing, purpose, zones }
    }

    /// The same course for the other side of the board: ranks are mirrored.
    #[must_use]
    pub fn turned(&self, board: &Board) -> Self {
        let across = |at: &Coordinate| board.mirrored(*at);
        let zone = |zone: &Zone| zone.iter().map(across).collect();
        let way = match &self.way {
            Way::Legs(legs) => {
                let turned = |leg: &Leg| Leg { step: board.mirrored_step(leg.step), ..*leg };
                Way::Legs(legs.iter().map(turned).collect())
            }
            Way::Along { squares, range } => {
                Way::Along { squares: squares.iter().map(across).collect(), range: *range }
            }
            // A graph has no ranks to mirror.
            Way::Edges { .. } => self.way.clone(),
            Way::Back(course) => Way::Back(Box::new(course.turned(board))),
        };
        let zones = Zones {
            from: self.zones.from.as_ref().map(zone),
            to: self.zones.to.as_ref().map(zone),
            stay: self.zones.stay.iter().map(zone).collect(),
        };
        Self { way, zones, ..self.clone() }
    }

    /// True where each leg is one step, so that the course is a leap, which may be lame.
    #[must_use]
    pub fn is_leap(&self) -> bool {
        match &self.way {
            Way::Legs(legs) => legs.iter().all(|leg| leg.times == 1),
            Way::Along { .. } => false,
            Way::Edges { skip, range, .. } => (*skip, *range) == (0, 1),
            Way::Back(course) => course.is_leap(),
        }
    }

    /// True where no occupancy hinders the course, since it is one step.
    #[must_use]
    pub fn is_free(&self) -> bool {
        match &self.way {
            Way::Legs(legs) => self.hurdles == 0 && legs.len() == 1 && self.is_leap(),
            Way::Along { .. } => false,
            Way::Edges { .. } => self.hurdles == 0 && self.is_leap(),
            Way::Back(course) => course.is_free(),
        }
    }

    /// The step and the range of a course that is a ray: it attacks, without hurdles, on the whole board.
    #[must_use]
    pub fn as_ray(&self) -> Option<(Step, u8)> {
        let Way::Legs(legs) = &self.way else { return None };
        let [Leg { step, times, lands: true }] = legs[..] else { return None };
        (*self == Self::new(legs.clone())).then_some((step, times))
    }

    /// The direction of a course that goes straight on from the piece's square.
    #[must_use]
    pub fn direction(&self) -> Option<Step> {
        match &self.way {
            Way::Legs(legs) => legs
                .first()
                .map(|leg| leg.step)
                .filter(|step| legs.iter().all(|leg| leg.step == *step) && !self.is_leap()),
            Way::Along { .. } | Way::Edges { .. } => None,
            Way::Back(course) => course.direction().map(|(files, ranks)| (-files, -ranks)),
        }
    }

    /// The paths of the course that begin at `start`: at most one, unless it is the way back of another course.
    #[must_use]
    pub fn paths(&self, start: Coordinate, mapping: &Mapping) -> Vec<Path> {
        if let Way::Back(course) = &self.way {
            return course.paths_back(start, mapping);
        }
        let Zones { from, stay, .. } = &self.zones;
        if from.as_ref().is_some_and(|zone| !zone.contains(&start)) {
            return Vec::new();
        }
        if stay.is_empty() {
            return self.path(start, mapping, None).into_iter().collect();
        }
        let stays = stay.iter().filter(|zone| zone.contains(&start));
        stays.filter_map(|zone| self.path(start, mapping, Some(zone))).collect()
    }

    fn path(&self, start: Coordinate, mapping: &Mapping, stay: Option<&Zone>) -> Option<Path> {
        let mut path = Path::new(self.hurdles, self.landing);
        let mut seen = vec![start];
        let may_land = |at| self.zones.to.as_ref().is_none_or(|zone| zone.contains(&at));
        for (at, lands) in self.places(start, mapping.board()) {
            let is_in = stay.is_none_or(|zone| zone.contains(&at)) && !seen.contains(&at);
            let Some(bit) = mapping.bit(at).filter(|_| is_in) else { break };
            seen.push(at);
            path.push(bit, lands && may_land(at));
        }
        path.trimmed()
    }

    /// The places behind `start` up to the edge, each with whether the piece may land there.
    fn places(&self, start: Coordinate, board: &Board) -> Vec<(Coordinate, bool)> {
        match &self.way {
            Way::Legs(legs) => {
                let mut at = Some(start);
                let steps =
                    legs.iter().flat_map(|leg| std::iter::repeat_n(leg, usize::from(leg.times)));
                steps
                    .map_while(|leg| {
                        at = at.and_then(|at| at.stepped(leg.step));
                        at = at.filter(|at| board.contains(*at));
                        at.map(|at| (at, leg.lands))
                    })
                    .collect()
            }
            Way::Along { squares, range } => {
                let behind = squares.iter().skip_while(|at| **at != start).skip(1);
                behind.take(usize::from(*range)).map(|at| (*at, true)).collect()
            }
            Way::Edges { next, skip, range } => {
                let steps = std::iter::successors(next.get(&start), |at| next.get(at)).enumerate();
                let lands = |(step, at): (usize, &Coordinate)| (*at, step >= usize::from(*skip));
                steps.map(lands).take(usize::from(*range)).collect()
            }
            Way::Back(_) => Vec::new(),
        }
    }

    /// For each square from which this course reaches `target`, the path back to that square.
    fn paths_back(&self, target: Coordinate, mapping: &Mapping) -> Vec<Path> {
        let Some(wanted) = mapping.bit(target) else { return Vec::new() };
        let starts = mapping.board().squares();
        let mut back = Vec::new();
        for start in starts.filter(|start| *start != target) {
            let Some(own) = mapping.bit(start) else { continue };
            back.extend(
                self.paths(start, mapping).iter().filter_map(|path| path.back(wanted, own)),
            );
        }
        back
    }
}
