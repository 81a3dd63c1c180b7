//! `--watch`: changes are seen however a file is replaced, and errors don't end it.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        each_change_of_the_config_is_written,
        files_that_the_config_names_are_watched,
        what_writes_no_file_is_refused,
        a_change_during_a_search_is_seen_after_it,
        #[cfg(unix)]
        replaced_folders_and_links_are_seen,
    ]
}

const CONFIG: &str =
    "version = 1\n[board]\nwidth = 3\nheight = 3\n[[output]]\nlang = \"c\"\npath = \"m.h\"\n";

/// A program that watches, and the lines that it says.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn begin(folder: &Folder, arguments: &[&str]) -> Self {
        let mut child = Command::new(crate::program())
            .arg("--watch")
            .args(arguments)
            .current_dir(folder.path())
            .env("NO_COLOR", "1")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let (told, lines) = channel();
        std::thread::spawn(move || {
            stderr.lines().map_while(Result::ok).try_for_each(|line| told.send(line))
        });
        Self { child, lines }
    }

    /// Waits for a line that begins so, and returns it.
    fn says(&self, begin: &str) -> String {
        let mut before = Vec::new();
        loop {
            match self.lines.recv_timeout(Duration::from_secs(60)) {
                Ok(line) if line.starts_with(begin) => return line,
                Ok(line) => before.push(line),
                Err(error) => panic!("{error}: no {begin} in {before:?}"),
            }
        }
    }

    /// Expects that nothing is said for a second.
    fn is_silent(&self) {
        let line = self.lines.recv_timeout(Duration::from_secs(1));
        assert!(line.is_err(), "{line:?}");
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn each_change_of_the_config_is_written() {
    let folder = Folder::with_config(CONFIG);
    let mut watching = Watching::begin(&folder, &[]);
    watching.says("watching magicgen.toml; Ctrl-C ends");
    watching.says("wrote m.h, magicgen.lock");
    assert!(folder.read("m.h").contains("magics_rook_attacks"));
    // Neither another file nor the same bytes are a change.
    folder.write("other.toml", CONFIG);
    folder.write("magicgen.toml", CONFIG);
    watching.is_silent();
    let other = CONFIG.replace("path", "name = \"sliders\"\npath");
    folder.write("magicgen.toml", &other);
    watching.says("wrote m.h");
    assert!(folder.read("m.h").contains("sliders_rook_attacks"));
    // An error is said, and the files stay.
    folder.write("magicgen.toml", &CONFIG.replace("lang", "lnag"));
    watching.says("error[config::unknown-key]");
    assert!(folder.read("m.h").contains("sliders_rook_attacks"));
    assert!(watching.child.try_wait().unwrap().is_none());
    // Editors write another file, and give it the name.
    let new = folder.write("magicgen.toml~", &CONFIG.replace("path", "name = \"third\"\npath"));
    std::fs::rename(new, folder.path().join("magicgen.toml")).unwrap();
    watching.says("wrote m.h");
    assert!(folder.read("m.h").contains("third_rook_attacks"));
    std::fs::remove_file(folder.path().join("magicgen.toml")).unwrap();
    watching.says("error[io]");
    folder.write("magicgen.toml", CONFIG);
    watching.says("wrote m.h");
    #[cfg(unix)]
    {
        let mut kill = Command::new("kill");
        assert!(kill.args(["-INT", &watching.child.id().to_string()]).status().unwrap().success());
        assert_eq!(watching.child.wait().unwrap().code(), Some(130));
        watching.says("note: interrupted");
    }
    folder.succeed(&["--check"]);
}

/// The file of factors may be in a folder that is made later.
fn files_that_the_config_names_are_watched() {
    let config = "version = 1\n[search]\ngiven = \"given/known.toml\"\n[[output]]\nlang = \"c\"\npath = \"m.h\"\ntables = \"init\"\n";
    let folder = Folder::with_config(config);
    let watching = Watching::begin(&folder, &["--quiet"]);
    watching.says("error[config::given]");
    let made = Folder::new();
    made.succeed(&["--lang", "c", "--emit", "factors,shifts", "-o", "f.h"]);
    made.succeed(&["verify", "--adopt", "-o", "known.toml", "f.h"]);
    folder.write("given/known.toml", "x");
    watching.says("error[config::given]");
    folder.write("given/known.toml", &made.read("known.toml"));
    for _ in 0..600 {
        if folder.has("m.h") {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(folder.has("m.h"));
    folder.write("given/known.toml", "y");
    watching.says("error[config::given]");
}

fn what_writes_no_file_is_refused() {
    let folder = Folder::with_config(CONFIG);
    for (arguments, says) in [
        (&["--check"][..], "the argument '--watch' cannot be used with '--check'"),
        (&["--dry-run"], "the argument '--watch' cannot be used with '--dry-run'"),
        (&["--format", "json"], "the argument '--watch' cannot be used with '--format <FORMAT>'"),
        (&["--diff", "unified"], "the argument '--watch' cannot be used with '--diff <HOW>'"),
        (&["-o", "-"], "`--watch` writes files, and `-o -` is standard output"),
        #[cfg(unix)]
        (&["-o", "/dev/stdout"], "`--watch` writes files, and `-o /dev/stdout` is no file"),
        #[cfg(unix)]
        (&["-o", "/dev/null"], "`--watch` writes files, and `-o /dev/null` is no file"),
        (&["--lang", "c"], "`--watch` needs a config file to watch"),
        (&["--config", "-"], "`--watch` needs a config file to watch"),
    ] {
        let run = folder.run(&[&["--watch"], arguments].concat());
        assert_eq!(run.status, 2, "{arguments:?} {}", run.stderr);
        assert!(run.stderr.contains(says), "{arguments:?} {}", run.stderr);
        assert_eq!(run.stderr.matches("error").count(), 1, "{}", run.stderr);
    }
}

/// A search takes as long as it takes: what changes meanwhile is generated next.
fn a_change_during_a_search_is_seen_after_it() {
    let slow = CONFIG.replace('3', "8").replace("path", "variant = \"packed\"\npath");
    let folder = Folder::with_config(&slow);
    let watching = Watching::begin(&folder, &[]);
    watching.says("watching magicgen.toml");
    std::thread::sleep(Duration::from_millis(50));
    folder.write("magicgen.toml", &CONFIG.replace("path", "name = \"sliders\"\npath"));
    watching.says("wrote m.h");
    if !folder.read("m.h").contains("sliders_rook_attacks") {
        watching.says("wrote m.h");
    }
    assert!(folder.read("m.h").contains("sliders_rook_attacks"));
}

/// The system tells nothing of what happens above the folder of a file.
#[cfg(unix)]
fn replaced_folders_and_links_are_seen() {
    let named = |name: &str| CONFIG.replace("path", &format!("name = \"{name}\"\npath"));
    let folder = Folder::new();
    let at = |path: &str| folder.path().join(path);
    for (path, name) in [("a/b", "one"), ("c/b", "two"), ("d/b", "three")] {
        folder.write(&format!("{path}/magicgen.toml"), &named(name));
    }
    // A folder above the config is renamed.
    let watching = Watching::begin(&folder, &["--config", "a/b/magicgen.toml"]);
    watching.says("wrote a/b/m.h");
    std::fs::rename(at("a"), at("old")).unwrap();
    std::fs::rename(at("c"), at("a")).unwrap();
    watching.says("wrote a/b/m.h");
    assert!(folder.read("a/b/m.h").contains("two_rook_attacks"));
    drop(watching);
    // A link in the middle of its path leads elsewhere.
    std::os::unix::fs::symlink("a", at("link")).unwrap();
    let watching = Watching::begin(&folder, &["--config", "link/b/magicgen.toml"]);
    watching.says("wrote nothing");
    std::os::unix::fs::symlink("d", at("new")).unwrap();
    std::fs::rename(at("new"), at("link")).unwrap();
    watching.says("wrote link/b/m.h");
    assert!(folder.read("d/b/m.h").contains("three_rook_attacks"));
    drop(watching);
    // The current folder is deleted, and made again.
    let home = Folder::with_config(CONFIG);
    let watching = Watching::begin(&home, &[]);
    watching.says("wrote m.h");
    std::fs::remove_dir_all(home.path()).unwrap();
    watching.says("error");
    home.write("magicgen.toml", &named("four"));
    watching.says("wrote m.h");
    assert!(home.read("m.h").contains("four_rook_attacks"));
}
