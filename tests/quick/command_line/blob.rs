//! `tables = "blob"`: the binary file beside a source, its header, and what is refused.

use crate::folder::{Folder, Run};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        the_file_is_its_header_and_the_words_of_the_printed_table,
        a_check_finds_another_file,
        languages_without_it_name_those_that_have_it,
        what_makes_no_sense_is_refused,
    ]
}

fn fail(folder: &Folder, arguments: &[&str]) -> Run {
    let run = folder.run(arguments);
    assert_ne!(run.status, 0, "{arguments:?}");
    run
}

const BLOB: &[&str] = &["--lang", "c", "--tables", "blob", "--emit", "attacks,lookup"];

/// The check is independent of the generator: words come from the literals that `full` prints.
fn the_file_is_its_header_and_the_words_of_the_printed_table() {
    let folder = Folder::new();
    folder.succeed(&[BLOB, &["-o", "magics.h"]].concat());
    let full = ["--lang", "c", "--tables", "full", "--emit", "attacks,lookup", "-o", "full.h"];
    folder.succeed(&full);
    let text = folder.read("full.h");
    let (_, table) = text.split_once("MAGICS_ATTACKS[] = {\n").unwrap();
    let (table, _) = table.split_once("\n};").unwrap();
    let words: Vec<u64> = table
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter_map(|word| {
            u64::from_str_radix(word.strip_prefix("0x")?.strip_suffix("ULL")?, 16).ok()
        })
        .collect();
    assert_eq!(words.len(), 107_648);
    let little = std::fs::read(folder.path().join("magics.bin")).unwrap();
    assert_eq!(&little[..12], b"MAGICGEN\x01\x08L\0");
    assert_eq!(little[16..24], 107_648_u64.to_le_bytes());
    let of_file = little[24..].chunks(8).map(|word| u64::from_le_bytes(word.try_into().unwrap()));
    assert!(of_file.eq(words.iter().copied()));
    let order = ["-D", "output.byte-order=big", "-o", "big.h"];
    folder.succeed(&[BLOB, &order].concat());
    let big = std::fs::read(folder.path().join("big.bin")).unwrap();
    assert_eq!(&big[..12], b"MAGICGEN\x01\x08B\0");
    assert_eq!(big[16..24], 107_648_u64.to_be_bytes());
    let of_file = big[24..].chunks(8).map(|word| u64::from_be_bytes(word.try_into().unwrap()));
    assert!(of_file.eq(words));
}

fn a_check_finds_another_file() {
    let folder = Folder::new();
    let arguments = [BLOB, &["-o", "magics.h"]].concat();
    folder.succeed(&arguments);
    folder.succeed(&[&arguments[..], &["--check"]].concat());
    let path = folder.path().join("magics.bin");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let run = fail(&folder, &[&arguments[..], &["--check"]].concat());
    assert!(run.stderr.contains("magics.bin"), "{}", run.stderr);
}

fn languages_without_it_name_those_that_have_it() {
    let folder = Folder::new();
    let run = fail(&folder, &["--lang", "lua", "--tables", "blob", "-o", "magics.lua"]);
    assert!(run.stderr.contains("lua has no `tables = \"blob\"`"), "{}", run.stderr);
    assert!(run.stderr.contains("these have it: c"), "{}", run.stderr);
    let c89 = [BLOB, &["-D", "output.c.std=c89", "-o", "magics.h"]].concat();
    let run = fail(&folder, &c89);
    assert!(
        run.stderr.contains("c has no `tables = \"blob\"` with these options"),
        "{}",
        run.stderr
    );
}

fn what_makes_no_sense_is_refused() {
    let folder = Folder::new();
    let cases: [(&[&str], &str); 6] = [
        (&["--variant", "hyperbola", "-o", "a.h"], "`hyperbola` has no tables of words"),
        (&["-o", "-"], "standard output"),
        (&["-D", "output.c.section=.ewram", "-o", "a.h"], "`section` can't place tables"),
        (&["-D", "output.style.fields=switch", "-o", "a.h"], "`fields = \"switch\"`"),
        (&["-o", "a b.h"], "gives no name for its file of tables"),
        (&["-D", "output.byte-order=middle", "-o", "a.h"], "unknown byte order `middle`"),
    ];
    for (flags, message) in cases {
        let run = fail(&folder, &[BLOB, flags].concat());
        assert!(run.stderr.contains(message), "{flags:?}\n{}", run.stderr);
    }
    let run = fail(&folder, &["--lang", "c", "-D", "output.byte-order=big", "-o", "a.h"]);
    assert!(run.stderr.contains("`byte-order` needs `tables = \"blob\"`"), "{}", run.stderr);
}
