//! Chooses one array of working factors for each piece among the arrays of some files.

use std::fmt;

use super::{AdoptRefusal, Examined};
use magicgen_read::{Finding, SharedTable, Shift, Slider};

/// An array of working factors.
#[derive(Clone, Copy, Debug)]
pub struct Held<'a> {
    /// The file.
    pub file: &'a Examined,
    /// The factors.
    pub finding: &'a Finding,
    /// The table that the factors share with other arrays, given by offsets in the text.
    pub table: Option<&'a SharedTable>,
    /// Whether the factors hold, with their shifts and offsets.
    pub(super) holds: bool,
}

impl fmt::Display for Held<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { piece, place, .. } = self.finding;
        write!(f, "{}: {place} of {}, {}", piece.name(), self.file.name(), self.finding.formula())
    }
}

impl<'a> Held<'a> {
    fn piece(&self) -> Slider {
        self.finding.piece
    }

    /// Whether two findings have the same numbers, where both texts give them.
    fn agrees(&self, other: &Self) -> bool {
        let (one, two) = (self.finding, other.finding);
        one.hash == two.hash
            && one.factors == two.factors
            && one.constants == two.constants
            && (one.bits == two.bits || !self.has_shifts() || !other.has_shifts())
            && (self.offsets() == other.offsets() || self.table.is_none() || other.table.is_none())
    }

    /// Whether the text gives shifts or index bits.
    fn has_shifts(&self) -> bool {
        !matches!(self.finding.shift, Shift::Relevant | Shift::Fixed { .. })
    }

    /// The offsets, if they form a table.
    #[must_use]
    pub fn offsets(&self) -> Option<&'a [i64]> {
        self.table.and(self.finding.offsets.as_deref())
    }

    /// Ranks a finding: text with offsets and shifts, outside of tests, and spread over lines is best. The best is the
    /// largest.
    fn detail(&self) -> (bool, bool, bool, bool) {
        let place = &self.finding.place;
        let name = self.file.name().to_ascii_lowercase();
        let is_aside = ["test", "example", "bench"].iter().any(|word| name.contains(word));
        let is_packed = place.first_line == place.last_line;
        (self.table.is_some(), self.has_shifts(), !is_aside, !is_packed)
    }

    /// Whether a name for `--array` is this array's: its name or first line, also behind its file.
    fn is_called(&self, name: &str) -> bool {
        let file = self.file.name();
        let name = name.strip_prefix(&file).and_then(|rest| rest.strip_prefix(':')).unwrap_or(name);
        let place = &self.finding.place;
        place.name.as_deref() == Some(name) || place.first_line.to_string() == name
    }

    /// A name for `--array` that fits no other array of the same piece.
    fn chosen_by(&self, others: &[Self]) -> String {
        let line = self.finding.place.first_line.to_string();
        let name = self.finding.place.name.clone().unwrap_or_else(|| line.clone());
        let file = self.file.name();
        let of_file = [format!("{file}:{name}"), format!("{file}:{line}")];
        let is_only =
            |name: &String| others.iter().filter(|other| other.is_called(name)).count() < 2;
        let [named, numbered] = of_file;
        [name, line, named].into_iter().find(is_only).unwrap_or(numbered)
    }

    /// The number of lines between this array and another one of the same file.
    fn distance(&self, other: &Self) -> usize {
        let (one, two) = (&self.finding.place, &other.finding.place);
        let behind = |first: usize, last: usize| first.saturating_sub(last);
        behind(one.first_line, two.last_line) + behind(two.first_line, one.last_line)
    }

    fn described(&self) -> String {
        let Finding { place, .. } = self.finding;
        format!("{place} of {} as {}", self.file.name(), self.finding.formula())
    }
}

/// Chooses factors for the rook, then for the bishop. One of them may have none. `arrays` limits the choice by names or
/// first lines. If it has arrays of one piece only, the other piece's array is the one beside.
pub(super) fn choose<'a>(
    files: &'a [Examined],
    arrays: &[String],
) -> Result<Vec<Held<'a>>, AdoptRefusal> {
    let all = all(files);
    if let Some(name) = arrays.iter().find(|name| !all.iter().any(|held| held.is_called(name))) {
        let names = all.iter().map(|held| format!("`{}`", held.chosen_by(&alike(&all, held))));
        let mut names: Vec<String> = names.collect();
        names.dedup();
        return Err(if all.is_empty() {
            nothing(files)
        } else {
            AdoptRefusal::NoArray { name: name.clone(), names }
        });
    }
    let is_wanted =
        |held: &Held<'_>| arrays.is_empty() || arrays.iter().any(|name| held.is_called(name));
    let mut chosen = Vec::new();
    for piece in Slider::PIECES {
        let of_piece = all.iter().filter(|held| held.piece() == piece && is_wanted(held));
        let mut of_piece: Vec<Held<'a>> = of_piece.copied().collect();
        let anchor = all.iter().filter(|held| is_wanted(held) && !arrays.is_empty());
        if let Some(anchor) =
            anchor.max_by_key(|held| held.detail()).filter(|_| of_piece.is_empty())
        {
            of_piece = beside(&all, piece, anchor);
        }
        if let Some(wrong) = of_piece.iter().find(|held| !held.holds) {
            return Err(AdoptRefusal::Wrong(wrong.file.name()));
        }
        // The text with the most details comes first, and the others must agree with it.
        let Some(best) = of_piece.iter().rev().max_by_key(|held| held.detail()) else { continue };
        let mut distinct = vec![*best];
        for held in &of_piece {
            if !distinct.iter().any(|other| other.agrees(held)) {
                distinct.push(*held);
            }
        }
        if distinct.len() > 1 {
            let places = distinct.iter().map(Held::described).collect();
            let is_other = |name: &&String| !distinct.iter().any(|held| held.is_called(name));
            let others: Vec<String> = arrays.iter().filter(is_other).cloned().collect();
            let name = |held: &Held<'a>| {
                let own = held.chosen_by(&alike(&all, held));
                [&others[..], &[own]].concat().join(",")
            };
            let names = distinct.iter().map(name).collect();
            return Err(AdoptRefusal::Ambiguous { piece: piece.name(), places, names });
        }
        chosen.push(*best);
    }
    if chosen.is_empty() { Err(unfit(files, &all)) } else { Ok(chosen) }
}

/// All findings of all files.
fn all(files: &[Examined]) -> Vec<Held<'_>> {
    let mut all = Vec::new();
    for file in files {
        for (at, finding) in file.report.findings.iter().enumerate() {
            let table = file.report.tables.iter().find(|table| table.findings.contains(&at));
            let holds = file.report.is_right(at);
            all.push(Held { file, finding, table, holds });
        }
    }
    all
}

/// The arrays of the same piece as another one.
fn alike<'a>(all: &[Held<'a>], one: &Held<'_>) -> Vec<Held<'a>> {
    all.iter().filter(|held| held.piece() == one.piece()).copied().collect()
}

/// The arrays of a piece among which one goes with the other piece's array `anchor`: the one of the same file with the
/// same number, or the nearest one. If the file has none, all arrays of other files.
fn beside<'a>(all: &[Held<'a>], piece: Slider, anchor: &Held<'a>) -> Vec<Held<'a>> {
    let of_file = |piece: Slider| -> Vec<Held<'a>> {
        let is_its = |held: &&Held<'a>| held.piece() == piece && held.file.path == anchor.file.path;
        all.iter().filter(is_its).copied().collect()
    };
    let (others, own) = (of_file(piece), of_file(anchor.piece()));
    if others.is_empty() {
        return all.iter().filter(|held| held.piece() == piece).copied().collect();
    }
    let number = own.iter().position(|held| std::ptr::eq(held.finding, anchor.finding));
    let same = number.filter(|_| own.len() == others.len()).and_then(|at| others.get(at));
    let nearest = || others.iter().min_by_key(|held| held.distance(anchor));
    same.or_else(nearest).copied().into_iter().collect()
}

/// The refusal of files that have no factors of whole pieces.
fn unfit(files: &[Examined], all: &[Held<'_>]) -> AdoptRefusal {
    if all.is_empty() {
        return nothing(files);
    }
    AdoptRefusal::Form("they are for single lines (variant `direction`)".to_owned())
}

fn nothing(files: &[Examined]) -> AdoptRefusal {
    let searched = files.iter().find_map(|file| {
        let searched = file.report.searched.as_ref()?;
        Some(format!("`{}` in line {} of {}", searched.word, searched.line, file.name()))
    });
    AdoptRefusal::Nothing { searched }
}
