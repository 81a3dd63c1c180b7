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
    let asked: [&[&str]; 6] = [
        &[],
        &["--lang", "rust"],
        &["--lang", "java", "--workload", "hash"],
        &["--processor", "bmi2", "--workload", "stream"],
        &["--max-bytes", "200000"],
        &["--max-bytes", "4000", "--workload", "games"],
    ];
    for flags in asked {
        let answer = recommended(flags);
        let rows = answer["candidates"].as_array().unwrap();
        assert_eq!(rows[0]["variant"], answer["variant"]);
        for id in ["pext", "hyperbola-dual"] {
            let is_there = rows.iter().any(|row| row["variant"] == id);
            assert_eq!(is_there, flags.contains(&"bmi2"), "{id}: {flags:?}");
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
    let sliders = "\"rook\", \"bishop\", \"cannon\"";
    for (width, height) in [(9, 9), (9, 10), (10, 8), (10, 10), (12, 10)] {
        // The cannon has two lookups of 17,408 bytes each on the largest board.
        let cannon = if width == 12 { "" } else { ", \"cannon\"" };
        let all = config(width, height, &format!("\"rook\", \"bishop\", \"horse\"{cannon}"));
        let packed = asked(&all, &["--processor", "bmi2"]);
        assert_eq!(packed["lookup"], "pext-lines:pdep", "{packed}");
        let best = &packed["candidates"][0];
        assert!(best["largest-table"].as_u64().unwrap() <= 20_000, "{best}");
        assert!(best["bytes"].as_u64().unwrap() <= 64 << 10, "{best}");
        let computed = asked(&config(width, height, sliders), &[]);
        assert_eq!(computed["lookup"], "slide-arithmetic", "{computed}");
        assert!(computed["candidates"][0]["bytes"].as_u64().unwrap() <= 64 << 10, "{computed}");
    }
    let xiangqi = config(9, 10, sliders);
    let warm = asked(&xiangqi, &["--processor", "bmi2", "--caches", "warm"]);
    assert_eq!(warm["keys"], serde_json::json!(["variant = \"pext16\""]), "{warm}");
    let folder = Folder::with_config(&config(9, 10, "\"rook\", \"horse\""));
    let refused = folder.run(&["recommend", "--config", "magicgen.toml"]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("`--processor bmi2`"), "{}", refused.stderr);
    let folder = Folder::with_config("version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n");
    let refused = folder.run(&["recommend", "--config", "magicgen.toml"]);
    assert!(refused.stderr.contains("no board of more than 64 squares"), "{}", refused.stderr);
}
