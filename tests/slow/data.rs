//! Data is what its schema says, and enough for lookups: a program in Python, which knows nothing but the data, computes
//! them from the statements and compares them with rays that it walks.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::ROOT;
use crate::book::schemas::errors;
use crate::folder::Folder;
use crate::installed::{has_tool, requires_all};

/// Flags for JSON: variants, orders of squares, words, boards of one to four words, and companions.
const FORMS: [&str; 15] = [
    "",
    "--variant plain --orientation h8lsb --emit lookup,between,rays",
    "--variant hyperbola --orientation a8lsb -D output.json.word=pair",
    "--variant split32 -D output.word=pair --emit lookup,line,between",
    "--variant black --orientation h1lsb",
    "--variant kindergarten --orientation a1lsb-file",
    "--variant pext --emit lookup,zobrist,leapers",
    "--variant classical --orientation h8lsb-file",
    "--variant qbb -p queen",
    "--variant nested --board 7x7",
    "--variant obstruction-difference --board 6x9 --emit lookup,between,ray-pass",
    "--variant fixed --board 5x5 -D board.holes=['c3']",
    "--board 10x10 --emit lookup,between,rays,leapers",
    "--board 11x13 --orientation h1lsb",
    "--board 16x16 --variant slide-arithmetic -p rook",
];

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let name = "data::lookups_from_json_are_right_in_every_form";
    let is_there = has_tool("python3");
    let shown = if is_there { name.to_owned() } else { format!("{name} (not installed: python3)") };
    vec![Trial::test(shown, lookups_are_right).with_ignored_flag(!is_there && !requires_all())]
}

fn lookups_are_right() -> Result<(), Failed> {
    let folder = Folder::new();
    let root = Path::new(ROOT);
    let schema: Value =
        serde_json::from_str(&std::fs::read_to_string(root.join("config/schema/data.json"))?)?;
    let mut wrong = String::new();
    let mut files = Vec::new();
    for (number, form) in FORMS.iter().enumerate() {
        let file = format!("{number}.json");
        let mut flags = vec!["--lang", "json", "-o", &file];
        flags.extend(form.split_whitespace());
        folder.succeed(&flags);
        let data: Value = serde_json::from_str(&folder.read(&file))?;
        for error in errors(&data, &schema).into_iter().take(3) {
            let _ = writeln!(wrong, "{form}: {}", error.chars().take(300).collect::<String>());
        }
        files.push(folder.path().join(file));
    }
    if !wrong.is_empty() {
        return Err(wrong.into());
    }
    let script = root.join("tests/drivers/data/lookups.py");
    let output = Command::new("python3").arg(script).args(&files).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let lines = String::from_utf8(output.stdout)?;
    if lines.lines().count() == FORMS.len() { Ok(()) } else { Err(lines.into()) }
}
