//! `--check` writes nothing, and describes the differences.

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        an_unchanged_file_passes_and_nothing_is_written,
        a_changed_factor_is_named_by_table_and_square,
        every_form_names_table_square_and_line,
        every_language_names_its_tables,
        a_missing_line_has_the_number_of_the_next,
        a_file_of_another_version_is_told_by_its_version,
        a_missing_file_is_named,
        line_ends_alone_are_named_as_such,
        a_unified_difference_is_a_patch_that_git_applies,
        check_needs_a_lock_that_holds_what_is_needed,
        a_changed_variant_is_a_difference_in_the_words_of_the_config,
        a_changed_variant_hides_no_other_difference,
        an_ad_hoc_check_compares_without_a_lock,
        a_clone_with_other_line_ends_is_told_so_once_and_then_at_peace,
        attributes_are_added_to_those_that_are_there,
    ]
}

const CONFIG: &str = "version = 1\n[[output]]\nid = \"engine\"\nlang = \"c\"\npath = \"m.h\"\ntables = \"full\"\nemit = [\"factors\", \"lookup\"]\n";

fn generated() -> Folder {
    let folder = Folder::with_config(CONFIG);
    folder.succeed(&[]);
    folder
}

fn an_unchanged_file_passes_and_nothing_is_written() {
    let folder = generated();
    let before = folder.files();
    let run = folder.succeed(&["--check"]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", "1 file up to date\n"));
    assert_eq!(folder.files(), before);
}

fn a_changed_factor_is_named_by_table_and_square() {
    let folder = generated();
    let text = folder.read("m.h");
    let at = text.find("MAGICS_ROOK_FACTORS[64] = {").unwrap();
    let digit = at + text[at..].find("0x").unwrap() + 17;
    let other = if text.as_bytes()[digit] == b'1' { "2" } else { "1" };
    let mut changed = text.clone();
    changed.replace_range(digit..=digit, other);
    folder.write("m.h", &changed);
    let before = folder.files();
    let run = folder.run(&["--check"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("MAGICS_ROOK_FACTORS 1 of 64 (a1)"), "{}", run.stderr);
    assert!(run.stderr.contains("unchanged: everything but these tables"), "{}", run.stderr);
    assert!(run.stderr.contains("magicgen --only engine"), "{}", run.stderr);
    assert_eq!(folder.files(), before);
}

/// A text with another number in the place of a table's entry, and the number's line. Entries begin in the line below the
/// table's head.
pub(crate) fn changed(text: &str, table: &str, entry: usize, number: &str) -> (String, usize) {
    let is_head =
        |line: &&str| line.contains(&format!("{table}[")) || line.contains(&format!("{table}:"));
    let head = text.lines().filter(is_head).find(|line| line.ends_with(['{', '['])).unwrap();
    let begin = text.find(head).unwrap() + head.len();
    let mut rest = begin;
    for _ in 0..entry {
        rest += text[rest..].find(',').unwrap() + 1;
    }
    let first = rest + text[rest..].find(|c: char| c.is_ascii_digit()).unwrap();
    let is_of_number = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let end = first + text[first..].find(|c| !is_of_number(c)).unwrap();
    let line = text[..first].matches('\n').count() + 1;
    (format!("{}{number}{}", &text[..first], &text[end..]), line)
}

/// The message of a run in each of its forms: what the terminal says, the annotation, and the text in the JSON and in the log,
/// both of which have the line.
pub(crate) fn told(folder: &Folder, arguments: &[&str], file: &str, line: usize) -> [String; 4] {
    let run = |form: &[&str]| folder.run(&[arguments, form].concat());
    let parsed = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let people = run(&[]).stderr;
    let annotation = run(&["--format", "github"]).stdout;
    assert!(annotation.starts_with(&format!("::error file={file},line={line},")), "{annotation}");
    assert_eq!(annotation.lines().count(), 1);
    let json = run(&["--format", "json"]).stdout;
    let one = &parsed(&json)["diagnostics"][0];
    assert_eq!((&one["file"], &one["span"]["line"]), (&file.into(), &line.into()), "{json}");
    let notes = one["notes"].as_array().into_iter().flatten().map(|note| note.as_str().unwrap());
    let of_json: Vec<&str> =
        std::iter::once(one["message"].as_str().unwrap()).chain(notes).collect();
    let log = run(&["--format", "sarif"]).stdout;
    let result = &parsed(&log)["runs"][0]["results"][0];
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["region"]["startLine"], line, "{log}");
    let of_log = result["message"]["text"].as_str().unwrap().to_owned();
    [people, annotation.replace("%0A", "\n"), of_json.join("\n"), of_log]
}

/// In every form, the message has the table's name, how many of its entries are wrong, the first square, and its line.
fn every_form_names_table_square_and_line() {
    let board = "version = 1\n[board]\nwidth = 5\nheight = 5\n";
    // The attack sets of the rook on a1 are in slots 0 to 63, and b1 has 32 more.
    let [c, rust, script] = ["c", "rust", "javascript"];
    for (lang, table, entry, number, says) in [
        (c, "MAGICS_ROOK_FACTORS", 12, "0x1", "MAGICS_ROOK_FACTORS 1 of 25 (c3)"),
        (c, "MAGICS_ROOK_SHIFTS", 12, "1", "MAGICS_ROOK_SHIFTS 1 of 25 (c3)"),
        (c, "MAGICS_ROOK_OFFSETS", 1, "9", "MAGICS_ROOK_OFFSETS 1 of 25 (b1)"),
        (c, "MAGICS_ATTACKS", 70, "0x5", "MAGICS_ATTACKS 1 of 912 (rook b1)"),
        (rust, "ROOK_FACTORS", 12, "0x1", "ROOK_FACTORS 1 of 25 (c3)"),
        (rust, "ROOK_SHIFTS", 12, "1", "ROOK_SHIFTS 1 of 25 (c3)"),
        (rust, "ROOK_ROWS", 1, "9", "ROOK_ROWS 1 of 25 (b1)"),
        (rust, "ATTACKS", 70, "0x5", "ATTACKS 1 of 912 (rook b1)"),
    ] {
        let config = format!(
            "{board}[[output]]\nlang = \"{lang}\"\npath = \"m.x\"\nvariant = \"fancy\"\ntables = \"full\"\n"
        );
        let folder = Folder::with_config(&config);
        folder.succeed(&[]);
        let (text, line) = changed(&folder.read("m.x"), table, entry, number);
        folder.write("m.x", &text);
        for told in told(&folder, &["--check"], "m.x", line) {
            assert!(told.contains("generated file is out of date\n"), "{told}");
            let says = format!("changed: {says}, line {line}\n");
            assert!(told.contains(&says), "{says}{told}");
            assert!(told.contains("unchanged: everything but these tables"), "{told}");
        }
    }
    // A table with a line less shows no other line, and one whose comments differ shows the first of them.
    let folder = Folder::with_config(&format!(
        "{board}[[output]]\nlang = \"rust\"\npath = \"m.rs\"\nvariant = \"fancy\"\n"
    ));
    folder.succeed(&[]);
    let right = folder.read("m.rs");
    let head = right.lines().position(|line| line.contains("ROOK_FACTORS:")).unwrap() + 1;
    let less = right.lines().enumerate().filter(|(at, _)| *at != head + 1);
    let less: Vec<&str> = less.map(|(_, line)| line).collect();
    folder.write("m.rs", &(less.join("\n") + "\n"));
    let run = folder.run(&["--check"]);
    assert!(run.stderr.contains("changed: ROOK_FACTORS"), "{}", run.stderr);
    assert!(run.stderr.contains("unchanged: everything but these tables"), "{}", run.stderr);
    let other: Vec<String> = right
        .lines()
        .enumerate()
        .map(|(at, line)| if at == head { format!("{line} // mine") } else { line.to_owned() })
        .collect();
    folder.write("m.rs", &(other.join("\n") + "\n"));
    let run = folder.run(&["--check"]);
    assert!(run.stderr.contains(&format!("  --> m.rs:{}\n", head + 1)), "{}", run.stderr);
    assert!(run.stderr.contains(" // m"), "{}", run.stderr);
    let says = format!("   = changed: 1 line in the tables, but no entry, line {}\n", head + 1);
    assert!(run.stderr.contains(&says), "{}", run.stderr);
    // An entry of two numbers is one.
    let folder = Folder::with_config(&format!(
        "{board}[[output]]\nlang = \"{script}\"\npath = \"m.mjs\"\ntables = \"full\"\n"
    ));
    folder.succeed(&[]);
    let (text, line) =
        changed(&folder.read("m.mjs").replace("ATTACKS =", "ATTACKS: ="), "ATTACKS", 141, "0x5");
    folder.write("m.mjs", &text.replace("ATTACKS: =", "ATTACKS ="));
    let [people, ..] = told(&folder, &["--check"], "m.mjs", line);
    assert!(people.contains(&format!("ATTACKS 1 of 912 (rook b1), line {line}\n")), "{people}");
}

/// Tables have the names by which the file declares them: private ones, nested classes, tables in strings.
fn every_language_names_its_tables() {
    let board = "version = 1\n[board]\nwidth = 5\nheight = 5\n";
    // Where the table is, the change in its first line behind that, and the name that is told.
    for (lang, file, declared, [from, to], name) in [
        ("ada", "magics.adb", "Attack_Table :", ["(16#", "(16#1"], "Attack_Table"),
        ("c", "magics.h", "MAGICS_ATTACKS[]", ["0x", "0x1"], "MAGICS_ATTACKS"),
        ("cpp", "magics.hpp", " attack_table{{", ["0x", "0x1"], "attack_table"),
        ("csharp", "Magics.cs", " AttackTable =", ["0x", "0x1"], "AttackTable"),
        ("d", "magics.d", " attackTable =", ["0x", "0x1"], "attackTable"),
        ("go", "magics.go", "var attackTable", ["0x", "0x1"], "attackTable"),
        ("java", "Magics.java", " TABLE_PACKED =", ["\\0", "\\7"], "Attacks.TABLE"),
        ("javascript", "magics.mjs", " ATTACKS =", ["0x", "0x1"], "ATTACKS"),
        ("typescript", "magics.ts", " ATTACKS =", ["0x", "0x1"], "ATTACKS"),
        ("kotlin", "Magics.kt", " ATTACKS_PACKED:", ["A", "B"], "ATTACKS"),
        ("lua", "magics.lua", " ATTACKS =", ["0x", "0x1"], "ATTACKS"),
        ("nim", "magics.nim", " attackTable:", ["0x", "0x1"], "attackTable"),
        ("ocaml", "magics.ml", " attack_table =\n", ["0x", "0x1"], "attack_table"),
        ("pascal", "magics.pas", " AttackTable:", ["$", "$1"], "AttackTable"),
        ("python", "magics.py", "_ATTACKS: Final", ["0x", "0x1"], "_ATTACKS"),
        ("rust", "magics.rs", " ATTACKS:", ["0x", "0x1"], "ATTACKS"),
        ("zig", "magics.zig", " attack_table =", ["0x", "0x1"], "attack_table"),
    ] {
        let folder = Folder::with_config(&format!(
            "{board}[[output]]\nlang = \"{lang}\"\npath = \"./\"\nvariant = \"fancy\"\ntables = \"full\"\n"
        ));
        folder.succeed(&[]);
        let text = folder.read(file);
        let at = text.find(declared).unwrap_or_else(|| panic!("{lang}: {text}"));
        let at = at + text[at..].find('\n').unwrap();
        let at = at + text[at..].find(from).unwrap();
        folder.write(file, &format!("{}{to}{}", &text[..at], &text[at + from.len()..]));
        let line = text[..at].matches('\n').count() + 1;
        let told = folder.run(&["--check"]).stderr;
        let says = format!("changed: {name} 1 of 912 (rook a1), line {line}\n");
        assert!(told.contains(&says), "{lang}: {told}");
        assert!(told.contains("unchanged: everything but these tables"), "{lang}: {told}");
    }
    // Tables without names are lines like others.
    let folder = Folder::with_config(&format!(
        "{board}[[output]]\nlang = \"wat\"\npath = \"m.wat\"\nvariant = \"fancy\"\n"
    ));
    folder.succeed(&[]);
    let text = folder.read("m.wat");
    let at = text.find("\"\\").unwrap();
    folder.write("m.wat", &format!("{}\"\\77{}", &text[..at], &text[at + 4..]));
    let line = text[..at].matches('\n').count() + 1;
    let [people, ..] = told(&folder, &["--check"], "m.wat", line);
    assert!(people.contains(&format!("changed: 1 line, line {line}\n")), "{people}");
}

/// Where a line is missing or too much, only what is there is shown.
fn a_missing_line_has_the_number_of_the_next() {
    let folder = generated();
    let right = folder.read("m.h");
    let line = right.lines().position(|line| line.starts_with("#include")).unwrap() + 1;
    folder.write("m.h", &right.replacen("#include <stdint.h>\n", "", 1));
    let [people, ..] = told(&folder, &["--check"], "m.h", line);
    let says =
        format!("  --> m.h:{line}\n     | + #include <stdint.h>\n   = changed: 1 line beside");
    assert!(people.contains(&says), "{people}");
    folder.write("m.h", &right.replacen("#include", "int mine;\n#include", 1));
    let [people, ..] = told(&folder, &["--check"], "m.h", line);
    let says = format!("  --> m.h:{line}\n     | - int mine;\n   = changed: 1 line beside");
    assert!(people.contains(&says), "{people}");
}

/// Another version has its own code, and the message says whether more differs.
fn a_file_of_another_version_is_told_by_its_version() {
    let own = env!("CARGO_PKG_VERSION");
    let folder = generated();
    let right = folder.read("m.h");
    let older = right.replacen(&format!("magicgen {own};"), "magicgen 0.0.9;", 1);
    assert_ne!(older, right);
    let said = format!(
        "error[check::other-version]: m.h was generated by magicgen 0.0.9, this is {own}; "
    );
    folder.write("m.h", &older);
    let run = folder.run(&["--check"]);
    assert_eq!(run.status, 1);
    let wanted = format!(
        "{said}nothing else differs\n  --> m.h:1\n     | - /* Code generated by magicgen 0.0.9; DO NOT EDIT. */\n     \
         | + /* Code generated by magicgen {own}; DO NOT EDIT. */\n   \
         = help: run `magicgen --only engine` and commit the result, or check with magicgen 0.0.9\n"
    );
    assert_eq!(run.stderr, wanted);
    let run = folder.run(&["--check", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["diagnostics"][0]["code"], "check::other-version");
    assert_eq!(report["outputs"][0]["status"], "changed");
    // The first line that differs besides is shown.
    folder.write("m.h", &older.replacen("static inline", "extern inline", 1));
    let run = folder.run(&["--check"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.starts_with(&format!("{said}other lines differ, too\n")), "{}", run.stderr);
    assert!(run.stderr.contains(" | - extern inline"), "{}", run.stderr);
    assert!(run.stderr.contains("changed: 1 line beside the tables"), "{}", run.stderr);
    // A text that only looks like a header is none of ours.
    for name in ["otherprogram 0.0.9", "magicgen", "magicgen ", "magicgen no version"] {
        let changed = right.replacen(&format!("magicgen {own}"), name, 1);
        folder.write("m.h", &changed);
        let run = folder.run(&["--check"]);
        assert!(run.stderr.contains("error[check::out-of-date]"), "{}", run.stderr);
        let says = run.stderr.contains("   = note: its header names no version of magicgen\n");
        assert_eq!(says, name.starts_with("magicgen"), "{}", run.stderr);
    }
    for version in ["v1", "0.0", "0.1.0-beta"] {
        folder.write(
            "m.h",
            &right.replacen(&format!("magicgen {own}"), &format!("magicgen {version}"), 1),
        );
        let run = folder.run(&["--check"]);
        let says =
            format!("was generated by magicgen {version}, this is {own}; nothing else differs");
        assert!(run.stderr.contains(&says), "{}", run.stderr);
    }
}

fn a_missing_file_is_named() {
    let folder = generated();
    std::fs::remove_file(folder.path().join("m.h")).unwrap();
    let run = folder.run(&["--check"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("generated file is missing"), "{}", run.stderr);
    assert!(!folder.has("m.h"));
}

fn line_ends_alone_are_named_as_such() {
    let folder = generated();
    let text = folder.read("m.h").replace('\n', "\r\n");
    folder.write("m.h", &text);
    let run = folder.run(&["--check"]);
    assert_eq!(run.status, 5);
    assert!(run.stderr.contains("differs only in line endings"), "{}", run.stderr);
    let help = "add `/m.h text eol=lf` to .gitattributes, as `magicgen init --gitattributes` does, \
                and run `magicgen --only engine`";
    assert!(run.stderr.contains(help), "{}", run.stderr);
    // There is no patch, since git would undo it.
    let run = folder.run(&["--check", "--diff", "unified"]);
    assert_eq!((run.status, run.stdout.as_str()), (5, ""));
    assert!(run.stderr.contains("differs only in line endings"), "{}", run.stderr);
    let run = folder.run(&["--check", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((run.status, report["status"].as_str()), (5, Some("line-ends")));
    assert_eq!(report["outputs"][0]["status"], "line-ends");
    // A difference in content decides the status.
    folder.write("m.h", &text.replacen("static", "extern", 1));
    assert_eq!(folder.run(&["--check"]).status, 1);
}

#[expect(clippy::print_stdout, reason = "a skip is visible")]
fn a_unified_difference_is_a_patch_that_git_applies() {
    let folder = generated();
    let right = folder.read("m.h");
    folder.write("m.h", &right.replacen("static", "extern", 1));
    let run = folder.run(&["--check", "--diff", "unified"]);
    assert_eq!(run.status, 1);
    folder.write("change.patch", &run.stdout);
    let git = |arguments: &[&str]| {
        std::process::Command::new("git").args(arguments).current_dir(folder.path()).output()
    };
    std::fs::remove_dir(folder.path().join(".git")).unwrap();
    let Ok(init) = git(&["init", "-q"]) else {
        println!("skipped: git is not installed");
        return;
    };
    assert!(init.status.success());
    let applied = git(&["apply", "change.patch"]).unwrap();
    assert!(applied.status.success(), "{}", String::from_utf8_lossy(&applied.stderr));
    assert_eq!(folder.read("m.h"), right);
}

fn check_needs_a_lock_that_holds_what_is_needed() {
    let folder = generated();
    std::fs::remove_file(folder.path().join("magicgen.lock")).unwrap();
    let run = folder.run(&["--check"]);
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(run.stderr.contains("magicgen.lock is missing"), "{}", run.stderr);
    assert!(!folder.has("magicgen.lock"));
    folder.write("magicgen.lock", "lock-version = 1\n");
    let run = folder.run(&["--check"]);
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(run.stderr.contains("has no fancy factors for the rook"), "{}", run.stderr);
}

/// The config has changed without a run: what the lock lacks is no reason of its own.
fn a_changed_variant_is_a_difference_in_the_words_of_the_config() {
    for variant in ["plain", "packed", "black", "offset-in-factor", "direction"] {
        let folder = generated();
        let changed = CONFIG.replace("lang = ", &format!("variant = \"{variant}\"\nlang = "));
        folder.write("magicgen.toml", &changed);
        let before = folder.files();
        let run = folder.run(&["--check"]);
        assert_eq!(run.status, 1, "{}", run.stderr);
        let says = format!(
            "error[check::out-of-date]: m.h is out of date: output `engine` needs the variant {variant}, but \
             magicgen.lock has no such factors for the rook"
        );
        assert!(run.stderr.starts_with(&says), "{}", run.stderr);
        assert!(run.stderr.contains("magicgen.toml:4:11\n"), "{}", run.stderr);
        let help = "run `magicgen --only engine` and commit m.h and magicgen.lock";
        assert!(run.stderr.contains(help), "{}", run.stderr);
        assert_eq!(folder.files(), before);
        let run = folder.run(&["--check", "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!((run.status, &report["status"]), (1, &"drift".into()));
        assert_eq!(report["diagnostics"][0]["span"]["line"], 4);
        // A build that must not search isn't about a file that differs.
        assert_eq!(folder.run(&["--locked"]).status, 3);
        folder.succeed(&["--only", "engine"]);
        folder.succeed(&["--check"]);
    }
}

/// The other outputs are compared, and their files and those of the changed output are no orphans.
fn a_changed_variant_hides_no_other_difference() {
    let more = "[[output]]\nid = \"java\"\nlang = \"java\"\npath = \"Magics.java\"\n[[output]]\nid = \"rust\"\nlang = \"rust\"\npath = \"m.rs\"\n";
    let folder = Folder::with_config(&format!("{CONFIG}{more}"));
    folder.succeed(&[]);
    let more = more.replace("lang = \"java\"", "lang = \"java\"\nvariant = \"plain\"");
    folder.write("magicgen.toml", &format!("{CONFIG}{more}"));
    folder.write("m.rs", "// mine\n");
    let run = folder.run(&["--check"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert_eq!(run.stderr.matches("error[").count(), 2, "{}", run.stderr);
    assert_eq!(run.stderr.matches("error[check::out-of-date]").count(), 2, "{}", run.stderr);
    assert!(run.stderr.contains("--> m.rs"), "{}", run.stderr);
    assert!(run.stderr.contains("output `java` needs the variant plain"), "{}", run.stderr);
}

fn an_ad_hoc_check_compares_without_a_lock() {
    let folder = Folder::new();
    folder.succeed(&["--lang", "rust", "-o", "m.rs"]);
    folder.succeed(&["--lang", "rust", "-o", "m.rs", "--check"]);
    assert_eq!(folder.run(&["--lang", "rust", "-o", "m.rs", "-O", "h1lsb", "--check"]).status, 1);
}

/// `core.autocrlf=true` changes config, lock and file on the way out, and back on the way in.
#[expect(clippy::print_stdout, reason = "a skip is visible")]
fn a_clone_with_other_line_ends_is_told_so_once_and_then_at_peace() {
    let folder = Folder::new();
    std::fs::remove_dir(folder.path().join(".git")).unwrap();
    let git = |place: &std::path::Path, arguments: &[&str]| {
        let user = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
        std::process::Command::new("git").args(user).args(arguments).current_dir(place).output()
    };
    std::fs::create_dir(folder.path().join("one")).unwrap();
    let one = folder.path().join("one");
    if git(&one, &["init", "-q"]).is_err() {
        println!("skipped: git is not installed");
        return;
    }
    let done = |place: &std::path::Path, arguments: &[&str]| {
        let output = git(place, arguments).unwrap();
        assert!(
            output.status.success(),
            "{arguments:?} {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let config = format!(
        "{CONFIG}doc = \"\"\"\nTwo\nlines.\"\"\"\n[output.style]\nheader = \"\"\"\nA licence\nof two lines.\"\"\"\n\
         [output.c]\nlayout = \"pair\"\n"
    );
    folder.write(
        "one/magicgen.toml",
        &config.replace("version = 1", "version = 1\n[board]\nwidth = 4\nheight = 4"),
    );
    let run = |place: &str, arguments: &[&str]| {
        let config = format!("{place}/magicgen.toml");
        folder.run(&[&["--config", config.as_str()], arguments].concat())
    };
    assert_eq!(run("one", &[]).status, 0);
    done(&one, &["add", "-A"]);
    done(&one, &["commit", "-qm", "one"]);
    done(folder.path(), &["clone", "-q", "-c", "core.autocrlf=true", "one", "two"]);
    for name in ["m.h", "m.c", "magicgen.toml", "magicgen.lock"] {
        assert!(folder.read(&format!("two/{name}")).contains("\r\n"), "{name}");
    }
    let check = run("two", &["--check"]);
    assert_eq!(check.status, 5, "{}", check.stderr);
    assert_eq!(check.stderr.matches("differs only in line endings").count(), 2, "{}", check.stderr);
    // The advice is followed: the attributes are written, and a run leaves the lock unchanged.
    let lock = folder.read("two/magicgen.lock");
    let init = std::process::Command::new(crate::program())
        .args(["init", "--gitattributes"])
        .current_dir(folder.path().join("two"))
        .output()
        .unwrap();
    assert!(init.status.success());
    assert_eq!(folder.read("two/.gitattributes"), "/m.h text eol=lf\n/m.c text eol=lf\n");
    assert_eq!(run("two", &[]).status, 0);
    assert_eq!(folder.read("two/magicgen.lock"), lock);
    assert_eq!(run("two", &["--check"]).status, 0);
    let two = folder.path().join("two");
    done(&two, &["add", "-A"]);
    assert_eq!(done(&two, &["status", "--short"]), "A  .gitattributes\n");
    done(&two, &["commit", "-qm", "two"]);
    // From then on every clone passes the check.
    done(folder.path(), &["clone", "-q", "-c", "core.autocrlf=true", "two", "three"]);
    assert_eq!(run("three", &["--check"]).status, 0);
    assert_eq!(done(&folder.path().join("three"), &["status", "--short"]), "");
}

/// Lines are added once, after the existing ones.
fn attributes_are_added_to_those_that_are_there() {
    let folder = Folder::new();
    folder.write(".gitattributes", "*.png binary");
    folder.succeed(&["init", "--lang", "rust", "--gitattributes"]);
    let wanted = "*.png binary\n/magics.rs text eol=lf\n";
    assert_eq!(folder.read(".gitattributes"), wanted);
    let config = folder.read("magicgen.toml");
    folder.succeed(&["init", "--gitattributes"]);
    assert_eq!(
        (folder.read(".gitattributes"), folder.read("magicgen.toml")),
        (wanted.into(), config)
    );
    // Without the flag, no attributes are written.
    let folder = Folder::new();
    folder.succeed(&["init"]);
    assert!(!folder.has(".gitattributes"));
}
