//! Engines with several arrays of factors for a piece.

use std::fmt::Write as _;

use crate::adopt::sources;
use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        the_advice_on_several_arrays_can_be_followed,
        the_array_beside_is_the_other_pieces,
        a_piece_without_factors_is_told,
    ]
}

/// Arrays of C, each with its name, piece (0 is the rook) and the factors' id.
fn arrays(names: &[(&str, usize, &str)]) -> String {
    let mut text = "#include <stdint.h>\n".to_owned();
    for (name, piece, id) in names {
        let factors = sources::factors(sources::pieces(id)[*piece], |word| format!("{word:#x}ULL"));
        let _ = writeln!(text, "static const uint64_t {name}[64] = {{\n  {factors}\n}};");
    }
    text
}

/// The arrays that are adopted, by the lines of the messages on them.
fn taken(stderr: &str) -> Vec<String> {
    let of_piece = |line: &&str| line.starts_with("rook: ") || line.starts_with("bishop: ");
    let place = |line: &str| line.split(", (").next().unwrap().to_owned();
    stderr.lines().filter(of_piece).map(place).collect()
}

fn the_advice_on_several_arrays_can_be_followed() {
    let one = [("rook1", 0, "pradu"), ("bishop1", 1, "pradu")];
    let two = [("rook2", 0, "bbc"), ("bishop2", 1, "bbc")];
    let again = [("rook1", 0, "bbc"), ("bishop1", 1, "bbc")];
    let cases = [
        (vec![("a.c", arrays(&[one, two].concat()))], ["rook1", "rook2"]),
        (vec![("a.c", arrays(&one)), ("b.c", arrays(&two))], ["rook1", "rook2"]),
        (vec![("a.c", arrays(&one)), ("b.c", arrays(&again))], ["a.c:rook1", "b.c:rook1"]),
    ];
    for (files, names) in cases {
        let folder = Folder::new();
        for (name, text) in files {
            folder.write(&format!("engine/{name}"), &text);
        }
        let run = folder.run(&["adopt", "engine"]);
        let advice = format!("choose with `--array {}` or `--array {}`\n", names[0], names[1]);
        assert!(run.status == 2 && run.stderr.contains(&advice), "{}", run.stderr);
        for name in names {
            let run = folder.succeed(&["adopt", "--array", name, "engine"]);
            let taken = taken(&run.stderr);
            assert!(taken.len() == 2 && run.stdout.contains("[\"rook\", \"bishop\"]"), "{taken:?}");
            let (file, rook) = name.split_once(':').unwrap_or(("", name));
            assert!(taken[0].contains(&format!("`{rook}` in")), "{taken:?}");
            assert!(taken[1].contains(&format!("`{}` in", rook.replace("rook", "bishop"))));
            assert!(taken.iter().all(|line| line.contains(&format!("of {file}"))), "{taken:?}");
        }
    }
}

fn the_array_beside_is_the_other_pieces() {
    let folder = Folder::new();
    let text = arrays(&[("r1", 0, "pradu"), ("r2", 0, "bbc"), ("b", 1, "bbc"), ("r3", 0, "rival")]);
    folder.write("engine/a.c", &text);
    for name in ["r1", "r2", "r3"] {
        let run = folder.succeed(&["adopt", "--array", name, "engine"]);
        let taken = taken(&run.stderr);
        assert!(taken[0].contains(name) && taken[1].contains("`b` in"), "{taken:?}");
    }
    // Of another file with several arrays, one has to be named.
    folder.write("engine/a.c", &arrays(&[("r1", 0, "pradu"), ("r2", 0, "bbc")]));
    folder.write("engine/b.c", &arrays(&[("b1", 1, "pradu"), ("b2", 1, "bbc")]));
    let run = folder.run(&["adopt", "--array", "r2", "engine"]);
    let advice = "choose with `--array r2,b1` or `--array r2,b2`";
    assert!(run.status == 2 && run.stderr.contains(advice), "{}", run.stderr);
    let run = folder.succeed(&["adopt", "--array", "r2,b1", "engine"]);
    assert!(taken(&run.stderr)[1].contains("`b1` in"), "{}", run.stderr);
}

fn a_piece_without_factors_is_told() {
    let folder = Folder::new();
    folder.write("engine/a.c", &arrays(&[("r1", 0, "pradu"), ("r2", 0, "bbc")]));
    let run = folder.succeed(&["adopt", "--array", "r2", "engine"]);
    let missing = "bishop: no factors found, so the config leaves it out\n";
    assert!(run.stderr.contains(missing), "{}", run.stderr);
    assert!(run.stdout.contains("[\"rook\"]"), "{}", run.stdout);
    let run = folder.run(&["adopt", "--array", "b", "engine"]);
    assert!(run.status == 2 && run.stderr.contains("use one of `r1`, `r2`"), "{}", run.stderr);
}
