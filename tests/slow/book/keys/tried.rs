//! Every default is what it is said to be, and every example is accepted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use super::attempt::config;
use super::{Key, Table, all};
use crate::book::root;

/// Two tests for each table.
pub(super) fn trials() -> Vec<Trial> {
    let trial = |table: &'static Table| {
        let name = if table.name.is_empty() { "top" } else { &table.name };
        let each = |what: &str, check: fn(&str, &Key) -> Result<(), String>| {
            Trial::test(format!("book::keys::{what}::{name}"), move || {
                let wrong: Vec<String> =
                    table.key.iter().filter_map(|key| check(&table.name, key).err()).collect();
                if wrong.is_empty() { Ok(()) } else { Err(Failed::from(wrong.join("\n"))) }
            })
        };
        [each("defaults", default_changes_nothing), each("examples", example_is_accepted)]
    };
    all().iter().flat_map(trial).collect()
}

/// A config that says a default writes what one writes that leaves it out.
fn default_changes_nothing(table: &str, key: &Key) -> Result<(), String> {
    let Some(default) = &key.default else { return Ok(()) };
    let said = written(&config(table, key, Some(default)))?;
    let left_out = written(&config(table, key, None))?;
    if said == left_out {
        return Ok(());
    }
    Err(format!("[{table}] {} = {default} isn't the default", key.name))
}

/// An example makes a config from which a file is written, and so do other spellings of words.
fn example_is_accepted(table: &str, key: &Key) -> Result<(), String> {
    let [open, close] = if key.example().starts_with('[') { ["[", "]"] } else { ["", ""] };
    let spelt = key.other_spellings().map(|word| format!("{open}\"{word}\"{close}"));
    let examples = std::iter::once(key.example().to_owned()).chain(spelt);
    examples
        .into_iter()
        .try_for_each(|value| written(&config(table, key, Some(&value))).map(|_| ()))
}

/// The files that a config writes, but for the lock.
fn written(config: &str) -> Result<BTreeMap<PathBuf, Vec<u8>>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = |name: &str| folder.path().join(name);
    let failed = |error: std::io::Error| error.to_string();
    std::fs::write(path("magicgen.toml"), config).map_err(failed)?;
    std::fs::copy(root().join("config/known/rival.toml"), path("magicgen.known.toml"))
        .map_err(failed)?;
    std::fs::write(path("flyer.csv"), "a1;b1;;b1 c1\na1;b1;b1;b1\n").map_err(failed)?;
    std::fs::write(path("mill.csv"), "0;on;1\n1;on;2\n").map_err(failed)?;
    std::fs::write(path("magics.swift.jinja"), "{{ name }}\n").map_err(failed)?;
    let output =
        Command::new(crate::program()).current_dir(folder.path()).output().map_err(failed)?;
    if !output.status.success() {
        return Err(format!("{config}\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let mut files = BTreeMap::new();
    collect(folder.path(), &mut files).map_err(failed)?;
    files.retain(|path, _| {
        path.extension().is_none_or(|ending| ending != "toml" && ending != "lock")
    });
    let relative =
        |path: PathBuf| path.strip_prefix(folder.path()).map(Path::to_owned).unwrap_or(path);
    Ok(files.into_iter().map(|(path, bytes)| (relative(path), bytes)).collect())
}

fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            let bytes = std::fs::read(&path)?;
            files.insert(path, bytes);
        }
    }
    Ok(())
}
