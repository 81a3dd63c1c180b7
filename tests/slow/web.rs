//! Builds the generator as WebAssembly, and tests the package for node and the playground, by `tests/npm/run.mjs` and
//! `tests/playground/run.mjs`. `docs/wasm.md` says what they need. How the package writes files is tested by
//! `tests/npm/files.mjs`, which needs node alone.
//!
//! The build takes minutes: without `MAGICGEN_WEB=1` the tests are listed as `ignored`, and with it a missing tool fails. Screenshots go
//! to the folder that `MAGICGEN_PICTURES` names.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use libtest_mimic::{Failed, Trial};

use crate::installed::{has_tool, requires_all};

const ROOT: &str = crate::ROOT;

/// Runs a program, and returns what it has printed.
fn run(command: &mut Command) -> Result<String, Failed> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    if output.status.success() {
        Ok(text.into_owned())
    } else {
        Err(format!("{name}: {text}").into())
    }
}

/// The folder of what is built, which is built once.
fn built() -> Result<PathBuf, Failed> {
    static BUILT: OnceLock<Result<(), String>> = OnceLock::new();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("Cargo's folder");
    let build = || {
        let script = Path::new(ROOT).join("scripts/build-wasm");
        run(Command::new(script).env("CARGO_TARGET_DIR", target))
            .map(drop)
            .map_err(|failed| failed.message().unwrap_or_default().to_owned())
    };
    BUILT.get_or_init(build).clone()?;
    Ok(target.join("wasm"))
}

fn test(what: &str) -> Result<(), Failed> {
    let folder = built()?.join(what);
    let script = Path::new(ROOT).join("tests").join(what).join("run.mjs");
    let mut node = Command::new("node");
    node.arg(script).arg(crate::program()).arg(folder);
    node.args(std::env::var_os("MAGICGEN_PICTURES"));
    run(&mut node).map(drop)
}

/// Tests how the package writes files, and shows what can't be tested here.
fn files() -> Result<(), Failed> {
    let script = Path::new(ROOT).join("tests/npm/files.mjs");
    let text = run(Command::new("node").arg(script))?;
    for line in text.lines().filter(|line| line.starts_with("skipped: ")) {
        writeln!(std::io::stdout(), "web::files: {line}")?;
    }
    Ok(())
}

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let is_asked = std::env::var_os("MAGICGEN_WEB").is_some_and(|value| value == "1");
    let built = ["npm", "playground"].map(|what| {
        let why = if is_asked { "" } else { " (MAGICGEN_WEB=1 builds and tests it)" };
        Trial::test(format!("web::{what}{why}"), move || test(what)).with_ignored_flag(!is_asked)
    });
    let can_run = has_tool("node") || requires_all();
    let why = if can_run { "" } else { " (there is no node)" };
    let files = Trial::test(format!("web::files{why}"), files).with_ignored_flag(!can_run);
    built.into_iter().chain([files]).collect()
}
