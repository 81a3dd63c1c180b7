//! Checks that magicgen prints and writes the same bytes on every machine: its output has the digests of
//! `digests.blake3`, whatever the processor, the number of threads, the locale, the line ends of its inputs and of its
//! own sources, and the compiler that built it.
//!
//! `just update` writes the table of digests anew. Without `MAGICGEN_BUILDS=all` magicgen
//! isn't built a second time, and tests that need this are listed as `ignored`. With `MAGICGEN_REQUIRE=all` a missing
//! tool is a failure, but tests whose toolchain rustup can't fetch are listed as `ignored` even then.

mod builds;
mod commands;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use builds::{TARGETS, Target};
use commands::{Digests, Machine, digests};
use libtest_mimic::{Failed, Trial};

use crate::golden;
use crate::installed::requires_all;

const ALL: &[&str] = &["search", "languages", "variants"];

/// Locales with unusual conventions: dotless i, decimal comma, digits of another script, years of another era, another
/// charset.
const LOCALES: [(&str, &str); 5] = [
    ("tr_TR", "UTF-8"),
    ("de_DE", "UTF-8"),
    ("ar_SA", "UTF-8"),
    ("th_TH", "UTF-8"),
    ("ja_JP", "EUC-JP"),
];

fn native(jobs: u32) -> Machine {
    let program = vec![OsString::from(crate::program())];
    Machine { program, jobs, environment: Vec::new(), has_crlf: false }
}

/// Runs the sections and compares them with the table, row by row.
fn compare(name: &str, machine: &Machine, sections: &[&str]) -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("same-bytes").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    let found = digests(machine, &folder, sections)?;
    let table = read_table()?;
    let expected: Digests = table
        .into_iter()
        .filter(|(row, _)| sections.iter().any(|section| row.starts_with(section)))
        .collect();
    let mut wrong = String::new();
    for row in expected.keys().chain(found.keys().filter(|row| !expected.contains_key(*row))) {
        if expected.get(row) != found.get(row) {
            let _ = writeln!(wrong, "differs: {row}");
        }
    }
    if wrong.is_empty() {
        // The files of a run take megabytes, and are kept only if something differs.
        let _ = std::fs::remove_dir_all(&folder);
        return Ok(());
    }
    let _ = write!(wrong, "it is in {}; {}", folder.display(), golden::UPDATE);
    Err(wrong.into())
}

fn table() -> PathBuf {
    Path::new(crate::ROOT).join("tests/slow/same_bytes/digests.blake3")
}

/// The digests of the table, which an update writes before the first test reads it.
fn read_table() -> Result<Digests, String> {
    static UPDATED: OnceLock<Result<(), String>> = OnceLock::new();
    if golden::updates() {
        UPDATED.get_or_init(update).clone()?;
    }
    let text = std::fs::read_to_string(table()).map_err(|error| error.to_string())?;
    let rows = text.lines().filter_map(|line| line.split_once("  "));
    Ok(rows.map(|(digest, row)| (row.to_owned(), digest.to_owned())).collect())
}

fn update() -> Result<(), String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("same-bytes/update");
    let _ = std::fs::remove_dir_all(&folder);
    let mut text = String::new();
    for (row, digest) in digests(&native(2), &folder, ALL)? {
        let _ = writeln!(text, "{digest}  {row}");
    }
    std::fs::write(table(), text).map_err(|error| error.to_string())
}

/// Makes a locale in a folder of the test, and returns the environment that selects it.
fn locale(name: &str, charset: &str) -> Result<Vec<(&'static str, OsString)>, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("locales");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let full = format!("{name}.{charset}");
    let mut make = Command::new("localedef");
    // Status 1 means a warning.
    make.args(["-c", "-i", name, "-f", charset]).arg(folder.join(&full));
    make.output().map_err(|error| error.to_string())?;
    let environment = vec![
        ("LOCPATH", folder.into_os_string()),
        ("LC_ALL", full.clone().into()),
        ("LANG", full.into()),
    ];
    let mut ask = Command::new("locale");
    ask.arg("charmap").envs(environment.iter().map(|(name, value)| (*name, value)));
    let answer = ask.output().map_err(|error| error.to_string())?;
    let answer = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
    if answer == charset {
        Ok(environment)
    } else {
        Err(format!("{name}.{charset} isn't in force: its charset is `{answer}`"))
    }
}

fn missing_locale(name: &str) -> Vec<String> {
    let source = Path::new("/usr/share/i18n/locales").join(name);
    let mut missing = Vec::new();
    if !builds::answers("localedef") || !source.is_file() {
        missing.push(format!("localedef with the source of {name}"));
    }
    missing
}

/// Compares a magicgen for another processor: all sections with 16 threads, and the searches with 1 and 2 as well.
fn on(target: &Target) -> Result<(), Failed> {
    let program = target.build()?;
    for (jobs, sections) in [(16, ALL), (1, &["search"]), (2, &["search"])] {
        let machine =
            Machine { program: program.clone(), jobs, environment: Vec::new(), has_crlf: false };
        compare(&format!("{}-{jobs}", target.processor()), &machine, sections)?;
    }
    Ok(())
}

fn built(name: &str, program: Result<Vec<OsString>, String>) -> Result<(), Failed> {
    let machine = Machine { program: program?, ..native(2) };
    compare(name, &machine, ALL)
}

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let require_all = requires_all();
    let trial = |name: String,
                 missing: Vec<String>,
                 run: Box<dyn FnOnce() -> Result<(), Failed> + Send>| {
        if missing.is_empty() {
            return Trial::test(format!("same_bytes::{name}"), run);
        }
        let message = missing.join(", ");
        if require_all && message != "MAGICGEN_BUILDS=all" {
            Trial::test(format!("same_bytes::{name}"), move || Err(Failed::from(message)))
        } else {
            let name = format!("same_bytes::{name} (missing: {message})");
            Trial::test(name, || Ok(())).with_ignored_flag(true)
        }
    };
    // Builds for other machines take minutes each, so they are made only on request.
    let builds_all = std::env::var_os("MAGICGEN_BUILDS").is_some_and(|value| value == "all");
    let costly = |missing: Vec<String>| {
        if builds_all { missing } else { vec!["MAGICGEN_BUILDS=all".to_owned()] }
    };
    // Compilers and their libraries come from Rust's own server, which some machines can't reach.
    let out_of_reach = |name: String, missing: &str| {
        let name = format!("same_bytes::{name} (missing: {missing}; rustup can't fetch it here)");
        Trial::test(name, || Ok(())).with_ignored_flag(true)
    };

    let mut trials = Vec::new();
    // What takes longest begins first, so that no core waits at the end.
    let run = || compare("crlf-inputs", &Machine { has_crlf: true, ..native(2) }, ALL);
    trials.push(trial("crlf::inputs".to_owned(), Vec::new(), Box::new(run)));
    // Threads take part in searches only; two of them run all sections above, with other line ends.
    for (jobs, sections) in [(1, ALL), (2, &["search"]), (16, &["search"])] {
        let name = format!("threads::{jobs}");
        let folder = name.replace("::", "-");
        trials.push(trial(
            name,
            Vec::new(),
            Box::new(move || compare(&folder, &native(jobs), sections)),
        ));
    }
    for (name, charset) in LOCALES {
        let run = move || {
            let environment = locale(name, charset)?;
            compare(name, &Machine { environment, ..native(2) }, &["languages"])
        };
        trials.push(trial(
            format!("locale::{name}.{charset}"),
            missing_locale(name),
            Box::new(run),
        ));
    }
    let run = || built("crlf-checkout", builds::build_from_crlf());
    trials.push(trial("crlf::checkout".to_owned(), costly(Vec::new()), Box::new(run)));
    for target in TARGETS {
        let name = format!("processor::{}", target.processor());
        if builds_all && !target.has_library() {
            let missing = format!("Rust's library for {}", target.triple);
            trials.push(out_of_reach(name, &missing));
            continue;
        }
        let missing = costly(target.missing());
        trials.push(trial(name, missing, Box::new(move || on(&target))));
    }
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    let name = format!("compiler::{oldest}");
    if builds_all && !builds::has_oldest_compiler() {
        trials.push(out_of_reach(name, &format!("Rust {oldest}")));
    } else {
        let run = || built("oldest-compiler", builds::build_by_oldest_compiler());
        trials.push(trial(name, costly(Vec::new()), Box::new(run)));
    }
    trials
}
