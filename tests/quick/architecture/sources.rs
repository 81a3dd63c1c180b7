//! The stages, and which stages each of them names. A module at the top of the package `magicgen` is a stage, and so is each
//! package below `crates`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::paths::{self, File, PACKAGES};

/// The stage that a package below `crates` is, which is the name of its folder; `None` for the top package.
fn room(package: &str) -> Option<&str> {
    package.strip_prefix("magicgen_")
}

/// The folder of a package's sources.
fn folder(package: &str) -> String {
    room(package).map_or_else(|| "src".to_owned(), |room| format!("crates/{room}/src"))
}

/// A place where a stage names another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Import {
    /// The stage to which the file belongs.
    pub(super) from: String,
    /// The stage that it names; the error says to what else the path leads.
    pub(super) to: Result<String, String>,
    /// The file, relative to the repository.
    pub(super) file: String,
    /// The line.
    pub(super) line: usize,
    /// The absolute path that it names.
    pub(super) path: String,
    /// Whether only tests compile it.
    pub(super) in_test: bool,
}

/// The stages and imports of all packages.
pub(super) struct Sources {
    /// The stages, each with its folder or file.
    pub(super) stages: BTreeMap<String, String>,
    /// Every place where a stage names another.
    pub(super) imports: Vec<Import>,
}

/// A source file.
struct Source {
    /// The path relative to the repository, with slashes.
    path: String,
    module: Vec<String>,
    file: File,
}

impl Sources {
    /// Reads the packages of a repository.
    pub(super) fn read(repository: &Path) -> Self {
        let files: Vec<Source> = PACKAGES
            .into_iter()
            .flat_map(|package| sources(repository, package, &folder(package)))
            .collect();
        let stages = files
            .iter()
            .filter_map(|source| {
                let stage = of(&source.module)?;
                Some((stage.to_owned(), place(&source.path)))
            })
            .collect();
        let shown = shown(&files);
        let tests: BTreeSet<&[String]> = files
            .iter()
            .flat_map(|source| &source.file.modules)
            .filter(|(_, is_test)| *is_test)
            .map(|(module, _)| module.as_slice())
            .collect();
        let mut imports = Vec::new();
        for source in &files {
            let Some(from) = of(&source.module).map(str::to_owned) else { continue };
            let is_test =
                (2..=source.module.len()).any(|end| tests.contains(&source.module[..end]));
            for named in &source.file.named {
                let to = stage(&named.path, &shown, &stages);
                if to.as_ref() != Ok(&from) {
                    let (from, file) = (from.clone(), source.path.clone());
                    let path = named.path.join("::");
                    let in_test = is_test || named.in_test;
                    imports.push(Import { from, to, file, line: named.line, path, in_test });
                }
            }
        }
        imports.sort_unstable();
        imports.dedup();
        Self { stages, imports }
    }
}

/// The stage that has a module; `None` for the root of the top package, which is no stage.
fn of(module: &[String]) -> Option<&str> {
    room(&module[0]).or_else(|| module.get(1).map(String::as_str))
}

/// The folder or the file of a stage, from the path of one of its files: `src/emit`, or `crates/board`.
fn place(path: &str) -> String {
    let names: Vec<&str> = path.split('/').take(2).collect();
    names.join("/").trim_end_matches(".rs").to_owned()
}

/// The re-exports of the packages' roots: for each path of two names, the path that it stands for.
fn shown(files: &[Source]) -> BTreeMap<Vec<String>, Vec<String>> {
    let mut shown = BTreeMap::new();
    for root in files.iter().filter(|source| source.module.len() == 1) {
        for named in &root.file.named {
            if let Some(name) = &named.name {
                let shown_as = [&root.module[..], std::slice::from_ref(name)].concat();
                shown.insert(shown_as, named.path.clone());
            }
        }
    }
    shown
}

/// The stage to which a path leads; the error says to what else it leads.
fn stage(
    path: &[String],
    shown: &BTreeMap<Vec<String>, Vec<String>>,
    stages: &BTreeMap<String, String>,
) -> Result<String, String> {
    if let Some(room) = room(&path[0]) {
        return Ok(room.to_owned());
    }
    if path.len() < 2 || path[1] == "*" {
        return Err("all of the package".to_owned());
    }
    // The top package shows other packages under names of its own.
    if let Some(other) = shown.get(&path[..2]) {
        return stage(&[other, &path[2..]].concat(), shown, stages);
    }
    let name = &path[1];
    if stages.contains_key(name) {
        Ok(name.clone())
    } else {
        Err(format!("`{name}`, which isn't a module"))
    }
}

/// The sources below a folder.
fn sources(repository: &Path, package: &str, folder: &str) -> Vec<Source> {
    let mut read = Vec::new();
    for path in below(&repository.join(folder)) {
        let relative = path.strip_prefix(repository).expect("it is below the repository");
        let names: Vec<&str> =
            relative.iter().map(|name| name.to_str().expect("names are ASCII")).collect();
        let shown = names.join("/");
        let inside = &names[folder.split('/').count()..];
        let module = module(package, inside);
        let mut text = std::fs::read_to_string(&path).unwrap();
        if module.len() == 1 {
            text = with_own_modules(&text);
        }
        let file = paths::read(&module, &text).unwrap_or_else(|error| panic!("{shown}: {error}"));
        read.push(Source { path: shown, module, file });
    }
    read
}

/// A package's root calls its modules by their names alone; `self::` in front makes them paths like all others.
fn with_own_modules(text: &str) -> String {
    let of_line = |line: &str| match line.strip_prefix("pub use ") {
        Some(path) if !PACKAGES.iter().any(|package| path.starts_with(package)) => {
            format!("pub use self::{path}\n")
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(of_line).collect()
}

/// The path of the module that a file holds.
fn module(package: &str, inside: &[&str]) -> Vec<String> {
    let names = inside.iter().map(|name| name.trim_end_matches(".rs"));
    let names = names.filter(|name| !["mod", "lib"].contains(name));
    std::iter::once(package).chain(names).map(str::to_owned).collect()
}

/// All Rust files below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(below(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort_unstable();
    found
}
