//! The lists of published factors.

use magicgen::known;
use magicgen_search::Key;
use magicgen_search::known::{Known, Sharing};

use crate::book::markdown::{code, grouped, table};
use crate::book::printed::Part;

/// The sizes of tables, and who found which factors.
pub(crate) fn parts() -> Vec<Part> {
    vec![
        Part { page: "docs/records.md".into(), name: "known", text: sizes() },
        Part { page: "docs/credits.md".into(), name: "credits", text: credits() },
    ]
}

fn year(known: &Known) -> String {
    known.year.map_or_else(String::new, |year| year.to_string())
}

fn sizes() -> String {
    let mut tables: Vec<(usize, &Known)> =
        known::all().filter_map(|known| Some((known.entries?, known))).collect();
    tables.sort_by_key(|(entries, _)| *entries);
    let row = |(entries, known): (usize, &Known)| {
        let key = match known.key {
            Key::White => "white",
            Key::Black => "black",
            Key::Constant => "constant",
            Key::Slider => "slider",
        };
        let cut = match known.sharing {
            Sharing::None => "",
            Sharing::PostMask => ", post-mask",
            Sharing::Pdep => ", 16 bits for pdep",
        };
        vec![
            grouped(entries),
            format!("{key}{cut}"),
            code(&known.id),
            known.author.clone(),
            year(known),
            known.note.clone().unwrap_or_default(),
        ]
    };
    let rows: Vec<Vec<String>> = tables.into_iter().map(row).collect();
    table(&["words", "key", "id", "who", "year", ""], &rows)
}

fn credits() -> String {
    let row = |known: &Known| {
        let id = format!("[`{0}`](../config/known/{0}.toml)", known.id);
        vec![id, known.author.clone(), year(known), known.source.clone()]
    };
    table(&["id", "who", "year", "source"], &known::all().map(row).collect::<Vec<_>>())
}
