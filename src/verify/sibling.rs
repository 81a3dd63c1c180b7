//! The factors of one piece in; the array that is called as theirs but for the other piece, out: if it is no factors
//! of that piece, something is wrong with it.

use super::guess::{forced, masks, may_be_factors};
use super::part;
use super::probe::Prober;
use super::settle::Run;
use super::slider::Slider;
use super::table::Table;

/// The names of pieces, as they stand in names of arrays.
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

/// The other piece's name in place of a piece's.
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

/// Runs of arrays whose names say that they hold factors, though they work on next to no square.
pub(super) fn runs(prober: &mut Prober, tables: &[Table], runs: &[Run]) -> Vec<Run> {
    let first = |run: &Run| run.parts[0].1[0].clone();
    let mut found: Vec<Run> = Vec::new();
    for run in runs.iter().filter(|run| run.parts.len() == 1) {
        let like = first(run);
        let name = tables[run.table].name.as_deref().unwrap_or("");
        for (name, piece) in swapped(name) {
            let known = |piece: Slider| {
                let mut parts = runs.iter().chain(&found).flat_map(|run| &run.parts);
                parts.any(|(_, guesses)| guesses[0].piece == piece)
            };
            if like.piece == piece || !Slider::PIECES.contains(&like.piece) || known(piece) {
                continue;
            }
            let called = (0..tables.len()).filter(|index| {
                tables[*index].name.as_deref() == Some(&name)
                    && tables[*index].columns.len() == tables[run.table].columns.len()
                    && runs.iter().all(|run| run.table != *index)
            });
            for index in called {
                let column = run.taken[0];
                let Some(part) = part::readings(&tables[index])
                    .into_iter()
                    .find_map(|parts| <[part::Part; 1]>::try_from(parts).ok().map(|[part]| part))
                else {
                    continue;
                };
                let factors = part.words(&tables[index].columns[column]);
                let is_mask = masks(&part, &tables[index].columns[column]).is_some();
                if is_mask || !may_be_factors(&factors) {
                    continue;
                }
                let guess = forced(prober, piece, &like, &factors);
                let number = runs.len() + found.len();
                let (taken, parts) = (vec![column], vec![(part, vec![guess])]);
                found.push(Run { table: index, taken, parts, number });
                break;
            }
        }
    }
    found
}
