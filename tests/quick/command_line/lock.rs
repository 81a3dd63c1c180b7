//! The lock is kept, read and proved, and never trusted.

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        the_same_config_gives_the_same_bytes_with_and_without_the_lock,
        renaming_and_turning_the_board_search_nothing,
        locked_never_searches,
        a_wrong_digit_is_refused_with_piece_square_and_two_occupancies,
        a_lock_that_cannot_be_read_is_refused_with_its_place,
        a_number_that_contradicts_the_others_is_refused_with_its_place,
        a_lock_named_in_an_ad_hoc_run_is_read_but_never_made,
        a_lock_of_more_than_a_mebibyte_is_neither_read_nor_written,
    ]
}

const CONFIG: &str = "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n";

fn the_same_config_gives_the_same_bytes_with_and_without_the_lock() {
    let folder = Folder::with_config(CONFIG);
    folder.succeed(&[]);
    let first = folder.files();
    folder.succeed(&[]);
    assert_eq!(folder.files(), first);
    std::fs::remove_file(folder.path().join("magicgen.lock")).unwrap();
    folder.succeed(&[]);
    assert_eq!(folder.files(), first);
}

fn renaming_and_turning_the_board_search_nothing() {
    let folder = Folder::with_config(CONFIG);
    folder.succeed(&[]);
    folder.write(
        "magicgen.toml",
        &CONFIG.replace("version = 1", "version = 1\norientation = \"h8lsb-file\""),
    );
    folder.succeed(&["--locked", "--name", "other", "--seed", "9"]);
    // The header's statement on the search comes from the lock.
    assert!(folder.read("m.h").contains("found by magicgen (seed 0)."));
}

fn locked_never_searches() {
    let folder = Folder::with_config(CONFIG);
    let before = folder.files();
    let run = folder.run(&["--locked"]);
    assert_eq!(run.status, 3);
    assert!(run.stderr.contains("magicgen.lock is missing"), "{}", run.stderr);
    assert_eq!(folder.files(), before);
    let run = Folder::new().run(&["--lang", "c", "--locked"]);
    assert_eq!(run.status, 3);
    assert!(run.stderr.contains("--lock FILE"), "{}", run.stderr);
}

/// A digit of every eighth factor of the rook is changed; all factors would take long.
fn a_wrong_digit_is_refused_with_piece_square_and_two_occupancies() {
    let folder = Folder::with_config(CONFIG);
    folder.succeed(&[]);
    let right = folder.read("magicgen.lock");
    let generated = folder.read("m.h");
    let factors: Vec<usize> = right.match_indices("\"0x").map(|(at, _)| at + 3).collect();
    assert_eq!(factors.len(), 128);
    let mut refused = 0;
    for at in factors.iter().step_by(8) {
        // The highest digit that isn't 0 changes the factor most.
        let digit = at + right[*at..].find(|c| c != '0').unwrap();
        let mut wrong = right.clone();
        wrong.replace_range(digit..=digit, "0");
        folder.write("magicgen.lock", &wrong);
        for arguments in [&["--check"][..], &["--locked"], &[]] {
            let run = folder.run(arguments);
            if run.status == 2 {
                refused += 1;
                assert!(run.stderr.contains("wrong factor for the "), "{}", run.stderr);
                assert!(
                    run.stderr.contains("magicgen.lock:") && run.stderr.contains('^'),
                    "{}",
                    run.stderr
                );
                assert!(run.stderr.matches("0x").count() >= 3, "{}", run.stderr);
                assert_eq!(folder.read("m.h"), generated);
                assert_eq!(folder.read("magicgen.lock"), wrong);
            } else {
                // The number is a working factor by chance: then only the generated file differs.
                folder.write("m.h", &generated);
                folder.write("magicgen.lock", &wrong);
            }
        }
    }
    assert!(refused >= 30, "{refused}");
}

fn a_lock_that_cannot_be_read_is_refused_with_its_place() {
    let folder = Folder::with_config(CONFIG);
    folder.succeed(&[]);
    let right = folder.read("magicgen.lock");
    let wrongs = [
        right.replacen("lock-version = 1", "lock-version = 99", 1),
        right.replacen("\"0x", "\"0y", 1),
        right.replacen("factor = [", "factr = [", 1),
        right[..right.len() / 2].to_owned(),
    ];
    for wrong in wrongs {
        folder.write("magicgen.lock", &wrong);
        let run = folder.run(&[]);
        assert_eq!(run.status, 2, "{}", run.stderr);
        assert!(run.stderr.contains("magicgen.lock:"), "{}", run.stderr);
        assert_eq!(folder.read("magicgen.lock"), wrong);
    }
}

/// The shift in a factor's upper six bits, an offset in its lower bits, and counts.
fn a_number_that_contradicts_the_others_is_refused_with_its_place() {
    for (variant, key, says) in [
        ("shift-in-factor", "shift", "but the other numbers result in"),
        ("shift-in-factor", "entries", "but the other numbers result in"),
        ("offset-in-factor", "offset", "but the other numbers result in"),
        ("fancy", "found", "but the other numbers result in 64"),
        ("packed", "entries", "but the other numbers result in"),
    ] {
        let config = CONFIG.replace("lang = ", &format!("variant = \"{variant}\"\nlang = "));
        let folder = Folder::with_config(&config);
        folder.succeed(&[]);
        let right = folder.read("magicgen.lock");
        let start = right.find(&format!("\n{key} = ")).unwrap() + key.len() + 4;
        let first = start + right[start..].find(|c: char| c.is_ascii_digit()).unwrap();
        let length = right[first..].find(|c: char| !c.is_ascii_digit()).unwrap();
        let number: u64 = right[first..first + length].parse().unwrap();
        let mut wrong = right.clone();
        wrong.replace_range(first..first + length, &(number + 1).to_string());
        folder.write("magicgen.lock", &wrong);
        for arguments in [&["--check"][..], &["--locked"], &[]] {
            let run = folder.run(arguments);
            assert_eq!(run.status, 2, "{variant} {key}\n{}", run.stderr);
            assert!(run.stderr.contains(says), "{variant} {key}\n{}", run.stderr);
            let line = 1 + wrong[..first].matches('\n').count();
            let place = format!("magicgen.lock:{line}:");
            assert!(run.stderr.contains(&place), "{variant} {key}\n{}", run.stderr);
            assert_eq!(folder.read("magicgen.lock"), wrong);
        }
    }
}

fn a_lock_named_in_an_ad_hoc_run_is_read_but_never_made() {
    let folder = Folder::with_config(CONFIG);
    folder.succeed(&["--seed", "5"]);
    let run =
        folder.succeed(&["--lang", "rust", "--lock", "magicgen.lock", "--locked", "-o", "m.rs"]);
    assert!(run.stderr.contains("wrote m.rs"), "{}", run.stderr);
    folder.succeed(&["--lang", "rust", "--lock", "other.lock", "-o", "m.rs"]);
    assert!(!folder.has("other.lock"));
}

/// The limit of a lock, in bytes.
const MOST: usize = 1 << 20;

/// Reading a lock takes fifty times its length in memory, and the longest that runs write are a fifth of the limit.
fn a_lock_of_more_than_a_mebibyte_is_neither_read_nor_written() {
    let folder = Folder::with_config(CONFIG);
    folder.succeed(&[]);
    let right = folder.read("magicgen.lock");
    let padded = |length: usize| format!("{right}{}\n", "#".repeat(length - right.len() - 1));
    folder.write("magicgen.lock", &padded(MOST));
    folder.succeed(&["--check"]);
    folder.write("magicgen.lock", &padded(MOST + 1));
    for arguments in [&["--check"][..], &["--locked"], &[], &["search"]] {
        let run = folder.run(arguments);
        assert_eq!(run.status, 4, "{arguments:?}\n{}", run.stderr);
        assert!(run.stderr.contains("it is longer than 1 MiB"), "{}", run.stderr);
    }
    // Factors that no output needs are kept, so that a lock grows.
    let start = right.find("[[problem]]").unwrap();
    let end = start + right[start..].find("[[output]]").unwrap();
    let rook = right[start..end].rfind("[[problem]]").map(|at| &right[start + at..end]).unwrap();
    let mut full = right.clone();
    for number in 0.. {
        let other = rook.replacen("hash = \"blake3:", &format!("hash = \"blake3:{number:08}"), 1);
        if full.len() + other.len() > MOST {
            break;
        }
        full.push_str(&other);
    }
    folder.write("magicgen.lock", &full);
    folder.succeed(&["--check"]);
    folder.write("magicgen.toml", &CONFIG.replace("lang = ", "variant = \"plain\"\nlang = "));
    let before = folder.files();
    let run = folder.run(&[]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    let says = "magicgen.lock would be longer than 1 MiB, the limit of a lock";
    assert!(run.stderr.contains(says), "{}", run.stderr);
    assert_eq!(folder.files(), before);
}
