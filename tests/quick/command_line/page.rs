//! `magicgen report`: the page, and the lookups that its script runs.

use std::process::Command;

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        the_script_of_a_page_finds_what_explain_says,
        a_page_is_made_of_a_config_and_each_lookup_is_in_it_once,
        a_page_that_cannot_be_written_is_one_error,
    ]
}

/// The page's script looks up what `explain` says, on boards and variants of all kinds.
#[expect(clippy::print_stderr, reason = "what is skipped is said")]
fn the_script_of_a_page_finds_what_explain_says() {
    if Command::new("node").arg("--version").output().is_err() {
        let message = "skipped: there is no node to run a page's script with";
        assert!(std::env::var_os("MAGICGEN_REQUIRE").is_none(), "{message}");
        eprintln!("{message}");
        return;
    }
    let folder = Folder::new();
    let program = &format!("{}/tests/quick/command_line/page.js", crate::ROOT);
    let board = "board.width=5";
    let cases: [(&str, &[&str], &str); 9] = [
        ("fancy", &[], "rook"),
        ("packed", &["-O", "h1lsb"], "bishop"),
        ("split32", &[], "rook"),
        ("bytes-packed", &[], "rook"),
        ("nested", &["-O", "a8lsb"], "rook"),
        ("pext16", &[], "bishop"),
        ("line", &[], "rook"),
        ("hyperbola", &[], "bishop"),
        ("obstruction-difference", &["-D", board], "rook"),
    ];
    for (variant, more, piece) in cases {
        let report = ["report", "--variant", variant, "-o", "page.html", "--quiet"];
        folder.succeed(&[&report[..], more].concat());
        for (square, occupied) in [("a1", "a3,c1"), ("c3", "b2,c5,e3,d4"), ("d2", "-")] {
            let asked = ["explain", piece, square, "--variant", variant, "--format", "json"];
            let asked = [&asked[..], &["--occupied", occupied], more].concat();
            let answer = folder.succeed(&asked).stdout;
            folder.write("explain.json", &answer);
            let run = Command::new("node")
                .args([program, "page.html", "explain.json"])
                .current_dir(folder.path())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&run.stderr);
            assert!(run.status.success(), "{variant}, {piece} on {square}: {said}");
        }
    }
}

fn a_page_is_made_of_a_config_and_each_lookup_is_in_it_once() {
    let folder = Folder::with_config(
        "version = 1\n\n[[output]]\nlang = \"c\"\npath = \"a.h\"\n\n[[output]]\nlang = \"java\"\npath = \"Magics.java\"\n\n\
         [[output]]\nlang = \"rust\"\npath = \"b.rs\"\nid = \"b\"\nvariant = \"black\"\n",
    );
    let run = folder.succeed(&["report"]);
    assert_eq!(run.stderr, "wrote report.html\n");
    let page = folder.read("report.html");
    assert_eq!(page.matches("\"orientation\":\"a1lsb\"").count(), 2);
    assert!(page.contains("\"title\":\"a.h\"") && page.contains("\"title\":\"b.rs\""));
    assert!(!folder.has("a.h") && !folder.has("magicgen.lock"));
    let only = folder.succeed(&["report", "-o", "-", "--only", "b"]).stdout;
    assert_eq!(only.matches("\"orientation\":\"a1lsb\"").count(), 1);
}

fn a_page_that_cannot_be_written_is_one_error() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("report.html")).unwrap();
    let run = folder.run(&["report"]);
    assert_eq!(run.status, 4);
    assert!(
        run.stderr.starts_with("error[refused]") || run.stderr.contains("folder"),
        "{}",
        run.stderr
    );
    let run = folder.run(&["report", "-o", "x.html", "--variant", "group", "-D", "board.width=99"]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert!(!folder.has("x.html"));
}
