//! `magicgen adopt --check-build CMD DIR`: a build in copies of an engine's folder, without the patch and with it.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::adopt::sources;
use crate::folder::{Folder, Run};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        a_build_that_fails_is_told_with_its_output,
        copies_have_what_a_build_needs,
        new_warnings_are_listed,
        an_interrupted_build_leaves_nothing,
    ]
}

const MOVES: &str = "uint64_t rook_moves(int s, uint64_t o) { return T[s][((o & M[s]) * rook_magics[s]) >> 52]; }\n";

/// An engine, and a folder for temporary files.
fn engine() -> Folder {
    let folder = Folder::new();
    folder.write("engine/att.c", &(sources::c("pradu") + MOVES));
    std::fs::create_dir(folder.path().join("tmp")).unwrap();
    folder
}

/// Checks a build, which changes no file and leaves none.
fn check(folder: &Folder, arguments: &[&str]) -> Run {
    let before = folder.files();
    let temporary = folder.path().join("tmp");
    let environment = [("NO_COLOR", "1"), ("TMPDIR", temporary.to_str().unwrap())];
    let run = folder
        .run_with(&environment, &[&["adopt", "--check-build"], arguments, &["engine"]].concat());
    assert_eq!(folder.files(), before);
    assert!(std::fs::read_dir(temporary).unwrap().next().is_none());
    run
}

fn a_build_that_fails_is_told_with_its_output() {
    let folder = engine();
    for (command, status, says) in [
        (
            "echo no; exit 3",
            2,
            "`echo no; exit 3` without the patch:\n  no\n\
             error: `echo no; exit 3` fails without the patch, too (exit status: 3)\n",
        ),
        (
            "echo seen; ! test -e magics.h",
            1,
            "`echo seen; ! test -e magics.h` with the patch:\n  seen\n\
             error: `echo seen; ! test -e magics.h` fails with the patch only (exit status: 1)\n",
        ),
        ("echo seen", 0, "`echo seen` succeeds with the patch, and prints no new lines"),
    ] {
        let run = check(&folder, &[command]);
        assert!(run.status == status && run.stderr.contains(says), "{}", run.stderr);
        assert_eq!(run.stderr.contains("\n  seen"), status == 1, "{}", run.stderr);
        assert!(run.stdout.contains("+++ b/magicgen.toml") && run.stdout.contains("--- a/att.c"));
    }
    let run = check(&folder, &["echo seen", "-v"]);
    assert_eq!(run.stderr.matches("\n  seen\n").count(), 2, "{}", run.stderr);
    let run = check(&folder, &["seq 500; false"]);
    assert!(run.stderr.contains("its last 100 of 500 lines:\n  401\n"), "{}", run.stderr);
    assert_eq!(folder.run(&["adopt", "--write", "--check-build", "true", "engine"]).status, 2);
}

fn copies_have_what_a_build_needs() {
    let folder = engine();
    for name in [
        ".cargo/config.toml", "lib/a.c", "vendor/b.c", ".git/HEAD", "lib/.git", "lib/a.o",
        "build/CMakeCache.txt", "out/CACHEDIR.TAG", "CMakeCache.txt",
    ] {
        folder.write(&format!("engine/{name}"), "");
    }
    folder.write("engine/Makefile", "# CMAKE generated file: DO NOT EDIT!\n");
    folder.write("beside.txt", "beside\n");
    let link = |to: &str, name: &str| {
        let made = Command::new("ln").args(["-s", to, name]).current_dir(folder.path()).status();
        assert!(made.unwrap().success());
    };
    link("lib", "engine/inside");
    link("../beside.txt", "engine/outside");
    link(folder.path().join("engine/lib").to_str().unwrap(), "engine/absolute");
    let all = "test -e .cargo/config.toml && test -e lib/a.c && test -e vendor/b.c && test -e inside/a.c && \
        grep -q beside outside && ! test -e .git && ! test -e lib/.git && ! test -e lib/a.o && ! test -e build && \
        ! test -e out && ! test -e CMakeCache.txt && ! test -e Makefile && rm inside/a.c absolute/b.c; \
        ! test -e lib/a.c";
    folder.write("engine/lib/b.c", "");
    let run = check(&folder, &[all]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    // The patch is applied, and its files are generated, in the second run alone.
    let patched = "test -e magicgen.toml || exit 0; grep -q MAGICS_H magics.h && grep -q 'magics_rook_attacks(' att.c";
    let run = check(&folder, &[patched]);
    assert_eq!(run.status, 0, "{}", run.stderr);
}

fn new_warnings_are_listed() {
    let folder = engine();
    let command = "echo 'a.c:1:2: warning: old'; test ! -e magics.h || printf 'Warning: %s\\n' one two; \
        echo a.c:7:9: warning: old";
    let run = check(&folder, &[command]);
    let says = "prints 2 new lines with `warning`:\n  Warning: one\n  Warning: two\n";
    assert!(run.status == 0 && run.stderr.contains(says), "{}", run.stderr);
}

fn an_interrupted_build_leaves_nothing() {
    let folder = engine();
    let temporary = folder.path().join("tmp");
    let mark = folder.path().join("mark");
    let command = format!("(sleep 60; touch late) & echo $! >{}; wait", mark.display());
    let mut child = Command::new(crate::program())
        .args(["adopt", "--check-build", &command, "engine"])
        .current_dir(folder.path())
        .env("TMPDIR", &temporary)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let written = || std::fs::read_to_string(&mark).unwrap_or_default();
    while !written().ends_with('\n') {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(10));
    }
    let kill = |arguments: &[&str]| {
        let status = Command::new("kill").args(arguments).stderr(Stdio::null()).status();
        status.unwrap().success()
    };
    assert!(kill(&["-INT", &child.id().to_string()]));
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(std::fs::read_dir(temporary).unwrap().next().is_none());
    // A program that the command started has ended, or ends now.
    let process = written().trim().to_owned();
    for _ in 0..100 {
        let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        if !kill(&["-0", &process]) || state.contains(") Z ") {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{process} still runs");
}
