//! Lookups of pieces that don't only slide, in every language: called on every square, and compared with a walker of
//! its own. In C each variant looks up every subset of every mask.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use magicgen::config::{Job, Request, Source, resolve};
use magicgen_board::subsets;
use magicgen_ir::Type;
use magicgen_lookup::model::companion::Outcome;

use super::together::Form;
use super::tongue::Tongue;
use super::walker::{FERRY, Ground};
use super::{Call, compare, program, tongue, words};
use crate::compile::support::{self, Cell};

/// A board, the lines of its config, and variants of which each language has one.
struct Board {
    name: &'static str,
    config: &'static str,
    ground: Ground,
    variants: &'static [&'static str],
}

const BOARDS: [Board; 3] = [
    Board {
        name: "chess",
        config: "orientation = \"a1lsb\"\n[board]\nzones = { south = [\"a1-h4\"], north = [\"a5-h8\"] }\n\
                 lines = { palace = [[\"d1\", \"e2\", \"f3\"], [\"f1\", \"e2\", \"d3\"]] }\n",
        ground: Ground {
            files: 8,
            ranks: 8,
            holes: &[],
            zones: (3, 4),
            palace: [[(3, 0), (4, 1), (5, 2)], [(5, 0), (4, 1), (3, 2)]],
            bit: |(file, rank)| (rank * 8 + file) as u8,
        },
        variants: &["direction", "fancy"],
    },
    Board {
        name: "small",
        config: "orientation = \"h8lsb-file\"\n[board]\nwidth = 7\nheight = 7\n\
                 zones = { south = [\"a1-g3\"], north = [\"a5-g7\"] }\n\
                 lines = { palace = [[\"c1\", \"d2\", \"e3\"], [\"e1\", \"d2\", \"c3\"]] }\n",
        ground: Ground {
            files: 7,
            ranks: 7,
            holes: &[],
            zones: (2, 4),
            palace: [[(2, 0), (3, 1), (4, 2)], [(4, 0), (3, 1), (2, 2)]],
            bit: |(file, rank)| ((6 - file) * 7 + 6 - rank) as u8,
        },
        variants: &["words", "direction", "postmask", "direction-rows", "shift-in-factor"],
    },
    Board {
        name: "odd",
        config: "orientation = \"a1lsb\"\n[board]\nwidth = 6\nheight = 5\nstride = 8\nholes = [\"c3\", \"f1\"]\n\
                 zones = { south = [\"a1-f2\"], north = [\"a3-f5\"] }\n\
                 lines = { palace = [[\"b1\", \"c2\", \"d3\"], [\"d1\", \"c2\", \"b3\"]] }\n",
        ground: Ground {
            files: 6,
            ranks: 5,
            holes: &[(2, 2), (5, 0)],
            zones: (1, 2),
            palace: [[(1, 0), (2, 1), (3, 2)], [(3, 0), (2, 1), (1, 2)]],
            bit: |(file, rank)| (rank * 8 + file) as u8,
        },
        variants: &[
            "bytes", "packed", "fixed", "bytes-postmask", "shared-slots", "split32", "direction",
        ],
    },
];

const PIECES: &str = "\
[[piece]]
name = \"cannon\"
betza = \"mRcpR\"
[[piece]]
name = \"horse\"
moves = [{ leaps = \"knight\", via = \"orthogonal\" }]
[[piece]]
name = \"horse to\"
reverse = \"horse\"
[[piece]]
name = \"elephant\"
moves = [{ leaps = [[2, 2], [2, -2], [-2, 2], [-2, -2]], via = \"middle\", stay = [\"south\", \"north\"] }]
[[piece]]
name = \"griffon\"
betza = \"[F?R]\"
[[piece]]
name = \"hopper\"
betza = \"gQ\"
[[piece]]
name = \"picket\"
moves = [{ rays = \"bishop\", skip = 1 }]
[[piece]]
name = \"dragon\"
from = \"rook\"
moves = [{ leaps = \"ferz\" }]
[[piece]]
name = \"lance\"
betza = \"fR\"
sides = true
[[piece]]
name = \"nightrider\"
betza = \"N0\"
[[piece]]
name = \"pao\"
moves = [{ rays = \"rook\", over = 1 }, { along = \"palace\", over = 1 }]
[[piece]]
name = \"ferry\"
table = \"ferry.csv\"
";

impl Board {
    fn config(&self, variant: &str, output: &str) -> String {
        // These two have more than 16 relevant squares on some squares.
        let is_by_line = ["direction", "direction-rows", "pext-lines"].contains(&variant);
        let more = if is_by_line { ", \"griffon\", \"hopper\"" } else { "" };
        format!(
            "version = 1\n{}{PIECES}[[output]]\n{output}\nvariant = \"{variant}\"\nemit = [\"lookup\"]\n\
             pieces = [\"cannon\", \"horse\", \"horse to\", \"elephant\", \"picket\", \"dragon\", \"lance\", \
             \"nightrider\", \"pao\", \"ferry\"{more}]\n",
            self.config
        )
    }
}

/// The cells: each language, and C with every variant.
pub(super) fn cells() -> Vec<Cell> {
    let each = tongue::all().enumerate().map(|(at, tongue)| {
        let name = format!("{}::moves_{}", tongue.lang, tongue.form);
        support::cell(&name, tongue.needs, move |folder| check(tongue, at, folder))
    });
    each.chain([support::cell("c::moves_every_subset", &["gcc"], every_subset)]).collect()
}

fn check(tongue: &Tongue, at: usize, folder: &Path) -> Result<(), String> {
    let mut called = Vec::new();
    for board in &BOARDS {
        let inner = support::part_of(folder, board.name)?;
        let variant = board.variants[at % board.variants.len()];
        // Tables in the keys of a language follow those of the output.
        let output = format!("lang = \"{}\"\npath = \"{}\"", tongue.lang, tongue.file);
        let config = board.config(variant, &output) + tongue.keys + "\n";
        let job = generated(&inner, &config)?;
        let mut word = words();
        let mut calls = Vec::new();
        for piece in &job.pieces {
            for from in board.ground.squares() {
                // Free Pascal refuses programs of more calls.
                let most = if tongue.lang == "pascal" { 1 } else { 2 };
                for occupied in [word() & word(), word() & word() & word()].into_iter().take(most) {
                    calls.push(Call {
                        form: Form::Plain,
                        function: job.printed.names.lookup(&piece.piece.name),
                        arguments: vec![
                            (u64::from((board.ground.bit)(from)), Type::Half),
                            (occupied, Type::Word),
                        ],
                        result: Outcome::Set,
                        expected: board.ground.attacks(&piece.piece.name, from, occupied),
                    });
                }
            }
        }
        fs::write(inner.join(tongue.program), program(tongue, &calls))
            .map_err(|error| error.to_string())?;
        called.push((board.name, calls));
    }
    compare(tongue, folder, &called)
}

/// Generates the only output of a config in a folder, and returns its job.
fn generated(folder: &Path, config: &str) -> Result<Job, String> {
    fs::write(folder.join("ferry.csv"), FERRY).map_err(|error| error.to_string())?;
    support::generate(folder, config)?;
    let source = Source::new("moves.toml", config, Vec::new());
    let request = Request { read: &|_| Ok(FERRY.to_owned()), ..Request::default() };
    let plan = resolve(&source, &request).map_err(|errors| format!("{config}\n{errors:?}"))?;
    plan.jobs.into_iter().next().ok_or_else(|| "no output".to_owned())
}

/// Variants that can't have all these pieces on the chess board: a byte tells 256 attack sets apart, a cell of PEXT has
/// 16 bits, and some factors aren't found.
const SMALL: [&str; 6] =
    ["bytes", "bytes-packed", "bytes-postmask", "pext16", "offset-in-factor", "shift-add"];

const VARIANTS: [&str; 22] = [
    "fancy", "plain", "nested", "fixed", "black", "packed", "constant", "words", "postmask",
    "shared-slots", "shift-in-factor", "split32", "direction", "direction-rows", "pext",
    "pext-lines", "bytes", "bytes-packed", "bytes-postmask", "pext16", "offset-in-factor",
    "shift-add",
];

const PROGRAM: &str = "\
#include <stdio.h>
#define MAGICS_IMPLEMENTATION
#include \"magics.h\"

typedef uint64_t lookup(unsigned square, uint64_t occupied);

static lookup *const LOOKUPS[] = {
    @
};

int main(void)
{
    uint64_t call[4];
    unsigned long count = 0;
    FILE *file = fopen(\"../calls\", \"rb\");

    while (file && fread(call, sizeof call, 1, file) == 1) {
        uint64_t found;

        if (call[0] >= sizeof LOOKUPS / sizeof *LOOKUPS)
            continue;
        found = LOOKUPS[call[0]]((unsigned)call[1], call[2]);
        if (found != call[3]) {
            printf(\"lookup %u, square %u, occupied 0x%llx: 0x%llx, not 0x%llx\\n\", (unsigned)call[0],
                   (unsigned)call[1], (unsigned long long)call[2], (unsigned long long)found,
                   (unsigned long long)call[3]);
            return 1;
        }
        count++;
    }
    printf(\"%lu\\n\", count);
    return 0;
}
";

/// Looks up every subset of every mask, with noise on other squares, or random subsets of a large mask.
fn every_subset(folder: &Path) -> Result<(), String> {
    for board in &BOARDS {
        let inner = support::part_of(folder, board.name)?;
        // Lookups by line come first: only they have all pieces, the others all but the last ones.
        let mut calls = Vec::new();
        for (number, variant) in ["direction"].iter().chain(&VARIANTS).enumerate() {
            if board.name != "odd" && SMALL.contains(variant) {
                continue;
            }
            let inner = support::part_of(&inner, variant)?;
            let job =
                generated(&inner, &board.config(variant, "lang = \"c\"\npath = \"magics.h\""))?;
            if number == 0 {
                calls = calls_of(board, &job);
                let bytes: Vec<u8> =
                    calls.iter().flatten().flat_map(|word| word.to_ne_bytes()).collect();
                fs::write(inner.join("../calls"), bytes).map_err(|error| error.to_string())?;
            }
            let mut lookups = String::new();
            for piece in &job.pieces {
                let _ = write!(lookups, "{}, ", job.printed.names.lookup(&piece.piece.name));
            }
            let text = PROGRAM.replace('@', &lookups);
            fs::write(inner.join("main.c"), text).map_err(|error| error.to_string())?;
            let strict = ["-O1", "-std=c11", "-Wall", "-Wextra", "-Werror", "main.c", "-o", "main"];
            support::run(&inner, "gcc", &strict)?;
            let none: [&str; 0] = [];
            let printed = support::run(&inner, "./main", &none)
                .map_err(|error| format!("{} {variant}: {error}", board.name))?;
            let of = |call: &&[u64; 4]| call[0] < job.pieces.len() as u64;
            let count = calls.iter().filter(of).count();
            support::compare_with(printed.trim(), &count.to_string())?;
        }
    }
    Ok(())
}

/// Calls as (lookup, square, occupied, expected).
fn calls_of(board: &Board, job: &Job) -> Vec<[u64; 4]> {
    let mut word = words();
    let mut calls = Vec::new();
    for (number, piece) in (0..).zip(&job.pieces) {
        let walk = piece.walk(&job.mapping);
        for from in board.ground.squares() {
            let bit = (board.ground.bit)(from);
            let mask = walk.mask(bit);
            let random: Vec<u64> = (0..2000).map(|_| word() & word()).collect();
            let is_few = mask.count_ones() <= 12;
            let every = is_few.then(|| subsets(mask)).into_iter().flatten();
            let every: Vec<u64> = every.map(|subset| subset | word() & !mask).collect();
            for occupied in if is_few { every } else { random } {
                let expected = board.ground.attacks(&piece.piece.name, from, occupied);
                calls.push([number, u64::from(bit), occupied, expected]);
            }
        }
    }
    calls
}
