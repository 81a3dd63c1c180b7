//! Finds the order of squares in a project.

use super::choose::Held;
use super::{Examined, GuessedValue};
use magicgen_board::Standard;
use magicgen_read::ShownOrder;

/// The default order of squares.
const USUAL: &str = "a1lsb";

/// The order of squares: the wanted one, else the order in the files with factors, else in all files that show one.
#[must_use]
pub fn order(files: &[Examined], held: &[Held<'_>], wanted: Option<&str>) -> GuessedValue {
    shown_order(files, held, wanted).unwrap_or_else(|| {
        let why = "a1 is bit 0, b1 bit 1; change this if your engine differs";
        GuessedValue::new(USUAL, why)
    })
}

/// The order of squares; `None` if it isn't wanted, and the files don't show one that all agree on.
pub(super) fn shown_order(
    files: &[Examined],
    held: &[Held<'_>],
    wanted: Option<&str>,
) -> Option<GuessedValue> {
    if let Some(wanted) = wanted {
        return Some(GuessedValue::new(wanted, "from the command line"));
    }
    let of_factors = held.iter().map(|held| (held.file, &held.finding.orientation));
    let of_files = files.iter().map(|file| (file, &file.report.orientation));
    agreed(of_factors).or_else(|| agreed(of_files))
}

/// The order that all files that show one agree on; `None` if there is none, or if they differ.
fn agreed<'a>(shown: impl Iterator<Item = (&'a Examined, &'a ShownOrder)>) -> Option<GuessedValue> {
    let mut all: Option<(&Examined, Vec<Standard>)> = None;
    for (file, orientation) in shown {
        let ShownOrder::Shown { standards } = orientation else { continue };
        let is_theirs = |one: &Standard| standards.iter().any(|other| other.id == one.id);
        all = Some(match all {
            None => (file, standards.clone()),
            Some((first, before)) => (first, before.into_iter().filter(is_theirs).collect()),
        });
    }
    let (file, standards) = all?;
    let (first, others) = standards.split_first()?;
    let mut why = format!("from {}", file.name());
    if let Some(other) = others.first() {
        why = format!("{why}, which would fit {} too", other.id);
    }
    Some(GuessedValue::new(first.id, &why))
}
