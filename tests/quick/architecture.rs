//! Checks that each stage names only the stages that it may, and that the rows of [`STAGES`] are in the order of the data.
//!
//! Imports are read from tokens: `use` trees in all their forms, and paths in code, in macros and in attributes. Comments
//! may name anything. Code that only tests compile (`#[cfg(test)]`) is held to its stage's row too,
//! beside what `in_tests` lists: it needs little more, and it needs no order. Each package below `crates` is
//! one stage; in the package `magicgen` each module at the top is one. A re-export counts as the stage's own item.

mod paths;
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::LazyLock;

use sources::{Import, Sources};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = trials![
        every_stage_has_a_row,
        stages_name_only_what_they_may,
        rows_allow_only_what_is_named,
        rows_are_in_the_order_of_imports,
        the_table_in_contributing_is_true,
        an_explanation_is_shown_without_computing,
        modules_are_hidden_but_for_what_is_promised,
        all_tiers_share_one_build,
        the_library_builds_with_fewer_than_30_crates,
    ];
    trials.extend(paths::tests::trials());
    trials
}

/// A stage: a module at the top of a package.
struct Stage {
    /// The module's name, which no other stage of both packages has.
    name: &'static str,
    /// The type that other stages get from it, or its subject.
    hands_on: &'static str,
    /// The stages that it names, in the order of their rows.
    may: &'static [&'static str],
    /// The stages that only its tests name.
    in_tests: &'static [&'static str],
}

const fn stage(
    name: &'static str,
    hands_on: &'static str,
    may: &'static [&'static str],
    in_tests: &'static [&'static str],
) -> Stage {
    Stage { name, hands_on, may, in_tests }
}

/// All stages. A stage names none that stands below it, except for [`BACKWARDS`].
const STAGES: &[Stage] = &[
    stage("board", "`Problem`: masks and attack sets by bit", &[], &[]),
    stage("search", "`Solution`: factor and shift by bit; `Lock`; `Packing`", &["board"], &[]),
    stage("ir", "`Program`, and its interpreter", &["board"], &[]),
    stage("literal", "numbers as text: lines of literals, packed bytes", &[], &[]),
    stage(
        "lookup",
        "`Module`: lookups, tables and companions, proved",
        &["board", "search", "ir"],
        &[],
    ),
    stage("lab", "whether a factor exists; ever shorter `Packing`s", &["board", "search"], &[]),
    stage("read", "`Report` on magic factors in other people's sources", &["board", "search"], &[]),
    stage("shape", "`Shape`: the keys of a type that reads a config", &[], &[]),
    stage("order", "variants by measured speed", &["lookup"], &[]),
    stage("known", "published factors", &["board", "search"], &[]),
    stage(
        "render",
        "files in memory",
        &["board", "search", "ir", "literal", "lookup", "shape"],
        &["ir", "sample"],
    ),
    stage(
        "config",
        "`Plan`: a `Job` for each output",
        &["board", "search", "ir", "lookup", "shape", "order", "known", "render"],
        &[],
    ),
    stage("error", "`Error`, with its exit status", &["search", "lookup", "config", "emit"], &[]),
    stage(
        "generate",
        "`Generated`: the files of a `Job`",
        &["board", "search", "ir", "lookup", "known", "render", "config", "error"],
        &["ir", "sample"],
    ),
    stage("emit", "files on disk", &["error"], &[]),
    stage(
        "diagnostic",
        "errors as data and as plain messages",
        &["search", "config", "error", "emit"],
        &[],
    ),
    stage(
        "explain",
        "`Explanation`: a lookup step by step",
        &["board", "ir", "lookup", "render", "generate"],
        &["lookup", "config"],
    ),
    stage(
        "report",
        "a page of lookups",
        &["board", "ir", "lookup", "render", "config", "error", "generate", "explain"],
        &["config"],
    ),
    stage(
        "ask",
        "answers as JSON",
        &[
            "board", "search", "lookup", "lab", "order", "known", "render", "config", "error",
            "generate", "diagnostic", "explain", "report",
        ],
        &[],
    ),
    stage(
        "adopt",
        "configs and sources with other people's factors",
        &["board", "search", "ir", "lookup", "read", "known", "render", "config"],
        &[],
    ),
    stage(
        "build_script",
        "`Builder`, for `build.rs`",
        &["search", "config", "error", "generate", "emit"],
        &[],
    ),
    stage(
        "cli",
        "the command line: messages and the exit status",
        &[
            "board", "search", "ir", "literal", "lookup", "lab", "read", "order", "render",
            "config", "error", "generate", "emit", "diagnostic", "explain", "report", "ask",
            "adopt", "build_script",
        ],
        &["lookup"],
    ),
    stage("main", "the program", &["cli"], &[]),
    stage(
        "sample",
        "proved modules for tests of languages",
        &[],
        &["board", "search", "ir", "lookup", "render", "config", "generate"],
    ),
];

/// The known circles: a stage, and one below it that it names. An `Error` holds `emit`'s `Refusal`, and `emit` fails with
/// an `Error`.
const BACKWARDS: &[(&str, &str)] = &[("error", "emit")];

const HERE: &str = "tests/quick/architecture.rs";

fn root() -> PathBuf {
    PathBuf::from(crate::ROOT)
}

fn sources() -> &'static Sources {
    static SOURCES: LazyLock<Sources> = LazyLock::new(|| Sources::read(&root()));
    &SOURCES
}

/// The place of a stage's row.
fn row(name: &str) -> Option<usize> {
    STAGES.iter().position(|stage| stage.name == name)
}

fn none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// A new folder or module at the top of a package needs a row, and a row a module.
fn every_stage_has_a_row() {
    let mut faults = Vec::new();
    for (name, place) in &sources().stages {
        if row(name).is_none() {
            faults.push(format!(
                "{place} has no row in STAGES ({HERE}): write `stage(\"{name}\", \"what it hands on\", &[the stages that it names], \
                 &[]),` below the last stage that it names, and above the first that names it."
            ));
        }
    }
    for (at, Stage { name, .. }) in STAGES.iter().enumerate() {
        if row(name) != Some(at) {
            faults.push(format!("`{name}` has two rows in STAGES ({HERE}): delete one."));
        } else if !sources().stages.contains_key(*name) {
            faults.push(format!(
                "`{name}` is no module any more: delete its row in STAGES ({HERE})."
            ));
        }
    }
    none(&faults);
}

/// Why a place that names a stage is a fault; `None` if its row allows it.
fn refused(import: &Import) -> Option<String> {
    let Import { from, to, file, line, path, in_test } = import;
    let at = format!("{file}:{line} names `{path}`");
    let to = match to {
        Ok(to) => to,
        Err(what) => return Some(format!("{at}, that is {what}: name the stage that you need.")),
    };
    // Another test asks for the row.
    let Stage { may, in_tests, .. } = &STAGES[row(from)?];
    if may.contains(&to.as_str()) || (*in_test && in_tests.contains(&to.as_str())) {
        return None;
    }
    let advice = if *in_test {
        format!(
            "list `{to}` in `in_tests` of its row in STAGES ({HERE}), or test it where `{to}` may be named"
        )
    } else if row(to) < row(from) {
        format!(
            "take what you need from a stage that it may name, or list `{to}` in its row of STAGES ({HERE}) and say in the commit why"
        )
    } else {
        format!(
            "`{to}` comes later in the order of the data: have it pass what `{from}` needs, or move the code to `{to}`"
        )
    };
    Some(format!("{at}, but `{from}` may not name `{to}`: {advice}."))
}

/// Each stage names only what its row allows, whatever form the import has.
fn stages_name_only_what_they_may() {
    let faults: Vec<String> = sources().imports.iter().filter_map(refused).collect();
    none(&faults);
}

/// A row allows nothing that its stage doesn't name, so that the table shows the imports as they are.
fn rows_allow_only_what_is_named() {
    let mut named: BTreeMap<(&str, bool), BTreeSet<&str>> = BTreeMap::new();
    for import in &sources().imports {
        if let Ok(to) = &import.to {
            named.entry((&import.from, import.in_test)).or_default().insert(to);
        }
    }
    let mut faults = Vec::new();
    for Stage { name, may, in_tests, .. } in STAGES {
        for (key, list, allowed) in [(false, "may", may), (true, "in_tests", in_tests)] {
            let named = named.get(&(*name, key)).cloned().unwrap_or_default();
            for other in allowed.iter().filter(|other| !named.contains(**other)) {
                faults.push(format!("`{name}` doesn't name `{other}`: take it out of `{list}` of its row in STAGES ({HERE})."));
            }
            if !allowed.is_sorted_by_key(|other| row(other)) {
                faults.push(format!(
                    "`{list}` of `{name}` in STAGES ({HERE}) isn't in the order of the rows."
                ));
            }
        }
    }
    none(&faults);
}

/// The rows are in an order in which each stage names only those above it.
fn rows_are_in_the_order_of_imports() {
    let mut faults = Vec::new();
    for (at, Stage { name, may, .. }) in STAGES.iter().enumerate() {
        for other in may.iter().filter(|other| row(other) >= Some(at)) {
            if !BACKWARDS.contains(&(name, other)) {
                faults.push(format!(
                    "`{name}` names `{other}`, whose row in STAGES ({HERE}) stands below: move the row of `{name}` below it. If \
                     `{other}` needs `{name}` too, that is a circle: move what both need to a stage of its own."
                ));
            }
        }
    }
    for (from, to) in BACKWARDS {
        let is_needed =
            row(from).is_some_and(|at| STAGES[at].may.contains(to)) && row(from) < row(to);
        if !is_needed {
            faults.push(format!("`{from}` doesn't name `{to}` below it any more: delete the pair in BACKWARDS ({HERE})."));
        }
    }
    none(&faults);
}

/// The table of the stages for CONTRIBUTING.md.
fn table() -> String {
    let mut table = format!("{HEAD}\n| --- | --- | --- | --- |\n");
    for Stage { name, hands_on, may, .. } in STAGES.iter().filter(|stage| stage.name != "sample") {
        let place = sources().stages.get(*name).map_or("", String::as_str);
        let may = if may.is_empty() { "nothing".to_owned() } else { may.join(", ") };
        let _ = writeln!(table, "| `{name}` | `{place}` | {hands_on} | {may} |");
    }
    table
}

const HEAD: &str = "| stage | place | hands on | may name |";

/// If CONTRIBUTING.md has the table of the stages, it is this one.
fn the_table_in_contributing_is_true() {
    let page = std::fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let is_right = !page.contains(HEAD) || page.contains(&table());
    assert!(is_right, "write this table of the stages into CONTRIBUTING.md:\n{}", table());
}

/// The files that show an explanation compute nothing: they name neither lookups nor the stages that make them.
fn an_explanation_is_shown_without_computing() {
    let files = ["json", "prose", "svg", "text"].map(|name| format!("src/explain/{name}.rs"));
    let computing = ["lookup", "ir", "generate", "config"];
    let faults: Vec<String> = sources()
        .imports
        .iter()
        .filter(|import| files.contains(&import.file))
        .filter(|import| import.to.as_ref().is_ok_and(|to| computing.contains(&to.as_str())))
        .map(|Import { file, line, path, .. }| {
            format!("{file}:{line} names `{path}`: have `src/explain/mod.rs` compute it.")
        })
        .collect();
    none(&faults);
    for file in files {
        assert!(
            root().join(&file).is_file(),
            "{file} is no file any more: rename it here ({HERE})."
        );
    }
}

/// Only items that other crates may use are documented; the others are hidden.
fn modules_are_hidden_but_for_what_is_promised() {
    let library = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let lines: Vec<&str> = library.lines().collect();
    let shown = lines
        .windows(2)
        .filter(|pair| pair[1].starts_with("pub mod ") && pair[0] != "#[doc(hidden)]");
    let shown: Vec<&str> = shown.map(|pair| pair[1]).collect();
    assert_eq!(shown, Vec::<&str>::new());
    let promised: Vec<&str> = lines
        .windows(2)
        .filter(|pair| pair[1].starts_with("pub use ") && pair[0] != "#[doc(hidden)]")
        .map(|pair| pair[1])
        .collect();
    assert_eq!(promised, ["pub use build_script::Builder;", "pub use error::Error;"]);
}

/// The lines of `cargo tree` with these arguments.
fn tree(arguments: &[&str]) -> Vec<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree = std::process::Command::new(cargo)
        .arg("tree")
        .args(arguments)
        .args(["--prefix", "none", "--offline", "--locked"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    String::from_utf8_lossy(&tree.stdout).lines().map(str::to_owned).collect()
}

/// `cargo test` and the slow tests use the libraries that `cargo build` has built, since no crate has other features there.
fn all_tiers_share_one_build() {
    let features = |arguments: &[&str]| -> BTreeSet<String> {
        tree(&[arguments, &["-f", "{p} {f}"]].concat())
            .into_iter()
            .map(|line| line.trim_end_matches(" (*)").to_owned())
            .collect()
    };
    let built = features(&["-e", "normal,build"]);
    let version = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let crates: BTreeSet<String> = built.iter().map(|line| version(line)).collect();
    for tier in
        [&[][..], &["--workspace", "--exclude", "magicgen-wasm"], &["--package", "tests-slow"]]
    {
        let tested = features(&[tier, &["-e", "normal,build,dev"]].concat());
        let other = tested.iter().filter(|line| {
            // Only the quick tests themselves use its places of tokens.
            crates.contains(&version(line))
                && !built.contains(*line)
                && !line.starts_with("proc-macro2 ")
        });
        let other: Vec<&String> = other.collect();
        assert!(
            other.is_empty(),
            "`cargo test {}` builds these with features that `cargo build` doesn't turn on: {other:#?}\n\
             turn them on in Cargo.toml, beside `either`",
            tier.join(" ")
        );
    }
}

/// The crates of others that a package needs without its default features.
fn crates(package: &str) -> Vec<String> {
    let mut crates: Vec<String> =
        tree(&["--package", package, "--no-default-features", "-e", "normal,build"])
            .iter()
            .filter_map(|line| line.split(' ').next())
            .filter(|name| !name.is_empty() && !name.starts_with("magicgen"))
            .map(str::to_owned)
            .collect();
    crates.sort_unstable();
    crates.dedup();
    crates
}

/// The library alone is light enough for a build script: it needs few crates of others.
fn the_library_builds_with_fewer_than_30_crates() {
    for package in ["magicgen", "magicgen-lookup"] {
        let crates = crates(package);
        // With our own, which was one package when the limit was set.
        assert!(
            crates.len() + 1 < 30,
            "{package} needs {} crates: {}",
            crates.len(),
            crates.join(" ")
        );
    }
}
