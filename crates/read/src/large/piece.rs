//! The pieces whose factors are looked for on boards with more than 64 squares.

use std::sync::LazyLock;

use magicgen_board::{
    BISHOP, Course, KNIGHT, Landing, Leg, Mapping, Piece, ROOK, SquareSet, Step, Walk, Way, Zone,
    Zones,
};

/// The squares on which an index depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MaskRule {
    /// The relevant squares.
    Relevant,
    /// All squares that the piece passes, without the edges of the board on which it doesn't stand, as in Stockfish.
    Inner,
    /// The relevant squares of the piece without its zones, as far as they are in the zone where it stands.
    Unzoned,
}

/// A piece.
#[derive(Debug)]
pub(super) struct LargePiece {
    pub(super) name: &'static str,
    /// Words in the names of its arrays.
    pub(super) words: &'static [&'static str],
    pub(super) rule: MaskRule,
    courses: Vec<Course>,
    /// True if it doesn't leave its half of the board.
    stays: bool,
}

impl LargePiece {
    fn new(name: &'static str, words: &'static [&'static str], courses: Vec<Course>) -> Self {
        Self { name, words, rule: MaskRule::Relevant, courses, stays: false }
    }

    /// The piece's moves on a board.
    pub(super) fn walk(&self, mapping: &Mapping) -> Walk {
        let courses = self.courses.iter().map(|course| {
            let zones = Zones { stay: self.zones(mapping), ..Zones::default() };
            Course { zones, ..course.clone() }
        });
        walk(courses.collect(), mapping)
    }

    /// The two halves of the board, if the piece doesn't leave its own.
    fn zones(&self, mapping: &Mapping) -> Vec<Zone> {
        let board = mapping.board();
        let half = |is_upper: bool| -> Zone {
            board.places().filter(|at| (at.rank >= board.height / 2) == is_upper).collect()
        };
        if self.stays { [false, true].map(half).to_vec() } else { Vec::new() }
    }

    /// The mask of each bit index of a board. `walk` has the piece's moves on it.
    pub(super) fn masks(&self, walk: &Walk, mapping: &Mapping) -> Vec<SquareSet> {
        let bits = (0..mapping.indices()).map(|bit| bit as u8);
        match self.rule {
            MaskRule::Relevant => bits.map(|bit| walk.relevant(bit)).collect(),
            MaskRule::Unzoned => {
                let whole = self::walk(self.courses.clone(), mapping);
                let zones = self.zones(mapping);
                let zone = |bit| {
                    let own = mapping.square(bit);
                    let zone = zones.iter().find(|zone| own.is_some_and(|at| zone.contains(&at)));
                    zone.into_iter().flatten().filter_map(|at| mapping.bit(*at)).collect()
                };
                bits.map(|bit| whole.relevant(bit) & zone(bit)).collect()
            }
            MaskRule::Inner => bits.map(|bit| self.inner(bit, mapping)).collect(),
        }
    }

    fn inner(&self, bit: u8, mapping: &Mapping) -> SquareSet {
        let Some(own) = mapping.square(bit) else { return SquareSet::EMPTY };
        let board = mapping.board();
        let is_inside = |bit: &u8| {
            mapping.square(*bit).is_some_and(|at| {
                let file = at.file == own.file || at.file > 0 && at.file + 1 < board.width;
                let rank = at.rank == own.rank || at.rank > 0 && at.rank + 1 < board.height;
                file && rank
            })
        };
        let paths = self.courses.iter().flat_map(|course| course.paths(own, mapping));
        let squares: Vec<u8> = paths.flat_map(|path| path.squares().collect::<Vec<_>>()).collect();
        squares.into_iter().filter(is_inside).collect()
    }
}

fn walk(courses: Vec<Course>, mapping: &Mapping) -> Walk {
    Walk::new(&Piece { courses, ..Piece::default() }, mapping)
}

fn rides(steps: &[Step]) -> Vec<Course> {
    steps.iter().map(|step| Course::new(vec![Leg::ride(*step)])).collect()
}

fn hoppers(steps: &[Step], landing: Landing) -> Vec<Course> {
    rides(steps).into_iter().map(|ride| Course { hurdles: 1, landing, ..ride }).collect()
}

/// Leaps of two steps whose first square has to be empty.
fn lame(steps: &[Step]) -> Vec<Course> {
    steps.iter().map(|step| Course::new(vec![Leg::pass(*step), Leg::leap(*step)])).collect()
}

/// A knight's leap as a step along a rank or file, and a diagonal one.
fn halves((files, ranks): Step) -> (Step, Step) {
    ((files / 2, ranks / 2), (files.signum(), ranks.signum()))
}

fn horse(knight: Step) -> Course {
    let (straight, across) = halves(knight);
    Course::new(vec![Leg::pass(straight), Leg::leap(across)])
}

fn janggi_elephant(knight: Step) -> Course {
    let (straight, across) = halves(knight);
    Course::new(vec![Leg::pass(straight), Leg::pass(across), Leg::leap(across)])
}

/// The pieces. Of pieces with the same masks, the first is the one that is reported if the array's name has no word for
/// any.
pub(super) static PIECES: LazyLock<Vec<LargePiece>> = LazyLock::new(|| {
    const RANK: &[Step] = &[(1, 0), (-1, 0)];
    const FILE: &[Step] = &[(0, 1), (0, -1)];
    const DIAGONAL: &[Step] = &[(1, 1), (-1, -1)];
    const ANTIDIAGONAL: &[Step] = &[(1, -1), (-1, 1)];
    let rook = &["rook", "chariot"];
    let (cannon, grasshopper) = (&["cannon"], &["grasshopper"]);
    let (horse_words, elephant) = (&["horse", "knight"], &["elephant", "bishop"]);
    let of = |courses: fn(Step) -> Course| KNIGHT.iter().copied().map(courses).collect();
    let nightrider = || LargePiece::new("nightrider", &["nightrider"], rides(KNIGHT));
    let beyond = Landing::Beyond;
    vec![
        LargePiece::new("rook", rook, rides(ROOK)),
        LargePiece::new("bishop", &["bishop"], rides(BISHOP)),
        LargePiece::new("rook along ranks", rook, rides(RANK)),
        LargePiece::new("rook along files", rook, rides(FILE)),
        LargePiece::new("bishop along diagonals", &["bishop"], rides(DIAGONAL)),
        LargePiece::new("bishop along antidiagonals", &["bishop"], rides(ANTIDIAGONAL)),
        LargePiece::new("cannon", cannon, hoppers(ROOK, beyond)),
        LargePiece::new("cannon along ranks", cannon, hoppers(RANK, beyond)),
        LargePiece::new("cannon along files", cannon, hoppers(FILE, beyond)),
        LargePiece::new("cannon along diagonals", cannon, hoppers(BISHOP, beyond)),
        LargePiece::new("grasshopper along ranks", grasshopper, hoppers(RANK, Landing::Next)),
        LargePiece::new("grasshopper along files", grasshopper, hoppers(FILE, Landing::Next)),
        LargePiece::new("grasshopper along diagonals", grasshopper, hoppers(BISHOP, Landing::Next)),
        LargePiece::new("horse", horse_words, of(horse)),
        LargePiece::new(
            "horse to",
            horse_words,
            of(|step| Course { way: Way::Back(Box::new(horse(step))), ..horse(step) }),
        ),
        LargePiece::new("elephant", elephant, lame(BISHOP)),
        LargePiece {
            stays: true,
            ..LargePiece::new("elephant in its half", elephant, lame(BISHOP))
        },
        LargePiece {
            stays: true,
            rule: MaskRule::Unzoned,
            ..LargePiece::new("elephant in its half", elephant, lame(BISHOP))
        },
        LargePiece::new("elephant of janggi", elephant, of(janggi_elephant)),
        LargePiece::new("lame dabbaba", &["dabbaba"], lame(ROOK)),
        nightrider(),
        LargePiece { rule: MaskRule::Inner, ..nightrider() },
    ]
});
