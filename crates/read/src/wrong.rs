//! The wrong arrays of a report, each with one message for the terminal, annotations and logs.

use super::large::{LargeFault, LargeFinding};
use super::report::{FailureKind, Finding, Report, Shift};
use super::sharing::{SharedTable, TableClash, TableSquare};
use super::show::ShownVerdict;
use super::twins::OffsetLists;

/// An array that doesn't hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongArray {
    /// The line of the first wrong number, counted from 1.
    pub line: usize,
    /// The array's name, the number of wrong squares, and the first of them.
    pub message: String,
}

impl Report {
    /// The arrays that don't hold, in the order of the report.
    #[must_use]
    pub fn wrong(&self) -> Vec<WrongArray> {
        let findings = self.findings.iter().filter_map(wrong_numbers);
        let tables = self.tables.iter().filter_map(|table| self.wrong_offsets(table));
        let lists = self.offset_lists.iter().filter_map(|lists| self.differing(lists));
        let large = self.large_findings.iter().filter_map(wrong_factors);
        findings.chain(large).chain(tables).chain(lists).collect()
    }

    /// Two lists of offsets that differ.
    fn differing(&self, lists: &OffsetLists) -> Option<WrongArray> {
        let first = lists.squares.first()?;
        let message = told(&lists.summary(self), lists.squares.len(), first);
        Some(WrongArray { line: first.lines[1], message })
    }

    fn wrong_offsets(&self, table: &SharedTable) -> Option<WrongArray> {
        let clash = table.clashes.first()?;
        let message = told(&table.summary(self), table.clashes.len(), clash);
        Some(WrongArray { line: self.likelier(table, clash).line, message })
    }

    /// The likelier culprit of a clash: the second square if only its offset is out of order and the first has no other
    /// clashes, else the first.
    fn likelier<'c>(&self, table: &SharedTable, clash: &'c TableClash) -> &'c TableSquare {
        let [first, second] = &clash.squares;
        let is_out_of_order = |square: &TableSquare| {
            let own = table.findings.iter().filter_map(|at| self.findings.get(*at));
            let own = own.filter(|finding| finding.piece == square.piece);
            own.filter_map(|finding| finding.offsets.as_deref()).any(|offsets| {
                let at = usize::from(square.bit);
                let around = (at > 0).then(|| offsets.get(at - 1).zip(offsets.get(at + 1)));
                around.flatten().is_some_and(|(before, behind)| {
                    before < behind && !(*before..=*behind).contains(&offsets[at])
                })
            })
        };
        if clash.others == 0 && is_out_of_order(second) && !is_out_of_order(first) {
            second
        } else {
            first
        }
    }
}

/// The failures of a piece's factors or shifts as one message; `None` if there are none.
fn wrong_numbers(finding: &Finding) -> Option<WrongArray> {
    let first = finding.failures.first()?;
    let (line, is_shift) = match first.problem {
        FailureKind::Clash { .. } => (first.line, false),
        FailureKind::Narrow { line, .. }
        | FailureKind::Wide { line, .. }
        | FailureKind::Shift { line, .. } => (line, true),
    };
    let place = match &finding.shift {
        Shift::Bits(place) | Shift::Shift { place, .. } if is_shift => place,
        _ => &finding.place,
    };
    let squares = finding.failures.iter().map(|one| (one.bit, &one.square)).collect();
    let summary = format!("{}: {} ({place})", finding.piece.name(), ShownVerdict(squares));
    Some(WrongArray { line, message: told(&summary, finding.failures.len(), first) })
}

/// The failures of a piece's factors on a larger board as one message; `None` if there are none.
fn wrong_factors(finding: &LargeFinding) -> Option<WrongArray> {
    let first = finding.failures.first()?;
    let line = match first.problem {
        LargeFault::Clash { .. } => first.line,
        LargeFault::Bits { line, .. }
        | LargeFault::Overlap { line, .. }
        | LargeFault::Displaced { line, .. } => line,
    };
    let summary = format!("{}: {} ({})", finding.piece, finding.verdict(), finding.place);
    Some(WrongArray { line, message: told(&summary, finding.failures.len(), first) })
}

/// The summary and the first fault.
fn told(summary: &str, faults: usize, first: &impl std::fmt::Display) -> String {
    if faults == 1 { format!("{summary}: {first}") } else { format!("{summary}: first {first}") }
}
