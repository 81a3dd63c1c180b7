//! Generates, compiles and runs: one named test for each language, variant, orientation and form of tables.
//!
//! A driver under `tests/drivers/` compares every lookup with a ray walk of its own, over every subset of every
//! mask and with junk off the mask, and prints one line. Its digest is compared with the problem's own here, so
//! that a failing cell says whether arithmetic (digest) or coverage (count) differs. The board reaches the driver
//! as arguments: width, height, then the bit index of every square a1, b1, ... (`-` for a hole).
//!
//! A missing tool is a visible `ignored`; with `MAGICGEN_REQUIRE=all` it is a failure.

mod c;
mod csharp;
mod java;
mod lua;
mod python;
mod rust;
mod rust_lint;
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use support::Cell;

/// The cells of all languages.
fn cells() -> Vec<Cell> {
    [c::cells(), java::cells(), csharp::cells(), lua::cells(), python::cells(), rust::cells()]
        .into_iter()
        .flatten()
        .collect()
}

fn main() {
    let arguments = Arguments::from_args();
    let require_all = std::env::var_os("MAGICGEN_REQUIRE").is_some_and(|value| value == "all");
    let trials = cells()
        .into_iter()
        .map(|cell| {
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
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}
