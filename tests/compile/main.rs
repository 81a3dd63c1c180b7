//! Generates, compiles and runs: one named test for each language, variant, orientation and form of tables.
//!
//! A driver under `tests/drivers/` compares every lookup with a ray walk of its own, over every subset of every mask
//! and with random squares outside the mask, and prints one line. Its digest and its count of subsets are compared with
//! those of the problem, so that a failing cell tells whether the attack sets differ (digest) or the tested subsets
//! (count). The board is passed to the driver as arguments: width, height, then the bit index of every square a1, b1,
//! ... (`-` for a hole).
//!
//! A cell whose tool is missing is listed as `ignored`; with `MAGICGEN_REQUIRE=all` it fails. Where choices multiply,
//! such as variant, order of squares and form of tables, the usual run covers every pair of them and lists the other
//! cells as `ignored`; with `MAGICGEN_MATRIX=all` (`just matrix`) it runs them as well.

mod ada;
mod c;
mod cpp;
mod csharp;
mod d;
mod go;
mod hostile;
mod java;
mod javascript;
mod kit;
mod kotlin;
mod lua;
mod mutants;
mod pascal;
mod python;
mod rust;
mod rust_lint;
mod rust_tests;
mod support;
mod verilog;
mod wat;
mod zig;

use std::fmt::Write as _;

use libtest_mimic::{Arguments, Failed, Trial};
use support::Cell;

/// The cells of all languages.
fn cells() -> Vec<Cell> {
    [
        ada::cells(),
        c::cells(),
        cpp::cells(),
        csharp::cells(),
        d::cells(),
        go::cells(),
        hostile::cells(),
        java::cells(),
        javascript::cells(),
        kotlin::cells(),
        lua::cells(),
        mutants::cells(),
        pascal::cells(),
        python::cells(),
        rust::cells(),
        verilog::cells(),
        wat::cells(),
        zig::cells(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Checks that the tools that a language lists are those that its cells need.
fn tools() -> Result<(), Failed> {
    let mut wrong = String::new();
    for language in magicgen::render::ALL {
        let own = format!("{}::", language.id);
        let cells = cells().into_iter().filter(|cell| cell.name.starts_with(&own));
        let mut needed: Vec<&str> = cells.flat_map(|cell| cell.needs).copied().collect();
        // BMI2 is an instruction set of the machine, not a tool.
        needed.retain(|tool| *tool != "bmi2");
        needed.sort_unstable();
        needed.dedup();
        let mut said = language.tools.to_vec();
        said.sort_unstable();
        if said != needed {
            let _ = writeln!(wrong, "{} says {said:?} and needs {needed:?}", language.id);
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.into()) }
}

fn main() {
    let arguments = Arguments::from_args();
    let require_all = std::env::var_os("MAGICGEN_REQUIRE").is_some_and(|value| value == "all");
    let whole_matrix = std::env::var_os("MAGICGEN_MATRIX").is_some_and(|value| value == "all");
    let trials = cells()
        .into_iter()
        .map(|cell| {
            if cell.is_beyond_pairs && !whole_matrix {
                let name = format!("compile::{} (in `just matrix`)", cell.name);
                return Trial::test(name, || Ok(())).with_ignored_flag(true);
            }
            let missing: Vec<&str> =
                cell.needs.iter().copied().filter(|tool| !support::has_tool(tool)).collect();
            let name = format!("compile::{}", cell.name);
            if missing.is_empty() {
                return Trial::test(name, move || (cell.run)().map_err(Failed::from));
            }
            let message = format!("not installed: {}", missing.join(", "));
            if require_all {
                Trial::test(name, move || Err(Failed::from(message)))
            } else {
                Trial::test(format!("{name} ({message})"), || Ok(())).with_ignored_flag(true)
            }
        })
        .chain([Trial::test("compile::tools", tools)])
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}
