//! Build scripts that use the library, as cargo runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::examples::scratch::{Scratch, find};

/// The folder where cargo builds, which all runs share, since the library takes a while.
pub(crate) fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples-target")
}

/// Makes a copy of the project depend on this magicgen and the crates that it is tested with, and forgets what earlier
/// copies have built. One copy is built at a time.
pub(crate) fn set_up(scratch: &Scratch) -> Result<MutexGuard<'static, ()>, String> {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let root = Path::new(crate::ROOT);
    let manifest = scratch.project.join("Cargo.toml");
    let make = || {
        let text = fs::read_to_string(&manifest)?;
        fs::write(
            &manifest,
            text.replace("\"../..\"", &format!("{:?}", root.display().to_string())),
        )?;
        fs::copy(root.join("Cargo.lock"), scratch.project.join("Cargo.lock"))?;
        let builds = fs::read_dir(target().join("debug/build")).into_iter().flatten();
        for build in builds.filter_map(Result::ok) {
            if build.file_name().to_string_lossy().starts_with("lookup-") {
                fs::remove_dir_all(build.path())?;
            }
        }
        std::io::Result::Ok(())
    };
    make().map_err(|error| error.to_string())?;
    Ok(turn)
}

/// Builds once more, and expects that neither the script runs nor anything is compiled.
pub(crate) fn expect_fresh(scratch: &Scratch) -> Result<(), String> {
    let said = scratch.run("cargo build --verbose")?;
    let is_work = |line: &str| {
        ["Running", "Compiling", "Dirty"].iter().any(|word| line.trim_start().starts_with(word))
    };
    if said.contains("Fresh lookup ") && !said.lines().any(is_work) {
        return Ok(());
    }
    Err(format!("a second build does something:\n{said}"))
}

/// Build scripts that need no config, and what cargo shows of one that is wrong.
pub(crate) fn builder() -> Result<(), String> {
    let scratch = Scratch::new("builder", "cargo")?;
    let _turn = set_up(&scratch)?;
    let write = |calls: &str| {
        let text = format!(
            "fn main() {{\n    magicgen::Builder::{calls}.generate_to_out_dir().unwrap();\n}}\n"
        );
        fs::write(scratch.project.join("build.rs"), text).map_err(|error| error.to_string())
    };
    let remove =
        |name: &str| fs::remove_file(scratch.project.join(name)).map_err(|error| error.to_string());
    // A lock that isn't there is no cause of a rebuild.
    remove("magicgen.lock")?;
    write("from_config(\"magicgen.toml\")")?;
    scratch.run("cargo run")?;
    expect_fresh(&scratch)?;
    remove("magicgen.toml")?;
    write(
        "new().orientation(\"a1lsb\").variant(\"plain\").emit([\"lookup\", \"squares\"])\
         .set(\"output.rust.edition\", \"2021\")",
    )?;
    scratch.run("cargo run")?;
    expect_fresh(&scratch)?;
    // Nor is a file that the script doesn't read.
    fs::write(scratch.project.join("notes.txt"), "").map_err(|error| error.to_string())?;
    expect_fresh(&scratch)?;
    let files = find(&target(), "magics.rs");
    let text = files.first().map(fs::read_to_string).ok_or("there is no file")?;
    if !text.map_err(|error| error.to_string())?.contains("variant plain,") {
        return Err("a setting has no effect".to_owned());
    }

    write("new().variant(\"fancyy\")")?;
    let Err(said) = scratch.run("cargo build") else {
        return Err("an unknown variant is built".to_owned());
    };
    let shown = [
        "error[config::unknown-value]: unknown variant `fancyy`",
        " --> build script:1:11",
        "1 | .variant(\"fancyy\")",
        "  |           ^^^^^^",
        "  = help: ",
    ];
    expect_shown(&said, &shown)?;

    // A config that others share may say something of languages that the build lacks.
    let config = |output: &str| {
        let text =
            format!("version = 1\n[defaults.java]\npackage = \"chess\"\n[[output]]\n{output}");
        fs::write(scratch.project.join("magicgen.toml"), text).map_err(|error| error.to_string())
    };
    write("from_config(\"magicgen.toml\")")?;
    config("lang = \"rust\"\nemit = [\"lookup\", \"squares\"]\n")?;
    scratch.run("cargo run")?;
    config("lang = \"java\"\n")?;
    let Err(said) = scratch.run("cargo build") else {
        return Err("a language is printed that isn't there".to_owned());
    };
    let message = "this build of magicgen supports only C and Rust";
    expect_shown(
        &said,
        &["5 | lang = \"java\"", message, "help: add `features = [\"languages\"]` to"],
    )
}

/// Expects that cargo shows all of these lines.
fn expect_shown(said: &str, lines: &[&str]) -> Result<(), String> {
    match lines.iter().find(|line| !said.contains(**line)) {
        Some(missing) => Err(format!("cargo doesn't show {missing:?}:\n{said}")),
        None => Ok(()),
    }
}
