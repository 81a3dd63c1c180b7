//! `magicgen bench`: lookups compiled and measured in a small engine.

use std::process::Command;

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        variants_of_c_and_rust_are_compiled_and_agree: slow,
        variants_are_measured_beside_themselves_with_other_keys: slow,
        the_engines_of_c_and_rust_do_the_same: slow,
        lookups_of_other_games_are_measured: slow,
        #[cfg(unix)]
        what_goes_wrong_is_said_in_one_line: slow,
    ]
}

/// A quick measurement: one round of a hundredth of the work.
const QUICK: [&str; 5] = ["bench", "--rounds", "1", "--amount", "1"];

#[expect(clippy::print_stderr, reason = "what is skipped is said")]
pub(super) fn has_compiler(name: &str) -> bool {
    if Command::new(name).arg("--version").output().is_ok() {
        return true;
    }
    let message = format!("skipped: there is no {name}");
    assert!(std::env::var_os("MAGICGEN_REQUIRE").is_none(), "{message}");
    eprintln!("{message}");
    false
}

fn variants_of_c_and_rust_are_compiled_and_agree() {
    for (lang, compiler) in [("c", "cc"), ("rust", "rustc")] {
        if !has_compiler(compiler) {
            continue;
        }
        let folder = Folder::new();
        let more = ["--lang", lang, "--variant", "hyperbola,group", "--plot", "speed.svg"];
        let run = folder.succeed(&[&QUICK[..], &more, &["--format", "json"]].concat());
        let value: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        let names: Vec<_> = value["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["fancy", "hyperbola", "fancy-again"]);
        assert_eq!(value["rows"][0]["speed"]["engine"], 1.0);
        let engine = value["rows"][1]["speed"]["engine"].as_f64().unwrap();
        assert!(engine > 0.0 && engine.is_finite(), "{engine}");
        assert_eq!(value["left-out"][0]["variant"], "group");
        let plot = folder.read("speed.svg");
        assert!(plot.contains("hyperbola") && plot.ends_with("</svg>\n"), "{plot}");
    }
}

fn variants_are_measured_beside_themselves_with_other_keys() {
    if !has_compiler("cc") {
        return;
    }
    let folder = Folder::new();
    let more = ["--variant", "packed,hyperbola", "-D", "output.lookup.key=constant"];
    let run = folder.succeed(&[&QUICK[..], &more].concat());
    let names: Vec<_> = run.stdout.lines().filter_map(|line| line.split(' ').next()).collect();
    let of = |name: &str| names.iter().filter(|other| **other == name).count();
    assert_eq!((of("packed"), of("packed+"), of("fancy+")), (1, 1, 0), "{}", run.stdout);
    assert!(run.stdout.contains("# + stands for -D output.lookup.key=constant"), "{}", run.stdout);
    assert!(run.stdout.contains("# without hyperbola+: "), "{}", run.stdout);

    let wrong = ["--variant", "packed", "-D", "output.lookup.kye=constant"];
    let run = folder.run(&[&QUICK[..], &wrong].concat());
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("these settings allow no variant"), "{}", run.stderr);
    assert!(run.stderr.contains("kye"), "{}", run.stderr);
}

/// The engine counts paths whose numbers are published, and both languages' engines visit the same nodes.
fn the_engines_of_c_and_rust_do_the_same() {
    if !has_compiler("cc") || !has_compiler("rustc") {
        return;
    }
    let folder = Folder::new();
    let engine = |lang: &str| {
        let more = ["--lang", lang, "--variant", "fancy", "--format", "json"];
        let run = folder.succeed(&[&QUICK[..], &more].concat());
        let value: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        value["answers"].clone()
    };
    let of_c = engine("c");
    assert_eq!(of_c, engine("rust"));
    assert_eq!(of_c.as_array().unwrap().len(), 7);
}

#[cfg(unix)]
fn what_goes_wrong_is_said_in_one_line() {
    if !has_compiler("cc") {
        return;
    }
    let folder = Folder::new();
    let failing = |more: &[&str], status: i32, message: &str| {
        let run = folder.run(&[&QUICK[..], &["--variant", "fancy"], more].concat());
        assert_eq!(run.status, status, "{}", run.stderr);
        assert!(run.stderr.contains(message), "{}", run.stderr);
        assert!(run.stdout.is_empty(), "{}", run.stdout);
    };
    failing(&["--compiler", "no-such-compiler"], 4, "no compiler: tried no-such-compiler");
    failing(&["--flags", "-fno-such-option-at-all"], 4, "doesn't compile fancy");
    failing(&["--beside", "mine"], 2, "has no command");
    failing(&["--beside", "mine= "], 2, "has no command");
    failing(&["--beside", "mine=/no/such/program"], 4, "can't run /no/such/program");
    failing(&["--beside", "mine=false"], 4, "mine has no answer to `stream 10000`");
    folder.write("wrong", "#!/bin/sh\nwhile read -r line; do echo '1 2 0.5'; done\n");
    let wrong = format!("mine=sh {}", folder.path().join("wrong").display());
    failing(&["--beside", &wrong], 4, "fancy and mine disagree on `stream`");
    failing(&["--plot", "./"], 4, "can't write ./");
}

/// Each lookup is compared with a walk before it is measured. Those of known programs are there if the processor has what
/// they need.
fn lookups_of_other_games_are_measured() {
    if !has_compiler("cc") {
        return;
    }
    for (game, column) in [("xiangqi", "cannon-first"), ("shogi", "bishop-dirty")] {
        let flags =
            ["--game", game, "--variant", "slide-arithmetic,pext-lines", "--format", "json"];
        let run = Folder::new().succeed(&[&QUICK[..], &flags].concat());
        let answer: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(answer["status"], "measured-game", "{answer}");
        let rows = answer["rows"].as_array().unwrap();
        for name in ["slide-arithmetic", "pext-lines", "pext-lines:pdep"] {
            let row = rows.iter().find(|row| row["name"] == name).unwrap();
            assert!(row["nanoseconds"][column].is_number(), "{row}");
        }
    }
    let folder = Folder::new();
    folder.write("factors.h", "B(0x1, 0x2)");
    let flags = ["--game", "xiangqi", "--variant", "slide-arithmetic", "--factors", "factors.h"];
    let run = folder.run(&[&QUICK[..], &flags].concat());
    assert_eq!(run.status, 4);
    assert!(run.stderr.contains("factors.h"), "{}", run.stderr);
    let run = folder.run(&[&QUICK[..], &["--game", "shogi", "--factors", "factors.h"]].concat());
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("`--factors` belongs to `--game xiangqi`"), "{}", run.stderr);
}
