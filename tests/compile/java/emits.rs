//! What is asked for in parts: every combination compiles, stands as google-java-format has it and leaves nothing
//! private unused.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use magicgen::geometry::Piece;
use magicgen::model::Part;
use magicgen::variant;

use super::{compile, variants};
use crate::support;

/// Combinations of `emit` and pieces.
const EMITS: &[(&str, &str)] = &[
    ("factors", "rook,bishop"),
    ("masks,shifts", "rook,bishop"),
    ("squares", "rook,bishop"),
    ("offsets", "rook,bishop"),
    ("attacks", "rook,bishop"),
    ("occupancies,attack-sets", "bishop"),
    ("attack-sets", "rook,bishop"),
    ("bitscan", "rook,bishop"),
    ("lookup", "rook,bishop"),
    ("lookup", "rook"),
    ("lookup,squares", "queen"),
    ("attacks,lookup", "queen"),
    ("lookup,self-test", "queen"),
    (
        "factors,masks,shifts,offsets,attacks,occupancies,attack-sets,lookup,squares,bitscan,self-test",
        "rook,bishop,queen",
    ),
];

/// The board: small, with gaps between ranks.
const BOARD: &str =
    "version = 1\n[board]\nwidth = 5\nheight = 4\nstride = 8\n[search]\neffort = 1\n";

/// Parts that the variant has; none where it has none of them. In rows there are no offsets, and so on.
fn parts_of(id: &str, parts: &str) -> Vec<String> {
    let form = variant::find(id).expect("a variant").form;
    let columns = form.columns(&Piece::rook());
    let has = |part: &&str| match *part {
        "factors" => form.axes().is_some(),
        "masks" | "shifts" | "offsets" => {
            columns.iter().filter_map(|field| field.part()).any(|found| found.id() == *part)
        }
        _ => true,
    };
    parts.split(',').filter(has).map(str::to_owned).collect()
}

fn list(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let quoted = words.into_iter().map(|word| format!("\"{}\"", word.as_ref()));
    quoted.collect::<Vec<String>>().join(", ")
}

/// One run that writes every combination into a package of its own; the paths of the files.
fn generate(folder: &Path, tables: &str) -> Result<Vec<String>, String> {
    let mut config = BOARD.to_owned();
    let mut sources = Vec::new();
    for id in variants(tables) {
        for (index, (parts, pieces)) in EMITS.iter().enumerate() {
            let parts = parts_of(id, parts);
            if parts.is_empty() {
                continue;
            }
            let package = format!("{}{index}", id.replace('-', ""));
            let source = format!("{package}/Magics.java");
            let _ = write!(
                config,
                "[[output]]\nid = \"{package}\"\nlang = \"java\"\npath = \"{source}\"\nvariant = \"{id}\"\n\
                 tables = \"{tables}\"\npieces = [{}]\nemit = [{}]\n[output.java]\npackage = \"{package}\"\n",
                list(pieces.split(',')),
                list(&parts),
            );
            if parts.iter().any(|part| part == "self-test") {
                sources.push(format!("{package}/MagicsTest.java"));
            }
            sources.push(source);
        }
    }
    fs::write(folder.join("magicgen.toml"), config).map_err(|error| error.to_string())?;
    support::magicgen(folder, &["--config", "magicgen.toml"])?;
    Ok(sources)
}

/// Compiles all combinations at once, and looks for what is private and unused.
pub(super) fn emit(folder: &Path, tables: &str) -> Result<(), String> {
    let sources = generate(folder, tables)?;
    for source in &sources {
        let text = fs::read_to_string(folder.join(source)).map_err(|error| error.to_string())?;
        for line in text.lines().filter(|line| line.trim_start().starts_with("private static")) {
            let before = line.split(['(', '=', '{']).next().unwrap_or_default();
            let name = before.split_whitespace().last().unwrap_or_default();
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            let uses = text.split(|c| !is_name(c)).filter(|word| *word == name).count();
            if uses < 2 {
                return Err(format!("{source}: {name} is private and unused"));
            }
        }
    }
    compile(folder, &[], None, &sources)
}

/// Generated code, and the drivers, are as google-java-format has them.
pub(super) fn format(folder: &Path, tables: &str) -> Result<(), String> {
    let mut arguments = vec!["--dry-run".to_owned(), "--set-exit-if-changed".to_owned()];
    arguments.extend(generate(folder, tables)?);
    for driver in super::DRIVERS {
        let path = support::drivers().join("java").join(format!("{driver}.java"));
        arguments.push(path.display().to_string());
    }
    support::run(folder, "google-java-format", &arguments)?;
    // The widest lines are those of the chess board. Scans know no board, and a comment can't break a list of all parts.
    for id in super::VARIANTS {
        let source = format!("{id}/Magics.java");
        let parts = Part::ALL.iter().filter(|(part, _)| *part != Part::Bitscan);
        let parts: Vec<&str> = parts.map(|(_, id)| *id).collect();
        let parts = parts_of(id, &parts.join(","));
        let mut given = vec!["--lang", "java", "--variant", id, "--tables", tables, "-o", &source];
        let parts = parts.join(",");
        given.extend(["--emit", &parts]);
        support::magicgen(folder, &given)?;
        let test = format!("{id}/MagicsTest.java");
        let arguments = ["--dry-run", "--set-exit-if-changed", &source, &test].map(str::to_owned);
        support::run(folder, "google-java-format", &arguments)?;
    }
    Ok(())
}
