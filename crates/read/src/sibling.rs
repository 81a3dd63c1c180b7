//! Finds the array that is named like the factors of one piece, but with the other piece's name. It must be meant as
//! the other piece's factors, so a report is useful even if no square works.

use std::collections::BTreeSet;

use super::guess::{forced, masks, may_be_factors};
use super::part::{self, PieceRows};
use super::probe::Prober;
use super::settle::FactorRun;
use super::slider::Slider;
use super::table::SourceTable;

/// The names of rook and bishop, as they occur in the names of arrays.
const NAMES: [(&str, &str); 8] = [
    ("rook", "bishop"),
    ("Rook", "Bishop"),
    ("ROOK", "BISHOP"),
    ("straight", "diagonal"),
    ("orthogonal", "diagonal"),
    ("ortho", "diag"),
    ("R", "B"),
    ("r", "b"),
];

/// The names with one piece's name replaced by the other's, each with that other piece.
fn swapped(name: &str) -> Vec<(String, Slider)> {
    let mut names = Vec::new();
    for (rook, bishop) in NAMES {
        for (here, there, piece) in [(rook, bishop, Slider::Bishop), (bishop, rook, Slider::Rook)] {
            let other = name.replacen(here, there, 1);
            if other != name {
                names.push((other, piece));
            }
        }
    }
    names
}

/// The runs of arrays that must hold factors according to their names, although these work on hardly any square.
pub(super) fn runs(
    prober: &mut Prober,
    tables: &[SourceTable],
    runs: &[FactorRun],
) -> Vec<FactorRun> {
    let with_factors: BTreeSet<usize> = runs.iter().map(|run| run.table).collect();
    let mut known: BTreeSet<Slider> =
        runs.iter().flat_map(|run| &run.parts).map(|(_, guesses)| guesses[0].piece).collect();
    let mut found: Vec<FactorRun> = Vec::new();
    // If factors of both pieces are known, there is nothing to find.
    for run in runs.iter().filter(|run| run.parts.len() == 1) {
        let like = run.parts[0].1[0].clone();
        let name = tables[run.table].name.as_deref().unwrap_or("");
        for (name, piece) in swapped(name) {
            if like.piece == piece
                || !Slider::PIECES.contains(&like.piece)
                || known.contains(&piece)
            {
                continue;
            }
            let column = run.taken[0];
            let columns = tables[run.table].columns.len();
            let mut of_name = (0..tables.len()).filter(|index| {
                tables[*index].name.as_deref() == Some(&name)
                    && tables[*index].columns.len() == columns
                    && !with_factors.contains(index)
            });
            let called =
                of_name.find_map(|index| Some((index, as_factors(&tables[index], column)?)));
            if let Some((table, (part, factors))) = called {
                let guess = forced(prober, piece, &like, &factors);
                let number = runs.len() + found.len();
                let (taken, parts) = (vec![column], vec![(part, vec![guess])]);
                found.push(FactorRun { table, taken, parts, number });
                known.insert(piece);
            }
        }
    }
    found
}

/// A column of 64 rows as factors, if it may hold factors.
fn as_factors(table: &SourceTable, column: usize) -> Option<(PieceRows, Vec<u64>)> {
    let single = |parts: Vec<PieceRows>| <[PieceRows; 1]>::try_from(parts).ok();
    let [part] = part::readings(table).into_iter().find_map(single)?;
    let factors = part.words(&table.columns[column]);
    let is_mask = masks(&part, &table.columns[column]).is_some();
    (!is_mask && may_be_factors(&factors)).then_some((part, factors))
}
