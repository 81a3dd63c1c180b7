//! Directions in Betza's notation: which moves of an atom `f`, `fs` or `hr` select.

use super::letters::BetzaLetters;
use super::{BetzaError, BetzaErrorKind};
use crate::course::Step;

/// One direction, of one letter or two.
#[derive(Clone, Copy)]
pub(super) struct Selector {
    at: usize,
    letter: char,
    /// The letter that is read together with the first one.
    second: Option<char>,
}

impl Selector {
    /// Reads one direction. A letter is read together with the next one if that is the same or perpendicular to it,
    /// as Fairy-Stockfish does.
    pub(super) fn read(letters: &mut BetzaLetters<'_>) -> Result<Self, BetzaError> {
        let is_vertical = |letter| matches!(letter, 'f' | 'b' | 'v' | 'h');
        let is_horizontal = |letter| matches!(letter, 'l' | 'r' | 's' | 'h');
        let letter = letters.peek().unwrap_or_default();
        let second = letters.ahead(1).filter(|second| {
            letter == *second
                || is_vertical(letter) && is_horizontal(*second)
                || is_horizontal(letter) && is_vertical(*second)
        });
        let is_known = match (letter, second) {
            ('f' | 'b' | 'l' | 'r', Some('h')) | ('h', Some('l' | 'r')) => true,
            ('h', _) | (_, Some('h')) => false,
            ('v' | 's', Some(second)) if letter == second => {
                letters.at += 1;
                return Err(letters.error(BetzaErrorKind::Repeated(letter)));
            }
            _ => true,
        };
        if !is_known {
            return Err(letters.error(BetzaErrorKind::Half));
        }
        let selector = Self { at: letters.at, letter, second };
        letters.at += 1 + usize::from(second.is_some());
        Ok(selector)
    }

    /// An error at the direction.
    pub(super) const fn error(&self, kind: BetzaErrorKind) -> BetzaError {
        BetzaError { at: self.at, kind }
    }

    /// Refuses what means different moves to different programs, or nothing.
    fn check(&self, (files, ranks): Step) -> Result<(), BetzaError> {
        let is_orthogonal = files == 0 || ranks == 0;
        let is_diagonal = files.abs() == ranks.abs();
        let has_four = is_orthogonal || is_diagonal;
        let is_half = self.letter == 'h' || self.second == Some('h');
        match (self.letter, self.second) {
            (letter, Some(second)) if has_four && (letter == second || is_half) => {
                Err(self.error(BetzaErrorKind::NeedsEight(letter, second)))
            }
            (letter @ ('v' | 's'), _) | (_, Some(letter @ ('v' | 's'))) if is_diagonal => {
                Err(self.error(BetzaErrorKind::OnDiagonals(letter)))
            }
            ('v' | 's', Some(second)) if second != self.letter && !is_orthogonal => {
                Err(self.error(BetzaErrorKind::PairOrder(self.letter, second)))
            }
            _ => Ok(()),
        }
    }

    fn selects(&self, step: Step) -> bool {
        let (files, ranks) = step;
        let is_orthogonal = files == 0 || ranks == 0;
        match (self.letter, self.second) {
            ('h', second) => {
                let is_right = (ranks.abs() > files.abs()) == ((files > 0) == (ranks > 0));
                is_right == (second == Some('r'))
            }
            (letter, Some('h')) => is_toward(letter, step),
            (letter, Some(second)) if letter != second && is_orthogonal => {
                is_most(letter, step) || is_most(second, step)
            }
            (letter, Some(second)) => is_toward(letter, step) && is_most(second, step),
            (letter, None) => is_most(letter, step),
        }
    }
}

/// True if the step leads to this side at all.
const fn is_toward(letter: char, (files, ranks): Step) -> bool {
    match letter {
        'f' => ranks > 0,
        'b' => ranks < 0,
        'l' => files < 0,
        'r' => files > 0,
        'v' => ranks != 0,
        _ => files != 0,
    }
}

/// True if the step leads to this side at least as far as to any other.
fn is_most(letter: char, step: Step) -> bool {
    let (files, ranks) = (step.0.abs(), step.1.abs());
    let (along, across) =
        if matches!(letter, 'f' | 'b' | 'v') { (ranks, files) } else { (files, ranks) };
    is_toward(letter, step) && along >= across
}

/// The steps that one of the directions selects, in their order; all steps if there is no direction.
pub(super) fn selected(steps: &[Step], directions: &[Selector]) -> Result<Vec<Step>, BetzaError> {
    let is_turned = |direction: &&Selector| direction.letter == 'h';
    if let Some(direction) = directions.iter().find(is_turned).filter(|_| directions.len() > 1) {
        return Err(direction.error(BetzaErrorKind::TurnsAlone));
    }
    for direction in directions {
        steps.iter().try_for_each(|step| direction.check(*step))?;
    }
    let is_selected = |step: &Step| {
        directions.is_empty() || directions.iter().any(|direction| direction.selects(*step))
    };
    Ok(steps.iter().copied().filter(is_selected).collect())
}
