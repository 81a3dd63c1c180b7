//! Long runs that are interrupted, or during which other programs write files.

use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::paths::refused;
use crate::folder::{Folder, Run};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        what_changes_meanwhile_is_not_replaced,
        ctrl_c_keeps_what_was_found,
        ignored_signals_stay_ignored: slow,
        ctrl_c_keeps_the_table_that_a_search_has_lowered: slow,
    ]
}

fn names(folder: &Folder) -> Vec<String> {
    let files = folder.files();
    let names = files.keys().map(|path| path.file_name().unwrap().to_string_lossy().into_owned());
    names.collect()
}

fn send(signal: &str, child: &Child) {
    let mut kill = Command::new("kill");
    assert!(kill.args([signal, &child.id().to_string()]).status().unwrap().success());
}

/// Runs a slow config, and calls `then` once it searches.
fn slowly(folder: &Folder, then: impl FnOnce(&mut Child)) -> Run {
    let mut child = Command::new(crate::program())
        .args(["--verbose"])
        .current_dir(folder.path())
        .env("NO_COLOR", "1")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stderr.take().unwrap();
    let mut stderr = Vec::new();
    let mut byte = [0];
    // The run prints its output's name before it searches.
    while !stderr.ends_with(b"slow: c split32, a1lsb\n") && pipe.read(&mut byte).unwrap() == 1 {
        stderr.push(byte[0]);
    }
    then(&mut child);
    pipe.read_to_end(&mut stderr).unwrap();
    let stderr = String::from_utf8(stderr).unwrap();
    Run { status: child.wait().unwrap().code().unwrap_or(-1), stdout: String::new(), stderr }
}

/// A config with two outputs, of which the second takes a second or more.
const SLOW: &str = "version = 1\n[[output]]\nid = \"quick\"\nlang = \"c\"\npath = \"quick.h\"\ntables = \"init\"\n\
    [[output]]\nid = \"slow\"\nlang = \"c\"\npath = \"slow.h\"\ntables = \"init\"\nvariant = \"split32\"\npieces = [\"bishop\"]\n\
    lookup.combine = \"add\"\n";

fn what_changes_meanwhile_is_not_replaced() {
    for name in ["quick.h", "magicgen.lock"] {
        let folder = Folder::with_config(SLOW);
        folder.succeed(&["--only", "quick"]);
        let old = folder.read(name);
        // The old file makes sure that something has to be written.
        folder.write("quick.h", "old");
        let mine = format!("{old}# by hand\n");
        let run = slowly(&folder, |_| {
            folder.write(name, &mine);
        });
        refused(&run, 4, &[name, "has changed since this run began"]);
        assert_eq!(folder.read(name), mine);
        assert!(!folder.has("slow.h"), "half of the outputs were written");
        assert!(!names(&folder).iter().any(|name| name.contains(".magicgen-")));
    }
}

fn ctrl_c_keeps_what_was_found() {
    for signal in ["-INT", "-TERM"] {
        let slow = SLOW.replace("[\"bishop\"]", "[\"bishop\", \"rook\"]");
        let folder = Folder::with_config(&slow);
        let run = slowly(&folder, |child| {
            send(signal, child);
        });
        assert_eq!(run.status, 130, "{}", run.stderr);
        assert!(run.stderr.contains("the lock has the results so far"), "{}", run.stderr);
        let lock = folder.read("magicgen.lock");
        assert!(lock.matches("method = \"fancy\"").count() == 2, "{lock}");
        assert_eq!(names(&folder), ["magicgen.lock", "magicgen.toml"]);
        // The factors found are in the lock, and aren't searched again.
        folder.succeed(&["--locked", "--only", "quick"]);
    }
}

/// The signals that a process ignores, as bits; `None` where the system doesn't tell.
fn ignored_by(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(line.trim(), 16).ok()
}

/// `nohup`, and a background job of a shell without job control, start a program with ignored signals.
#[expect(clippy::print_stdout, reason = "a skip is visible")]
fn ignored_signals_stay_ignored() {
    for (ignored, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        let commands: [&[&str]; 3] = [
            // Nobody reads the pipe.
            &["--lang", "c", "--tables", "init", "-o", "pipe"],
            &["search", "--goal", "packed", "--time", "10m", "-o", "x.pool"],
            &["prove", "rook", "a1", "--bits", "11", "-o", "long.jsonl"],
        ];
        for arguments in commands {
            let folder = Folder::new();
            let mut pipe = Command::new("mkfifo");
            assert!(pipe.arg(folder.path().join("pipe")).status().unwrap().success());
            let script = format!("trap '' {ignored}; exec '{}' \"$@\"", crate::program());
            let mut child = Command::new("sh")
                .args(["-c", &script, "magicgen"])
                .args(arguments)
                .current_dir(folder.path())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_millis(700));
            let Some(bits) = ignored_by(&child) else {
                println!("skipped: only Linux tells which signals are ignored");
                child.kill().unwrap();
                child.wait().unwrap();
                return;
            };
            assert!(bits >> (number - 1) & 1 == 1, "{ignored} {arguments:?}: {bits:x}");
            send(&format!("-{ignored}"), &child);
            std::thread::sleep(Duration::from_millis(1500));
            assert!(child.try_wait().unwrap().is_none(), "{ignored} ended {arguments:?}");
            // The other signals still end the run in an orderly way.
            let other = if ignored == "TERM" { "-INT" } else { "-TERM" };
            send(other, &child);
            let status = child.wait().unwrap().code();
            assert_eq!(status, Some(130), "{ignored} {arguments:?}");
        }
    }
}

/// A board for which a search finds smaller and smaller tables, for several seconds on any machine.
const LOWERED: &str = "version = 1\n[board]\nwidth = 6\nheight = 5\n[[output]]\nlang = \"c\"\npath = \"m.h\"\nvariant = \"packed\"\n";
const LOWERING: [&str; 5] = ["search", "--effort", "200", "-j", "1"];

/// The first eighth of a search is for factors only. If the search is stopped then, before any table is smaller,
/// another is stopped later.
fn ctrl_c_keeps_the_table_that_a_search_has_lowered() {
    let folder = Folder::with_config(LOWERED);
    folder.succeed(&["--effort", "1"]);
    let old = folder.read("magicgen.lock");
    let entries = |lock: &str| {
        let line = lock.lines().find(|line| line.starts_with("entries = ")).unwrap();
        line["entries = ".len()..].parse::<u64>().unwrap()
    };
    let mut was_kept = false;
    for seconds in [1, 2, 4, 8, 16, 32, 64] {
        folder.write("magicgen.lock", &old);
        let child = Command::new(crate::program())
            .args(LOWERING)
            .current_dir(folder.path())
            .env("NO_COLOR", "1")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_secs(seconds));
        send("-INT", &child);
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let lock = folder.read("magicgen.lock");
        assert_eq!(output.status.code(), Some(130), "ended by itself, or otherwise: {said}");
        was_kept = said.contains("the lock has the results so far");
        if was_kept {
            assert!(entries(&lock) < entries(&old), "{said}");
            // The kept table is complete, and is proved like any other.
            folder.succeed(&["--locked"]);
            assert!(folder.read("m.h").contains(&format!("{} words", entries(&lock))));
            break;
        }
        assert_eq!(lock, old, "{said}");
    }
    assert!(was_kept, "nothing was lowered in a minute");
}
