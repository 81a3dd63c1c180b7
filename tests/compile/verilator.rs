//! Verilator: translates modules into C++, which runs a test bench a hundred times as fast as an interpreter does.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::compile::support;

/// Optimisation costs more than it brings in the constructors and in the run-time library.
const MAKE: &[&str] = &["--silent", "--jobs=1", "OPT_FAST=-O1", "OPT_SLOW=-O0", "OPT_GLOBAL=-O0"];

/// A bench that needs every part of the run-time library that others need.
const RUNTIME: &str = "module runtime;\n    initial #1 $finish;\nendmodule\n";

/// The run-time library, whose objects are compiled once in a run of the tests.
static LIBRARY: LazyLock<Result<PathBuf, String>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verilator");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let objects = folder.join(objects("runtime"));
    if objects.exists() {
        std::fs::remove_dir_all(&objects).map_err(|error| error.to_string())?;
    }
    std::fs::write(folder.join("runtime.v"), RUNTIME).map_err(|error| error.to_string())?;
    translate(&folder, "runtime", &["runtime.v"])?;
    make(&folder, "runtime")?;
    Ok(folder)
});

/// The folder of what Verilator makes of a top module.
fn objects(top: &str) -> String {
    format!("{top}_objects")
}

/// Translates a test bench and the modules in it.
fn translate(folder: &Path, top: &str, files: &[&str]) -> Result<(), String> {
    let objects = objects(top);
    let fixed = ["--cc", "--exe", "--main", "--timing", "-O3", "-Wno-fatal"];
    let names = ["--top-module", top, "--prefix", "bench", "--Mdir", &objects];
    support::run(folder, "verilator", &[&fixed[..], &names, files].concat()).map(|_| ())
}

fn make(folder: &Path, top: &str) -> Result<(), String> {
    let objects = objects(top);
    let arguments = [&["-C", &objects, "-f", "bench.mk"], MAKE].concat();
    support::run(folder, "make", &arguments).map(|_| ())
}

/// Compiles a test bench with the modules of other files, runs it, and returns what it prints.
pub(crate) fn run(folder: &Path, top: &str, files: &[&str]) -> Result<String, String> {
    let library = LIBRARY.as_ref().map_err(Clone::clone)?.join(objects("runtime"));
    translate(folder, top, files)?;
    for object in ["verilated.o", "verilated_threads.o", "verilated_timing.o"] {
        let copy = folder.join(objects(top)).join(object);
        // Without them, `make` compiles them again.
        std::fs::copy(library.join(object), copy).map_err(|error| format!("{object}: {error}"))?;
    }
    make(folder, top)?;
    let program = format!("./{}/bench", objects(top));
    let said = support::run::<&str>(folder, program, &[])?;
    // It says where the bench has ended.
    Ok(said.lines().filter(|line| !line.starts_with("- ")).collect::<Vec<_>>().join("\n"))
}

/// An error with what Verilator says of files, if it has any warning.
pub(crate) fn lint(folder: &Path, files: &[&str]) -> Result<(), String> {
    let flags = ["--lint-only", "-Wall", "--timing"];
    support::run(folder, "verilator", &[&flags[..], files].concat()).map(|_| ())
}
