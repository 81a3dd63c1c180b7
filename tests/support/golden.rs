//! Files that tests compare with what is printed now, and write anew under `just update`.

use std::path::{Path, PathBuf};

use magicgen::config::{Plan, Request, Source, resolve};
use magicgen::generate::{Solver, generate};
use magicgen_lookup::variant;

/// The end of each failure that an update mends.
pub(crate) const UPDATE: &str = "`just update` writes it anew; look at the difference";

/// Whether this run writes files instead of comparing them. `just update` sets `UPDATE=1`.
pub(crate) fn updates() -> bool {
    std::env::var_os("UPDATE").is_some()
}

/// The folder of the goldens.
pub(crate) fn folder() -> PathBuf {
    Path::new(crate::ROOT).join("tests/goldens")
}

/// Compares a file with the text that it should have, or writes it.
pub(crate) fn compare(path: &Path, text: &str) {
    if let Err(difference) = difference(path, text) {
        panic!("{difference}");
    }
}

/// Compares a file with the text that it should have, or writes it. The error names the first line that differs.
pub(crate) fn difference(path: &Path, text: &str) -> Result<(), String> {
    let golden = std::fs::read_to_string(path).unwrap_or_default();
    if golden == text {
        return Ok(());
    }
    if updates() {
        let folder = path.parent().expect("a file in a folder");
        return std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(path, text))
            .map_err(|error| format!("{}: {error}", path.display()));
    }
    let line = golden.lines().zip(text.lines()).position(|(old, new)| old != new);
    let line = line.unwrap_or_else(|| golden.lines().count().min(text.lines().count()));
    Err(format!(
        "{} differs from line {} on:\n- {}\n+ {}\n{UPDATE}",
        path.display(),
        line + 1,
        golden.lines().nth(line).unwrap_or("(end)"),
        text.lines().nth(line).unwrap_or("(end)"),
    ))
}

/// Reads a config.
pub(crate) fn plan(config: &str) -> Plan {
    let source = Source::new("golden.toml", config, Vec::new());
    let request = Request { config: Some(Path::new("golden.toml")), ..Request::default() };
    resolve(&source, &request).unwrap_or_else(|errors| panic!("{config}\n{errors:?}"))
}

/// Generates a config's outputs in memory, as pairs of a file name and a text.
pub(crate) fn files(config: &str) -> Vec<(String, String)> {
    let plan = plan(config);
    let mut solver = Solver::new(plan.effort);
    let mut files = Vec::new();
    for job in &plan.jobs {
        for artifact in generate(job, &mut solver).unwrap().artifacts {
            files.push((artifact.name, artifact.text));
        }
    }
    files
}

/// A language's options beside a variant and a form of tables. Options about filled tables are left out where tables
/// are printed.
pub(crate) fn beside(options: &str, variant: &str, tables: Option<&str>) -> String {
    let can_be_filled = variant::find(variant).expect("a known variant").form.can_be_filled();
    match tables {
        Some("init") => options.to_owned(),
        None if can_be_filled => options.to_owned(),
        _ => options.replace("lazy = true", ""),
    }
}
