//! Verilog: Icarus Verilog with every warning, which must stay silent; the drivers are test benches. Verilator runs those
//! that take an interpreter long.

use std::fmt::Write as _;
use std::path::Path;

use magicgen_board::{Piece, Problem, Standard, Walk, subsets};

use crate::compile::kit::{Kit, Named};
use crate::compile::support::{self, Cell, Plan};
use crate::compile::verilator;
use crate::compile::verilog_linted as linted;

/// The tools of cells on the chess board.
const CHESS: &[&str] = &["iverilog", "vvp", "verilator", "g++", "make"];

const KIT: Kit = Kit {
    lang: "verilog",
    file: "magics.v",
    needs: &["iverilog", "vvp"],
    is_tested_by_driver: false,
    compile: |folder| build(folder, &[]),
    self_test,
    drive,
    literal: "",
    options: &[],
};

/// All cells of this language. On the chess board the test bench tests one lookup, and on small boards all lookups.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = KIT.cells_but_chess_and_fault(NAMES);
    for plan in support::plans("verilog") {
        let name = format!("verilog::{}", plan.name());
        let cell = support::cell(&name, CHESS, move |folder| chess(folder, plan));
        let is_default = ["fancy", "hyperbola-reverse"].contains(&plan.variant);
        cells.push(if is_default { cell } else { cell.in_product() });
    }
    cells.push(support::cell("verilog::fault", KIT.needs, fault));
    cells.push(support::cell("verilog::clocked", CHESS, clocked));
    cells.push(support::cell("verilog::stages", CHESS, stages));
    cells.push(support::cell("verilog::folded", KIT.needs, folded));
    cells.extend(linted::cells());
    cells
}

const NAMES: &[Named] = &[
    Named { config: "pieces = [\"class\"]\n", file: "magics.v", refused: None },
    Named { config: "name = \"table\"\npieces = [\"rook2\"]\n", file: "magics2.v", refused: None },
    Named {
        config: "pieces = [\"piece-with-a-rather-long-name\"]\n",
        file: "magics.v",
        refused: None,
    },
    Named {
        config: "pieces = [\"rook\"]\n[output.names]\nlookup = \"module\"\n",
        file: "magics.v",
        refused: Some("`module` is a keyword"),
    },
    Named {
        config: "pieces = [\"Tower\", \"TOWER\"]\n",
        file: "magics.v",
        refused: Some("the pieces `Tower` and `TOWER` have the same name in code"),
    },
];

/// Tests lookups in tables of a part of the board.
fn folded(folder: &Path) -> Result<(), String> {
    for fold in ["ranks", "files", "both"] {
        let folder = support::part_of(folder, fold)?;
        let key = format!("output.lookup.fold={fold}");
        let board = ["-D", "board.width=8", "-D", "board.height=2", "-D", &key];
        let flags = ["--lang", "verilog", "-o", "magics.v", "--emit", "lookup,self-test"];
        let variant = ["--variant", "fancy"];
        support::magicgen(&folder, &[&flags[..], &variant, &board].concat())?;
        self_test(&folder).map_err(|error| format!("{fold}: {error}"))?;
    }
    Ok(())
}

/// Compiles all generated files and `more`, with warnings as errors.
fn build(folder: &Path, more: &[&str]) -> Result<(), String> {
    let files = crate::compile::kit::files(folder, ".v")?;
    let mut arguments: Vec<&str> = vec!["-g2005", "-Wall", "-Wno-timescale", "-o", "bench"];
    arguments.extend(
        files.iter().map(String::as_str).filter(|file| more.is_empty() || !file.ends_with("_tb.v")),
    );
    arguments.extend(more);
    // A file of squares alone has no module, but the compiler needs one.
    let top = driver_of("top");
    arguments.extend(more.is_empty().then_some(top.as_str()));
    // Warnings are printed to standard error even if the run succeeds.
    let said = support::run_with_errors(folder, "iverilog", &arguments)?;
    if said.is_empty() { Ok(()) } else { Err(said) }
}

fn self_test(folder: &Path) -> Result<(), String> {
    build(folder, &[])?;
    passed(support::run(folder, "vvp", &["-n", "bench"])?)
}

/// Compiles by Icarus Verilog, and runs the self-test by Verilator.
fn long_self_test(folder: &Path) -> Result<(), String> {
    build(folder, &[])?;
    passed(verilator::run(folder, "magics_tb", &["magics.v", "magics_tb.v"])?)
}

fn passed(said: String) -> Result<(), String> {
    if said.trim() == "every lookup is right" { Ok(()) } else { Err(said) }
}

fn drive(folder: &Path, driver: &str, _: &[String]) -> Result<String, String> {
    let driver = driver_of(driver);
    build(folder, &[&driver])?;
    support::run(folder, "vvp", &["-n", "bench"])
}

fn driver_of(name: &str) -> String {
    support::drivers().join(format!("verilog/{name}.v")).to_string_lossy().into_owned()
}

fn chess(folder: &Path, plan: Plan) -> Result<(), String> {
    let mut flags = plan.flags("verilog");
    flags.extend(["--emit", "squares,lookup,self-test", "-o", "magics.v"]);
    let is_whole = plan.variant != "group";
    if plan.variant == "fancy" {
        support::magicgen(folder, &flags)?;
        long_self_test(folder)?;
    } else if !is_whole {
        support::magicgen(folder, &flags)?;
        self_test(folder)?;
    } else {
        let small = support::part_of(folder, "small")?;
        support::magicgen(&small, &[&flags, support::SMALL, &["-D", "board.stride=8"]].concat())?;
        self_test(&small)?;
        support::magicgen(folder, &flags)?;
    }
    if !is_whole {
        return Ok(());
    }
    std::fs::write(folder.join("vectors.txt"), vectors(plan.orientation))
        .map_err(|error| error.to_string())?;
    let driver = driver_of("driver");
    build(folder, &[&driver])?;
    support::compare(&verilator::run(folder, "driver", &["magics.v", &driver])?)
}

/// The input of the driver: every subset of every mask, random squares outside the masks, the positions of
/// tests/data/moves.py, and all squares.
fn vectors(orientation: &str) -> String {
    let standard = Standard::find(orientation).expect("a standard order");
    let mapping = magicgen_board::Mapping::chess(standard);
    let bits: Vec<u32> =
        mapping.board().places().map(|at| u32::from(mapping.bit(at).expect("a square"))).collect();
    let mut text = String::new();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mapped = |word: u64| {
        bits.iter().enumerate().fold(0_u64, |set, (place, bit)| set | (word >> place & 1) << bit)
    };
    for position in 0..10_000 {
        let both = next() & next();
        let white = both & next();
        for (place, bit) in bits.iter().enumerate() {
            if white >> place & 1 != 0 {
                let kind = 4 + (place + position) % 3;
                let _ = writeln!(text, "{kind} {bit:x} {:x} {:x}", mapped(both), mapped(white));
            }
        }
    }
    for (kind, piece) in [Piece::rook(), Piece::bishop()].iter().enumerate() {
        let problem =
            Problem::new(&Walk::new(piece, &mapping), mapping.squares()).expect("masks fit");
        for square in problem.squares() {
            for subset in subsets(square.mask) {
                let junk = subset | next() & !square.mask | 1 << square.bit;
                let _ = writeln!(
                    text,
                    "{kind} {:x} {subset:x} 0\n{} {:x} {junk:x} 0",
                    square.bit,
                    kind + 2,
                    square.bit
                );
            }
        }
    }
    for (place, bit) in bits.iter().enumerate() {
        let _ = writeln!(text, "7 {:x} {:x} {bit:x}", place % 8, place / 8);
    }
    text
}

/// Checks lookups in stages: the test bench changes their inputs behind the first rise of the clock.
fn stages(folder: &Path) -> Result<(), String> {
    let flags = ["--lang", "verilog", "-D", "output.verilog.memory=clocked", "-o", "magics.v"];
    let emit = ["--emit", "lookup,self-test"];
    for variant in ["fancy", "fixed", "plain", "packed", "black", "split32", "shift-add"] {
        for stages in ["2", "3"] {
            let folder = support::part_of(folder, &format!("{variant}{stages}"))?;
            let key = format!("output.verilog.stages={stages}");
            let flags = [&flags[..], &emit, &["--variant", variant, "-D", &key], support::SMALL];
            let made = support::magicgen(&folder, &flags.concat());
            if variant == "shift-add" && stages == "3" {
                support::refused(made, &["the rook has no product"])?;
                continue;
            }
            let tested = made.and_then(|()| self_test(&folder)).and_then(|()| {
                verilator::lint(&folder, &["magics.v"])?;
                verilator::lint(&folder, &["magics.v", "magics_tb.v"])
            });
            tested.map_err(|error| format!("{variant} in {stages} stages: {error}"))?;
        }
    }
    let flags = [&flags[..], &emit, &["-D", "output.verilog.stages=3"]].concat();
    support::magicgen(folder, &flags)?;
    long_self_test(folder)?;
    // A stage that reads the square too late is found.
    let file = folder.join("magics.v");
    support::replace(&file, "offsets[square_stage1]", "offsets[square]")?;
    match long_self_test(folder) {
        Err(said) if said.contains("found") => Ok(()),
        other => Err(format!("a square that is read too late: {other:?}")),
    }
}

/// Checks lookups with a clock: each has the part of the table that its piece reads, behind a register.
fn clocked(folder: &Path) -> Result<(), String> {
    let flags = ["--lang", "verilog", "-D", "output.verilog.memory=clocked", "-o", "magics.v"];
    let emit = ["--emit", "lookup,leapers,self-test"];
    for variant in ["fancy", "fixed", "plain"] {
        let folder = support::part_of(folder, variant)?;
        let variant = ["--variant", variant];
        support::magicgen(&folder, &[&flags[..], &emit, &variant, support::SMALL].concat())?;
        self_test(&folder)?;
    }
    support::magicgen(folder, &[&flags[..], &["--emit", "lookup,self-test"]].concat())?;
    long_self_test(folder)?;
    let entries = |file: &str| {
        let text = std::fs::read_to_string(folder.join(file)).map_err(|error| error.to_string())?;
        Ok::<_, String>(text.lines().count() - 1)
    };
    let found =
        (entries("magics_rook_attacks_table.hex")?, entries("magics_bishop_attacks_table.hex")?);
    if found != (102_400, 5_248) || folder.join("magics_attack_table.hex").exists() {
        return Err(format!("the tables have {found:?} entries"));
    }
    let flags = [&flags[..], &["--variant", "hyperbola"]].concat();
    support::refused(support::magicgen(folder, &flags), &["doesn't end with one read of a table"])
}

/// Checks that the test bench finds a changed factor and a changed entry.
fn fault(folder: &Path) -> Result<(), String> {
    let flags =
        ["--lang", "verilog", "--variant", "fancy", "--emit", "lookup,self-test", "-o", "magics.v"];
    for file in ["magics_rook_factors.hex", "magics_rook_attacks_table.hex"] {
        support::magicgen(folder, &[&flags, support::SMALL].concat())?;
        self_test(folder)?;
        let path = folder.join(file);
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let (head, numbers) = text.split_once('\n').ok_or("no numbers")?;
        let altered: String = numbers
            .chars()
            .enumerate()
            .map(|(at, c)| if at < 16 { if c == '0' { '1' } else { '0' } } else { c })
            .collect();
        std::fs::write(&path, format!("{head}\n{altered}")).map_err(|error| error.to_string())?;
        let Err(said) = self_test(folder) else { return Err(format!("{file}: no fault found")) };
        for wanted in ["on square ", "occupied ", "found ", "walked "] {
            if !said.contains(wanted) {
                return Err(format!("{file}: no {wanted:?} in\n{said}"));
            }
        }
    }
    Ok(())
}
