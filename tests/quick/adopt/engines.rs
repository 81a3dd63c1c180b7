//! The patch of each small engine of `tests/data/adopt`, compared with its `expected.txt`.
//!
//! A file has the messages of `adopt`, the config's `fields` and `std`, then the changed lines of the engine's sources. `UPDATE=1` writes the files.

use std::path::Path;

use crate::ROOT;
use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![patches_of_small_engines_are_as_expected]
}

fn patches_of_small_engines_are_as_expected() {
    let data = Path::new(ROOT).join("tests/data/adopt");
    let mut engines: Vec<_> = std::fs::read_dir(&data)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    engines.sort();
    assert!(engines.len() >= 14, "{engines:?}");
    for engine in engines {
        let folder = Folder::new();
        copy(&folder, &engine.join("engine"), "engine");
        let flags = std::fs::read_to_string(engine.join("flags")).unwrap_or_default();
        let flags: Vec<&str> = flags.split_whitespace().collect();
        let run = folder.succeed(&[&["adopt"], &flags[..], &["engine"]].concat());
        let is_said = |line: &&str| {
            let heads = ["not replaced: ", "no longer used: ", "removed: ", "module: "];
            heads.iter().any(|head| line.starts_with(head)) || line.contains("used: ")
        };
        let said = run.stderr.lines().filter(is_said).map(str::to_owned);
        let is_shape = |line: &&str| line.starts_with("+fields = ") || line.starts_with("+std = ");
        let shape = run.stdout.lines().filter(is_shape).map(str::to_owned);
        // The patches of the config and of the factors come first.
        let sources = run.stdout.split_once("\n--- a/").map_or("", |(_, sources)| sources);
        let is_change = |line: &&str| line.starts_with(['+', '-']);
        let changed = sources.lines().filter(is_change).map(str::to_owned);
        let lines: Vec<String> = said.chain(shape).chain(changed).collect();
        let found = lines.join("\n") + "\n";
        let expected = engine.join("expected.txt");
        if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
            std::fs::write(&expected, &found).unwrap();
        }
        let wanted = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(found, wanted, "{}", engine.display());
    }
}

/// Writes a folder's files into another one.
fn copy(folder: &Folder, from: &Path, to: &str) {
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = format!("{to}/{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            copy(folder, &path, &target);
        } else {
            folder.write(&target, &std::fs::read_to_string(&path).unwrap());
        }
    }
}
