//! Lookups in tables of a part of the board, in every language: called on every square, and compared with walks.

use std::fs;
use std::path::Path;

use magicgen_ir::Type;
use magicgen_lookup::model::companion::Outcome;
use magicgen_lookup::model::{FieldStyle, Module};

use super::together::Form;
use super::tongue::Tongue;
use super::{Call, compare, module_of, program, words};
use crate::compile::support::{self, Cell};

/// The folds on boards of eight ranks and fewer, counted by ranks and by files, with keys of the output.
const FOLDS: [(&str, &str, &str); 5] = [
    ("ranks", "[board]\nwidth = 8\nheight = 4", "lookup.fold = true"),
    ("files", "[board]\nwidth = 8\nheight = 3", "lookup.fold = \"files\""),
    ("both", "[board]\nwidth = 8\nheight = 4", "lookup.fold = \"both\""),
    ("counted", "orientation = \"h8lsb-file\"", "lookup = { key = \"constant\", fold = \"both\" }"),
    (SWITCH, "[board]\nwidth = 8\nheight = 4", "lookup.fold = \"both\"\nstyle.fields = \"switch\""),
];

const SWITCH: &str = "switch";

/// The cell of a language's form.
pub(super) fn cell(tongue: &'static Tongue) -> Cell {
    let name = format!("{}::folded_{}", tongue.lang, tongue.form);
    support::cell(&name, tongue.needs, move |folder| check(tongue, folder))
}

fn check(tongue: &Tongue, folder: &Path) -> Result<(), String> {
    let language = magicgen::render::find(tongue.lang).expect("a language");
    let can = language.configure(None).expect("its defaults").capabilities();
    let is_styled = tongue.keys.contains("[output.style]");
    let has_switch = can.fields.contains(&FieldStyle::Switch) && !is_styled;
    let mut called = Vec::new();
    for (fold, board, keys) in FOLDS.into_iter().filter(|fold| fold.0 != SWITCH || has_switch) {
        let inner = support::part_of(folder, fold)?;
        let variant = if keys.contains("key") { "packed" } else { "fancy" };
        let config = format!(
            "version = 1\n{board}\n[[output]]\nlang = \"{}\"\npath = \"{}\"\npieces = [\"rook\", \"bishop\"]\n\
             emit = [\"lookup\"]\ntables = \"full\"\nvariant = \"{variant}\"\n{keys}\n{}\n",
            tongue.lang, tongue.file, tongue.keys
        );
        support::generate(&inner, &config)?;
        let calls = calls(&module_of(&config));
        fs::write(inner.join(tongue.program), program(tongue, &calls))
            .map_err(|error| error.to_string())?;
        called.push((fold, calls));
    }
    compare(tongue, folder, &called)
}

/// Calls of both lookups on every square, with the same occupancies in every language.
fn calls(module: &Module) -> Vec<Call> {
    let mut word = words();
    let mut calls = Vec::new();
    for (piece, (_, square)) in module
        .pieces
        .iter()
        .flat_map(|piece| module.board.squares.iter().map(move |square| (piece, square)))
    {
        for occupied in [word(), word() & word()] {
            calls.push(Call {
                form: Form::Plain,
                function: module.names.lookup(&piece.name),
                arguments: vec![(u64::from(*square), Type::Half), (occupied, Type::Word)],
                result: Outcome::Set,
                expected: piece.walk.attacks(*square, occupied),
            });
        }
    }
    calls
}
