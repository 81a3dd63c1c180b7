//! Parts: every combination must compile, be formatted as by google-java-format, and have no unused private items.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use magicgen_board::Piece;
use magicgen_lookup::axes::Axes;
use magicgen_lookup::model::Part;
use magicgen_lookup::variant;

use super::{compile, variants};
use crate::compile::support;

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

/// A config with a small board that has gaps between ranks.
const BOARD: &str =
    "version = 1\n[board]\nwidth = 5\nheight = 4\nstride = 8\n[search]\neffort = 1\n";

/// The parts of a list that the variant has. For example, tables with rows have no offsets.
fn parts_of(id: &str, parts: &str) -> Vec<String> {
    let form = variant::find(id).expect("a variant").form;
    let columns = form.columns(&Piece::rook());
    let has = |part: &&str| match *part {
        "factors" => form.axes().is_some_and(Axes::has_factor),
        "masks" | "shifts" | "offsets" => {
            columns.iter().filter_map(|field| Part::of(*field)).any(|found| found.id() == *part)
        }
        _ => true,
    };
    parts.split(',').filter(has).map(str::to_owned).collect()
}

fn list(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let quoted = words.into_iter().map(|word| format!("\"{}\"", word.as_ref()));
    quoted.collect::<Vec<String>>().join(", ")
}

/// The variants of a config: a config has at most 500 outputs.
const VARIANTS_OF_A_CONFIG: usize = 500 / EMITS.len();

/// Generates every combination, each into a package of its own, and returns the paths of the files.
fn generate(folder: &Path, tables: &str) -> Result<Vec<String>, String> {
    let mut sources = Vec::new();
    for some in variants(tables).chunks(VARIANTS_OF_A_CONFIG) {
        let mut config = BOARD.to_owned();
        for id in some {
            sources.extend(add_outputs(&mut config, id, tables));
        }
        fs::write(folder.join("magicgen.toml"), config).map_err(|error| error.to_string())?;
        support::magicgen(folder, &["--config", "magicgen.toml"])?;
    }
    Ok(sources)
}

/// Adds the outputs of a variant to a config, and returns the paths of their files.
fn add_outputs(config: &mut String, id: &str, tables: &str) -> Vec<String> {
    let mut sources = Vec::new();
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
    sources
}

/// Compiles all combinations at once, and searches for unused private items.
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

/// Checks that generated code and the drivers are formatted as by google-java-format.
pub(super) fn format(folder: &Path, tables: &str) -> Result<(), String> {
    let mut arguments = vec!["--dry-run".to_owned(), "--set-exit-if-changed".to_owned()];
    arguments.extend(generate(folder, tables)?);
    for driver in super::DRIVERS {
        let path = support::drivers().join("java").join(format!("{driver}.java"));
        arguments.push(path.display().to_string());
    }
    support::run(folder, "google-java-format", &arguments)?;
    chess_format(folder, tables)
}

/// The chess board has the widest lines, and a file of all parts has all of them. The parts stand in a config file, since a
/// command that names them all is wider than any line of comment.
fn chess_format(folder: &Path, tables: &str) -> Result<(), String> {
    let folder = &folder.join("chess");
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let mut config = "version = 1\n".to_owned();
    let mut arguments = vec!["--dry-run".to_owned(), "--set-exit-if-changed".to_owned()];
    for id in super::VARIANTS {
        let source = format!("{id}/Magics.java");
        // The chess board has no zones.
        let parts = Part::ALL.into_iter().filter(|part| *part != Part::Zones);
        let parts: Vec<&str> = parts.map(Part::id).collect();
        let _ = write!(
            config,
            "[[output]]\nid = \"{id}\"\nlang = \"java\"\npath = \"{source}\"\nvariant = \"{id}\"\n\
             tables = \"{tables}\"\nemit = [{}]\n",
            list(parts_of(id, &parts.join(","))),
        );
        arguments.extend([source, format!("{id}/MagicsTest.java")]);
    }
    fs::write(folder.join("magicgen.toml"), config).map_err(|error| error.to_string())?;
    support::magicgen(folder, &["--config", "magicgen.toml"])?;
    support::run(folder, "google-java-format", &arguments)?;
    Ok(())
}
