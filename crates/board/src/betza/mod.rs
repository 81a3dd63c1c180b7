//! Reads a piece in Betza's notation, such as `mRcpR` for the cannon of xiangqi, into courses.
//!
//! A piece is a list of atoms. Modifiers, in lower case, stand in front of their atom; a range stands behind it.
//!
//! | letter | meaning |
//! | --- | --- |
//! | `W` `D` `H` | leaps by 1, 2 or 3 squares along a rank or file |
//! | `F` `A` `G` | leaps by 1, 2 or 3 squares along a diagonal |
//! | `N` `C` `Z` | leaps by 1 and 2, 1 and 3, 2 and 3 squares: knight, camel, zebra |
//! | `R` `B` `Q` | rook, bishop and queen: the same as `W0`, `F0`, `W0F0` |
//! | `K` | king: the same as `WF` |
//! | `W3` `N2` | a rider: the leap is taken up to 3 or 2 times; `0` sets no limit |
//! | `WW` `NN` | a rider without a limit: the same as `W0`, `N0` |
//! | `f` `b` `l` `r` | forward, backward, left, right |
//! | `v` `s` | forward and backward, left and right |
//! | `m` `c` | only moves to empty squares, only captures; both if neither or both are given |
//! | `i` | only while the piece hasn't moved |
//! | `n` | lame: the squares between have to be empty: `nD`, `nA`, `nH`, `nG`, `nN`, `nZ` |
//! | `j` | has to jump: the square between has to be occupied: `jD`, `jA` |
//! | `p` | hops over one piece and lands anywhere behind it, as a cannon: `pR`, `pB`, `pQ`, `pN0` |
//! | `g` | hops over one piece and lands next to it, as a grasshopper: `gR`, `gB`, `gQ`, `gN0` |
//! | `[F?R]` | a bent rider: steps as `F`, may stop there, and goes on outward as `R`: the griffon |
//! | `[F-R]` | the same without the stop: the piece only passes the empty square of the first step |
//!
//! Directions of an atom with eight moves, here `N`:
//!
//! | letters | moves |
//! | --- | --- |
//! | `fN`, `ffN` | the two furthest forward; so with `b`, `l`, `r` |
//! | `fsN` | the two wide ones forward; so with `bs`, `lv`, `rv` |
//! | `fhN` | the forward half, four moves; so with `bh`, `lh`, `rh` |
//! | `flN`, `frN` | the wide one forward on the left, on the right; so with `b` |
//! | `lfN`, `rfN` | the one furthest forward on the left, on the right; so with `b` |
//! | `vN`, `sN` | the four furthest forward or backward, the four furthest to the sides |
//! | `hlN`, `hrN` | the four that are turns of `frN`, the four that are turns of `rfN` |
//!
//! On diagonals, two letters select what both select: `frF` is one move; `v` and `s` aren't defined there. Along ranks
//! and files, letters add up: `frW` is two moves. `K` and `Q` accept no directions, since programs disagree on `fK`:
//! write `fW` or `fWfF`. A letter is read together with the next one if the two are the same or perpendicular; other
//! letters add up, so `ffrrN` is `fNrN`.
//!
//! Directions in front of a bracket select by the far end of the path, so that a bent path counts as one of eight
//! moves: `v[F?R]` rides along files only, and `rf[F?R]` is one path. A second leg of the first one's kind goes straight
//! on: `[F-B]` is a bishop that moves two squares or more.
//!
//! Sources: directions are those of `XBoard`'s parser and of Fairy-Stockfish's `from_betza`. Where the two differ, the
//! text is refused. The paths of `nN`, `nA`, `nD` and `nZ` are Fairy-Stockfish's: along the rank or file first, then
//! along the diagonal, as the horse of xiangqi and the elephant of janggi move. Brackets follow H. G. Muller's
//! explanations in the discussions of Fairy-Stockfish.

use super::{Course, Landing, Leg, Purpose};

mod atom;
mod bent;
mod direction;
mod error;
mod letters;
#[cfg(test)]
mod tests;

use atom::Atom;
pub use error::{BetzaError, BetzaErrorKind};
use letters::{BetzaLetters, Modifiers};

/// The courses of a piece in Betza's notation.
///
/// The atoms are in the order of the text; those of `K` are `W` and `F`. The moves of an atom are in the order of
/// [`ROOK`](super::ROOK), [`BISHOP`](super::BISHOP) or [`KNIGHT`](super::KNIGHT). No course occurs twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Betza {
    /// The courses that always apply.
    pub courses: Vec<Course>,
    /// The further courses of a piece that hasn't moved, from the modifier `i`.
    pub first: Vec<Course>,
}

/// The courses of a piece in Betza's notation.
pub fn betza(text: &str) -> Result<Betza, BetzaError> {
    let mut letters = BetzaLetters::new(text)?;
    let (mut courses, mut first) = (Vec::new(), Vec::new());
    while letters.peek().is_some() {
        let modifiers = Modifiers::read(&mut letters)?;
        let ways = if letters.peek() == Some('[') {
            bent::read(&mut letters, &modifiers)?
        } else {
            simple(&mut letters, &modifiers)?
        };
        let list = if modifiers.is_first { &mut first } else { &mut courses };
        for course in ways {
            let course = Course { purpose: modifiers.purpose(), ..course };
            if !list.contains(&course) {
                list.push(course);
            }
        }
    }
    if courses.is_empty() && first.is_empty() {
        return Err(letters.error(BetzaErrorKind::NoAtom));
    }
    first.retain(|course| !courses.contains(course));
    Ok(Betza { courses, first })
}

/// The courses of the next atom.
fn simple(
    letters: &mut BetzaLetters<'_>,
    modifiers: &Modifiers,
) -> Result<Vec<Course>, BetzaError> {
    let atom = Atom::read(letters, modifiers)?;
    let mut courses = Vec::new();
    if let ('K' | 'Q', Some(selector)) = (atom.letter, modifiers.directions.first()) {
        return Err(selector.error(BetzaErrorKind::BothDirections(atom.letter)));
    }
    for part in atom.parts() {
        for step in direction::selected(&part.steps(), &modifiers.directions)? {
            courses.push(part.course(step, modifiers));
        }
    }
    Ok(courses)
}
