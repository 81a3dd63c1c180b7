//! The places of files: devices, pipes, links, file modes, paths outside the config's folder, paths that differ only in
//! case, and orphans.

use std::collections::BTreeMap;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::folder::{Folder, Run};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        devices_are_written_in_place,
        devices_are_no_locks_and_endless_configs_are_refused,
        a_folder_in_the_place_of_the_config_is_told_as_one,
        a_link_in_the_place_of_the_config_is_told_as_one,
        pipes_and_standard_output_by_name_get_the_whole_file,
        a_closed_standard_output_is_no_success,
        a_fifo_that_nobody_reads_waits_and_is_left_by_ctrl_c: slow,
        a_config_may_come_through_a_pipe,
        links_are_kept,
        modes_survive_and_read_only_files_are_left_alone,
        another_name_of_the_same_file_keeps_the_old_one,
        a_folder_without_permission_is_named,
        a_config_writes_in_its_own_folder,
        lines_of_a_file_outside_the_folder_are_not_shown,
        a_lock_beside_the_config_stays_in_its_folder,
        what_is_swapped_for_a_link_leads_no_run_outside: slow,
        paths_that_differ_in_case_alone_are_one,
        paths_that_need_a_folder_in_the_place_of_a_file_are_refused,
        a_path_without_a_slash_is_no_folder,
        a_rule_for_make_replaces_nothing_and_reads_back,
        orphans_are_reported_until_they_are_gone,
        a_lock_names_no_orphans_elsewhere,
    ]
}

const C: &str = "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\ntables = \"init\"\n";

fn with_path(path: &str) -> String {
    C.replace("m.h", path)
}

/// Runs a program of the system; false if it doesn't exist or fails.
fn does(program: &str, arguments: &[&str], folder: &Path) -> bool {
    let mut done = Command::new(program);
    done.args(arguments).current_dir(folder).stderr(Stdio::null());
    done.status().is_ok_and(|status| status.success())
}

/// Makes a device node in the test's folder. False, with a message, if this isn't possible.
#[expect(clippy::print_stdout, reason = "a skip is visible")]
fn device(folder: &Folder, name: &str, minor: &str) -> bool {
    let made = does("mknod", &["-m", "666", name, "c", "1", minor], folder.path());
    if !made {
        println!("skipped: only root makes the device {name}");
    }
    made
}

fn is_device(folder: &Folder, name: &str) -> bool {
    std::fs::symlink_metadata(folder.path().join(name)).unwrap().file_type().is_char_device()
}

fn names(folder: &Folder) -> Vec<String> {
    let entries = std::fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn shell(folder: &Folder, script: &str) -> Run {
    let script = format!("set -e; mg() {{ timeout 60 '{}' \"$@\"; }}; {script}", crate::program());
    let mut command = Command::new("bash");
    command.args(["-c", &script]).current_dir(folder.path()).env("NO_COLOR", "1");
    let output = command.output().unwrap();
    Run {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[track_caller]
pub(super) fn refused(run: &Run, status: i32, words: &[&str]) {
    assert_eq!(run.status, status, "{}", run.stderr);
    for word in words.iter().chain(&["help: "]) {
        assert!(run.stderr.contains(word), "no `{word}` in\n{}", run.stderr);
    }
}

fn devices_are_written_in_place() {
    let folder = Folder::new();
    if !device(&folder, "null", "3")
        || !device(&folder, "full", "7")
        || !device(&folder, "zero", "5")
    {
        return;
    }
    let before = names(&folder);
    for lang in ["c", "java", "rust"] {
        for name in ["null", "zero"] {
            folder.succeed(&["--lang", lang, "--tables", "init", "-o", name]);
        }
        refused(&folder.run(&["--lang", lang, "-o", "full"]), 4, &["full", "space"]);
    }
    folder.succeed(&["--lang", "c", "--tables", "init", "-o", "null", "--depfile", "zero"]);
    for name in ["null", "full", "zero"] {
        let check = folder.run(&["--lang", "c", "-o", name, "--check"]);
        refused(&check, 4, &[name, "isn't a regular file"]);
        assert!(is_device(&folder, name), "{name} was replaced");
    }
    refused(&folder.run(&["--lang", "ada", "-o", "null"]), 2, &["2 files can't all go to null"]);
    assert_eq!(names(&folder), before);
}

fn devices_are_no_locks_and_endless_configs_are_refused() {
    let folder = Folder::with_config(C);
    if !device(&folder, "null", "3") || !device(&folder, "zero", "5") {
        return;
    }
    for lock in ["null", "zero", "."] {
        refused(&folder.run(&["--lock", lock]), 2, &[lock, "can't be the lock"]);
    }
    refused(&folder.run(&["-c", "zero"]), 4, &["zero", "longer than 256 KiB"]);
    refused(&folder.run(&["-c", "."]), 4, &["it is a folder"]);
    for arguments in [["verify", "null"], ["-c", "null"]] {
        assert_ne!(folder.run(&arguments).status, 0);
    }
    let prove = ["prove", "rook", "a1", "--bits", "12", "-o", "zero"];
    refused(&folder.run(&prove), 4, &["zero", "isn't a regular file"]);
    assert!(is_device(&folder, "null") && is_device(&folder, "zero"));
    assert_eq!(names(&folder), [".git", "magicgen.toml", "null", "zero"]);
}

fn a_folder_in_the_place_of_the_config_is_told_as_one() {
    let folder = Folder::with_config(C);
    std::fs::remove_file(folder.path().join("magicgen.toml")).unwrap();
    std::fs::create_dir(folder.path().join("magicgen.toml")).unwrap();
    refused(&folder.run(&[]), 4, &["magicgen.toml", "it is a folder"]);
}

/// Links that lead nowhere are no configs that somebody has in a folder above.
fn a_link_in_the_place_of_the_config_is_told_as_one() {
    for (target, says) in [("magicgen.toml", "form a loop"), ("gone.toml", "No such file")] {
        let folder = Folder::new();
        symlink(target, folder.path().join("magicgen.toml")).unwrap();
        refused(&folder.run(&[]), 4, &["magicgen.toml", says]);
    }
}

fn pipes_and_standard_output_by_name_get_the_whole_file() {
    let folder = Folder::new();
    let whole = folder.succeed(&["--lang", "c"]).stdout;
    let run = shell(&folder, "mg --lang c -o /dev/stdout | cat");
    assert!(run.stdout == whole, "{}", run.stderr);
    let run = shell(
        &folder,
        "mg --lang c -o >(cat > by-pipe; echo done > done); until [ -e done ]; do sleep 0.02; done",
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(folder.read("by-pipe") == whole);
    let run = shell(&folder, "mkfifo fifo; cat fifo > by-fifo & mg --lang c -o fifo; wait");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(folder.read("by-fifo") == whole);
    let run = shell(&folder, "{ echo one; mg --lang c -o /dev/stdout; echo two; } > mixed");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(folder.read("mixed") == format!("one\n{whole}two\n"));
    let run = shell(&folder, "echo one > third; mg --lang c -o /dev/fd/3 3>> third");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(folder.read("third") == format!("one\n{whole}"));
    // A reader that closes a pipe early doesn't cause a failure.
    let run = shell(
        &folder,
        "set -o pipefail; mg --lang c -o /dev/stdout | head -c 9; mg --lang c -o >(head -c 9)",
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
}

fn a_closed_standard_output_is_no_success() {
    let folder = Folder::with_config(&with_path("-"));
    for arguments in ["--lang c", "--lang c -o -", "--lang c -o /dev/stdout", ""] {
        for closed in [">&-", ">&- <&-", "<&- >&- 2>messages"] {
            let run = shell(&folder, &format!("mg {arguments} {closed}"));
            assert_eq!(run.status, 4, "{arguments} {closed}");
            let said = if folder.has("messages") { folder.read("messages") } else { run.stderr };
            assert!(said.contains("can't write standard output: it is closed"), "{said}");
            assert!(said.contains("help: name a file"), "{said}");
            assert!(!folder.has("magicgen.lock"));
        }
        // Python's `DEVNULL` is open for both.
        for null in [">/dev/null", "1<>/dev/null"] {
            let run =
                shell(&folder, &format!("mg {arguments} {null} && rm -f magicgen.lock messages"));
            assert_eq!(run.status, 0, "{arguments} {null}: {}", run.stderr);
        }
    }
    for results in ["list languages", "recommend", "man", "--lang c --format json -o m.h"] {
        let run = shell(&folder, &format!("mg {results} >&-"));
        assert_eq!(run.status, 4, "{results}");
        assert!(run.stderr.contains("can't write standard output: it is closed"), "{}", run.stderr);
    }
    // Nothing goes to standard output here.
    let run = shell(&folder, "mg --lang c -o m.h >&-; mg --lang c -o m.h --check >&-");
    assert_eq!(run.status, 0, "{}", run.stderr);
}

fn a_fifo_that_nobody_reads_waits_and_is_left_by_ctrl_c() {
    let folder = Folder::new();
    assert!(does("mkfifo", &["f"], folder.path()));
    let program = crate::program();
    let run = shell(
        &folder,
        &format!("timeout --preserve-status -s INT 3 '{program}' --lang c --tables init -o f"),
    );
    assert_eq!(run.status, 130, "{}", run.stderr);
    assert!(std::fs::symlink_metadata(folder.path().join("f")).unwrap().file_type().is_fifo());
}

fn a_config_may_come_through_a_pipe() {
    for script in
        ["mg -c - < cfg", "cat cfg | mg -c -", "mg -c /dev/stdin < cfg", "mg -c <(cat cfg)"]
    {
        let folder = Folder::new();
        folder.write("cfg", C);
        let run = shell(&folder, &format!("{script}; {script} --check"));
        assert_eq!(run.status, 0, "{script}: {}", run.stderr);
        assert_eq!(names(&folder), [".git", "cfg", "m.h"], "{script}");
        assert!(folder.read("m.h").contains("magicgen --config - --only c"), "{script}");
        let run =
            shell(&folder, &format!("{script} --lock own.lock; {script} --lock own.lock --locked"));
        assert_eq!(run.status, 0, "{script}: {}", run.stderr);
        assert!(folder.has("own.lock"));
    }
    let folder = Folder::new();
    let run = shell(&folder, "echo 'version = 2' | mg -c -");
    refused(&run, 2, &["standard input:1"]);
}

fn links_are_kept() {
    let folder = Folder::with_config(C);
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("real")).unwrap();
    symlink("real/new.h", at("m.h")).unwrap();
    folder.succeed(&[]);
    assert!(at("m.h").is_symlink() && folder.read("real/new.h") == folder.read("m.h"));
    folder.write("real/new.h", "old");
    folder.succeed(&["--name", "other"]);
    assert!(at("m.h").is_symlink() && folder.read("real/new.h").contains("other_"));
    std::fs::remove_file(at("m.h")).unwrap();
    symlink("nowhere/m.h", at("m.h")).unwrap();
    refused(&folder.run(&[]), 4, &["m.h", "symbolic link to", "nowhere/m.h", "mkdir -p"]);
    assert_eq!(folder.run(&["--check"]).status, 1);
    assert!(!folder.has("nowhere"));
    std::fs::remove_file(at("m.h")).unwrap();
    symlink("n.h", at("m.h")).unwrap();
    symlink("m.h", at("n.h")).unwrap();
    refused(&folder.run(&[]), 4, &["form a loop"]);
    // The lock and the files that `init` writes may be links as well.
    std::fs::remove_file(at("m.h")).unwrap();
    std::fs::remove_file(at("magicgen.lock")).unwrap();
    symlink("real/the.lock", at("magicgen.lock")).unwrap();
    folder.succeed(&[]);
    assert!(
        at("magicgen.lock").is_symlink() && folder.read("real/the.lock").contains("[[problem]]")
    );
    let folder = Folder::new();
    symlink("elsewhere.toml", folder.path().join("magicgen.toml")).unwrap();
    assert_eq!(folder.run(&["init"]).status, 2);
    assert!(!folder.has("elsewhere.toml"));
}

fn modes_survive_and_read_only_files_are_left_alone() {
    let folder = Folder::with_config(C);
    folder.succeed(&[]);
    let at = folder.path().join("m.h");
    let mode = || std::fs::metadata(&at).unwrap().mode() & 0o7777;
    for wanted in [0o600, 0o664, 0o755, 0o4750, 0o2711] {
        folder.write("m.h", "old");
        std::fs::set_permissions(&at, std::fs::Permissions::from_mode(wanted)).unwrap();
        folder.succeed(&[]);
        assert_eq!(mode(), wanted);
    }
    for wanted in [0o444, 0o555, 0o400] {
        std::fs::set_permissions(&at, std::fs::Permissions::from_mode(0o644)).unwrap();
        folder.write("m.h", "old");
        std::fs::set_permissions(&at, std::fs::Permissions::from_mode(wanted)).unwrap();
        let before = folder.files();
        refused(&folder.run(&[]), 4, &["m.h", "read-only", "chmod u+w m.h"]);
        assert_eq!((mode(), folder.files() == before), (wanted, true));
    }
    // If nothing has to be written, a read-only file is no error.
    std::fs::set_permissions(&at, std::fs::Permissions::from_mode(0o644)).unwrap();
    folder.succeed(&[]);
    std::fs::set_permissions(&at, std::fs::Permissions::from_mode(0o444)).unwrap();
    folder.succeed(&[]);
}

/// If a file has two names, the name that is written to gets a new file, and the other name keeps the old one.
fn another_name_of_the_same_file_keeps_the_old_one() {
    let folder = Folder::with_config(C);
    folder.write("other.h", "old");
    std::fs::hard_link(folder.path().join("other.h"), folder.path().join("m.h")).unwrap();
    folder.succeed(&[]);
    assert_eq!(folder.read("other.h"), "old");
    assert!(folder.read("m.h").contains("Code generated"));
}

#[expect(clippy::print_stdout, reason = "a skip is visible")]
fn a_folder_without_permission_is_named() {
    let folder = Folder::with_config(C);
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
    if !does(
        "setpriv",
        &["--reuid=65534", "--regid=65534", "--clear-groups", "true"],
        folder.path(),
    ) {
        println!("skipped: only root runs a program as another user");
        return;
    }
    let program = Folder::new();
    let copy = program.path().join("magicgen");
    std::fs::copy(crate::program(), &copy).unwrap();
    std::fs::set_permissions(program.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let before = folder.files();
    let output =
        command.arg(copy).current_dir(folder.path()).env("NO_COLOR", "1").output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{stderr}");
    assert!(stderr.contains("Permission denied") && stderr.contains("help: "), "{stderr}");
    assert_eq!(folder.files(), before);
}

fn a_config_writes_in_its_own_folder() {
    let outer = Folder::new();
    let elsewhere = Folder::new();
    let absolute = elsewhere.path().join("m.h").display().to_string();
    outer.write("in/keep", "");
    elsewhere.write("f.h", "old");
    symlink(elsewhere.path(), outer.path().join("in/away")).unwrap();
    symlink(elsewhere.path().join("f.h"), outer.path().join("in/f.h")).unwrap();
    let paths = [
        "../m.h", "a/../../m.h", &absolute, "away/m.h", "away/new/m.h", "f.h", "../",
        "new/../../in2/m.h", "/dev/null",
    ];
    for path in paths {
        outer.write("in/magicgen.toml", &with_path(path));
        let before = (outer.files(), elsewhere.files());
        for more in [&[][..], &["--check"], &["--dry-run"]] {
            let run = outer.run(&[&["-c", "in/magicgen.toml"], more].concat());
            refused(
                &run,
                2,
                &["leads out of the config's folder", "--allow-outside", "magicgen.toml:4:8"],
            );
        }
        assert!((outer.files(), elsewhere.files()) == before, "{path}");
        if path == "/dev/null" {
            continue;
        }
        outer.succeed(&["-c", "in/magicgen.toml", "--allow-outside"]);
        outer.succeed(&["-c", "in/magicgen.toml", "--allow-outside", "--check"]);
    }
    // Paths on the command line may lead outside, and a path that leads back inside isn't outside.
    outer.write("in/magicgen.toml", C);
    outer.succeed(&["-c", "in/magicgen.toml", "-o", "from-flag.h"]);
    outer.succeed(&["-c", "in/magicgen.toml", "-D", "output.path=../from-set.h"]);
    assert!(outer.has("from-flag.h") && outer.has("from-set.h"));
    let inside = outer.path().join("in/absolute.h").display().to_string();
    for path in ["x/../m.h", "../in/m.h", &inside] {
        outer.write("in/magicgen.toml", &with_path(path));
        outer.succeed(&["-c", "in/magicgen.toml"]);
    }
}

/// A repository may hold a link in the place of the lock.
fn a_lock_beside_the_config_stays_in_its_folder() {
    let outer = Folder::new();
    outer.write("in/magicgen.toml", C);
    let link = outer.path().join("in/magicgen.lock");
    symlink("../stray.lock", &link).unwrap();
    let run = outer.run(&["-c", "in/magicgen.toml"]);
    refused(&run, 4, &["in/magicgen.lock", "leads out of the config's folder", "--allow-outside"]);
    assert!(!outer.has("in/m.h") && !outer.has("stray.lock"));
    outer.succeed(&["-c", "in/magicgen.toml", "--allow-outside"]);
    assert!(outer.has("stray.lock") && link.is_symlink());
    // A lock that only is read, or that the user names, may be anywhere.
    outer.succeed(&["-c", "in/magicgen.toml", "--check"]);
    outer.succeed(&["-c", "in/magicgen.toml", "--locked"]);
    outer.succeed(&["-c", "in/magicgen.toml", "--lock", "named.lock"]);
    assert!(outer.has("named.lock"));
}

/// The number of runs for each kind of swap. `RACES=3000 cargo test --test quick -- --ignored swapped` makes more.
const RACES: usize = 100;

/// Swaps a file or a folder for a link and back, as long as `goes_on`.
fn swap(at: &Path, target: &Path, goes_on: &AtomicBool) {
    let kept = at.with_extension("kept");
    // A run may have made a file or a folder in the gap. This doesn't follow links.
    let clear = || std::fs::remove_file(at).or_else(|_| std::fs::remove_dir_all(at));
    while goes_on.load(Ordering::Relaxed) {
        let _ = std::fs::rename(at, &kept);
        let _ = symlink(target, at);
        std::thread::yield_now();
        let _ = clear();
        let _ = std::fs::rename(&kept, at);
        std::thread::yield_now();
    }
}

/// Somebody else who may write in the config's folder swaps a part of a path at any moment of a run.
#[expect(clippy::print_stdout, reason = "figures are for docs/robustness.md")]
fn what_is_swapped_for_a_link_leads_no_run_outside() {
    let races: usize = std::env::var_os("RACES")
        .map_or(RACES, |races| races.to_string_lossy().parse().expect("RACES is a number"));
    for (swapped, target, path) in [
        ("in/sub", "away", "sub/m.h"),
        ("in/sub", "away", "sub/new/m.h"),
        ("in/m.h", "away/victim", "m.h"),
        ("in/m.h", "away/new.h", "m.h"),
        ("in/magicgen.lock", "away/new.lock", "m.h"),
        ("in", "away", "m.h"),
    ] {
        let outer = Folder::new();
        outer.write("in/magicgen.toml", &with_path(path));
        outer.write("in/sub/keep", "");
        outer.succeed(&["-c", "in/magicgen.toml"]);
        outer.write("away/victim", "precious");
        let away = outer.path().join("away");
        let is_whole = || {
            let names: Vec<_> = std::fs::read_dir(&away).unwrap().flatten().collect();
            names.len() == 1 && outer.read("away/victim") == "precious"
        };
        let goes_on = AtomicBool::new(true);
        let mut ended = BTreeMap::new();
        let (at, target_at) = (outer.path().join(swapped), outer.path().join(target));
        std::thread::scope(|scope| {
            let swapper = scope.spawn(|| swap(&at, &target_at, &goes_on));
            for race in 0..races {
                let name = ["one", "two"][race % 2];
                let mut run = Command::new(crate::program());
                run.args(["-c", "in/magicgen.toml", "--name", name]).current_dir(outer.path());
                let status = run.stderr(Stdio::null()).status().unwrap().code();
                *ended.entry(status).or_insert(0) += 1;
            }
            goes_on.store(false, Ordering::Relaxed);
            swapper.join().unwrap();
        });
        println!("{swapped} swapped for a link to {target}: {ended:?} by status");
        assert!(is_whole(), "{swapped}: {:?}", outer.files().keys());
        assert!(ended.keys().all(|status| [Some(0), Some(2), Some(4)].contains(status)));
    }
}

fn paths_that_differ_in_case_alone_are_one() {
    let two = |one: &str, other: &str| {
        format!(
            "version = 1\n[[output]]\nid = \"a\"\nlang = \"c\"\npath = \"{one}\"\n[[output]]\nid = \"b\"\nlang = \"c\"\npath = \"{other}\"\n"
        )
    };
    let pairs = [
        ("magics.h", "Magics.h"),
        ("src/m.h", "Src/m.h"),
        ("é.h", "É.h"),
        ("ΑΣ.h", "ας.h"),
        ("straße.h", "STRASSE.H"),
        ("\u{e9}.h", "e\u{301}.h"),
        ("\u{e9}/m.h", "E\u{301}/m.h"),
        ("\u{1e69}.h", "s\u{307}\u{323}.h"),
        ("\u{ac00}.h", "\u{1100}\u{1161}.h"),
        ("a/../B.h", "b.h"),
        ("./x.h", "y/../x.h"),
        ("x.h", "x.h"),
    ];
    for (one, other) in pairs {
        let folder = Folder::with_config(&two(one, other));
        refused(&folder.run(&[]), 2, &["output `a`", "choose another path"]);
        assert_eq!(names(&folder), [".git", "magicgen.toml"]);
    }
    for path in ["Magicgen.toml", "MAGICGEN.LOCK", "a/../magicgen.lock"] {
        let run = Folder::with_config(&with_path(path)).run(&[]);
        refused(&run, 2, &["would overwrite the"]);
    }
    // Two paths may lead to the same place.
    let folder = Folder::with_config(&two("a/m.h", "b/m.h"));
    folder.write("a/keep", "");
    symlink("a", folder.path().join("b")).unwrap();
    refused(&folder.run(&[]), 2, &["is written by output `a` too"]);
}

/// An output with an id.
fn output(id: &str, path: &str) -> String {
    format!("[[output]]\nid = \"{id}\"\nlang = \"c\"\npath = \"{path}\"\n")
}

fn paths_that_need_a_folder_in_the_place_of_a_file_are_refused() {
    for (one, other, says) in [
        ("a", "a/b.h", "`a/b.h` needs a folder, but `a` of output `a` is there"),
        ("a/b.h", "a", "`a` is a file, but `a/b.h` of output `a` needs a folder there"),
        ("x/A.H", "x/a.h/c/b.h", "`x/a.h/c/b.h` needs a folder"),
        ("a", "./c/../a/b.h", "`./c/../a/b.h` needs a folder"),
        ("\u{e9}", "e\u{301}/b.h", "needs a folder"),
    ] {
        let config = format!("version = 1\n{}{}", output("a", one), output("b", other));
        let folder = Folder::with_config(&config);
        let run = folder.run(&[]);
        let normal = says.replace("./c/../", "");
        refused(&run, 2, &[&normal, "magicgen.toml:6:1", "first here", "choose another path"]);
        assert_eq!(names(&folder), [".git", "magicgen.toml"]);
    }
    // These are names of their own.
    let config = format!("version = 1\n{}{}", output("a", "a"), output("b", "ab/c"));
    Folder::with_config(&config).succeed(&["--dry-run"]);
    for (path, says) in [
        ("magicgen.lock/x.h", "needs a folder, but the lock is there"),
        ("Magicgen.Toml/y/x.h", "needs a folder, but the config is there"),
    ] {
        let run = Folder::with_config(&with_path(path)).run(&[]);
        refused(&run, 2, &[says, "magicgen.toml:2:1", "choose another path"]);
    }
    let folder = Folder::with_config(&with_path("out"));
    let run = folder.run(&["--lock", "out/the.lock"]);
    refused(&run, 2, &["`out` is a file, but the lock needs a folder there"]);
    let run = folder.run(&["--depfile", "out/m.d"]);
    refused(&run, 2, &["needs a folder, but the generated file"]);
    // Two names may lead to one place.
    let config = format!("version = 1\n{}{}", output("a", "x/m"), output("b", "y/m/b.h"));
    let folder = Folder::with_config(&config);
    folder.write("x/keep", "");
    symlink("x", folder.path().join("y")).unwrap();
    refused(&folder.run(&[]), 2, &["`y/m/b.h` needs a folder, but"]);
}

fn a_path_without_a_slash_is_no_folder() {
    let folder = Folder::with_config(C);
    std::fs::create_dir(folder.path().join("m.h")).unwrap();
    let run = folder.run(&[]);
    refused(&run, 2, &["`m.h` is a folder", "magicgen.toml:4:8", "write `m.h/`"]);
    assert!(!folder.has("magicgen.lock"));
    for path in ["m.h/", ".", "m.h/.", "m.h/.."] {
        folder.write("magicgen.toml", &with_path(path));
        folder.succeed(&["--dry-run"]);
    }
    // A path of the command line may be that of a folder.
    folder.write("magicgen.toml", C);
    folder.succeed(&["-o", "m.h", "--dry-run"]);
    folder.succeed(&["-D", "output.path=m.h", "--dry-run"]);
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    folder.succeed(&["init", "-o", "src"]);
    assert!(folder.read("magicgen.toml").contains("path = \"src/\""));
    folder.succeed(&[]);
}

fn a_rule_for_make_replaces_nothing_and_reads_back() {
    let folder = Folder::with_config(&with_path("a b.h"));
    for taken in ["magicgen.toml", "magicgen.lock", "./x/../magicgen.toml", "a b.h"] {
        let before = folder.files();
        refused(&folder.run(&["--depfile", taken]), 2, &["would overwrite the"]);
        assert!(folder.files() == before, "{taken}");
    }
    folder.succeed(&["--depfile", "m.d"]);
    assert_eq!(folder.read("m.d"), "a\\ b.h: magicgen.toml magicgen.lock\n");
}

fn orphans_are_reported_until_they_are_gone() {
    let folder = Folder::with_config(C);
    folder.succeed(&[]);
    folder.write("magicgen.toml", &with_path("n.h"));
    let orphan = ["generated file belongs to no output", "--> m.h", "delete `m.h`"];
    refused(&folder.run(&["--check"]), 1, &orphan);
    let run = folder.succeed(&[]);
    assert!(run.stderr.contains("note: m.h is no longer generated; delete it"), "{}", run.stderr);
    assert!(folder.has("m.h"));
    refused(&folder.run(&["--check"]), 1, &orphan);
    let json = folder.run(&["--check", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((json.status, &report["status"]), (1, &"drift".into()));
    assert_eq!(
        (&report["outputs"][1]["path"], &report["outputs"][1]["status"]),
        (&"m.h".into(), &"orphan".into())
    );
    // An orphan with other line ends is still an orphan.
    folder.write("m.h", &folder.read("m.h").replace('\n', "\r\n"));
    refused(&folder.run(&["--check"]), 1, &orphan);
    std::fs::remove_file(folder.path().join("m.h")).unwrap();
    folder.succeed(&["--check"]);
    folder.succeed(&[]);
    assert!(!folder.read("magicgen.lock").contains("orphan"));
    // A file that somebody has edited isn't an orphan.
    folder.write("magicgen.toml", C);
    folder.write("n.h", "my own");
    folder.succeed(&[]);
    folder.succeed(&["--check"]);
    // A file that a flag puts elsewhere isn't a renamed output.
    folder.succeed(&["-o", "elsewhere.h"]);
    folder.succeed(&["--check"]);
}

fn a_lock_names_no_orphans_elsewhere() {
    let folder = Folder::new();
    folder.write("in/magicgen.toml", C);
    folder.write("precious", "x");
    folder.succeed(&["-c", "in/magicgen.toml"]);
    let digest = blake3::hash(b"x").to_hex();
    let lock = folder.read("in/magicgen.lock");
    let hostile = format!(
        "{lock}\n[[orphan]]\nid = \"o\"\npath = \"../precious\"\ndigest = \"blake3:{digest}\"\n"
    );
    folder.write("in/magicgen.lock", &hostile);
    folder.succeed(&["-c", "in/magicgen.toml", "--check"]);
    folder.write("in/odd\u{1b}[2J.h", "x");
    let odd = hostile.replace("../precious", "odd\\u001b[2J.h");
    folder.write("in/magicgen.lock", &odd);
    let run = folder.run(&["-c", "in/magicgen.toml", "--check"]);
    refused(&run, 2, &["has the control character U+001B"]);
    assert!(!run.stderr.contains('\u{1b}'), "{:?}", run.stderr);
}

/// Somebody who may write in the folder makes the config or the lock a link to a file that only the user may read.
fn lines_of_a_file_outside_the_folder_are_not_shown() {
    for name in ["magicgen.toml", "magicgen.lock"] {
        let folder = Folder::new();
        folder.write("private", "password: open sesame\nversion = \n");
        folder.write("own/magicgen.toml", C);
        let _ = std::fs::remove_file(folder.path().join("own").join(name));
        symlink("../private", folder.path().join("own").join(name)).unwrap();
        for more in [&[][..], &["--format", "json"], &["--check"]] {
            let run = folder.run(&[&["--config", "own/magicgen.toml"], more].concat());
            // A lock out of the folder is read, but not written.
            assert!([2, 4].contains(&run.status), "{}", run.stderr);
            assert!(!(run.stdout.clone() + &run.stderr).contains("sesame"), "{}", run.stderr);
        }
        let run = folder.run(&["--config", "own/magicgen.toml", "--allow-outside"]);
        assert!(!run.stderr.contains("sesame"), "{}", run.stderr);
        let place = format!("own/{name}:1:");
        assert!(run.stderr.contains(&place), "{}", run.stderr);
        assert!(run.stderr.contains("is a link out of its folder"), "{}", run.stderr);
        // Within the folder, the user's own lines are shown.
        std::fs::remove_file(folder.path().join("own").join(name)).unwrap();
        folder.write("own/other", "password: open sesame\n");
        symlink("other", folder.path().join("own").join(name)).unwrap();
        let run = folder.run(&["--config", "own/magicgen.toml"]);
        assert!(run.stderr.contains("sesame"), "{}", run.stderr);
    }
}
