//! `--check`: writes nothing, and says in words what differs.

use super::support::Folder;

const CONFIG: &str = "version = 1\n[[output]]\nid = \"engine\"\nlang = \"c\"\npath = \"m.h\"\ntables = \"full\"\nemit = [\"factors\", \"lookup\"]\n";

fn generated() -> Folder {
    let folder = Folder::with_config(CONFIG);
    folder.succeed(&[]);
    folder
}

#[test]
fn an_unchanged_file_passes_and_nothing_is_written() {
    let folder = generated();
    let before = folder.files();
    let run = folder.succeed(&["--check"]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""));
    assert_eq!(folder.files(), before);
}

#[test]
fn a_changed_factor_is_named_by_table_and_square() {
    let folder = generated();
    let text = folder.read("m.h");
    let at = text.find("MAGICS_ROOK_FACTORS[").unwrap();
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

#[test]
fn a_missing_file_is_named() {
    let folder = generated();
    std::fs::remove_file(folder.path().join("m.h")).unwrap();
    let run = folder.run(&["--check"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("generated file is missing"), "{}", run.stderr);
    assert!(!folder.has("m.h"));
}

#[test]
fn line_ends_alone_are_named_as_such() {
    let folder = generated();
    let text = folder.read("m.h").replace('\n', "\r\n");
    folder.write("m.h", &text);
    let run = folder.run(&["--check"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("differs only in line endings"), "{}", run.stderr);
    assert!(run.stderr.contains(".gitattributes"), "{}", run.stderr);
}

#[test]
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

#[test]
fn check_needs_a_lock_that_holds_what_is_needed() {
    let folder = generated();
    std::fs::remove_file(folder.path().join("magicgen.lock")).unwrap();
    let run = folder.run(&["--check"]);
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(run.stderr.contains("rook"), "{}", run.stderr);
    assert!(!folder.has("magicgen.lock"));
}

#[test]
fn an_ad_hoc_check_compares_without_a_lock() {
    let folder = Folder::new();
    folder.succeed(&["--lang", "rust", "-o", "m.rs"]);
    folder.succeed(&["--lang", "rust", "-o", "m.rs", "--check"]);
    assert_eq!(folder.run(&["--lang", "rust", "-o", "m.rs", "-O", "h1lsb", "--check"]).status, 1);
}
