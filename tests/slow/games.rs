//! Twelve configs of boards of any size and pieces of any kind: each is generated as it stands, its lookups proved.
//!
//! Each stands in `tests/data/games`, with the two files that the last one reads.

use crate::folder::Folder;
use libtest_mimic::{Failed, Trial};

/// A config, its generated file, and lines that the file has.
struct Game {
    name: &'static str,
    config: &'static str,
    file: &'static str,
    lines: &'static [&'static str],
}

macro_rules! game {
    ($name:literal, $file:literal, $lines:expr) => {
        Game {
            name: $name,
            config: include_str!(concat!("../data/games/", $name, ".toml")),
            file: $file,
            lines: &$lines,
        }
    };
}

const FILES: [(&str, &str); 2] = [
    ("mill.csv", include_str!("../data/games/mill.csv")),
    ("flyer.csv", include_str!("../data/games/flyer.csv")),
];

static GAMES: [Game; 12] = [
    game!(
        "01-xiangqi",
        "attacks.hpp",
        [" cannon_captures(", " horse_to_attacks(", "std::uint16_t"]
    ),
    game!("02-janggi", "janggi.rs", ["pub const fn pao_attacks(square: usize, occupied: u128)"]),
    game!(
        "03-shogi",
        "sliders.rs",
        ["fn lance_up_attacks(square: usize, occupied: [u64; 2]) -> [u64; 2]"]
    ),
    game!("04-capablanca", "capa.go", ["ChancellorAttacks("]),
    game!("05-fairy", "fairy.h", ["typedef unsigned __int128 magics_set;", "#error "]),
    game!("06-pieces", "Fairy.java", ["class Fairy {", " skipRookAttacks("]),
    game!("07-four", "four.hpp", ["std::uint64_t w[3];"]),
    game!(
        "08-glinski",
        "hex.ts",
        ["export function bishopAttacks(square: number, occupied: bigint): bigint"]
    ),
    game!("09-omega", "Omega.cs", [" QueenAttacks("]),
    game!("10-chu", "chu.mjs", ["export function verticalMoverAttacks(square, occupied, out) {"]),
    game!("11-draughts", "kings.zig", ["pub fn kingQuiets(", "pub fn kingCaptures("]),
    game!("12-mill", "mill.py", ["def flyer_attacks("]),
];

impl Game {
    fn test(&self) -> Result<(), Failed> {
        let folder = Folder::with_config(self.config);
        for (name, text) in FILES {
            folder.write(name, text);
        }
        let run = folder.succeed(&[]);
        if !run.stderr.contains(&format!("wrote {} (", self.file)) {
            return Err(run.stderr.into());
        }
        let text = folder.read(self.file);
        match self.lines.iter().find(|line| !text.contains(**line)) {
            Some(line) => Err(format!("{} lacks `{line}`", self.file).into()),
            None => Ok(()),
        }
    }
}

/// A test of each config.
pub(crate) fn trials() -> Vec<Trial> {
    let trial = |game: &'static Game| Trial::test(format!("games::{}", game.name), || game.test());
    GAMES.iter().map(trial).collect()
}
