//! Generates, compiles and runs: one named test for each language, variant, orientation and form of tables.
//!
//! A driver under `tests/drivers/` compares every lookup with a ray walk of its own, over every subset of every mask
//! and with random squares outside the mask, and prints one line. Its digest and its count of subsets are compared with
//! those of the problem, so that a failing cell tells whether the attack sets differ (digest) or the tested subsets
//! (count). The board is passed to the driver as arguments: width, height, then the bit index of every square a1, b1,
//! ... (`-` for a hole).
//!
//! A cell whose tool is missing is listed as `ignored`; with `MAGICGEN_REQUIRE=all` it fails. Choices such as variant,
//! order of squares and form of tables multiply. `MAGICGEN_MATRIX` says how far:
//!
//! * `each`, the usual run: every choice of a language in one cell at least;
//! * `pairs`, which `MAGICGEN_REQUIRE=all` means too: every pair of choices;
//! * `all` (`just matrix`): every cell.
//!
//! The cells that a run leaves out are listed as `ignored`.

mod ada;
mod c;
mod companions;
mod cpp;
mod csharp;
mod d;
mod faults;
mod go;
mod gpu;
mod hostile;
#[path = "../installed/mod.rs"]
mod installed;
mod java;
mod javascript;
mod kit;
mod kotlin;
mod lua;
mod mutants;
mod own_types;
mod pascal;
mod python;
mod rust;
mod rust_lint;
mod rust_tests;
mod support;
mod verilog;
mod wat;
mod zig;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;

use installed::{has_tool, requires_all};
use libtest_mimic::{Arguments, Failed, Trial};
use support::Cell;

/// The cells of all languages.
fn cells() -> Vec<Cell> {
    [
        ada::cells(),
        c::cells(),
        companions::cells(),
        cpp::cells(),
        csharp::cells(),
        d::cells(),
        faults::cells(),
        go::cells(),
        gpu::cells(),
        hostile::cells(),
        java::cells(),
        javascript::cells(),
        kotlin::cells(),
        lua::cells(),
        mutants::cells(),
        own_types::cells(),
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

/// Why a cell isn't run.
#[derive(Clone, PartialEq)]
enum Left {
    /// The programs that it needs aren't installed.
    Missing(String),
    /// The other cells cover every pair of its choices.
    BeyondPairs,
    /// The other cells have each of its choices.
    BeyondEach,
}

/// How far the products of choices are run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    Each,
    Pairs,
    All,
}

impl Extent {
    fn asked() -> Self {
        let matrix = std::env::var_os("MAGICGEN_MATRIX").unwrap_or_default();
        match matrix.to_string_lossy().as_ref() {
            "all" => Self::All,
            "pairs" => Self::Pairs,
            "" if requires_all() => Self::Pairs,
            "each" | "" => Self::Each,
            other => panic!("MAGICGEN_MATRIX is {other:?}, which is none of each, pairs, all"),
        }
    }
}

/// Notes the words of a cell's name, such as `packed`, `h1lsb` and `init`, and tells whether one of them is new among
/// the cells of its language.
fn has_new_choice(seen: &mut BTreeSet<(String, String)>, name: &str) -> bool {
    let (language, words) = name.split_once("::").unwrap_or((name, ""));
    let mut is_new = false;
    for word in words.split([':', '_']) {
        is_new |= seen.insert((language.to_owned(), word.to_owned()));
    }
    is_new
}

fn main() {
    let arguments = Arguments::from_args();
    let (require_all, extent) = (requires_all(), Extent::asked());
    let mut seen = BTreeSet::new();
    let mut why = |cell: &Cell| {
        if cell.is_beyond_pairs && extent < Extent::All {
            return Some(Left::BeyondPairs);
        }
        let missing: Vec<&str> =
            cell.needs.iter().copied().filter(|tool| !has_tool(tool)).collect();
        if !missing.is_empty() {
            return Some(Left::Missing(missing.join(", ")));
        }
        let is_left = extent == Extent::Each && !has_new_choice(&mut seen, &cell.name);
        is_left.then_some(Left::BeyondEach)
    };
    let cells: Vec<_> = cells().into_iter().map(|cell| (why(&cell), cell)).collect();
    let count = |is: fn(&Left) -> bool| {
        cells.iter().filter(|(left, _)| left.as_ref().is_some_and(is)).count()
    };
    let missing = count(|left| matches!(left, Left::Missing(_)));
    let beyond_pairs = count(|left| *left == Left::BeyondPairs);
    let beyond_each = count(|left| *left == Left::BeyondEach);
    let trials = cells.into_iter().map(|(left, cell)| {
        let name = format!("compile::{}", cell.name);
        let why = match left {
            None => return Trial::test(name, move || (cell.run)().map_err(Failed::from)),
            Some(Left::Missing(tools)) if require_all => {
                return Trial::test(name, move || Err(format!("not installed: {tools}").into()));
            }
            Some(Left::Missing(tools)) => format!("not installed: {tools}"),
            Some(Left::BeyondPairs) => "in `just matrix`".to_owned(),
            Some(Left::BeyondEach) => "with MAGICGEN_MATRIX=pairs".to_owned(),
        };
        Trial::test(format!("{name} ({why})"), || Ok(())).with_ignored_flag(true)
    });
    let trials = trials.chain([Trial::test("compile::tools", tools)]).collect();
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        let said = format!(
            "{missing} of these tests need tools that `scripts/install-toolchains` installs.\n\
             {beyond_each} are left to `MAGICGEN_MATRIX=pairs`, and {beyond_pairs} to `just matrix`.\n\n"
        );
        // Whether anybody reads it doesn't matter to the tests.
        let _ = std::io::stdout().write_all(said.as_bytes());
    }
    conclusion.exit();
}
