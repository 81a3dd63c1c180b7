//! Every code is explained, every example brings its code about, and other programs get what is wrong in their own forms.

use std::process::Command;

use magicgen::cli::codes::{ALL, Code};
use serde_json::Value;

use crate::command_line::verify::wrong;
use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        #[cfg(unix)]
        every_example_brings_its_code_about: slow,
        nearly_every_code_has_an_example,
        explain_expands_a_code,
        a_workflow_gets_annotations,
        verify_annotates_the_array,
        a_log_is_sarif,
        all_json_has_one_envelope_and_one_case,
    ]
}

const SMALL: &str = "version = 1\n[board]\nwidth = 4\nheight = 3\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nemit = [\"factors\", \"lookup\"]\n";

/// What comes of a code's example: both streams of its last command.
fn brought_about(code: &Code) -> String {
    let folder = Folder::new();
    let lines = if code.example.starts_with('$') {
        code.example.lines().map(|line| line.trim_start_matches("$ ")).collect()
    } else {
        folder.write("magicgen.toml", code.example);
        vec!["magicgen"]
    };
    let programs = std::path::Path::new(crate::program()).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut said = String::new();
    for line in lines {
        let output = Command::new("sh")
            .args(["-c", line])
            .current_dir(folder.path())
            .env("PATH", format!("{}:{}", programs.display(), path.display()))
            .env("NO_COLOR", "1")
            .output()
            .unwrap();
        said = String::from_utf8_lossy(&output.stderr).into_owned();
    }
    said
}

#[cfg(unix)]
fn every_example_brings_its_code_about() {
    let with_example = ALL.iter().filter(|code| !code.example.is_empty());
    let mut wrong = Vec::new();
    for code in with_example {
        let said = brought_about(code);
        if !said.contains(&format!("error[{}]: ", code.id)) {
            wrong.push(format!("{}: {said}", code.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Only what nobody can bring about by typing has no example.
fn nearly_every_code_has_an_example() {
    let without: Vec<&str> =
        ALL.iter().filter(|code| code.example.is_empty()).map(|code| code.id).collect();
    assert_eq!(without, ["bug::disproof", "interrupted"]);
}

fn explain_expands_a_code() {
    let folder = Folder::new();
    for code in ALL {
        let told = folder.succeed(&["explain", code.id]).stdout;
        assert!(told.starts_with(&format!("{}: {}\n\n", code.id, code.title)), "{told}");
        for part in [code.cause, code.remedy].into_iter().chain(code.example.lines()) {
            assert!(told.contains(part), "{told}");
        }
    }
    let told = folder.succeed(&["explain", "config::board", "--format", "json"]).stdout;
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["kind"], &told["code"]), (&"code".into(), &"config::board".into()));
    let wrong = folder.run(&["explain", "config::bord"]);
    assert_eq!(wrong.status, 2);
    assert!(
        wrong.stderr.contains("`config::bord` isn't a variant, language, key or error code"),
        "{}",
        wrong.stderr
    );
    assert!(wrong.stderr.contains("magicgen explain config::board"), "{}", wrong.stderr);
    assert_eq!(folder.run(&["explain", "config::board", "--format", "svg"]).status, 2);
}

/// A folder whose file has a wrong factor, with the line that is wrong.
fn changed() -> (Folder, usize) {
    let folder = Folder::with_config(SMALL);
    folder.succeed(&[]);
    let text = folder.read("m.h");
    folder.write("m.h", &text.replace("static inline", "static  inline"));
    let line = text.lines().position(|line| line.contains("static inline")).unwrap() + 1;
    (folder, line)
}

fn a_workflow_gets_annotations() {
    let (folder, line) = changed();
    let run = folder.run(&["--check", "--format", "github"]);
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    let wanted = format!(
        "::error file=m.h,line={line},col=1,title=check%3A%3Aout-of-date::generated file is out of date%0A\
         - static  inline uint64_t magics_rook_attacks(unsigned square, uint64_t occupied)%0A\
         + static inline uint64_t magics_rook_attacks(unsigned square, uint64_t occupied)%0A\
         changed: 4 lines beside the tables, the first is line {line}%0Ahelp: run `magicgen --only c` and commit the result\n"
    );
    assert_eq!(run.stdout, wanted);
    folder.write("magicgen.toml", &SMALL.replace("lang", "lnag"));
    let run = folder.run(&["--format", "github"]);
    assert_eq!(run.status, 2);
    let begin = "::error file=magicgen.toml,line=6,col=1,title=config%3A%3Aunknown-key::";
    assert!(run.stdout.starts_with(begin), "{}", run.stdout);
    // What is wrong on the command line is in no file.
    let run = folder.run(&["--lang", "c", "--board", "0x1", "--format", "github"]);
    assert!(run.stdout.starts_with("::error title=config%3A%3Aout-of-range::"), "{}", run.stdout);
    // Nothing is wrong.
    let folder = Folder::with_config(SMALL);
    assert_eq!(folder.succeed(&["--format", "github"]).stdout, "");
    assert_eq!(folder.succeed(&["--check", "--format", "github"]).stdout, "");
}

fn verify_annotates_the_array() {
    let folder = Folder::new();
    folder.write("a b.java", &wrong());
    let run = folder.run(&["verify", "a b.java", "missing.java", "--format", "github"]);
    assert_eq!((run.status, run.stderr.as_str()), (1, ""), "{}", run.stdout);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines.iter().any(|line| line.contains("missing.java")), "{}", run.stdout);
    let array = lines.iter().find(|line| line.contains("title=verify%3A%3Awrong")).unwrap();
    assert!(array.starts_with("::error file=a b.java,line="), "{array}");
    // A file's name begins no command.
    folder.write("::error ::x.java", &wrong());
    let run = folder.run(&["verify", "::error ::x.java", "a b.java"]);
    assert!(run.stdout.starts_with("./::error ::x.java:\n"), "{}", run.stdout);
    let log = folder.run(&["verify", "a b.java", "--format", "sarif"]).stdout;
    let log: Value = serde_json::from_str(&log).unwrap();
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b.java");
}

/// The parts that SARIF 2.1.0 demands, with references that lead somewhere.
fn a_log_is_sarif() {
    let (folder, line) = changed();
    let broken = Folder::with_config(
        "version = 1\nx = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nvarient = \"plain\"\n",
    );
    for (folder, flags, codes) in [
        (&folder, &["--check"][..], &["check::out-of-date"][..]),
        (&broken, &[], &["config::unknown-key", "config::unknown-key"]),
    ] {
        let run = folder.run(&[flags, &["--format", "sarif"]].concat());
        assert_ne!(run.status, 0);
        let log: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(log["version"], "2.1.0");
        assert_eq!(log["$schema"], "https://json.schemastore.org/sarif-2.1.0.json");
        let run = &log["runs"][0];
        assert_eq!(run["tool"]["driver"]["name"], "magicgen");
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        let results = run["results"].as_array().unwrap();
        assert_eq!(
            results.iter().map(|one| one["ruleId"].as_str().unwrap()).collect::<Vec<_>>(),
            codes
        );
        for one in results {
            let at = usize::try_from(one["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[at]["id"], one["ruleId"]);
            assert!(rules[at]["shortDescription"]["text"].is_string());
            assert_eq!(one["level"], "error");
            assert!(!one["message"]["text"].as_str().unwrap().is_empty());
            let place = &one["locations"][0]["physicalLocation"];
            assert!(place["artifactLocation"]["uri"].is_string());
            assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
        }
        if codes.len() == 1 {
            let region = &results[0]["locations"][0]["physicalLocation"]["region"];
            assert_eq!(region["startLine"], line);
        }
    }
    let clean = Folder::with_config(SMALL).succeed(&["--format", "sarif"]).stdout;
    let clean: Value = serde_json::from_str(&clean).unwrap();
    assert_eq!(clean["runs"][0]["results"], serde_json::json!([]));
}

/// Whatever a command prints as JSON is one object on a line, with the same keys around it and keys of one case in it.
fn all_json_has_one_envelope_and_one_case() {
    let folder = Folder::with_config(SMALL);
    let small = ["-D", "board.width=3", "-D", "board.height=3"];
    let goal = ["search", "--no-config", "--goal", "packed", "--effort", "1", "--lock", "x.lock"];
    let goal: Vec<&str> = goal.into_iter().chain(small).collect();
    for (arguments, kind, status) in [
        (&[][..], "generation", "written"),
        (&["--check"], "generation", "unchanged"),
        (&["--dry-run"], "generation", "unchanged"),
        (&["--only", "nothing"], "generation", "error"),
        (&["list", "languages"], "languages", "listed"),
        (&["list", "variants"], "variants", "listed"),
        (&["list", "orientations"], "orientations", "listed"),
        (&["list", "pieces"], "pieces", "listed"),
        (&["list", "magics"], "magics", "listed"),
        (&["list", "magics", "-D", "x=1"], "magics", "error"),
        (&["explain", "rook", "a1"], "explanation", "explained"),
        (&["explain", "rook", "z9"], "explanation", "error"),
        (&["explain", "io"], "code", "explained"),
        (&["explain", "ioo"], "code", "error"),
        (&["prove", "rook", "a1", "--bits", "3"], "proof", "exists"),
        (&["prove", "rook", "a1", "--bits", "3", "--estimate"], "proof", "estimate"),
        (&["prove", "rook", "z9", "--bits", "3"], "proof", "error"),
        (&["search"], "search", "searched"),
        (&["search", "--config", "nowhere.toml"], "search", "error"),
        (&goal, "table", "same"),
        (&["search", "--merge", "no.lock", "--lock", "y.lock"], "table", "error"),
        (&["verify", "m.h"], "verification", "nothing-found"),
        (&["verify", "nowhere.h"], "verification", "unreadable"),
    ] {
        let run = folder.run(&[arguments, &["--format", "json"]].concat());
        assert_eq!(run.stderr, "", "{arguments:?}");
        assert_eq!(run.stdout.matches('\n').count(), 1, "{arguments:?}\n{}", run.stdout);
        let object: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(object["magicgen"], env!("CARGO_PKG_VERSION"), "{arguments:?}");
        assert_eq!(
            (&object["kind"], &object["status"]),
            (&kind.into(), &status.into()),
            "{arguments:?}"
        );
        let is_wrong = ["error", "unreadable", "nothing-found"].contains(&status);
        assert_eq!(
            object["diagnostics"].as_array().unwrap().is_empty(),
            !is_wrong,
            "{arguments:?}\n{object}"
        );
        keys(&object);
    }
}

/// Checks that all keys are words of small letters, with `-` between them.
fn keys(value: &Value) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
                assert!(key.chars().all(is_plain), "{key}");
                keys(value);
            }
        }
        Value::Array(values) => values.iter().for_each(keys),
        _ => {}
    }
}
