//! The ledger of a complete search: a file of JSON lines with the counts so far.
//!
//! A ledger is the certificate of a finished search and the checkpoint of an unfinished one. Its first line is the
//! question; each other line is a slice of the plan's roots with the counts below them. A line's digest covers the
//! question, the slice and all counts, so that a line that was changed or moved to another file is detected. Whether
//! the counts are true can only be checked by a second search of the same slice.

mod error;
mod header;
mod line;
#[cfg(test)]
pub(in crate::prove) mod tests;

use std::fmt;
use std::ops::Range;

pub use error::{LedgerError, LedgerErrorKind};
pub use header::Header;
pub use line::{LedgerLine, digest, prunes};

use super::{ProofCase, Tally, Witness};

/// A question, and the counts of the slices that are finished.
#[derive(Clone, Debug)]
pub struct Ledger {
    header: Header,
    levels: usize,
    ends_at_first: bool,
    /// The slices in ascending order of their roots, none of which occurs twice.
    lines: Vec<LedgerLine>,
}

impl Ledger {
    /// A ledger without any counts.
    #[must_use]
    pub fn new(case: &ProofCase) -> Self {
        Self {
            header: case.header.clone(),
            levels: case.plan.levels(),
            ends_at_first: case.ends_at_first(),
            lines: Vec::new(),
        }
    }

    /// Reads the ledger of `case`. The ledger of another question is an error.
    pub fn read(text: &str, case: &ProofCase) -> Result<Self, LedgerError> {
        let header = Header::read(text)?;
        header.expect(&case.header)?;
        let mut ledger = Self { header, ..Self::new(case) };
        let mut lines: Vec<(usize, LedgerLine)> = Vec::new();
        for (number, text) in (2..).zip(text.lines().skip(1)) {
            let wrong = |kind| LedgerError { line: Some(number), kind };
            let line = LedgerLine::read(text, &ledger.header, ledger.levels).map_err(wrong)?;
            if let Some(Witness { factor, constant }) = line.tally.witness
                && !case.question.holds(factor, constant)
            {
                return Err(wrong(LedgerErrorKind::Witness { factor, constant }));
            }
            lines.push((number, line));
        }
        if !text.ends_with('\n') {
            let kind = LedgerErrorKind::CutOff;
            return Err(LedgerError { line: Some(lines.len() + 1), kind });
        }
        lines.sort_by_key(|(_, line)| (line.roots.start, line.roots.end));
        for two in lines.windows(2) {
            let [(first, earlier), (second, later)] = two else { continue };
            if later.roots.start < earlier.roots.end {
                let (late, early) = (first.max(second), first.min(second));
                let roots = if late == second { &later.roots } else { &earlier.roots };
                let kind =
                    LedgerErrorKind::Twice { roots: roots.clone(), other: format!("line {early}") };
                return Err(LedgerError { line: Some(*late), kind });
            }
        }
        ledger.lines = lines.into_iter().map(|(_, line)| line).collect();
        Ok(ledger)
    }

    /// The first line, which states the question.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The lines of the finished slices, in ascending order of their roots.
    #[must_use]
    pub fn lines(&self) -> &[LedgerLine] {
        &self.lines
    }

    /// Adds the line of a slice. Its roots must not be in the ledger yet.
    pub fn push(&mut self, line: LedgerLine) {
        let at = self.lines.partition_point(|other| {
            (other.roots.start, other.roots.end) <= (line.roots.start, line.roots.end)
        });
        self.lines.insert(at, line);
    }

    /// Merges ledgers of one question. Each ledger comes with its file's name, and an error names the file. If the
    /// search ends at the first witness, lines after it are left out, as a single run wouldn't have searched them.
    pub fn merge(
        ledgers: &[(String, Self)],
        case: &ProofCase,
    ) -> Result<Self, (String, LedgerError)> {
        let mut lines: Vec<(&str, usize, &LedgerLine)> = Vec::new();
        for (name, ledger) in ledgers {
            lines.extend((2..).zip(&ledger.lines).map(|(number, line)| {
                let name: &str = name;
                (name, number, line)
            }));
        }
        lines.sort_by_key(|(_, _, line)| (line.roots.start, line.roots.end));
        let mut merged = Self::new(case);
        let mut last: Option<(&str, usize, u64)> = None;
        for (name, number, line) in lines {
            if let Some((other, at, end)) = last
                && line.roots.start < end
            {
                let other = format!("{other}:{at}");
                let kind = LedgerErrorKind::Twice { roots: line.roots.clone(), other };
                return Err((name.to_owned(), LedgerError { line: Some(number), kind }));
            }
            last = Some((name, number, line.roots.end));
            if merged.witness().is_none() || !merged.ends_at_first {
                merged.lines.push(line.clone());
            }
        }
        Ok(merged)
    }

    /// The first witness in the order of the roots.
    #[must_use]
    pub fn witness(&self) -> Option<Witness> {
        self.lines.iter().find_map(|line| line.tally.witness)
    }

    /// An error if a line has roots outside `wanted`.
    pub fn expect_within(&self, wanted: &Range<u64>) -> Result<(), LedgerError> {
        let is_beyond =
            |line: &LedgerLine| line.roots.start < wanted.start || line.roots.end > wanted.end;
        let beyond = (2..).zip(&self.lines).find(|(_, line)| is_beyond(line) && line.how.is_none());
        beyond.map_or(Ok(()), |(number, line)| {
            let (roots, wanted) = (line.roots.clone(), wanted.clone());
            Err(LedgerError {
                line: Some(number),
                kind: LedgerErrorKind::Outside { roots, wanted },
            })
        })
    }

    /// The parts of `wanted` that have yet to be searched. There are none if a witness has ended the search.
    #[must_use]
    pub fn missing(&self, wanted: &Range<u64>) -> Vec<Range<u64>> {
        if self.ends_at_first && self.witness().is_some() {
            return Vec::new();
        }
        self.gaps(wanted)
    }

    /// The parts of `wanted` that no line has.
    fn gaps(&self, wanted: &Range<u64>) -> Vec<Range<u64>> {
        let mut gaps = Vec::new();
        let mut from = wanted.start;
        for line in &self.lines {
            if line.roots.start > from && from < wanted.end {
                gaps.push(from..line.roots.start.min(wanted.end));
            }
            from = from.max(line.roots.end);
        }
        if from < wanted.end {
            gaps.push(from..wanted.end);
        }
        gaps
    }

    /// The counts and the seconds of all lines together, up to the first witness if the search ends there.
    #[must_use]
    pub fn tally(&self) -> (Tally, f64) {
        let mut tally = Tally::new(self.levels);
        let mut seconds = 0.0;
        for line in &self.lines {
            tally += &line.tally;
            seconds += line.seconds;
            if self.ends_at_first && tally.witness.is_some() {
                break;
            }
        }
        (tally, seconds)
    }

    /// The number of roots of `wanted` that lines have.
    #[must_use]
    pub fn done(&self, wanted: &Range<u64>) -> u64 {
        let missing: u64 = self.gaps(wanted).iter().map(|gap| gap.end - gap.start).sum();
        wanted.end - wanted.start - missing
    }
}

impl fmt::Display for Ledger {
    /// Writes the ledger as it stands in a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", serde_json::to_string(&self.header).unwrap_or_default())?;
        self.lines.iter().try_for_each(|line| writeln!(f, "{}", line.write(&self.header)))
    }
}

/// The parser's message without its place in the text: the text is one line, and the error names the file's line
/// already.
fn clause(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

/// Words as texts of `0x` and 16 hexadecimal digits.
mod hex {
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(word: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{word:#018x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        let text = String::deserialize(from)?;
        let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 16);
        digits
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u64::from_str_radix(digits, 16).ok())
            .ok_or_else(|| D::Error::custom(format!("`{text}` isn't `0x` and 16 digits")))
    }
}
