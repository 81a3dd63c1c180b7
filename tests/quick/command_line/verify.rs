//! `magicgen verify` on files, on folders, and on devices and pipes.

use std::process::Command;

use crate::command_line::check::{changed, told};
use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        nothing_wrong_and_unreadable_have_statuses_of_their_own,
        every_form_names_array_square_and_line,
        two_lists_of_offsets_are_compared,
        a_folder_is_walked,
        skipped_arrays_of_a_folder_are_counted,
        #[cfg(unix)]
        what_is_no_file_is_refused,
        #[cfg(unix)]
        no_escape_of_a_file_reaches_the_terminal,
        a_search_at_start_up_is_told,
        a_file_without_factors_is_told_once,
    ]
}

const RIVAL: &str = include_str!("../../data/rival.java.txt");

/// The text with one hexadecimal digit of the first rook's factor changed.
pub(crate) fn wrong() -> String {
    RIVAL.replacen("0xa180022080400230L", "0xa180022080500230L", 1)
}

fn nothing_wrong_and_unreadable_have_statuses_of_their_own() {
    let folder = Folder::new();
    folder.write("good.java", RIVAL);
    folder.write("wrong.java", &wrong());
    folder.write("none.java", "class None { int x = 5; }\n");
    for (files, status) in [
        (vec!["good.java"], 0),
        (vec!["good.java", "none.java"], 0),
        (vec!["good.java", "none.java", "wrong.java"], 1),
        (vec!["none.java"], 3),
        (vec!["missing.java"], 4),
        (vec!["missing.java", "good.java"], 4),
        (vec!["missing.java", "wrong.java"], 1),
        (vec!["--expect", "rook,bishop", "good.java"], 0),
        (vec!["--expect", "rook", "none.java"], 1),
        (vec!["--expect", "knight", "good.java"], 2),
    ] {
        let arguments: Vec<&str> = std::iter::once("verify").chain(files).collect();
        let run = folder.run(&arguments);
        assert_eq!(run.status, status, "{arguments:?}\n{}{}", run.stdout, run.stderr);
    }
    let run = folder.run(&["verify", "--format", "json", "good.java", "missing.java"]);
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        (&json["files"][0]["status"], &json["files"][1]["status"]),
        (&"holds".into(), &"unreadable".into())
    );
}

/// Findings come first, and arrays that aren't factors are one number, unless they are asked for.
fn skipped_arrays_of_a_folder_are_counted() {
    let folder = Folder::new();
    let list = |name: &str| format!("static const int {name}[64] = {{ {} }};\n", "7, ".repeat(64));
    for file in 0..4 {
        folder.write(&format!("src/{file}.c"), &(list("one") + &list("two")));
    }
    folder.write("src/numbers.java", &(list("three") + RIVAL));
    let run = folder.succeed(&["verify", "src"]);
    assert!(run.stdout.starts_with("src/numbers.java:\nrook: holds"), "{}", run.stdout);
    assert!(!run.stdout.contains("skipped: "), "{}", run.stdout);
    let last = "\n1 of 5 files have factors; 9 other arrays were skipped (`-v` lists them)\n";
    assert!(run.stdout.ends_with(last), "{}", run.stdout);
    let run = folder.succeed(&["verify", "-v", "src"]);
    assert!(run.stdout.starts_with("src/numbers.java:\nrook: holds"), "{}", run.stdout);
    assert_eq!(run.stdout.matches("\nskipped: 64 rows, `").count(), 9, "{}", run.stdout);
    assert!(run.stdout.ends_with("; 9 other arrays were skipped\n"), "{}", run.stdout);
    // A file alone has no summary.
    let run = folder.succeed(&["verify", "src/numbers.java"]);
    assert!(run.stdout.contains("\nskipped: 64 rows, `three`"), "{}", run.stdout);
}

/// In every form, the message has the array's name, how many squares are wrong, the first of them, and the line of the wrong
/// number.
fn every_form_names_array_square_and_line() {
    for (lang, arrays) in [
        ("c", ["MAGICS_ROOK_FACTORS", "MAGICS_ROOK_SHIFTS", "MAGICS_ROOK_OFFSETS"]),
        ("rust", ["ROOK_FACTORS", "ROOK_SHIFTS", "ROOK_OFFSETS"]),
    ] {
        let folder = Folder::new();
        let config = format!(
            "version = 1\n[[output]]\nlang = \"{lang}\"\npath = \"m.x\"\nvariant = \"fancy\"\nemit = [\"squares\", \"factors\", \"shifts\", \"offsets\"]\n"
        );
        folder.write("magicgen.toml", &config);
        folder.succeed(&[]);
        let right = folder.read("m.x");
        let [factors, shifts, offsets] = arrays;
        for (array, number, says, names) in [
            (
                factors,
                "0x1",
                "rook: WRONG on 1 of 64 squares: c3 (`ARRAY` in ",
                "): c3 (bit 18), factor 0x1 in line LINE: occupied 0x0 and ",
            ),
            (
                shifts,
                "70",
                "rook: WRONG on 1 of 64 squares: c3 (`ARRAY` in ",
                ": c3 (bit 18), 70 in line LINE is neither a number of index bits nor a shift",
            ),
            (
                shifts,
                "55",
                "rook: WRONG on 1 of 64 squares: c3 (`ARRAY` in ",
                ": c3 (bit 18), 55 in line LINE leaves 9 index bits, but factor ",
            ),
            (
                shifts,
                "53",
                "rook: WRONG on 1 of 64 squares: c3 (`ARRAY` in ",
                ": c3 (bit 18), 53 in line LINE leaves 11 index bits for 10 relevant squares",
            ),
            (
                offsets,
                "7",
                "table of rook and bishop: WRONG on 1 offset (offsets from `ARRAY` in ",
                " and rook on c3 (bit 18), offset 7 in line LINE (",
            ),
        ] {
            let (text, line) = changed(&right, array, 18, number);
            let file = format!("m.{}", if lang == "c" { "h" } else { "rs" });
            folder.write(&file, &text);
            let [people, others @ ..] = told(&folder, &["verify", &file], &file, line);
            let says = says.replace("ARRAY", array);
            let names = names.replace("LINE", &line.to_string());
            let begin = format!("error[verify::wrong]: {file}:{line}: {says}");
            assert!(people.starts_with(&begin) && people.contains(&names), "{begin} {people}");
            let message = people.trim_end().split_once(&format!("{file}:{line}: ")).unwrap().1;
            for other in others {
                assert!(other.contains(message), "{message}\n{other}");
            }
        }
    }
}

/// Rust's rows are slices of the table, which begin at offsets of their own beside the public ones.
fn two_lists_of_offsets_are_compared() {
    let folder = Folder::new();
    let emit = "lookup,squares,factors,shifts,offsets";
    let made = ["--no-config", "-q", "--lang", "rust", "--variant", "fancy", "--emit", emit];
    folder.succeed(&[&made[..], &["-o", "m.rs"]].concat());
    let right = folder.read("m.rs");
    let run = folder.run(&["verify", "m.rs"]);
    let agree = "offsets of bishop: holds, 64 of 64 squares (`BISHOP_OFFSETS` in ";
    assert!(run.status == 0 && run.stdout.contains(agree), "{}", run.stdout);
    assert!(!run.stdout.contains("skipped: 64 rows, `BISHOP_OFFSETS`"), "{}", run.stdout);
    for (array, other) in [("ROOK_OFFSETS", "ROOK_ROWS"), ("ROOK_ROWS", "ROOK_OFFSETS")] {
        for number in ["22529", "22528000"] {
            let (text, line) = changed(&right, array, 9, number);
            folder.write("m.rs", &text);
            let [people, others @ ..] = told(&folder, &["verify", "m.rs"], "m.rs", line);
            let begin = format!(
                "error[verify::wrong]: m.rs:{line}: offsets of rook: WRONG on 1 of 64 squares: b2 (`{array}` in "
            );
            assert!(people.starts_with(&begin), "{people}");
            assert!(people.contains(&format!(" differs from `{other}` in ")), "{people}");
            let says = format!(": b2 (bit 9), {number} in line {line}, but 22528 in line ");
            assert!(people.contains(&says), "{people}");
            assert!(others.iter().all(|other| other.contains(&says)), "{others:?}");
            assert_eq!(folder.run(&["verify", "--expect", "rook", "m.rs"]).status, 1);
            assert_eq!(folder.run(&["verify", "--adopt", "m.rs"]).status, 1);
        }
    }
}

fn a_folder_is_walked() {
    let folder = Folder::new();
    folder.write("engine/src/a/good.java", RIVAL);
    folder.write("engine/none.c", "int x;\n");
    folder.write("engine/.hidden/wrong.java", &wrong());
    std::fs::write(folder.path().join("engine/picture.bin"), [0, 1, 2, 3]).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("..", folder.path().join("engine/src/up")).unwrap();
        std::os::unix::fs::symlink("itself", folder.path().join("engine/itself")).unwrap();
    }
    let run = folder.run(&["verify", "--expect", "rook,bishop", "engine"]);
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("1 of 2 files have factors"), "{}", run.stdout);
}

/// Devices may never end, and named pipes would wait for a writer.
#[cfg(unix)]
fn what_is_no_file_is_refused() {
    let folder = Folder::new();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink("loop", folder.path().join("loop")).unwrap();
    for file in ["pipe", "loop", "/dev/zero"] {
        let run = folder.run(&["verify", file]);
        assert_eq!(run.status, 4, "{file}\n{}{}", run.stdout, run.stderr);
    }
    let endless = std::fs::File::open("/dev/zero").unwrap();
    let run = Command::new(crate::program()).args(["verify", "-"]).stdin(endless).output().unwrap();
    assert_eq!(run.status.code(), Some(4), "{}", String::from_utf8_lossy(&run.stderr));
}

#[cfg(unix)]
fn no_escape_of_a_file_reaches_the_terminal() {
    let folder = Folder::new();
    folder.write("\u{1b}[31mred\u{202e}.c", &format!("/* \u{1b}]0;title\u{7} */ {}", wrong()));
    folder.write("b.c", "int \u{1b}[2J x[64];\n");
    for format in ["human", "json"] {
        let run = folder.run(&["verify", "--format", format, "."]);
        let all = run.stdout + &run.stderr;
        assert_eq!(run.status, 1, "{all}");
        assert!(!all.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{all:?}");
    }
}

fn a_search_at_start_up_is_told() {
    let folder = Folder::new();
    folder.write(
        "engine.cpp",
        "int seeds[][8] = {{8977, 44560, 54343, 38998, 5731, 95205, 104912, 17020}};\n\
         do m.magic = rng.sparse_rand<Bitboard>(); while (popcount(m.magic * m.mask >> 56) < 6);\n",
    );
    let run = folder.run(&["verify", "engine.cpp"]);
    assert_eq!(run.status, 3, "{}", run.stdout);
    assert!(run.stderr.contains("`sparse_rand` in line 2, seeds in line 1"), "{}", run.stderr);
}

fn a_file_without_factors_is_told_once() {
    let folder = Folder::new();
    folder.write("a.toml", "version = 1\n");
    folder.write("b.c", "int x[3] = {5, 6, 7};\n");
    folder.write("folder/c.c", "int x;\n");
    for (files, lines) in
        [(&["a.toml"][..], 1), (&["a.toml", "b.c"], 2), (&["folder"], 1), (&["folder", "b.c"], 1)]
    {
        let run = folder.run(&[&["verify"], files].concat());
        assert_eq!(run.status, 3, "{files:?}");
        let all = run.stdout + &run.stderr;
        assert_eq!(all.matches("no factors").count(), lines, "{files:?}\n{all}");
    }
    let run = folder.run(&["verify", "b.c"]);
    let has = "b.c: no factors found: the most numbers that stand together are 3, in line 1; `verify` needs";
    assert!(run.stderr.contains(has), "{}", run.stderr);
}
