//! `magicgen prove`: answers, parts of the tree, and bad input.

use serde_json::Value;

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        published_and_random_factors_need_no_search,
        squares_are_named_as_under_a1lsb,
        threads_change_nothing,
        an_estimate_searches_nothing: slow,
        bad_questions_are_refused_at_once,
    ]
}

/// The flags for a small board, on which complete searches are quick.
pub(crate) const SMALL: [&str; 4] = ["-D", "board.width=4", "-D", "board.height=4"];

/// The arguments of a `prove` on the small board.
pub(crate) fn small<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    let mut all = vec!["prove"];
    all.extend_from_slice(arguments);
    all.extend_from_slice(&SMALL);
    all
}

pub(crate) fn json(folder: &Folder, arguments: &[&str]) -> Value {
    let mut all = arguments.to_vec();
    all.extend_from_slice(&["--format", "json"]);
    let run = folder.succeed(&all);
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.stdout))
}

/// The values of an answer that are the same in every run of a question.
pub(crate) fn counts(answer: &Value) -> Vec<Value> {
    let fields = ["status", "factor", "constant", "nodes", "levels", "prunes", "factors", "digest"];
    fields.map(|field| answer[field].clone()).to_vec()
}

fn published_and_random_factors_need_no_search() {
    let folder = Folder::new();
    let run = folder.succeed(&["prove", "rook", "a1", "--bits", "12"]);
    assert!(run.stdout.starts_with("exists: the rook on a1 has the factor 0x"), "{}", run.stdout);
    assert!(run.stdout.contains("published factor"), "{}", run.stdout);
    assert_eq!(run.stderr, "");
    let answer = json(&folder, &["prove", "rook", "h8", "--bits", "11"]);
    assert_eq!(answer["status"], "exists");
    assert_eq!(answer["how"], "published factor");
    assert_eq!(answer["nodes"], 0);
    assert_eq!(answer["constant"], "0x0000000000000000");
    let answer = json(&folder, &small(&["bishop", "b2", "--bits", "1"]));
    assert_eq!(answer["how"], "random candidates");
    for constant in ["none", "free", "black"] {
        let flags = ["prove", "bishop", "d4", "--bits", "9", "--constant", constant];
        let answer = json(&folder, &flags);
        assert_eq!(answer["status"], "exists");
        assert_eq!(answer["mode"], constant);
        assert_eq!(answer["black"]["result"] == "exists", constant == "free", "{answer}");
    }
}

/// Squares have their names under a1lsb, whatever the config's orientation; the config's board and pieces are used.
fn squares_are_named_as_under_a1lsb() {
    let folder = Folder::new();
    let plain = json(&folder, &["prove", "rook", "a1", "--bits", "12"]);
    let config = "version = 1\norientation = \"h8lsb\"\n[[piece]]\nname = \"short-rook\"\n\
        from = \"rook\"\nrange = 3\n";
    folder.write("magicgen.toml", config);
    let turned = json(&folder, &["prove", "rook", "a1", "--bits", "12"]);
    assert_eq!(counts(&plain), counts(&turned));
    let answer = json(&folder, &["prove", "short-rook", "a1", "--bits", "4"]);
    assert_eq!((&answer["piece"], &answer["status"]), (&"short-rook".into(), &"exists".into()));
    let run = folder.run(&["prove", "short-rook", "a1", "--bits", "4", "--no-config"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("unknown piece `short-rook`"), "{}", run.stderr);
    let other = folder.write("other.toml", "version = 1\n[board]\nwidth = 5\nheight = 3\n");
    let flags = ["prove", "queen", "e3", "--bits", "5", "--config", other.to_str().unwrap()];
    assert_eq!(json(&folder, &flags)["square"], "e3");
}

fn threads_change_nothing() {
    let folder = Folder::new();
    for flags in [
        &["bishop", "d1", "--bits", "4"][..],
        &["bishop", "d1", "--bits", "4", "--all"],
        &["bishop", "d1", "--bits", "5", "--shard", "1/1"],
        &["bishop", "d1", "--bits", "4", "--shard", "2/3", "--constant", "black"],
        &["bishop", "d1", "--bits", "4", "--constant", "free"],
    ] {
        let by = |threads| json(&folder, &[&["prove"], flags, &["-j", threads]].concat());
        let (one, two, three) = (by("1"), by("2"), by("3"));
        assert_eq!(counts(&one), counts(&two), "{flags:?}");
        assert_eq!(counts(&one), counts(&three), "{flags:?}");
        assert_eq!(one["how"], "complete search");
    }
}

fn an_estimate_searches_nothing() {
    let folder = Folder::new();
    let answer = json(&folder, &["prove", "rook", "a1", "--bits", "11", "--estimate"]);
    assert_eq!(answer["status"], "estimate");
    assert!(answer["nodes"].as_f64().unwrap() > 0.0, "{answer}");
    assert!(answer["probes"].as_u64().unwrap() >= 100, "{answer}");
    let run = folder.succeed(&small(&["rook", "a1", "--bits", "4", "--estimate"]));
    assert!(run.stdout.starts_with("estimate: about "), "{}", run.stdout);
    let run = folder.run(&small(&["rook", "a1", "--bits", "4", "--estimate", "-o", "x"]));
    assert_eq!(run.status, 2);
}

fn bad_questions_are_refused_at_once() {
    let folder = Folder::new();
    for (flags, says) in [
        (&["rook", "a1", "--bits", "0"][..], "at least one index bit"),
        (&["rook", "a1", "--bits", "5"], "fewer than the 49 attack sets"),
        (&["rook", "a1", "--bits", "13"], "more than the 12 relevant squares"),
        (&["rook", "a1", "--bits", "255"], "more than the 12 relevant squares"),
        (&["rook", "a1", "--bits", "256"], "invalid value '256'"),
        (&["rook", "a1", "--bits", "x"], "invalid value 'x'"),
        (&["rook", "a1"], "--bits <N>"),
        (&["rook", "i1", "--bits", "9"], "`i1` isn't a square of the 8 x 8 board"),
        (&["rook", "A1", "--bits", "9"], "`A1` isn't a square of the 8 x 8 board"),
        (&["rok", "a1", "--bits", "9"], "did you mean `rook`?"),
        (&["queen", "a1", "--bits", "9"], "18 relevant squares, more than 16"),
        (&["rook", "a1", "--bits", "9", "--constant", "red"], "invalid value 'red'"),
        (&["rook", "a1", "--bits", "9", "--shard", "0/4"], "there is no shard 0 of 4"),
        (&["rook", "a1", "--bits", "9", "--shard", "5/4"], "there is no shard 5 of 4"),
        (&["rook", "a1", "--bits", "9", "--shard", "x"], "a shard is written as I/N"),
        (&["rook", "a1", "--bits", "9", "--roots", "3..3"], "roots are written as FROM..TO"),
        (&["rook", "a1", "--bits", "9", "--roots", "0..99999999999999999"], "aren't a slice of"),
        (&["rook", "a1", "--bits", "9", "-o", "-"], "can't be standard output"),
        (&["rook", "a1", "--bits", "9", "-D", "board.width=0"], "outside of the range of `width`"),
        (&["rook", "a1", "--bits", "9", "-D", "x"], "has no `KEY=VALUE`"),
        (&["rook", "a1", "--bits", "9", "--format", "markdown"], "possible values: human, json"),
        (&["rook", "a1", "--bits", "9", "--sample", "1%"], "prove [OPTIONS] --recheck"),
        (&["--recheck", "x", "--sample", "0%"], "more than 0%"),
        (&["--recheck", "x", "--sample", "101%"], "at most 100%"),
        (&["--merge", "x"], "--output <FILE>"),
        (&[], "magicgen prove [OPTIONS] --merge"),
    ] {
        let mut all = vec!["prove"];
        all.extend_from_slice(flags);
        let run = folder.run(&all);
        assert_eq!(run.status, 2, "{flags:?}\n{}", run.stderr);
        assert!(run.stderr.contains(says), "{flags:?}\n{}", run.stderr);
        assert_eq!(run.stdout, "");
    }
    let flags = ["-D", "board.width=2", "-D", "board.height=2"];
    let run = folder.run(&[&["prove", "bishop", "a1", "--bits", "1"][..], &flags].concat());
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("has no relevant squares"), "{}", run.stderr);
    let run = folder.run(&["prove", "rook", "z9", "--bits", "9", "--format", "json"]);
    assert_eq!((run.status, run.stderr.as_str()), (2, ""));
    let error: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(error["status"], "error");
    assert_eq!(error["diagnostics"][0]["code"], "usage");
}
