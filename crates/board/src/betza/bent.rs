//! Bent riders in Betza's notation: a first step, and a second leg outward, as in `[F?R]`.

use super::atom::Atom;
use super::letters::{BetzaLetters, Modifiers};
use super::{BetzaError, BetzaErrorKind, Course, Leg, direction};
use crate::course::Step;
use crate::{BISHOP, KNIGHT, ROOK};

/// The courses of the next bracket.
pub(super) fn read(
    letters: &mut BetzaLetters<'_>,
    modifiers: &Modifiers,
) -> Result<Vec<Course>, BetzaError> {
    if let Some((manner, at)) = modifiers.manner {
        return Err(BetzaError { at, kind: BetzaErrorKind::BentManner(manner) });
    }
    let open = letters.at;
    letters.at += 1;
    let first = leg(letters, open)?;
    if !matches!(first.letter, 'W' | 'F' | 'D' | 'A' | 'H' | 'G') || first.range != 1 {
        return Err(BetzaError { at: first.at, kind: BetzaErrorKind::BentFirst });
    }
    let stops = match letters.peek() {
        Some('?') => true,
        Some('-') => false,
        None => return Err(unclosed(open)),
        Some(_) => return Err(letters.error(BetzaErrorKind::NoSeparator)),
    };
    letters.at += 1;
    let second = leg(letters, open)?;
    if !matches!(second.letter, 'R' | 'B' | 'W' | 'F') {
        return Err(BetzaError { at: second.at, kind: BetzaErrorKind::BentSecond });
    }
    match letters.peek() {
        None => return Err(unclosed(open)),
        Some('?' | '-') => return Err(letters.error(BetzaErrorKind::ThirdLeg)),
        Some(_) if letters.accept(']') => (),
        Some(_) => return Err(letters.error(BetzaErrorKind::BentSecond)),
    }
    let paths = paths(first, second);
    let ends: Vec<Step> = paths.iter().map(|(end, ..)| *end).collect();
    let ends = direction::selected(&ends, &modifiers.directions)?;
    let paths = paths.into_iter().filter(|(end, ..)| ends.contains(end));
    let course = |(_, step, ride)| {
        Course::new(vec![Leg { lands: stops, ..Leg::leap(step) }, second.leg(ride)])
    };
    Ok(paths.map(course).collect())
}

/// The next atom in a bracket that was opened at `open`.
fn leg(letters: &mut BetzaLetters<'_>, open: usize) -> Result<Atom, BetzaError> {
    match letters.peek() {
        None => Err(unclosed(open)),
        Some('a'..='z') => Err(letters.error(BetzaErrorKind::InnerModifier)),
        Some('A'..='Z') => Atom::plain(letters),
        Some(_) => Err(letters.error(BetzaErrorKind::NoLeg)),
    }
}

const fn unclosed(open: usize) -> BetzaError {
    BetzaError { at: open, kind: BetzaErrorKind::Unclosed }
}

/// The step and the ride of each path, behind the direction in which the path ends. The ride leads away from the start:
/// straight on if both atoms are orthogonal or both diagonal, and by half a right angle to either side otherwise.
fn paths(first: Atom, second: Atom) -> Vec<(Step, Step, Step)> {
    let is_diagonal = |letter| matches!(letter, 'F' | 'A' | 'G' | 'B');
    let length = match first.letter {
        'W' | 'F' => 1,
        'D' | 'A' => 2,
        _ => 3,
    };
    let leap = |(files, ranks): Step| (files * length, ranks * length);
    let straight = |step: &Step| (*step, leap(*step), *step);
    let bent = |end: &Step| {
        let (files, ranks) = *end;
        let orthogonal = (files / 2, ranks / 2);
        let diagonal = (files.signum(), ranks.signum());
        if is_diagonal(first.letter) {
            (*end, leap(diagonal), orthogonal)
        } else {
            (*end, leap(orthogonal), diagonal)
        }
    };
    match (is_diagonal(first.letter), is_diagonal(second.letter)) {
        (false, false) => ROOK.iter().map(straight).collect(),
        (true, true) => BISHOP.iter().map(straight).collect(),
        _ => KNIGHT.iter().map(bent).collect(),
    }
}
