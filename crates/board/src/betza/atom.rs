//! Atoms of Betza's notation: the moves that a capital letter stands for.

use super::letters::{BetzaLetters, Modifiers};
use super::{BetzaError, BetzaErrorKind, Course, Landing, Leg};
use crate::course::Step;
use crate::{BISHOP, KNIGHT, ROOK};

/// A capital letter with its range.
#[derive(Clone, Copy)]
pub(super) struct Atom {
    pub(super) at: usize,
    pub(super) letter: char,
    /// The most leaps, or 0 for no limit.
    pub(super) range: u8,
}

impl Atom {
    /// Reads the next atom and its range, behind these modifiers.
    pub(super) fn read(
        letters: &mut BetzaLetters<'_>,
        modifiers: &Modifiers,
    ) -> Result<Self, BetzaError> {
        let atom = Self::plain(letters)?;
        let Some((manner, at)) = modifiers.manner else { return Ok(atom) };
        let refused = |kind| Err(BetzaError { at, kind });
        let is_leap = atom.range == 1 && !matches!(atom.letter, 'R' | 'B' | 'Q');
        match (manner, atom.letter) {
            ('n', 'D' | 'A' | 'H' | 'G' | 'N' | 'Z') | ('j', 'D' | 'A') if is_leap => Ok(atom),
            ('n', 'C') if is_leap => refused(BetzaErrorKind::TwoPaths),
            ('n', letter) => refused(BetzaErrorKind::Lame(letter)),
            ('j', letter) => refused(BetzaErrorKind::MustJump(letter)),
            (_, letter) if is_leap => refused(BetzaErrorKind::HopperLeap(manner, letter)),
            _ if atom.range != 0 => refused(BetzaErrorKind::HopperRange(manner)),
            _ => Ok(atom),
        }
    }

    /// Reads the next atom and its range.
    pub(super) fn plain(letters: &mut BetzaLetters<'_>) -> Result<Self, BetzaError> {
        let at = letters.at;
        let letter = letters.peek().unwrap_or_default();
        let slides = matches!(letter, 'R' | 'B' | 'Q');
        if !slides && !matches!(letter, 'W' | 'F' | 'D' | 'N' | 'A' | 'H' | 'C' | 'Z' | 'G' | 'K') {
            return Err(letters.unknown(letter));
        }
        letters.at += 1;
        let is_doubled = letters.peek() == Some(letter);
        if is_doubled && (slides || letter == 'K') {
            return Err(letters.error(BetzaErrorKind::Doubled(letter)));
        }
        letters.at += usize::from(is_doubled);
        let (start, range) = (letters.at, letters.range()?);
        if is_doubled && range.is_some() {
            return Err(BetzaError { at: start, kind: BetzaErrorKind::TwoRanges(letter) });
        }
        let range = range.unwrap_or(u8::from(!is_doubled && !slides));
        Ok(Self { at, letter, range })
    }

    /// The atoms whose moves are steps of one kind: `W` and `F` for `K`.
    pub(super) fn parts(self) -> Vec<Self> {
        let letters: &[char] = match self.letter {
            'K' | 'Q' => &['W', 'F'],
            'R' => &['W'],
            'B' => &['F'],
            _ => &[self.letter],
        };
        letters.iter().map(|letter| Self { letter: *letter, ..self }).collect()
    }

    /// The steps of an atom that is its only part.
    pub(super) fn steps(self) -> Vec<Step> {
        let times = |steps: &[Step], factor: i8| {
            steps.iter().map(|(files, ranks)| (files * factor, ranks * factor)).collect()
        };
        let stretched = |short: i8, long: i8| {
            let part = |part: i8| if part.abs() == 1 { short * part } else { long * part.signum() };
            KNIGHT.iter().map(|(files, ranks)| (part(*files), part(*ranks))).collect()
        };
        match self.letter {
            'W' => times(ROOK, 1),
            'D' => times(ROOK, 2),
            'H' => times(ROOK, 3),
            'F' => times(BISHOP, 1),
            'A' => times(BISHOP, 2),
            'G' => times(BISHOP, 3),
            'C' => stretched(1, 3),
            'Z' => stretched(2, 3),
            _ => stretched(1, 2),
        }
    }

    /// The last leg of a course that goes on in this step.
    pub(super) fn leg(self, step: Step) -> Leg {
        match self.range {
            0 => Leg::ride(step),
            times => Leg { times, ..Leg::leap(step) },
        }
    }

    /// The course in this step.
    pub(super) fn course(self, step: Step, modifiers: &Modifiers) -> Course {
        let plain = || Course::new(vec![self.leg(step)]);
        match modifiers.manner.map(|(manner, _)| manner) {
            Some('n') => Course::new(by_steps(step)),
            Some('j') => Course { hurdles: 1, ..Course::new(by_steps(step)) },
            Some('p') => Course { hurdles: 1, ..plain() },
            Some('g') => Course { hurdles: 1, landing: Landing::Next, ..plain() },
            _ => plain(),
        }
    }
}

/// A leap taken square by square: first along the rank or file by as many squares as the two parts of the leap differ,
/// then along the diagonal. This is the path of Fairy-Stockfish's lame leapers.
fn by_steps((files, ranks): Step) -> Vec<Leg> {
    let (mut files, mut ranks) = (files, ranks);
    let mut legs = Vec::new();
    while (files, ranks) != (0, 0) {
        let step = (
            if files.abs() >= ranks.abs() { files.signum() } else { 0 },
            if ranks.abs() >= files.abs() { ranks.signum() } else { 0 },
        );
        legs.push(Leg::pass(step));
        files -= step.0;
        ranks -= step.1;
    }
    if let Some(last) = legs.last_mut() {
        last.lands = true;
    }
    legs
}
