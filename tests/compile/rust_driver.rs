//! Compiles the driver of Rust, and other programs beside a generated file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::compile::rust::folder;
use crate::compile::support;

pub(crate) fn copy_driver(folder: &Path, files: &[&str]) -> Result<(), String> {
    for file in files {
        let from = support::drivers().join("rust").join(file);
        fs::copy(from, folder.join(file)).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}

/// Compiles the driver with the generated file beside it.
pub(crate) fn compile_driver(folder: &Path, edition: &str, flags: &[&str]) -> Result<(), String> {
    let target = flags.iter().copied().find(|flag| flag.starts_with("--target="));
    let walk = with_walk(target)?;
    compile_file(folder, edition, "driver.rs", &[flags, &["--extern", &walk]].concat())
}

/// What drivers have in common, compiled once for this machine and once for another target, as `--extern` wants it: it takes
/// five times as long as what is generated.
pub(crate) fn with_walk(target: Option<&str>) -> Result<String, String> {
    static DONE: Mutex<BTreeMap<Option<String>, Result<String, String>>> =
        Mutex::new(BTreeMap::new());
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    let compiled = done.entry(target.map(str::to_owned)).or_insert_with(|| {
        let folder = folder("rust_walk").join(target.unwrap_or("host"));
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        copy_driver(&folder, &["walk.rs"])?;
        let flags: Vec<&str> = ["--crate-type=rlib"].into_iter().chain(target).collect();
        compile_file(&folder, "2021", "walk.rs", &flags)?;
        Ok(format!("walk={}", folder.join("libwalk.rlib").display()))
    });
    compiled.clone()
}

pub(crate) fn compile_file(
    folder: &Path,
    edition: &str,
    file: &str,
    flags: &[&str],
) -> Result<(), String> {
    let mut arguments = vec!["--edition", edition, "-O", "-D", "warnings", file];
    arguments.extend(flags);
    support::run(folder, "rustc", &arguments).map(|_| ())
}
