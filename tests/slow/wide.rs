//! Generates lookups of boards of more than 64 squares, and compares them in each language with a walk by rules of its own.
//!
//! A driver looks up every square under ten occupancies, and prints a digest of all results.

use crate::folder::Folder;
use crate::installed::has_tool;
use drivers::{DRIVERS, WideDriver};
use libtest_mimic::{Failed, Trial};
use std::fmt::Write as _;
use std::process::Command;

mod drivers;

/// A board, with the bit of each file and rank.
struct WideGame {
    name: &'static str,
    width: i16,
    height: i16,
    keys: &'static str,
    bit: fn(i16, i16) -> Option<i16>,
    /// True where tables of whole bishops are small.
    is_small: bool,
}

static GAMES: [WideGame; 6] = [
    WideGame {
        name: "xiangqi",
        width: 9,
        height: 10,
        keys: "orientation = { preset = \"xiangqi\" }",
        bit: |file, rank| Some(rank * 9 + file),
        is_small: true,
    },
    WideGame {
        name: "shogi",
        width: 9,
        height: 9,
        keys: "orientation = { preset = \"shogi-63\" }",
        bit: |file, rank| {
            let number = (8 - file) * 9 + 8 - rank;
            Some(number + i16::from(number > 62))
        },
        is_small: true,
    },
    WideGame {
        name: "capablanca",
        width: 10,
        height: 8,
        keys: "",
        bit: |file, rank| Some(rank * 10 + file),
        is_small: true,
    },
    WideGame {
        name: "fairy",
        width: 12,
        height: 10,
        keys: "orientation = { preset = \"fairy\" }",
        bit: |file, rank| Some(rank * 12 + file),
        is_small: false,
    },
    WideGame {
        name: "eleven",
        width: 11,
        height: 11,
        keys: "orientation = \"h8lsb\"",
        bit: |file, rank| Some((10 - rank) * 11 + 10 - file),
        is_small: false,
    },
    // The first rank has no a and no b, the fifth no e.
    WideGame {
        name: "holes",
        width: 9,
        height: 9,
        keys: "orientation = { preset = \"compact\" }",
        bit: |file, rank| {
            let number = rank * 9 + file;
            let is_hole = number < 2 || number == 40;
            (!is_hole).then_some(number - 2 - i16::from(number > 40))
        },
        is_small: true,
    },
];

const HOLES: &str = "holes = [\"a1-b1\", \"e5\"], ";

type Steps = [(i16, i16); 4];
const STRAIGHT: Steps = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: Steps = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

impl WideGame {
    fn bit(&self, (file, rank): (i16, i16)) -> Option<i16> {
        let is_inside = (0..self.width).contains(&file) && (0..self.height).contains(&rank);
        if is_inside { (self.bit)(file, rank) } else { None }
    }

    /// The squares in a direction, up to the edge or a hole.
    fn ray(&self, (file, rank): (i16, i16), (files, ranks): (i16, i16)) -> Vec<u128> {
        let places = (1..).map(|times| (file + times * files, rank + times * ranks));
        places.map_while(|at| self.bit(at)).map(|bit| 1 << bit).collect()
    }

    /// The attack set of a lookup.
    fn walk(&self, lookup: &str, at: (i16, i16), occupied: u128) -> u128 {
        let rays = |steps: Steps| steps.map(|step| self.ray(at, step));
        let is_occupied = |square: &u128| occupied & square != 0;
        let slide = |ray: Vec<u128>| {
            let end = ray.iter().position(is_occupied).map_or(ray.len(), |at| at + 1);
            ray[..end].iter().fold(0, |set, square| set | square)
        };
        let all = |sets: [u128; 4]| sets.into_iter().fold(0, |all, set| all | set);
        match lookup {
            "rook_attacks" => all(rays(STRAIGHT).map(slide)),
            "bishop_attacks" => all(rays(DIAGONAL).map(slide)),
            "cannon_quiets" => all(rays(STRAIGHT).map(slide)) & !occupied,
            "cannon_captures" => {
                all(rays(STRAIGHT)
                    .map(|ray| ray.into_iter().filter(is_occupied).nth(1).unwrap_or(0)))
            }
            _ => all(STRAIGHT.map(|(files, ranks)| {
                let (file, rank) = (at.0 + files, at.1 + ranks);
                let Some(leg) = self.bit((file, rank)) else { return 0 };
                if occupied >> leg & 1 != 0 {
                    return 0;
                }
                let targets = [1, -1].map(|side| {
                    let aside = if files == 0 { (side, ranks) } else { (files, side) };
                    self.bit((file + aside.0, rank + aside.1)).map_or(0, |bit| 1 << bit)
                });
                targets[0] | targets[1]
            })),
        }
    }

    /// The digest of all lookups.
    fn digest(&self, lookups: &[&str]) -> u64 {
        let (mut state, mut digest) = (1_u64, 0_u64);
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            u128::from(state)
        };
        for (_, at) in self.squares() {
            for _ in 0..10 {
                let occupied = next() | next() << 64;
                for lookup in lookups {
                    let set = self.walk(lookup, at, occupied);
                    for word in [set as u64, (set >> 64) as u64] {
                        digest = digest.wrapping_mul(31).wrapping_add(word);
                    }
                }
            }
        }
        digest
    }

    /// The bits of all squares in order, with file and rank.
    fn squares(&self) -> Vec<(i16, (i16, i16))> {
        let places =
            (0..self.height).flat_map(|rank| (0..self.width).map(move |file| (file, rank)));
        let mut all: Vec<_> = places.filter_map(|at| Some((self.bit(at)?, at))).collect();
        all.sort_unstable();
        all
    }

    fn config(&self, language: &WideDriver, variant: &str, pieces: &str) -> String {
        let Self { width, height, keys, .. } = self;
        let holes = if self.name == "holes" { HOLES } else { "" };
        let WideDriver { lang, word, file, .. } = language;
        let word = if word.is_empty() { String::new() } else { format!("word = \"{word}\"\n") };
        let (variant, cell) = variant.split_once(':').unwrap_or((variant, ""));
        let lookup = if cell.is_empty() { "" } else { "lookup = { cell = \"spread\" }\n" };
        format!(
            "version = 1\n{keys}\nboard = {{ {holes}width = {width}, height = {height} }}\n\
             piece = [\n{{ name = \"horse\", moves = [{{ leaps = \"knight\", via = \"orthogonal\" }}] }},\n\
             {{ name = \"cannon\", moves = [{{ rays = \"rook\", for = \"quiet\" }}, \
             {{ rays = \"rook\", over = 1, for = \"capture\" }}] }} ]\n\
             [[output]]\nlang = \"{lang}\"\npath = \"{file}\"\nvariant = \"{variant}\"\n\
             {lookup}pieces = [{pieces}]\n{word}"
        )
    }

    fn test(&self, driver: &WideDriver) -> Result<(), Failed> {
        let by_line =
            ["rook_attacks", "bishop_attacks", "cannon_quiets", "cannon_captures", "horse_attacks"];
        let all = "\"rook\", \"bishop\", \"cannon\", \"horse\"";
        let small = [("fancy", "\"bishop\", \"horse\""), ("words", "\"bishop\", \"horse\"")];
        let small = small.into_iter().filter(|_| self.is_small && !driver.is_slow);
        // These languages have no PEXT.
        let lacking = ["javascript", "python", "verilog", "wat"];
        let packed = Some(("pext-lines", all)).filter(|_| !lacking.contains(&driver.lang));
        let sliders = "\"rook\", \"bishop\", \"cannon\"";
        let computed = ["slide-arithmetic", "ray-reverse"].map(|variant| (variant, sliders));
        let tabled = [("direction", all), ("direction:spread", all)];
        let tabled = tabled.into_iter().chain(packed).chain(small);
        let tabled = tabled.filter(|_| driver.has_tables);
        for (variant, pieces) in tabled.chain(computed) {
            let lookups: Vec<&str> = match variant {
                "direction" | "direction:spread" | "pext-lines" => by_line.to_vec(),
                "slide-arithmetic" | "ray-reverse" => by_line[..4].to_vec(),
                _ => vec!["bishop_attacks", "horse_attacks"],
            };
            let folder = Folder::with_config(&self.config(driver, variant, pieces));
            folder.succeed(&[]);
            let mut calls = String::new();
            for lookup in &lookups {
                let call = driver.call.replace("LOOKUP", lookup).replace("CAMEL", &camel(lookup));
                let _ = write!(calls, "{call} ");
            }
            let squares: Vec<String> =
                self.squares().iter().map(|(bit, _)| bit.to_string()).collect();
            let text = driver.text.replace("SETS", driver.sets);
            let bits = self.squares().last().map_or(0, |(bit, _)| bit + 1).to_string();
            let text = text.replace("SQUARES", &squares.join(", ")).replace("CALLS", &calls);
            let text = text.replace("BITS", &bits);
            folder.write(driver.main, &text);
            let output = Command::new("sh")
                .args(["-c", driver.command])
                .current_dir(folder.path())
                .output()?;
            let found = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            let right = self.digest(&lookups).to_string();
            if found != right {
                let errors = String::from_utf8_lossy(&output.stderr);
                return Err(format!("{variant}: {found}, not {right}\n{errors}").into());
            }
        }
        Ok(())
    }
}

/// `rookAttacks` for `rook_attacks`.
fn camel(lookup: &str) -> String {
    let (piece, what) = lookup.split_once('_').unwrap_or((lookup, ""));
    let (first, rest) = what.split_at(what.len().min(1));
    format!("{piece}{}{rest}", first.to_uppercase())
}

/// A test of each board in each language.
pub(crate) fn trials() -> Vec<Trial> {
    let pairs = GAMES.iter().flat_map(|game| DRIVERS.iter().map(move |driver| (game, driver)));
    let pairs =
        pairs.filter(|(game, driver)| !driver.is_slow || ["xiangqi", "holes"].contains(&game.name));
    let trial = |(game, driver): (&'static WideGame, &'static WideDriver)| {
        let WideDriver { lang, word, .. } = driver;
        let kind = if word.is_empty() { "" } else { "::" };
        let name = format!("wide::{}::{lang}{kind}{word}", game.name);
        let test = Trial::test(name, || game.test(driver));
        test.with_ignored_flag(!has_tool(driver.tool))
    };
    pairs.map(trial).collect()
}
