//! Ledgers of `magicgen prove`: certificates and checkpoints, which are refused if anything is wrong.

use super::prove::{counts, json, small};
use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        a_finished_ledger_answers_at_once,
        a_ledger_of_an_earlier_version_goes_on_by_its_rules,
        shards_add_up_to_the_whole,
        missing_and_doubled_shards_are_refused,
        a_missing_range_is_filled_by_the_command_that_the_error_names,
        what_was_altered_cut_off_or_isn_t_a_ledger_is_refused,
        a_recheck_finds_counts_that_are_not_true,
        #[cfg(unix)]
        signals::a_signal_keeps_what_is_done_and_the_next_run_goes_on: slow,
    ]
}

/// A question whose complete search is quick. Its answer is that there is no factor.
const QUESTION: [&str; 5] = ["prove", "bishop", "d1", "--bits", "4"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&QUESTION, more].concat()
}

fn prove<'a>(flags: &[&'a str]) -> Vec<&'a str> {
    [&["prove"], flags].concat()
}

/// A folder with the ledgers of four shards.
fn sharded() -> Folder {
    let folder = Folder::new();
    for shard in 1..=4 {
        let (shard, file) = (format!("{shard}/4"), format!("{shard}.jsonl"));
        folder.succeed(&with(&["--all", "--shard", &shard, "-o", &file]));
    }
    folder
}

fn a_finished_ledger_answers_at_once() {
    let folder = Folder::new();
    let first = json(&folder, &with(&["--all", "-o", "x.jsonl"]));
    let text = folder.read("x.jsonl");
    assert!(text.starts_with("{\"ledger\":1,\"search\":"), "{text}");
    let second = json(&folder, &with(&["--all", "-o", "x.jsonl"]));
    assert_eq!(first, second);
    assert_eq!(folder.read("x.jsonl"), text);
    // Without --all the question is a different one.
    let run = folder.run(&with(&["-o", "x.jsonl"]));
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("x.jsonl:1: the ledger belongs to another question: its `until`"));
    // A factor that was found without a search is kept as well.
    let found = ["prove", "rook", "a1", "--bits", "12", "-o", "found.jsonl"];
    let first = json(&folder, &found);
    assert_eq!(json(&folder, &found), first);
    assert_eq!(first["how"], "published factor");
    folder.succeed(&["prove", "--recheck", "found.jsonl"]);
}

/// Who has searched for days doesn't begin anew with a new version of the program.
fn a_ledger_of_an_earlier_version_goes_on_by_its_rules() {
    let folder = Folder::new();
    let ledger = &format!("{}/config/known/ledgers/bishop-d1-4-none.jsonl", crate::ROOT);
    let shipped = std::fs::read_to_string(ledger).unwrap();
    let (header, line) = shipped.split_once('\n').unwrap();
    assert!(header.contains("\"search\":1,"), "{header}");
    folder.write("x.jsonl", &format!("{header}\n"));
    folder.succeed(&with(&["-o", "x.jsonl"]));
    let text = folder.read("x.jsonl");
    let (first, found) = text.split_once('\n').unwrap();
    assert_eq!(first, header);
    let parsed = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    for field in ["roots", "nodes", "sums", "prunes"] {
        assert_eq!(parsed(found)[field], parsed(line)[field], "{field}");
    }
    folder.succeed(&prove(&["--recheck", "x.jsonl"]));
}

fn shards_add_up_to_the_whole() {
    let folder = sharded();
    let whole = json(&folder, &with(&["--all"]));
    let files = ["3.jsonl", "1.jsonl", "4.jsonl", "2.jsonl"];
    let flags = [&["--merge"][..], &files, &["-o", "all.jsonl"]].concat();
    let merged = json(&folder, &prove(&flags));
    assert_eq!(counts(&whole), counts(&merged));
    assert_eq!(json(&folder, &with(&["--all", "-o", "all.jsonl"])), merged);
    for sample in ["1%", "100%"] {
        let flags = ["--recheck", "all.jsonl", "--sample", sample];
        let run = folder.succeed(&prove(&flags));
        assert!(run.stdout.starts_with("same: "), "{}", run.stdout);
    }
    let flags = ["--recheck", "2.jsonl", "--shard", "2/4"];
    folder.succeed(&prove(&flags));
}

fn missing_and_doubled_shards_are_refused() {
    let folder = sharded();
    let before = folder.files();
    let refused = |flags: &[&str], says: &[&str]| {
        let run = folder.run(&prove(flags));
        assert_eq!(run.status, 2, "{flags:?}\n{}", run.stderr);
        for says in says {
            assert!(run.stderr.contains(says), "{flags:?}\n{}", run.stderr);
        }
        assert_eq!(folder.files(), before);
    };
    let missing = ["--merge", "1.jsonl", "3.jsonl", "4.jsonl", "-o", "x"];
    refused(&missing, &["roots are missing", "magicgen prove bishop d1 --bits 4 --all", "--roots"]);
    let doubled = ["--merge", "1.jsonl", "2.jsonl", "3.jsonl", "4.jsonl", "2.jsonl", "-o", "x"];
    refused(&doubled, &["2.jsonl:2: ", "are there twice"]);
    refused(&["--recheck", "2.jsonl"], &["roots are missing"]);
    refused(&["--merge", "1.jsonl", "magicgen", "-o", "x"][..2], &["--output <FILE>"]);
    let other = with(&["--all", "--shard", "1/4", "-o", "2.jsonl"]);
    let run = folder.run(&other);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("aren't among"), "{}", run.stderr);
    let run = folder.run(&small(&["--recheck", "2.jsonl"]));
    assert_eq!(run.status, 2, "another board\n{}", run.stderr);
    assert_eq!(folder.files(), before);
}

/// The command in the error's advice searches the missing roots.
fn a_missing_range_is_filled_by_the_command_that_the_error_names() {
    let folder = sharded();
    let files = ["--merge", "1.jsonl", "3.jsonl", "4.jsonl"];
    let run = folder.run(&prove(&[&files[..], &["-o", "x"]].concat()));
    let command = run.stderr.lines().find_map(|line| line.split_once("help: magicgen ")).unwrap().1;
    let command = command.replace("FILE", "2b.jsonl");
    folder.succeed(&command.split(' ').collect::<Vec<_>>());
    folder.succeed(&prove(&[&files[..], &["2b.jsonl", "-o", "x"]].concat()));
}

fn what_was_altered_cut_off_or_isn_t_a_ledger_is_refused() {
    let folder = Folder::new();
    folder.succeed(&with(&["--all", "-o", "x.jsonl"]));
    let right = folder.read("x.jsonl");
    let nodes = right.find("\"nodes\":[").unwrap() + "\"nodes\":[".len();
    let mut altered = right.clone();
    let digit = if right[nodes..].starts_with('1') { "2" } else { "1" };
    altered.replace_range(nodes..=nodes, digit);
    let wrongs = [
        (altered, "x.jsonl:2: the line was changed"),
        (right[..right.len() - 1].to_owned(), "x.jsonl:2: the last line is cut off"),
        (right[..right.len() / 2].to_owned(), "x.jsonl:"),
        (
            right.replacen("\"search\":", "\"search\":9", 1),
            "x.jsonl:1: the ledger has search version 9",
        ),
        ("version = 1\n".to_owned(), "x.jsonl:1: the file isn't a ledger"),
    ];
    for (wrong, says) in wrongs {
        folder.write("x.jsonl", &wrong);
        for run in [
            folder.run(&with(&["--all", "-o", "x.jsonl"])),
            folder.run(&prove(&["--recheck", "x.jsonl"])),
            folder.run(&prove(&["--merge", "x.jsonl", "-o", "y.jsonl"])),
        ] {
            assert_eq!(run.status, 2, "{}", run.stderr);
            assert!(run.stderr.contains(says), "{says}\n{}", run.stderr);
            assert!(run.stderr.contains("help: "), "{}", run.stderr);
        }
        assert_eq!(folder.read("x.jsonl"), wrong);
        assert!(!folder.has("y.jsonl"));
    }
    folder.write("x.jsonl", &right);
    folder.write("other.txt", "mine\n");
    let run = folder.run(&prove(&["--merge", "x.jsonl", "-o", "other.txt"]));
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert_eq!(folder.read("other.txt"), "mine\n");
    let run = folder.run(&prove(&["--recheck", "none.jsonl"]));
    assert_eq!(run.status, 4);
    for place in ["other.txt/x.jsonl", ".git"] {
        let run = folder.run(&with(&["--all", "-o", place]));
        assert_eq!(run.status, 4, "{place}\n{}", run.stderr);
    }
}

/// False counts with a correct digest are found only by a second search.
fn a_recheck_finds_counts_that_are_not_true() {
    use magicgen_board::{Mapping, Piece, Problem, Standard, Walk};
    use magicgen_lab::prove::ledger::{Ledger, LedgerLine};
    use magicgen_lab::prove::{Constant, ProofCase, Question, Tally, Until};
    let mapping = Mapping::chess(Standard::ALL[0]);
    let problem = Problem::new(&Walk::new(&Piece::bishop(), &mapping), 1 << 3).unwrap();
    let question = Question::new(&problem, problem.squares()[0], 4, Constant::None).unwrap();
    let case = ProofCase::new("bishop", "d1", question, Until::All);
    let mut ledger = Ledger::new(&case);
    let roots = 0..case.plan.roots();
    let tally = Tally::new(case.plan.levels());
    ledger.push(LedgerLine { roots, tally, seconds: 1.0, how: None });
    let folder = Folder::new();
    folder.write("x.jsonl", &ledger.to_string());
    let run = folder.run(&prove(&["--recheck", "x.jsonl"]));
    assert_eq!(run.status, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("different: x.jsonl:2: "), "{}", run.stdout);
    assert!(run.stdout.contains("nodes on level"), "{}", run.stdout);
}

#[cfg(unix)]
mod signals {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use crate::folder::Folder;

    /// The arguments of a search that takes hours.
    const LONG: [&str; 7] = ["prove", "rook", "a1", "--bits", "11", "-o", "long.jsonl"];

    /// Runs, sends a signal after some time, and returns status and standard output.
    fn interrupted(folder: &Folder, signal: &str) -> (Option<i32>, String) {
        let child = Command::new(crate::program())
            .args(LONG)
            .args(["--format", "json"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let started = Instant::now();
        while !folder.has("long.jsonl") && started.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(700));
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    }

    pub(super) fn a_signal_keeps_what_is_done_and_the_next_run_goes_on() {
        let folder = Folder::new();
        let mut lines = 1;
        for signal in ["-INT", "-TERM"] {
            let (status, stdout) = interrupted(&folder, signal);
            assert_eq!(status, Some(130), "{stdout}");
            let answer: serde_json::Value = serde_json::from_str(&stdout).unwrap();
            assert_eq!(answer["status"], "interrupted");
            // The number of roots finished by then depends on the machine, but no finished root is lost.
            let text = folder.read("long.jsonl");
            assert!(text.ends_with('\n') && text.lines().count() >= lines, "{text}");
            lines = text.lines().count();
        }
    }
}
