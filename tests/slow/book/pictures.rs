//! The pictures, which the program draws itself.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use magicgen_lookup::variant::{ALL, Variant};

use crate::book::blocks::blocks;
use crate::book::languages::printed_by;
use crate::book::printed::Files;
use crate::book::text;
use crate::book::trick::trick;

/// Squares with blockers on two of the rook's lines, and two occupied squares that don't matter.
const OCCUPIED: &str = "c6,f3,a1,c1";

/// The page that has the config of a board of hexagons.
const BOARDS: &str = "docs/boards.md";

/// A picture for each variant, and the others. They are the same for all tests, and made once.
pub(crate) fn files() -> Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    let trick = || (PathBuf::from("docs/pictures/lookup.svg"), trick());
    FILES.get_or_init(|| ALL.iter().map(of_variant).chain([hexagons(), trick()]).collect()).clone()
}

/// The place of a variant's picture.
pub(crate) fn path(variant: &Variant) -> PathBuf {
    Path::new("docs/pictures").join(format!("{}.svg", variant.id))
}

/// The piece whose lookup a variant's picture shows.
pub(crate) fn piece(variant: &Variant) -> &'static str {
    // No factors are known with which all rooks share one range.
    if variant.id == "group" { "bishop" } else { "rook" }
}

fn of_variant(variant: &Variant) -> (PathBuf, String) {
    let arguments =
        ["explain", piece(variant), "c3", "--no-config", "--occupied", OCCUPIED, "--variant"];
    let picture = printed_by(&[&arguments[..], &[variant.id, "--format", "svg"]].concat());
    (path(variant), picture)
}

/// A rook among hexagons, by the config that the page has.
fn hexagons() -> (PathBuf, String) {
    let blocks = blocks(&text(Path::new(BOARDS)));
    let config = blocks.iter().find(|block| block.file() == Some("hex.toml"));
    let config = config.unwrap_or_else(|| panic!("{BOARDS} has no hex.toml"));
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("hex.toml");
    std::fs::write(&file, &config.text).expect("a file can be written");
    let file = file.display().to_string();
    let arguments =
        ["explain", "hex rook", "d4", "--config", &file, "--occupied", "d6,f3", "--format", "svg"];
    (PathBuf::from("docs/pictures/hexagons.svg"), printed_by(&arguments))
}
