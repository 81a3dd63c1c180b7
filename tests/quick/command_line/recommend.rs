//! `magicgen recommend`: the variant for a language, a processor, a size and a workload.

use serde_json::Value;

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        what_is_recommended_is_fast_and_fits: slow,
        the_command_that_it_names_works,
        without_memory_there_are_lookups_that_keep_nothing,
        boards_of_more_squares_have_their_own_figures: slow,
        the_book_has_the_bytes_of_codes: slow,
    ]
}

fn recommended(flags: &[&str]) -> Value {
    let folder = Folder::new();
    let run = folder.succeed(&[&["recommend", "--format", "json"], flags].concat());
    serde_json::from_str(&run.stdout).unwrap()
}

fn speed(row: &Value) -> f64 {
    row["speed"].as_f64().unwrap()
}

/// Whatever is asked, nothing that fits is faster by more than chance, and nothing as fast is smaller.
fn what_is_recommended_is_fast_and_fits() {
    let asked: [&[&str]; 8] = [
        &[],
        &["--lang", "rust"],
        &["--lang", "java", "--workload", "hash"],
        &["--processor", "bmi2", "--workload", "stream"],
        &["--max-bytes", "200000"],
        &["--max-bytes", "4000", "--workload", "games"],
        &["--workload", "latency", "--processor", "bmi2"],
        &["--workload", "pressure", "--lang", "rust", "--processor", "avx512"],
    ];
    for flags in asked {
        let answer = recommended(flags);
        let rows = answer["candidates"].as_array().unwrap();
        assert_eq!(rows[0]["variant"], answer["variant"]);
        for (id, processors) in [
            ("pext", &["bmi2", "avx512"][..]),
            ("hyperbola-dual", &["bmi2", "avx512"]),
            ("obstruction-vector", &["avx512"]),
        ] {
            let is_there = rows.iter().any(|row| row["variant"] == id);
            let is_as_measured = processors.iter().any(|processor| flags.contains(processor));
            assert_eq!(is_there, is_as_measured, "{id}: {flags:?}");
        }
        for row in rows {
            assert!(speed(row) <= speed(&rows[0]) + 0.021, "{flags:?}: {row}");
            if speed(row) >= speed(&rows[0]) {
                assert!(row["bytes"].as_u64() >= rows[0]["bytes"].as_u64(), "{flags:?}: {row}");
            }
        }
    }
    // PEXT needs a flag of the compiler, or a release of Java.
    let has = |flags: &[&str], key: &str, text: &str| {
        let said = recommended(&[flags, &["--processor", "bmi2"]].concat());
        assert!(said[key].as_str().unwrap().contains(text), "{said}");
    };
    has(&["--lang", "c"], "reason", "-mbmi2");
    has(&["--lang", "rust"], "reason", "target-feature=+bmi2");
    has(&["--lang", "kotlin"], "command", "-D output.kotlin.release=19");
    assert_eq!(recommended(&["--lang", "rust"])["is-measured"], true);
    assert_eq!(recommended(&["--lang", "go"])["is-measured"], false);
}

fn the_command_that_it_names_works() {
    let folder = Folder::new();
    let text = folder.succeed(&["recommend", "--max-bytes", "100000"]).stdout;
    let command = text.lines().find_map(|line| line.strip_prefix("magicgen ")).unwrap();
    let command: Vec<&str> = command.split(' ').chain(["-o", "x.h"]).collect();
    folder.succeed(&command);
    assert!(folder.has("x.h"));
    for lang in ["cpp", "c++"] {
        let answer = recommended(&["--lang", lang, "--max-bytes", "100000"]);
        let command = answer["command"].as_str().unwrap().strip_prefix("magicgen ").unwrap();
        let folder = Folder::new();
        folder.succeed(&command.split(' ').collect::<Vec<_>>());
        assert!(folder.has("magics.hpp") && folder.has("magics.cpp"), "{command}");
    }
}

fn without_memory_there_are_lookups_that_keep_nothing() {
    let answer = recommended(&["--max-bytes", "7"]);
    assert_eq!(answer["candidates"][0]["bytes"], 0, "{answer}");
}

/// A number with a comma before its last three digits.
fn grouped(number: u64) -> String {
    format!("{},{:03}", number / 1000, number % 1000)
}

/// Codes of one piece take at most 20 KB on boards up to 12x10, and all that a config's lookups keep at most 64 KiB.
fn boards_of_more_squares_have_their_own_figures() {
    let config = |width, height, pieces: &str| {
        format!(
            "version = 1\nboard = {{ width = {width}, height = {height} }}\n\
             piece = [{{ name = \"cannon\", betza = \"mRcpR\" }},\n\
             {{ name = \"horse\", moves = [{{ leaps = \"knight\", via = \"orthogonal\" }}] }}]\n\
             [[output]]\nlang = \"c\"\npath = \"m.h\"\npieces = [{pieces}]\n"
        )
    };
    let asked = |text: &str, flags: &[&str]| -> Value {
        let folder = Folder::with_config(text);
        let all = ["recommend", "--format", "json", "--config", "magicgen.toml"];
        let run = folder.succeed(&[&all, flags].concat());
        let answer: Value = serde_json::from_str(&run.stdout).unwrap();
        answer["outputs"][0].clone()
    };
    let (all, sliders) = ("\"rook\", \"bishop\", \"horse\"", "\"rook\", \"bishop\", \"cannon\"");
    let fits = |answer: &Value, lookup: &str, most: u64| {
        assert_eq!(answer["lookup"], lookup, "{answer}");
        let best = &answer["candidates"][0];
        assert!(best["largest-table"].as_u64().unwrap() <= most, "{best}");
        assert!(best["bytes"].as_u64().unwrap() <= 64 << 10, "{best}");
    };
    for (width, height) in [(9, 9), (9, 10), (10, 8), (10, 10), (12, 10)] {
        let with_cannon = config(width, height, &format!("{all}, \"cannon\""));
        fits(&asked(&with_cannon, &["--processor", "bmi2"]), "pext-lines:pdep", 20_000);
        // Without PEXT, rows of different squares are seldom equal.
        let portable = if width == 12 { config(width, height, all) } else { with_cannon.clone() };
        let answer = asked(&portable, &[]);
        fits(&answer, "direction:spread", 20_000);
        if width == 12 {
            let folder = Folder::with_config(&with_cannon);
            let refused = folder.run(&["recommend", "--config", "magicgen.toml"]);
            let (_, least) = refused.stderr.split_once("direction:spread, takes ").unwrap();
            let least = least.split_whitespace().next().unwrap().parse().unwrap();
            let fewer = answer["candidates"][0]["bytes"].as_u64().unwrap();
            let book = include_str!("../../../docs/wide-speed.md");
            let text = format!("{} bytes, and {} without", grouped(least), grouped(fewer));
            assert!(book.contains(&text), "{text}");
        }
        let computed = asked(&config(width, height, sliders), &["--max-bytes", "31000"]);
        assert_eq!(computed["lookup"], "slide-arithmetic", "{computed}");
    }
    let xiangqi = config(9, 10, sliders);
    let warm = asked(&xiangqi, &["--processor", "bmi2", "--caches", "warm"]);
    assert_eq!(warm["keys"], serde_json::json!(["variant = \"pext16\""]), "{warm}");
    let folder = Folder::with_config(&config(9, 10, "\"rook\", \"horse\""));
    let flags = ["recommend", "--config", "magicgen.toml", "--max-bytes", "1000"];
    let refused = folder.run(&flags);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("`--processor bmi2`"), "{}", refused.stderr);
    let folder = Folder::with_config("version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n");
    let refused = folder.run(&["recommend", "--config", "magicgen.toml"]);
    assert!(refused.stderr.contains("no board of more than 64 squares"), "{}", refused.stderr);
}

/// The bytes of one piece's codes, as the book has them, are those of the tables in a generated file.
fn the_book_has_the_bytes_of_codes() {
    let book = include_str!("../../../docs/wide-speed.md");
    let bytes = |size: &str, piece: &str, lookup: &str| -> usize {
        let (width, height) = size.split_once('x').unwrap();
        let folder = Folder::with_config(&format!(
            "version = 1\nboard = {{ width = {width}, height = {height} }}\n\
             piece = [{{ name = \"cannon\", betza = \"mRcpR\" }}]\n\
             [[output]]\nlang = \"c\"\npath = \"m.h\"\npieces = [\"{piece}\"]\n{lookup}\n"
        ));
        folder.succeed(&[]);
        let text = folder.read("m.h");
        // A table is declared with its length, or counted behind its entries.
        let table = |line: &str| {
            let (_, declared) = line.split_once(" const uint")?;
            let (storage, name) = declared.split_once("_t ")?;
            let (name, count) = name.split_once('[')?;
            let counted = format!("sizeof {name} / sizeof {name}[0] == ");
            let count = match (line.split_once(' ')?.0, count.split_once(']')?.0) {
                ("extern", count) => count,
                ("static", "") => text.split_once(&counted)?.1.split_once(',')?.0,
                _ => return None,
            };
            let is_of_codes = name.contains("_ATTACK") || name.ends_with("_DICTIONARY");
            let bytes = storage.parse::<usize>().ok()? / 8;
            is_of_codes.then_some(count.parse::<usize>().ok()? * bytes)
        };
        text.lines().filter_map(table).sum()
    };
    let lookups = [
        "variant = \"pext-lines\"\nlookup = { cell = \"pdep\" }",
        "variant = \"direction\"\nlookup = { cell = \"spread\" }",
    ];
    for size in ["9x9", "9x10", "10x8", "10x10", "12x10"] {
        let of =
            |lookup| ["rook", "cannon"].map(|piece| grouped(bytes(size, piece, lookup) as u64));
        let row = lookups.map(of).concat().join(" | ");
        assert!(book.contains(&format!("| {size} | {row} |\n")), "{size}: {row}");
    }
}
