//! Generates, compiles and runs: one named test for each language, variant, orientation and form of tables.
//!
//! A driver under `tests/drivers/` compares every lookup with a ray walk of its own, over every subset of every mask
//! and with random squares outside the mask, and prints one line. Its digest and its count of subsets are compared with
//! those of the problem, so that a failing cell tells whether the attack sets differ (digest) or the tested subsets
//! (count). The board is passed to the driver as arguments: width, height, then the bit index of every square a1, b1,
//! ... (`-` for a hole).
//!
//! A cell whose tool is missing is listed as `ignored`; with `MAGICGEN_REQUIRE=all` it fails. Choices such as variant,
//! order of squares and form of tables multiply. The usual run has every pair of a language and a choice in one cell at
//! least ([`choices`]), and lists the cells that it leaves out as `ignored`; `MAGICGEN_MATRIX=all` (`just matrix`) runs
//! every cell.
//!
//! `MAGICGEN_TIMES=FILE` runs the cells one at a time, and writes a line for each into a file: the seconds of a processor
//! that its programs took, and its name.

mod ada;
mod batches;
mod blob;
mod c;
mod choices;
mod companions;
mod cpp;
mod csharp;
mod d;
mod faults;
mod fills;
mod go;
mod gpu;
mod hostile;
mod java;
mod javascript;
mod kit;
mod kotlin;
mod lua;
mod mutants;
mod nim;
mod ocaml;
mod own_types;
mod pascal;
mod python;
mod rust;
mod rust_constants;
mod rust_driver;
mod rust_lint;
mod rust_tests;
mod rust_vectors;
pub(crate) mod support;
mod times;
mod verilator;
mod verilog;
mod verilog_linted;
mod wat;
mod zig;

use std::fmt::Write as _;
use std::sync::Arc;

use crate::installed::{INSTRUCTION_SETS, NEWER_JDK, has_tool, requires_all};
use libtest_mimic::{Failed, Trial};
use support::Cell;
use times::Times;

/// The cells of all languages. Rust's lints come first: they take longest, and would leave one core waiting at the end.
fn cells() -> Vec<Cell> {
    let (lints, rust): (Vec<Cell>, Vec<Cell>) =
        rust::cells().into_iter().partition(|cell| cell.name.starts_with("rust::lints::"));
    [
        lints,
        ada::cells(),
        batches::cells(),
        blob::cells(),
        c::cells(),
        companions::cells(),
        cpp::cells(),
        csharp::cells(),
        d::cells(),
        faults::cells(),
        fills::cells(),
        go::cells(),
        gpu::cells(),
        hostile::cells(),
        java::cells(),
        javascript::cells(),
        kotlin::cells(),
        lua::cells(),
        nim::cells(),
        mutants::cells(),
        ocaml::cells(),
        own_types::cells(),
        pascal::cells(),
        python::cells(),
        rust,
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
        // These are instruction sets of the machine, and what no package of Debian's has, not tools.
        needed.retain(|tool| !INSTRUCTION_SETS.contains(tool) && *tool != NEWER_JDK);
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

/// Checks that every variant is compiled in some language.
fn variants() -> Result<(), Failed> {
    let cells = cells();
    let products = cells.iter().filter(|cell| cell.is_of_product);
    let mut chosen = choices::chosen(products.map(|cell| cell.name.as_str()));
    // What belongs to no product runs always, such as kernels.
    chosen.extend(cells.iter().filter(|cell| !cell.is_of_product).map(|cell| cell.name.as_str()));
    let mut left: Vec<&str> =
        magicgen_lookup::variant::ALL.iter().map(|variant| variant.id).collect();
    left.retain(|id| chosen.iter().all(|name| name.split("::").all(|word| word != *id)));
    // These compile all of their plans at once.
    let others = ["go", "kotlin", "zig"].into_iter().flat_map(support::chosen);
    let others: Vec<&str> = others.map(|plan| plan.variant).collect();
    left.retain(|id| !others.contains(id));
    if left.is_empty() { Ok(()) } else { Err(format!("no cell compiles {left:?}").into()) }
}

/// What a machine may lack even where nothing else may be missing.
const NEWER: [&str; 3] = ["avx512vl", "gfni", NEWER_JDK];

/// Why a cell isn't run.
#[derive(Clone, PartialEq)]
enum Left {
    /// The programs that it needs aren't installed.
    Missing(String),
    /// The machine has no such instructions, or nothing that is as new.
    Machine(String),
    /// The other cells have all of its choices.
    Beyond,
    /// `cargo test` runs it.
    Quick,
}

/// The cells of the quick tests: one of each language, with as few tools as there are.
const QUICK: [&str; 22] = [
    "ada::fancy::a1lsb::init",
    "c::c99::gcc::fancy::h1lsb::full",
    "cpp::folded_cpp",
    "csharp::fancy::a1lsb::full",
    "cuda::folded_cuda",
    "d::fancy::a1lsb::full",
    "go::folded_go",
    "java::fancy::a1lsb::init",
    "javascript::fancy::a1lsb::full",
    "kotlin::folded_kotlin",
    "lua::folded_lua",
    "nim::folded_nim",
    "ocaml::fancy::a1lsb::init",
    "opencl::fancy::a1lsb::full",
    "pascal::fancy::a1lsb::init",
    "python::folded_python",
    "rust::fancy::a1lsb::full",
    "typescript::all",
    "verilog::folded",
    "wat::fancy::a1lsb::full",
    "wgsl::fancy::a1lsb::full",
    "zig::folded_zig",
];

/// Checks that the quick tests have a cell of each language.
fn quick() -> Result<(), Failed> {
    let cells = cells();
    let is_there = |name: &str| cells.iter().any(|cell| cell.name == name);
    let gone: Vec<&str> = QUICK.into_iter().filter(|name| !is_there(name)).collect();
    let lacks = |id: &str| QUICK.iter().all(|name| name.split("::").next() != Some(id));
    let lacking: Vec<&str> =
        magicgen::render::ALL.iter().map(|language| language.id).filter(|id| lacks(id)).collect();
    if gone.is_empty() && lacking.is_empty() {
        return Ok(());
    }
    Err(format!("QUICK has {gone:?}, which are no cells, and lacks a cell of {lacking:?}").into())
}

/// Which cells a test program runs.
#[derive(Clone, Copy, PartialEq)]
#[allow(dead_code, reason = "a test program has one of the tiers")]
pub(crate) enum Tier {
    /// One of each language.
    Quick,
    /// All that a run chooses.
    Slow,
}

/// The cells of a tier as tests, with those of the tables above.
pub(crate) fn trials(tier: Tier) -> Vec<Trial> {
    let (require_all, is_whole) = (requires_all(), choices::are_all_run());
    let times = Times::asked().map(Arc::new);
    let missing = |cell: &Cell| -> Vec<&str> {
        cell.needs.iter().copied().filter(|tool| !has_tool(tool)).collect()
    };
    let cells = cells();
    let products = cells.iter().filter(|cell| cell.is_of_product && missing(cell).is_empty());
    let chosen = choices::chosen(products.map(|cell| cell.name.as_str()));
    let why = |cell: &Cell| {
        let (newer, missing): (Vec<&str>, Vec<&str>) =
            missing(cell).into_iter().partition(|tool| NEWER.contains(tool));
        let is_left = tier == Tier::Slow
            && cell.is_of_product
            && !is_whole
            && !chosen.contains(cell.name.as_str());
        if !missing.is_empty() {
            Some(Left::Missing(missing.join(", ")))
        } else if !newer.is_empty() {
            Some(Left::Machine(newer.join(", ")))
        } else if tier == Tier::Slow && !is_whole && QUICK.contains(&cell.name.as_str()) {
            Some(Left::Quick)
        } else {
            is_left.then_some(Left::Beyond)
        }
    };
    let lefts: Vec<Option<Left>> = cells.iter().map(why).collect();
    let mut cells: Vec<(Option<Left>, Cell)> = lefts.into_iter().zip(cells).collect();
    if tier == Tier::Quick {
        cells.retain(|(_, cell)| QUICK.contains(&cell.name.as_str()));
    }
    let trials = cells.into_iter().map(|(left, cell)| {
        let name = format!("compile::{}", cell.name);
        let why = match left {
            None => {
                let run = Times::take(times.clone(), cell);
                return Trial::test(name, move || run().map_err(Failed::from));
            }
            Some(Left::Missing(tools)) if require_all => {
                return Trial::test(name, move || Err(format!("not installed: {tools}").into()));
            }
            Some(Left::Missing(tools)) => format!("not installed: {tools}"),
            Some(Left::Machine(sets)) => format!("this machine has no {sets}"),
            Some(Left::Beyond) => "in `just matrix`".to_owned(),
            Some(Left::Quick) => "in `cargo test`".to_owned(),
        };
        Trial::test(format!("{name} ({why})"), || Ok(())).with_ignored_flag(true)
    });
    let own = [
        Trial::test("compile::tools", tools),
        Trial::test("compile::variants", variants),
        Trial::test("compile::quick", quick),
    ];
    trials.chain(own).collect()
}
