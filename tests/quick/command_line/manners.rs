//! What makes a tool pleasant: help where one looks for it, lists that can be read, silence and colours by one rule, and
//! no flag that does nothing.

use crate::command_line::waiting::on_a_terminal;
use crate::folder::{Folder, Run};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        every_command_has_help_by_both_ways,
        lists_have_heads,
        lists_fit_the_terminal,
        quiet_hides_no_answer,
        verbose_has_a_short_form,
        commands_have_the_flags_of_their_help_alone: slow,
        flags_without_effect_are_refused,
        a_check_says_how_much_it_has_looked_at,
        a_dry_run_says_what_would_be_new_or_other,
        no_megabytes_reach_a_terminal_unasked,
        a_board_and_a_budget_are_flags,
        colours_are_everywhere_or_nowhere,
        a_file_has_one_licence,
        comments_are_true,
        comments_say_nothing_twice,
        no_operation_is_needless,
        sets_have_one_type_and_arrays_are_read_only,
        #[cfg(unix)]
        the_command_of_a_header_makes_the_same_bytes,
        #[cfg(unix)]
        a_long_command_of_a_header_can_be_pasted,
    ]
}

const TWO: &str = "version = 1\n[board]\nwidth = 4\nheight = 3\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n\
                   [[output]]\nlang = \"rust\"\npath = \"m.rs\"\n";

/// The commands that the program has, by its manual page.
fn commands(folder: &Folder) -> Vec<String> {
    let page = folder.succeed(&["man"]).stdout;
    let names =
        page.lines().filter_map(|line| line.strip_prefix("magicgen\\-")?.strip_suffix("(1)"));
    names.map(str::to_owned).collect()
}

/// The flags that a command's help has.
fn flags(help: &str) -> Vec<String> {
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let long =
        lines.filter_map(|line| line.split([' ', ',', '.']).find(|word| word.starts_with("--")));
    long.map(str::to_owned).collect()
}

fn every_command_has_help_by_both_ways() {
    let folder = Folder::new();
    for command in commands(&folder) {
        let asked = folder.succeed(&["help", &command]).stdout;
        assert!(asked.contains(&format!("Usage: magicgen {command}")), "{asked}");
        assert_eq!(asked, folder.succeed(&[&command, "--help"]).stdout);
    }
    let wrong = folder.run(&["help", "proof"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.stderr.contains("unrecognized subcommand 'proof'"), "{}", wrong.stderr);
}

fn lists_have_heads() {
    let folder = Folder::new();
    for (what, heads) in [
        ("languages", "ID FILE WHAT IT IS"),
        ("languages --wide", "ID WORD BITS TABLES FILE SUMMARY"),
        ("variants", "ID KIB SPEED WHAT IT IS"),
        (
            "variants --wide",
            "ID WORDS BYTES FIELD BYTES STREAM GAMES HASH LATENCY PRESSURE ENGINE LOADS FIELDS OPERATIONS LOOKUP",
        ),
        ("orientations", "ID SUMMARY"),
        ("pieces", "ID SUMMARY"),
        ("magics", "PIECE SQUARE FACTOR BITS"),
    ] {
        let words: Vec<&str> = std::iter::once("list").chain(what.split(' ')).collect();
        let list = folder.succeed(&words).stdout;
        let first: Vec<&str> = list.lines().next().unwrap().split_whitespace().collect();
        assert_eq!(first.join(" "), heads);
    }
}

/// Columns give way on a terminal; for a program nothing is broken.
#[expect(clippy::print_stdout, reason = "a skip is visible")]
fn lists_fit_the_terminal() {
    let folder = Folder::new();
    let Some(shown) = on_a_terminal(&folder, &[("COLUMNS", "80")], "list languages --wide -q")
    else {
        println!("skipped: script (util-linux) is not installed");
        return;
    };
    assert!(shown.lines().count() > 20, "{shown}");
    for line in shown.lines() {
        assert!(line.trim_end().chars().count() <= 80, "{line}");
    }
    let piped = folder.succeed(&["list", "languages", "--wide"]).stdout;
    assert!(piped.lines().any(|line| line.len() > 100), "{piped}");
    let words = |text: &str| {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        words.sort();
        words
    };
    assert_eq!(words(&shown), words(&piped));
    // Where no column can give way, each cell has a line.
    let narrow = on_a_terminal(&folder, &[("COLUMNS", "20")], "list variants --wide -q").unwrap();
    assert!(narrow.contains("ID: fancy\r\nWORDS: 107648\r\n"), "{narrow}");
}

/// `--quiet` is a flag of every command, and what was asked for is printed all the same.
fn quiet_hides_no_answer() {
    let folder = Folder::with_config(TWO);
    for command in commands(&folder) {
        let help = folder.succeed(&["help", &command]).stdout;
        assert!(help.contains("-q, --quiet"), "{help}");
    }
    folder.succeed(&["-q"]);
    for arguments in [
        &["verify", "m.h"][..],
        &["prove", "rook", "a1", "--bits", "3"],
        &["explain", "rook", "a1"],
        &["list", "pieces"],
        &["completions", "bash"],
        &["man"],
        &[
            "search", "--no-config", "--goal", "packed", "--effort", "1", "--lock", "x.lock", "-D",
            "board.width=3", "-D", "board.height=3",
        ],
    ] {
        let run = folder.run(&[arguments, &["-qq"]].concat());
        assert!(!run.stdout.is_empty(), "{arguments:?}");
        assert_eq!(run.stderr, "", "{arguments:?}");
    }
    // Messages that aren't errors are hidden, and with a second `-q` errors as well.
    assert_eq!(folder.succeed(&["--check", "-q"]).stderr, "");
    assert!(folder.run(&["explain", "rook", "z9", "-q"]).stderr.contains("z9"));
    assert_eq!(folder.run(&["explain", "rook", "z9", "-qq"]).stderr, "");
    assert_eq!(Folder::new().succeed(&["init", "--quiet"]).stderr, "");
}

fn verbose_has_a_short_form() {
    let folder = Folder::with_config(TWO);
    let run = folder.succeed(&["-v", "--dry-run"]);
    assert!(run.stderr.contains("c: c fancy, a1lsb"), "{}", run.stderr);
}

/// A flag that a command's help doesn't have is refused, and one that it has is accepted, at least as a word.
fn commands_have_the_flags_of_their_help_alone() {
    let folder = Folder::new();
    let of_generating = flags(&folder.succeed(&["--help"]).stdout);
    assert!(of_generating.len() > 25, "{of_generating:?}");
    for command in commands(&folder) {
        let own = flags(&folder.succeed(&["help", &command]).stdout);
        // With a flag of its own a command might work for minutes.
        let others = of_generating.iter().filter(|flag| !own.contains(*flag));
        for flag in others.filter(|flag| !["--help", "--version"].contains(&flag.as_str())) {
            let run = folder.run(&[&command, flag]);
            let refusals =
                ["doesn't take", "has no flag"].map(|verb| format!("'{command}' {verb} '{flag}'"));
            let is_refused = refusals.iter().any(|refusal| run.stderr.contains(refusal));
            assert!(is_refused, "{command} {flag}\n{}", run.stderr);
        }
    }
    for (command, flags) in [
        ("search", &["--emit", "--tables", "--check", "--depfile"][..]),
        ("report", &["--format", "--verbose"]),
        ("adopt", &["--format"]),
        ("list", &["--verbose"]),
    ] {
        let own = folder.succeed(&["help", command]).stdout;
        for flag in flags {
            assert!(!own.contains(flag), "{command} {flag}");
        }
    }
}

/// What would act only together with another flag is refused without it.
fn flags_without_effect_are_refused() {
    let folder = Folder::with_config(TWO);
    for (arguments, says) in [
        (&["--diff", "none"][..], "--check"),
        (&["--check", "--depfile", "m.d"], "cannot be used with"),
        (&["--dry-run", "--depfile", "m.d"], "cannot be used with"),
        (&["list", "pieces", "--variant", "plain"], "about magics alone"),
        (&["list", "variants", "-D", "board.width=3"], "about magics alone"),
        (&["search", "-o", "x.pool"], "--goal"),
        (&["search", "--fold"], "--goal"),
        (&["verify", "m.h", "--lang", "c"], "need `--adopt`"),
        (&["adopt", "--verbose", "."], "--check-build"),
        (
            &["prove", "rook", "a1", "--bits", "5", "--format", "markdown"],
            "possible values: human, json",
        ),
        (&["--format", "markdown"], "possible values: human, json, github, sarif"),
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.stderr.contains(says), "{arguments:?}\n{}", run.stderr);
        assert!(!folder.has("m.h"));
    }
}

fn a_check_says_how_much_it_has_looked_at() {
    let folder = Folder::with_config(TWO);
    folder.succeed(&[]);
    assert_eq!(folder.succeed(&["--check"]).stderr, "2 files up to date\n");
    assert_eq!(folder.succeed(&["--check", "--only", "c"]).stderr, "1 file up to date\n");
    std::fs::remove_file(folder.path().join("magicgen.lock")).unwrap();
    for flags in [&["--check"][..], &["--locked"]] {
        let run = folder.run(flags);
        assert_eq!(run.status, 3);
        let says = "error[lock::missing]: magicgen.lock is missing\n |\n = help: run `magicgen` and commit it\n";
        assert_eq!(run.stderr, says);
    }
}

fn a_dry_run_says_what_would_be_new_or_other() {
    let folder = Folder::with_config(TWO);
    let says = |folder: &Folder, words: &[&str]| {
        let before = folder.files();
        let run = folder.succeed(&["--dry-run"]);
        let said: Vec<String> =
            run.stderr.lines().map(|line| line.split(" (").next().unwrap().to_owned()).collect();
        assert_eq!(said, words);
        assert_eq!(folder.files(), before);
    };
    says(&folder, &["would write magicgen.lock", "would write m.h", "would write m.rs"]);
    folder.succeed(&[]);
    says(&folder, &["unchanged m.h", "unchanged m.rs"]);
    folder.write("m.h", "other\n");
    std::fs::remove_file(folder.path().join("m.rs")).unwrap();
    says(&folder, &["would change m.h", "would write m.rs"]);
    folder.write("magicgen.toml", &TWO.replace("height = 3", "height = 4"));
    says(&folder, &["would change magicgen.lock", "would change m.h", "would write m.rs"]);
    let run = folder.succeed(&["--dry-run", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let status: Vec<&serde_json::Value> =
        report["outputs"].as_array().unwrap().iter().map(|output| &output["status"]).collect();
    assert_eq!(status, ["changed", "missing"]);
}

#[expect(clippy::print_stdout, reason = "a skip is visible")]
fn no_megabytes_reach_a_terminal_unasked() {
    let folder = Folder::new();
    let long = "-q --lang java --tables full";
    let Some(refused) = on_a_terminal(&folder, &[], long) else {
        println!("skipped: script (util-linux) is not installed");
        return;
    };
    assert!(refused.contains("the source is too long for a terminal: "), "{refused}");
    assert!(refused.contains("write it to a file with `-o FILE`, or print it with `-o -`"));
    assert!(refused.len() < 1000, "{refused}");
    let shown = on_a_terminal(&folder, &[], &format!("{long} -o -")).unwrap();
    assert!(shown.len() > 1 << 20, "{}", shown.len());
    let short = on_a_terminal(&folder, &[], "--lang java --board 4x4").unwrap();
    assert!(short.contains("class Magics"), "{short}");
    // A pipe gets everything.
    assert!(folder.succeed(&["--lang", "java", "--tables", "full"]).stdout.len() > 1 << 20);
}

fn a_board_and_a_budget_are_flags() {
    let folder = Folder::new();
    let flag = folder.succeed(&["--lang", "c", "--board", "5x4", "--max-bytes", "2000"]);
    let keys = ["-D", "board.width=5", "-D", "board.height=4", "-D", "output.max-bytes=2000"];
    let keys = folder.succeed(&[&["--lang", "c"][..], &keys].concat());
    let without_command = |run: &Run| {
        let lines = run.stdout.lines().filter(|line| !line.contains("regenerate"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(without_command(&flag), without_command(&keys));
    // The command in the header makes the same file.
    let command =
        flag.stdout.lines().find_map(|line| line.split_once("regenerate: magicgen ")).unwrap().1;
    assert_eq!(command, "--lang c --board 5x4 --max-bytes 2000");
    let words: Vec<&str> = command.split(' ').collect();
    assert_eq!(folder.succeed(&words).stdout, flag.stdout);
    for (flags, says) in [
        (&["--board", "0x4"][..], "0 is outside of the range of `width`, 1 to 64"),
        (&["--board", "20x20"], "has 400 squares"),
        (&["--board", "4x99999999999999999999"], "height"),
        (&["--board", "7"], "a board is written as FILESxRANKS, e.g. `--board 7x7`"),
        (&["--board", "7xx7"], "a board is written as FILESxRANKS"),
        (&["--board", "-1x7"], "a board is written as FILESxRANKS"),
        (&["--max-bytes", "0"], "0 is outside of the range of `max-bytes`"),
        (&["--max-bytes", "x"], "invalid value 'x'"),
        (&["--max-bytes", "9", "--variant", "plain"], "max-bytes"),
    ] {
        let run = folder.run(&[&["--lang", "c"], flags].concat());
        assert_eq!(run.status, 2, "{flags:?}");
        assert!(run.stderr.contains(says), "{flags:?}\n{}", run.stderr);
    }
    // Flags override a config.
    let folder = Folder::with_config(TWO);
    folder.succeed(&["--board", "3x3"]);
    assert!(folder.read("m.h").contains("orientation a1lsb 3x3"), "{}", folder.read("m.h"));
}

/// `--color`, `NO_COLOR` and `CLICOLOR_FORCE` are obeyed by all that is coloured: errors of every kind, notes, boards.
#[expect(clippy::print_stdout, reason = "a skip is visible")]
fn colours_are_everywhere_or_nowhere() {
    let folder = Folder::with_config(TWO);
    let coloured = [
        // Messages of the reader of the arguments, with places, without places, and a board.
        "--bogus", "list nothing", "--lang c --board 0x1", "--check", "explain rook z9",
        "explain rook a1", "help list",
    ];
    folder.succeed(&["-q"]);
    folder.write("m.h", "other\n");
    let has_colours = |text: &str| text.contains("\u{1b}[");
    for arguments in coloured {
        let words: Vec<&str> = arguments.split(' ').collect();
        let (before, after) =
            if ["--bogus", "help"].contains(&words[0]) { (true, false) } else { (false, true) };
        let with = |flags: &[&'static str]| {
            let flags = flags.to_vec();
            match (before, after) {
                (true, _) if words[0] == "help" => words.clone(),
                (true, _) => [flags, words.clone()].concat(),
                _ => [words.clone(), flags].concat(),
            }
        };
        let always = folder.run_with(&[("NO_COLOR", "1")], &with(&["--color", "always"]));
        let is_help = words[0] == "help";
        assert_eq!(has_colours(&(always.stdout + &always.stderr)), !is_help, "{arguments}");
        let force = folder.run_with(&[("CLICOLOR_FORCE", "1")], &words);
        assert!(has_colours(&(force.stdout + &force.stderr)), "{arguments}");
        let piped = folder.run_with(&[], &words);
        assert!(!has_colours(&(piped.stdout + &piped.stderr)), "{arguments}");
        let Some(shown) = on_a_terminal(&folder, &[("NO_COLOR", ""), ("CI", "1")], arguments)
        else {
            println!("skipped: script (util-linux) is not installed");
            return;
        };
        assert!(has_colours(&shown), "{arguments}\n{shown}");
        let never = on_a_terminal(
            &folder,
            &[("NO_COLOR", ""), ("CI", "1")],
            &with(&["--color", "never"]).join(" "),
        );
        assert!(is_help || !has_colours(&never.unwrap()), "{arguments}");
        let none = on_a_terminal(&folder, &[("CI", "1")], arguments).unwrap();
        assert!(!has_colours(&none), "{arguments}");
    }
}

/// A long command stands in several lines in languages whose comments have a width. Without the comment's marks, a
/// shell takes these lines for one command, which makes the same file.
#[cfg(unix)]
fn a_long_command_of_a_header_can_be_pasted() {
    let long = "--variant shared-factor --orientation h1lsb --board 3x4 --piece rook --piece bishop --name it";
    for (lang, mark, own) in [
        ("python", "#", "-D output.python.typed=true -D output.style.columns=2"),
        (
            "lua",
            "--",
            "--emit masks,factors,shifts,offsets,attacks,lookup,fills,files,ranks,diagonals -D output.style.hex=upper",
        ),
        ("java", "//", "-D output.java.package=org.example -D output.style.columns=2"),
    ] {
        let folder = Folder::new();
        let flags = format!("--lang {lang} {long} {own}");
        let made = folder.succeed(&flags.split(' ').collect::<Vec<_>>());
        let pasted = command_of(&made.stdout, mark);
        assert!(pasted.lines().count() > 1, "{lang}: {pasted}");
        assert_eq!(paste(&folder, &pasted), made.stdout, "{pasted}");
    }
}

/// The command in a file's header, without the comment's marks.
#[cfg(unix)]
fn command_of(text: &str, mark: &str) -> String {
    let mut command = String::new();
    for line in text.lines().skip_while(|line| !line.contains("regenerate: ")) {
        let line = line.strip_prefix(mark).unwrap().replace("regenerate: ", "");
        command.extend([&line, "\n"]);
        if !line.ends_with('\\') {
            break;
        }
    }
    command
}

/// Runs a pasted command in a shell, and returns what it prints.
#[cfg(unix)]
fn paste(folder: &Folder, pasted: &str) -> String {
    let script = format!("magicgen() {{ '{}' \"$@\"; }}\n{pasted}", crate::program());
    let mut shell = std::process::Command::new("sh");
    let run = shell.args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    assert!(run.status.success(), "{pasted}{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// Flags of which the property draws some, each with the languages that take it.
#[cfg(unix)]
const FLAGS: [&[&str]; 12] = [
    &["-D", "output.style.hex=upper"],
    &["-D", "output.style.header=Ours, 'all' of it"],
    &["-D", "output.style.spdx=GPL-3.0-or-later"],
    &["--orientation", "h1lsb"],
    &["--board", "3x4"],
    &["--piece", "rook"],
    &["--variant", "plain"],
    &["--emit", "lookup,masks"],
    &["--tables", "init"],
    &["--seed", "7"],
    &["--effort", "2"],
    &["-D", "output.doc=A \"sentence\""],
];

/// Of any flags, with and without a config: the command in a file's header makes the file's bytes again.
#[cfg(unix)]
fn the_command_of_a_header_makes_the_same_bytes() {
    let one = "version = 1\nboard = { width = 4, height = 3 }\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n";
    let mut drawn = 0x9e37_79b9_7f4a_7c15_u64;
    for round in 0..36 {
        drawn =
            drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut flags: Vec<&str> = Vec::new();
        for (at, flag) in FLAGS.iter().enumerate() {
            let is_again = round % 4 == 0 && flag[0] == "--board";
            if (drawn >> (20 + 2 * at)).is_multiple_of(4) && !is_again {
                flags.extend(*flag);
            }
        }
        let (config, with): (&str, &[&str]) = match round % 4 {
            0 => ("", &["--lang", "c", "--board", "4x3", "-o", "m.h"]),
            1 => ("magicgen.toml", &[]),
            2 => ("other config.toml", &["--config", "other config.toml"]),
            _ => ("magicgen.toml", &["--name", "it"]),
        };
        let folder = Folder::new();
        if !config.is_empty() {
            folder.write(config, one);
        }
        folder.succeed(&[with, &flags].concat());
        let made = folder.read("m.h");
        let pasted = command_of(&made, " *");
        let output = if config.is_empty() { " -o again.h" } else { "" };
        let again = if config.is_empty() { "again.h" } else { "m.h" };
        if !config.is_empty() {
            std::fs::remove_file(folder.path().join("m.h")).unwrap();
        }
        let pasted = pasted.trim_end().to_owned() + output;
        paste(&folder, &pasted);
        assert_eq!(folder.read(again), made, "{pasted}");
    }
}

fn a_file_has_one_licence() {
    let folder = Folder::new();
    let made = |lang: &str, settings: &[&str]| {
        let set = settings.iter().flat_map(|setting| ["-D", setting]);
        let flags = ["--lang", lang, "--board", "3x3"].into_iter().chain(set);
        folder.run(&flags.collect::<Vec<_>>())
    };
    let own = "The text that magicgen adds is under 0BSD.";
    for lang in ["c", "java", "python", "rust", "cpp", "wat", "go", "lua"] {
        for (settings, licence, says_own) in [
            (&[][..], "0BSD", false),
            (&["output.style.spdx=0BSD"], "0BSD", false),
            (&["output.style.spdx=GPL-3.0-or-later"], "GPL-3.0-or-later", true),
            (
                &["output.style.spdx=(MIT OR Apache-2.0) AND BSD-3-Clause"],
                "(MIT OR Apache-2.0) AND BSD-3-Clause",
                true,
            ),
            (&["output.style.spdx="], "", true),
            (&["output.style.header=SPDX-License-Identifier: MPL-2.0"], "MPL-2.0", false),
        ] {
            let run = made(lang, settings);
            assert_eq!(run.status, 0, "{lang} {settings:?}: {}", run.stderr);
            let lines =
                run.stdout.lines().filter_map(|line| line.split_once("SPDX-License-Identifier:"));
            let found: Vec<&str> = lines.map(|(_, licence)| licence.trim()).collect();
            let wanted: Vec<&str> =
                Some(licence).filter(|licence| !licence.is_empty()).into_iter().collect();
            let command = settings.first().is_some_and(|setting| setting.contains("header"));
            // The command of the header names the setting, too.
            assert_eq!(found[found.len() - wanted.len()..], wanted, "{lang} {settings:?}");
            assert!(found.len() <= wanted.len() + usize::from(command), "{lang} {settings:?}");
            assert_eq!(run.stdout.contains(own), says_own, "{lang} {settings:?}");
        }
    }
    let both = ["output.style.spdx=MIT", "output.style.header=SPDX-License-Identifier: MIT"];
    for (settings, says) in [
        (&both[..], "`spdx` and `header = \"SPDX-License-Identifier: ...\"` exclude each other"),
        (&["output.style.spdx=free/open"], "`free/open` isn't an SPDX licence expression"),
        (&["output.style.spdx=a\nb"], "the text of `spdx`"),
    ] {
        let run = made("c", settings);
        assert_eq!(run.status, 2, "{settings:?}");
        assert!(run.stderr.contains(says), "{settings:?}: {}", run.stderr);
    }
}

fn comments_are_true() {
    let folder = Folder::new();
    let small = ["--board", "5x5", "--orientation", "h8lsb", "-o", "-"];
    let printed = |flags: &[&str]| folder.succeed(&[flags, &small].concat()).stdout;
    let c = printed(&["--lang", "c", "--emit", "lookup,fills"]);
    let told = c.split("#ifndef").nth(1).unwrap_or_default();
    assert!(!told.contains("h8"), "the board has no h8");
    for (target, kind, comment) in [
        ("AVX512F", "__m256i", "4 words in a register of 256 bits, by AVX-512."),
        ("AVX512F", "__m512i", "8 words in a register of 512 bits, by AVX-512."),
        ("AVX2", "__m256i", "4 words in a register of 256 bits, by AVX2."),
        ("AVX2", "struct { __m256i a, b; }", "8 words in 2 registers of 256 bits, by AVX2."),
        ("ARM_NEON", "struct { uint64x2_t a, b; }", "4 words in 2 registers of 128 bits, by NEON."),
    ] {
        let of = c.split(&format!("if defined(__{target}")).last().unwrap_or_default();
        let text = format!("/* {comment} */\ntypedef {kind} magics_vector_of_");
        assert!(of.contains(&text), "{target}: {text}");
    }
    let lua =
        printed(&["--lang", "lua", "-D", "output.lua.dialect=\"luajit\"", "--emit", "lookup"]);
    let typed = |text: &str| lua.contains(&format!("---@type {text}"));
    assert!(typed("ffi.cdata*[]\nlocal ROOK_FROM = {\n"), "entries of words are cdata: {lua}");
    assert!(typed("integer[]\nlocal ROOK_STEPS = { -1"), "steps are numbers: {lua}");
    // The index into the table of attacks is still checked.
    let go = folder.succeed(&["--lang", "go", "--emit", "lookup", "-o", "-"]).stdout;
    assert!(go.contains("square &= 63 // Indices and shifts by it need no check.\n"));
}

fn comments_say_nothing_twice() {
    let folder = Folder::new();
    let parts = "lookup,leapers,pawns,rays,between,line,ray-pass,aligned,directions,distance,xray,\
                 pins,fills,pair,attacks-of";
    let words = |text: &str| {
        let text = text.split_once("(out)").map_or(text, |(_, text)| text);
        let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(" ").to_lowercase()
    };
    for (lang, mark, end) in [
        ("java", "@return ", "*/"),
        ("kotlin", "@return ", "*/"),
        ("csharp", "<returns>", "</returns>"),
        ("cpp", "\\return ", "\n"),
        ("d", "Returns: ", "*/"),
        ("typescript", "@returns ", "*/"),
        ("python", "Returns:\n", "\n\n"),
    ] {
        let steps = "output.companions.double-steps=[2, 4]";
        let flags = ["--lang", lang, "--board", "5x5", "-D", steps, "--emit", parts, "-o", "-"];
        let source = folder.succeed(&flags).stdout;
        let mut pieces = source.split(mark);
        let mut before = pieces.next().unwrap_or_default();
        let mut count = 0;
        for piece in pieces {
            let open = ["/**", "\"\"\"", "<summary>", "\n\n"];
            let summary = open.iter().filter_map(|open| Some(before.rsplit_once(open)?.1));
            let summary = words(summary.min_by_key(|summary| summary.len()).unwrap_or_default());
            let (returned, after) = piece.split_once(end).unwrap_or_default();
            let returned = words(returned);
            assert!(!summary.contains(&returned), "{lang}: {returned} in: {summary}");
            (before, count) = (after, count + 1);
        }
        assert!(count > 20, "{lang}: {count}");
    }
}

fn no_operation_is_needless() {
    let folder = Folder::new();
    let of = |lang: &str, emit: &str| {
        folder.succeed(&["--lang", lang, "--emit", emit, "-o", "-"]).stdout
    };
    for (lang, complement) in [
        ("c", "    uint64_t empty = ~occupied;\n"),
        ("rust", "    let empty = !occupied;\n"),
        ("python", "    empty = ~occupied & 0xFFFF_FFFF_FFFF_FFFF\n"),
        ("typescript", "  const emptyLow = ~occupiedLo;\n"),
        ("pascal", "  Empty := not Occupied;\n"),
        ("wat", "(local.set $empty (i64.xor (local.get $occupied) (i64.const -1)))"),
    ] {
        assert!(of(lang, "fills").contains(complement), "{lang}");
    }
    for (lang, head) in [
        ("c", "    for (uint32_t heading = 0; heading < 8; heading++) {\n"),
        ("rust", "    while heading < 8 {\n"),
        ("python", "    for heading in range(8):\n"),
        ("typescript", "  for (let heading = 0; heading < 8; heading++) {\n"),
        ("pascal", "  for Heading := 0 to 7 do\n"),
        ("lua", "  for heading = 0, 7 do\n"),
        ("zig", "    for (0..8) |heading| {\n"),
    ] {
        assert!(of(lang, "pins").contains(head), "{lang}");
    }
    let ones = "  const ones = -((either | -either) >>> 31);\n";
    assert!(of("typescript", "pawns").contains(ones), "one mask for both halves");
    assert!(of("java", "between").contains("[a * 64 + b]"));
}

fn sets_have_one_type_and_arrays_are_read_only() {
    let folder = Folder::new();
    let of = |lang: &str, emit: &str| {
        let flags = ["--lang", lang, "--board", "5x5", "--emit", emit, "-o", "-"];
        folder.succeed(&flags).stdout
    };
    let cpp = of("cpp", "lookup,xray,fills");
    for head in
        ["rook_attacks(unsigned square,", "rook_xray(unsigned square,", "rook_fill(bitboard"]
    {
        assert!(cpp.contains(&format!("constexpr bitboard {head}")), "{head}");
    }
    let leapers = of("cpp", "leapers");
    assert!(leapers.contains("using bitboard = ") && leapers.contains(" bitboard king_attacks("));
    let array = "export const ROOK_MASKS: Readonly<Uint32Array> = new Uint32Array([\n";
    assert!(of("typescript", "masks").contains(array));
}
