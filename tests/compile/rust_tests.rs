//! Rust: the generated tests, their messages for a wrong digit, and names.

use std::fs;
use std::path::Path;

use crate::compile::rust::{RUSTC, cell, generate, words, write};
use crate::compile::support::{self, Cell};

/// The cells of this file.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = vec![cell("names", RUSTC, names)];
    for tables in ["full", "init"] {
        cells.push(cell(&format!("fault::{tables}"), RUSTC, move |folder| fault(folder, tables)));
    }
    cells.push(cell("no_std_target", RUSTC, without_std));
    cells
}

/// Compiles a file's tests, with warnings as errors, and runs them.
pub(crate) fn test(
    folder: &Path,
    module: &str,
    edition: &str,
    flags: &[&str],
) -> Result<(), String> {
    let (file, program) = (format!("{module}.rs"), format!("{module}_test"));
    let fixed = ["--test", "--edition", edition, "-D", "warnings", "-o", &program, &file];
    support::run(folder, "rustc", &[&fixed, flags].concat())?;
    support::run(folder, folder.join(&program), &["--quiet"]).map(|_| ())
}

/// Checks that a wrong digit of a table or a factor makes the tests fail, with the place in their message.
fn fault(folder: &Path, tables: &str) -> Result<(), String> {
    let arguments = format!("--emit lookup,self-test --tables {tables} --piece rook");
    generate(folder, "magics.rs", &words(&arguments))?;
    let file = folder.join("magics.rs");
    let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
    let table = if tables == "full" { "static ATTACKS: " } else { "static ROOK_FACTORS: " };
    let (before, after) = text.split_once(table).ok_or("there is no table")?;
    // The digit is far from the entry that the compiler checks itself, and at a place where it changes the index.
    let line = after.match_indices('\n').nth(12).ok_or("there are no rows")?.0;
    let at = line + after[line..].find("0x").ok_or("there is no entry")? + "0x0000_00".len();
    let digit = if after[at..].starts_with('0') { "3" } else { "0" };
    let wrong = format!("{before}{table}{}{digit}{}", &after[..at], &after[at + 1..]);
    write(folder, "wrong.rs", &wrong)?;
    let Err(message) = test(folder, "wrong", "2024", &[]) else {
        return Err("the tests pass with a wrong digit".to_owned());
    };
    support::has_all(&message, &["the rook on square ", "occupied 0x", "found 0x", "walked 0x"])
}

/// Checks pieces and patterns whose names are words of Rust, have digits, or are long.
fn names(folder: &Path) -> Result<(), String> {
    let file = ("rust", "magics2.rs");
    for keys in ["", "tables = \"init\"\n", "[output.names]\nprefix = \"fn\"\n"] {
        support::named(folder, file, support::NAMES, keys)?;
        test(folder, "magics2", "2024", &[])?;
    }
    for (pieces, keys, says) in [
        (&["match"][..], "lookup = \"{piece}\"", "`match` is a keyword or reserved"),
        (&["class"], "lookup = \"walk\"", "`walk` is already a variable"),
        (&["class"], "attacks = \"occupied\"", "`occupied` is already a variable"),
        (&["class", "match"], "lookup = \"of\"", "have the same name, `of`"),
    ] {
        let keys = format!("[output.names]\n{keys}\n");
        support::refused(support::named(folder, file, pieces, &keys), &[says])?;
    }
    Ok(())
}

/// Checks tables that are filled without the standard library, by atomics, for a target that has no standard library.
fn without_std(folder: &Path) -> Result<(), String> {
    let arguments =
        "--tables init --emit squares,lookup,attacks,self-test -D output.rust.no-std=true";
    generate(folder, "magics.rs", &words(arguments))?;
    let text = fs::read_to_string(folder.join("magics.rs")).map_err(|error| error.to_string())?;
    if text.contains("std::") || !text.contains("core::sync::atomic::AtomicU64") {
        return Err("the file names the standard library, or no atomics".to_owned());
    }
    write(
        folder,
        "library.rs",
        "//! Without a library.\n#![no_std]\n#![deny(warnings)]\npub mod magics;\n",
    )?;
    let library = ["--edition=2024", "--crate-type=lib", "--emit=metadata", "library.rs"];
    support::run(folder, "rustc", &library)?;
    test(folder, "magics", "2024", &[])
}
