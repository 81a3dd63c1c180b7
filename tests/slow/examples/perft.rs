//! Runs the programs of `examples/perft`, and compares what they count with the positions' published counts.

use crate::examples::scratch::Scratch;
use crate::examples::trial;
use libtest_mimic::Trial;

/// A program that counts moves.
struct Perft {
    game: &'static str,
    language: &'static str,
    needs: &'static [&'static str],
    /// The command that makes and runs it, behind `magicgen`.
    command: &'static str,
    depth: u32,
}

const C: &str = "cc -std=c99 -pedantic -O2 -Wall -Wextra -Werror -o perft perft.c && ./perft";
const RUST: &str = "rustc --edition 2024 -O -D warnings perft.rs && ./perft";
const CPP: &str =
    "c++ -std=c++17 -pedantic -O2 -Wall -Wextra -Werror -o perft perft.cpp && ./perft";
const JAVA: &str = "javac -Xlint:all -Werror *.java && java Perft";
const JAVA_TOOLS: &[&str] = &["javac", "java"];

static ALL: [Perft; 15] = [
    Perft { game: "xiangqi", language: "c", needs: &["cc"], command: C, depth: 5 },
    Perft { game: "xiangqi", language: "rust", needs: &["rustc"], command: RUST, depth: 5 },
    Perft {
        game: "xiangqi",
        language: "python",
        needs: &["python3"],
        command: "python3 perft.py",
        depth: 3,
    },
    Perft { game: "xiangqi", language: "java", needs: JAVA_TOOLS, command: JAVA, depth: 5 },
    Perft { game: "shogi", language: "c", needs: &["cc"], command: C, depth: 4 },
    Perft { game: "shogi", language: "rust", needs: &["rustc"], command: RUST, depth: 4 },
    Perft {
        game: "shogi",
        language: "python",
        needs: &["python3"],
        command: "python3 perft.py",
        depth: 3,
    },
    Perft { game: "shogi", language: "java", needs: JAVA_TOOLS, command: JAVA, depth: 4 },
    Perft { game: "capablanca", language: "cpp", needs: &["c++"], command: CPP, depth: 4 },
    Perft { game: "capablanca", language: "c", needs: &["cc"], command: C, depth: 4 },
    Perft { game: "capablanca", language: "rust", needs: &["rustc"], command: RUST, depth: 4 },
    Perft {
        game: "capablanca",
        language: "python",
        needs: &["python3"],
        command: "python3 perft.py",
        depth: 3,
    },
    Perft { game: "capablanca", language: "java", needs: JAVA_TOOLS, command: JAVA, depth: 4 },
    Perft { game: "janggi", language: "c", needs: &["cc"], command: C, depth: 4 },
    Perft { game: "glinski", language: "rust", needs: &["rustc"], command: RUST, depth: 4 },
];

impl Perft {
    fn test(&self) -> Result<(), String> {
        let Self { game, language, command, depth, .. } = self;
        let scratch = Scratch::new(&format!("perft-{game}-{language}"), &format!("perft/{game}"))?;
        let run = format!("magicgen && {command} {depth} < positions.txt");
        let printed = scratch.run(&run)?;
        let positions = std::fs::read_to_string(scratch.project.join("positions.txt"));
        let positions = positions.map_err(|error| error.to_string())?;
        let mut counted = 0;
        for (position, counts) in positions.lines().filter_map(|line| line.split_once("; D")) {
            for (of, count) in counts.split("; D").filter_map(|count| count.split_once(' ')) {
                if of.parse::<u32>().is_ok_and(|of| of <= *depth) {
                    let line = format!("{position} depth {of}: {count}");
                    if !printed.lines().any(|printed| printed == line) {
                        return Err(format!(
                            "{game} in {language} didn't print\n{line}\n{printed}"
                        ));
                    }
                    counted += 1;
                }
            }
        }
        if counted > 2 { Ok(()) } else { Err(format!("{counted} counts are compared")) }
    }
}

/// A test of each program.
pub(crate) fn trials() -> Vec<Trial> {
    let of = |perft: &'static Perft| {
        let name = format!("perft::{}::{}", perft.game, perft.language);
        trial(&name, perft.needs, true, || perft.test())
    };
    ALL.iter().map(of).collect()
}
