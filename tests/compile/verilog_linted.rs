//! What Verilator's lints say of generated Verilog, and what Yosys makes of it.

use std::path::Path;

use crate::compile::support::{self, Cell};
use crate::compile::verilator;

/// All parts that have a form in Verilog.
const PARTS: &str = "factors,masks,shifts,offsets,attacks,occupancies,attack-sets,lookup,squares,bitscan,leapers,pawns,\
                     rays,between,line,ray-pass,aligned,directions,distance,files,ranks,diagonals,colours,\
                     fills,zobrist,cuckoo,self-test";

const FLAGS: &[&str] = &["--lang", "verilog", "-o", "magics.v"];

/// A module that names a square.
const USER: &str = "module user (output wire [63:0] found);\n    `include \"magics_squares.vh\"\n\n    \
                    assign found = 64'd1 << magics_square(3, 2);\nendmodule\n";

/// All cells.
pub(crate) fn cells() -> Vec<Cell> {
    vec![
        support::cell("verilog::lint", &["verilator"], lint),
        support::cell("verilog::synthesis", &["yosys"], synthesis),
    ]
}

/// Lints the lookups of every variant on a small board, all parts of one, and files for unusual boards.
fn lint(folder: &Path) -> Result<(), String> {
    let stride = ["-D", "board.stride=8"];
    for plan in support::plans("verilog") {
        let parts = ["-o", "magics.v", "--emit", "lookup,squares,self-test"];
        let flags = [&plan.flags("verilog")[..], &parts, support::SMALL, &stride].concat();
        linted(folder, plan.variant, &flags)?;
    }
    let steps = ["-D", "output.companions.double-steps=[]"];
    let flags = [FLAGS, support::SMALL, &["--variant", "fancy", "--emit", PARTS], &steps].concat();
    linted(folder, "whole", &flags)?;
    for (name, board) in support::ODD {
        let folder = support::part_of(folder, name)?;
        let config = format!(
            "version = 1\n{board}[[output]]\nlang = \"verilog\"\npath = \"magics.v\"\nvariant = \"fancy\"\n\
             emit = [\"lookup\", \"squares\", \"self-test\"]\n"
        );
        support::generate(&folder, &config)?;
        lint_in(&folder)?;
    }
    Ok(())
}

/// Generates files into a folder of their own, and lints them.
fn linted(folder: &Path, name: &str, flags: &[&str]) -> Result<(), String> {
    let folder = support::part_of(folder, name)?;
    support::magicgen(&folder, flags)?;
    lint_in(&folder).map_err(|error| format!("{}:\n{error}", flags.join(" ")))
}

/// Lints the modules, their test bench, and a module that names squares.
fn lint_in(folder: &Path) -> Result<(), String> {
    verilator::lint(folder, &["magics.v"])?;
    verilator::lint(folder, &["magics.v", "magics_tb.v"])?;
    std::fs::write(folder.join("user.v"), USER).map_err(|error| error.to_string())?;
    verilator::lint(folder, &["user.v"])
}

/// Synthesises the default lookup within a minute, and finds the tables of a clocked one in block RAM.
fn synthesis(folder: &Path) -> Result<(), String> {
    support::magicgen(folder, FLAGS)?;
    synthesise(folder, "select -assert-any t:LUT4; select -assert-none t:DP16KD")?;
    let folder = support::part_of(folder, "clocked")?;
    let clocked = ["-D", "output.verilog.memory=clocked"];
    support::magicgen(&folder, &[FLAGS, support::SMALL, &clocked].concat())?;
    synthesise(&folder, "select -assert-any t:DP16KD")
}

/// Synthesises the queen's lookup for a Lattice ECP5, and runs further commands of Yosys.
fn synthesise(folder: &Path, commands: &str) -> Result<(), String> {
    let script = format!(
        "read_verilog magics.v; synth_ecp5 -top magics_queen_attacks; check -assert; {commands}"
    );
    support::run(folder, "timeout", &["60", "yosys", "-q", "-p", &script]).map(|_| ())
}
