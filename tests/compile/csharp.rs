//! C#: mono's compiler, which knows the language up to version 7, with every warning as an error.

mod parts;

use std::path::Path;

use crate::compile::support::{self, Cell, Plan};

const NEEDS: &[&str] = &["mcs", "mono"];

/// The flags for the compiler. Overflow throws an exception, as some projects want it.
const STRICT: [&str; 3] = ["-warn:4", "-warnaserror", "-checked"];

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for plan in support::plans("csharp") {
        let name = format!("csharp::{}", plan.name());
        cells.push(support::cell(&name, NEEDS, move |folder| chess(folder, plan)).in_product());
    }
    cells.push(support::cell("csharp::dispatch", NEEDS, dispatched));
    cells.push(support::cell("csharp::by_square", NEEDS, by_square));
    cells.extend(parts::cells());
    cells
}

/// Compiles the file with its test, and runs the test.
fn self_test(folder: &Path) -> Result<(), String> {
    let files = ["-out:test.exe", "Magics.cs", "MagicsTest.cs"];
    support::run(folder, "mcs", &[&STRICT[..], &files].concat())?;
    support::run(folder, "mono", &["test.exe"]).map(|_| ())
}

/// Tests lookups that pick between PEXT and a product. Mono has no PEXT, so that they take the product.
fn dispatched(folder: &Path) -> Result<(), String> {
    let flags = ["--lang", "csharp", "--variant", "pext", "-D", "output.lookup.dispatch=true"];
    let emit = ["--emit", "lookup,self-test", "-o", "Magics.cs"];
    support::magicgen(folder, &[&flags[..], &emit].concat())?;
    self_test(folder)
}

/// Tests one record for each square, with the fields of all pieces.
fn by_square(folder: &Path) -> Result<(), String> {
    for (variant, tables, parts) in [
        ("fancy", "full", "lookup,self-test"),
        ("fancy", "init", "masks,factors,lookup,self-test"),
        ("fixed", "full", "lookup,self-test"),
        ("direction", "init", "lookup,self-test"),
        ("pext", "full", "lookup,self-test"),
        ("pext16", "full", "lookup,self-test"),
    ] {
        let flags = ["--lang", "csharp", "--variant", variant, "--tables", tables];
        let rest = ["-D", "output.style.fields=square-records", "--emit", parts, "-o", "Magics.cs"];
        support::magicgen(folder, &[&flags[..], &rest, support::SMALL].concat())?;
        self_test(folder).map_err(|error| format!("{variant} {tables}: {error}"))?;
    }
    Ok(())
}

/// Generates with a self-test, compiles both, runs the driver and the test.
fn chess(folder: &Path, plan: Plan) -> Result<(), String> {
    let is_whole = plan.variant != "group";
    let mut flags = plan.flags("csharp");
    flags.extend(["--emit", "squares,lookup,self-test", "-o", "Magics.cs"]);
    support::magicgen(folder, &flags)?;
    self_test(folder)?;
    if !is_whole {
        return Ok(());
    }
    // The driver is compiled without these flags, since it computes digests that wrap.
    let strict = [&STRICT[..], &["-target:library", "Magics.cs"]].concat();
    support::run(folder, "mcs", &strict)?;
    let driver = support::drivers().join("csharp/Driver.cs");
    let driver = driver.to_string_lossy();
    support::run(folder, "mcs", &["-out:driver.exe", "-r:Magics.dll", &driver])?;
    let arguments = support::board_arguments(plan.orientation);
    let arguments: Vec<&str> =
        ["driver.exe"].into_iter().chain(arguments.iter().map(String::as_str)).collect();
    support::compare(&support::run(folder, "mono", &arguments)?)
}
