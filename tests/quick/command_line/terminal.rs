//! Whatever a file or an argument contains, nothing that steers a terminal and nothing invisible is printed.

use magicgen_search::text::is_hidden;

use crate::folder::{Folder, Run};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        no_argument_reaches_a_terminal_as_it_is: slow,
        no_file_reaches_a_terminal_as_it_is: slow,
        colours_come_from_nowhere_else,
        a_source_on_standard_output_is_as_it_is_in_a_file,
    ]
}

/// Texts with escape sequences in both forms, reversed direction of writing, a bell, and invisible characters.
const HOSTILE: &[&str] = &[
    "\u{1b}]0;owned\u{7}",
    "\u{1b}[2J\u{1b}[31mred",
    "\u{9b}31mred\u{85}",
    "\u{202e}txet\u{2066}",
    "a\u{200b}b\u{200f}\u{61c}",
    "\u{e0041}\u{feff}\u{2028}x",
    "\u{8}\u{8}\u{8}back",
    "\rover",
    "\u{7f}",
];

fn expect_harmless(run: &Run, said: &str) {
    for text in [&run.stdout, &run.stderr] {
        let odd = text.chars().find(|c| (c.is_control() && *c != '\n') || is_hidden(*c));
        assert_eq!(odd, None, "{said}\n{}", text.escape_debug());
    }
}

fn no_argument_reaches_a_terminal_as_it_is() {
    let folder = Folder::new();
    for hostile in HOSTILE {
        let path = format!("{hostile}/magics.h");
        let setting = format!("output.doc={hostile}");
        let key = format!("{hostile}=1");
        let flag = format!("--{hostile}");
        let cases: &[&[&str]] = &[
            &["--lang", hostile],
            &["--lang", "c", "--variant", hostile],
            &["--lang", "c", "--piece", hostile],
            &["--lang", "c", "--orientation", hostile],
            &["--lang", "c", "--name", hostile],
            &["--lang", "c", "--emit", hostile],
            &["--lang", "c", "-D", &setting],
            &["--lang", "c", "-D", &key],
            &["--lang", "c", "-o", &path, "--dry-run"],
            &["--lang", "c", "-o", &path, "--check"],
            &["--lang", "c", "--effort", hostile],
            &["--config", hostile],
            &["--lock", hostile, "--lang", "c", "--locked"],
            &["--only", hostile, "--lang", "c"],
            &["--format", "json", "--lang", hostile],
            &["verify", hostile],
            &["prove", hostile, "a1", "--bits", "3"],
            &["prove", "rook", hostile, "--bits", "3"],
            &["prove", "--recheck", hostile],
            &["explain", hostile, "a1"],
            &["explain", "rook", hostile],
            &["explain", "rook", "a1", "--occupied", hostile],
            &["explain", "rook", "a1", "--variant", hostile],
            &["list", hostile],
            &["list", "magics", "--variant", hostile],
            &["init", "--lang", hostile],
            &[&flag],
            &[hostile],
        ];
        for arguments in cases {
            let run = folder.run(arguments);
            assert_ne!(run.status, 0, "{arguments:?}\n{}", run.stdout);
            expect_harmless(&run, &format!("{arguments:?}"));
        }
    }
}

fn no_file_reaches_a_terminal_as_it_is() {
    for hostile in HOSTILE {
        let escaped: Vec<String> =
            hostile.chars().map(|c| format!("\\U{:08X}", u32::from(c))).collect();
        let escaped = escaped.concat();
        let json: Vec<String> =
            hostile.chars().map(|c| format!("\\u{:04x}", u32::from(c) & 0xffff)).collect();
        let json = json.concat();
        let unseen: String = hostile.chars().filter(|c| !c.is_control()).collect();
        for config in [
            format!("version = 1\norientation = \"{escaped}\"\n"),
            format!("version = 1\n\"{escaped}\" = 1\n"),
            format!("version = \"{escaped}\"\n"),
            format!("version = 1\norientation = \"x\" # {unseen}\n"),
            format!("version = 1\n[[piece]]\nname = \"{escaped}\"\nrays = [[1, 0]]\n"),
            format!("version = 1\n[[output]]\nlang = \"c\"\n\"{escaped}\" = 2\n"),
            format!("version = 1\n[[output]]\nlang = \"c\"\npath = \"{escaped}\"\n"),
            format!(
                "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n[output.c]\nguard = \"{escaped}\"\n"
            ),
            format!(
                "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n[output.lookup]\nshift = {{ \"{escaped}\" = 1 }}\n"
            ),
            format!(
                "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n[output.names]\nlookup = \"{escaped}\"\n"
            ),
            format!("version = 1\n[[output]]\nlang = \"c\"\nid = \"{escaped}\"\npath = \"m.h\"\n"),
            format!("{hostile}\n"),
        ] {
            let folder = Folder::with_config(&config);
            for format in ["human", "json"] {
                let run = folder.run(&["--format", format]);
                assert_eq!(run.status, 2, "{config}\n{}", run.stderr);
                expect_harmless(&run, &config);
            }
        }
        let folder = Folder::with_config("version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n");
        for lock in [
            format!(
                "lock-version = 1\n[[output]]\nid = \"{escaped}\"\npath = \"m.h\"\ndigest = \"\"\n"
            ),
            format!(
                "lock-version = 1\n[[output]]\nid = \"c\"\npath = \"{escaped}\"\ndigest = \"\"\n"
            ),
            format!("lock-version = 1\n\"{escaped}\" = 1\n"),
            format!(
                "lock-version = 1\n[[problem]]\nhash = \"x\"\npiece = \"{escaped}\"\nmethod = \"{escaped}\"\nseed = 0\n\
                 effort = 1\nfound = 0\nentries = 0\nfactor = []\nshift = [1]\n"
            ),
            format!("{hostile}\n"),
        ] {
            folder.write("magicgen.lock", &lock);
            let run = folder.run(&[]);
            assert_eq!(run.status, 2, "{lock}\n{}", run.stderr);
            expect_harmless(&run, &lock);
        }
        for ledger in [
            format!("{{\"ledger\":1,\"search\":99,\"magicgen\":\"{json}\"}}\n"),
            format!("{{\"ledger\":1,\"search\":1,\"magicgen\":\"{json}\",\"{json}\":1}}\n"),
            format!(
                "{{\"ledger\":1,\"search\":1,\"magicgen\":\"\",\"piece\":\"{json}\",\"square\":\"{json}\",\
                 \"problem\":\"\",\"mask\":\"0x0000000000000000\",\"bits\":1,\"word\":64,\"constant\":\"none\",\
                 \"until\":\"first\",\"plan\":\"\",\"roots\":1}}\n"
            ),
            format!("{hostile}\n"),
        ] {
            folder.write("a.jsonl", &ledger);
            let run = folder.run(&["prove", "--recheck", "a.jsonl"]);
            assert_eq!(run.status, 2, "{ledger}\n{}", run.stderr);
            expect_harmless(&run, &ledger);
        }
        // Names of arrays come from the source. Hostile characters separate words and aren't part of a name.
        let numbers: Vec<String> = (1..65u64).map(|n| (n * 0x0123_4567_89ab).to_string()).collect();
        let source = format!(
            "// {hostile}\nuint64_t {hostile}rook{hostile}[] = {{{}}};\n",
            numbers.join(", ")
        );
        folder.write("source.c", &source);
        for format in ["human", "json"] {
            let run = folder.run(&["verify", "source.c", "--format", format]);
            expect_harmless(&run, &source);
        }
    }
}

/// Colours come only from the program; escape sequences in the file's text are removed.
fn colours_come_from_nowhere_else() {
    let folder = Folder::with_config("version = 1\n\"\\u001B[31mkey\" = 1 # \u{202e}\u{9b}1m\n");
    let run = folder.run(&["--color", "always"]);
    assert!(run.stderr.contains("\u{1b}["), "{}", run.stderr);
    assert!(!run.stderr.contains("\u{1b}[31mkey"), "{}", run.stderr.escape_debug());
    let mut rest = run.stderr.as_str();
    while let Some(at) = rest.find(|c: char| (c.is_control() && c != '\n') || is_hidden(c)) {
        rest = &rest[at..];
        let colour = rest.strip_prefix("\u{1b}[").and_then(|rest| rest.split_once('m'));
        let Some((numbers, after)) = colour else { panic!("{}", rest.escape_debug()) };
        assert!(numbers.chars().all(|c| c.is_ascii_digit() || c == ';'), "{}", rest.escape_debug());
        rest = after;
    }
}

/// Output to another program isn't altered.
fn a_source_on_standard_output_is_as_it_is_in_a_file() {
    let folder = Folder::new();
    let flags = [
        "--lang", "lua", "-D", "board.width=3", "-D", "board.height=2", "-D",
        "output.style.eol=crlf",
    ];
    let header = ["-D", "output.style.header=Ünïcode, 王"];
    let out = folder.succeed(&[&flags[..], &header].concat()).stdout;
    folder.succeed(&[&flags[..], &header, &["-o", "magics.lua"]].concat());
    assert_eq!(folder.read("magics.lua"), out);
    assert!(out.contains("-- Ünïcode, 王\r\n"), "{out}");
}
