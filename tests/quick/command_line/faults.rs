//! Full disks and files that can't be replaced: no file is lost, and no file is incomplete.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        a_full_disk_leaves_files_and_lock_as_they_were,
        a_full_disk_is_no_place_for_a_depfile_a_config_or_a_ledger,
        an_immutable_file_leaves_all_as_it_was,
        a_file_that_is_mounted_by_itself_leaves_all_as_it_was,
        what_was_renamed_before_a_failure_is_put_back,
        more_outputs_than_open_files_are_all_written_or_none,
    ]
}

const CONFIG: &str = "version = 1\n[[output]]\nlang = \"c\"\npath = \"m.h\"\ntables = \"full\"\n";

/// A small file system in a test's folder, which is removed with the folder.
struct Disk {
    folder: Folder,
}

impl Disk {
    /// A disk of so many KiB. `None`, with a message, if it can't be made on this machine.
    #[expect(clippy::print_stdout, reason = "a skip is visible")]
    fn new(kibibytes: u32) -> Option<Self> {
        let disk = Self { folder: Folder::new() };
        let size = format!("size={kibibytes}k");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "none"]).arg(disk.path()).stderr(Stdio::null());
        if mount.status().is_ok_and(|status| status.success()) {
            std::fs::create_dir(disk.path().join(".git")).unwrap();
            return Some(disk);
        }
        println!("skipped: only root mounts a small file system");
        None
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Fills the disk except for so many KiB.
    fn fill(&self, left: u64) {
        let at = self.path().join("filler");
        let mut filler = std::fs::File::create(&at).unwrap();
        while filler.write_all(&[1; 4096]).is_ok() {}
        let whole = filler.metadata().unwrap().len() / 4096 * 4096;
        filler.set_len(whole.saturating_sub(left * 1024)).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.folder.path()).status();
    }
}

#[track_caller]
fn is_full(folder: &Folder, arguments: &[&str]) {
    let before = folder.files();
    let run = folder.run(arguments);
    assert_eq!(run.status, 4, "{arguments:?}: {}", run.stderr);
    assert!(
        run.stderr.contains("No space left") && run.stderr.contains("help: "),
        "{}",
        run.stderr
    );
    assert!(folder.files() == before, "{arguments:?} left something");
}

/// A run raises the soft limit of open files, and stops at the hard one with nothing written.
fn more_outputs_than_open_files_are_all_written_or_none() {
    let output = |at| {
        format!(
            "[[output]]\nid = \"o{at}\"\nlang = \"c\"\nemit = [\"squares\"]\npath = \"out/{at}.h\"\n"
        )
    };
    let outputs: String = (0..60).map(output).collect();
    let folder = Folder::with_config(&format!("version = 1\n{outputs}"));
    let limited = |limit: &str| {
        let command = format!("ulimit {limit} && exec \"$0\" -q");
        let mut run = Command::new("sh");
        run.args(["-c", &command]).arg(crate::program()).current_dir(folder.path());
        run.output().unwrap()
    };
    let before = folder.files();
    let refused = limited("-n 40");
    assert_eq!(refused.status.code(), Some(4));
    assert_eq!(folder.files(), before);
    let run = limited("-S -n 40");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(folder.files().len(), before.len() + 61);
}

fn a_full_disk_leaves_files_and_lock_as_they_were() {
    let Some(disk) = Disk::new(8192) else { return };
    let folder = &disk.folder;
    folder.write("magicgen.toml", CONFIG);
    // There is no room for the file, then for the lock, then for a second file beside the first.
    for left in [0, 4, 64, 1024, 2000] {
        disk.fill(left);
        is_full(folder, &[]);
    }
    std::fs::remove_file(folder.path().join("filler")).unwrap();
    folder.succeed(&[]);
    for left in [0, 8, 1024] {
        disk.fill(left);
        is_full(folder, &["--name", "other"]);
    }
    std::fs::remove_file(folder.path().join("filler")).unwrap();
    folder.succeed(&["--name", "other"]);
    folder.succeed(&["--name", "other", "--check"]);
}

fn a_full_disk_is_no_place_for_a_depfile_a_config_or_a_ledger() {
    let Some(disk) = Disk::new(256) else { return };
    let other = Folder::with_config(CONFIG);
    disk.fill(0);
    let at = |name: &str| disk.path().join(name).display().to_string();
    let before = other.files();
    let run = other.run(&["--depfile", &at("m.d")]);
    assert_eq!(run.status, 4, "{}", run.stderr);
    assert!(other.files() == before, "files were written without their rule");
    let run = other.run(&["--lock", &at("m.lock")]);
    assert_eq!(run.status, 4, "{}", run.stderr);
    assert!(other.files() == before, "files were written without their lock");
    assert_eq!(disk.folder.run(&["init"]).status, 4);
    let prove = ["prove", "rook", "d4", "--bits", "10", "-o", &at("d4.jsonl")];
    assert_eq!(other.run(&prove).status, 4);
    let left = disk.folder.files();
    assert_eq!(left.keys().map(|path| path.file_name().unwrap()).collect::<Vec<_>>(), ["filler"]);
}

const TWO: &str = "version = 1\n[[output]]\nlang = \"c\"\npath = \"a/m.h\"\ntables = \"init\"\n\
                   [[output]]\nlang = \"rust\"\npath = \"b/m.rs\"\ntables = \"init\"\n";

/// A folder with the config [`TWO`], whose outputs and lock would all change.
fn two() -> Folder {
    let folder = Folder::with_config(TWO);
    folder.succeed(&["--only", "c"]);
    folder.write("a/m.h", "old");
    folder.write("b/m.rs", "old");
    folder
}

fn does(program: &str, arguments: &[&str], folder: &Folder) -> bool {
    let mut done = Command::new(program);
    done.args(arguments).current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
    done.status().is_ok_and(|status| status.success())
}

#[expect(clippy::print_stdout, reason = "a skip is visible")]
fn an_immutable_file_leaves_all_as_it_was() {
    for attribute in ["i", "a"] {
        for name in ["a/m.h", "b/m.rs", "magicgen.lock"] {
            let folder = two();
            if !does("chattr", &[&format!("+{attribute}"), name], &folder) {
                println!("skipped: chattr doesn't work here");
                return;
            }
            let before = folder.files();
            let run = folder.run(&[]);
            let after = folder.files();
            assert!(does("chattr", &[&format!("-{attribute}"), name], &folder));
            assert_eq!(run.status, 4, "{}", run.stderr);
            let message = format!("can't write {name}: it is immutable or append-only");
            assert!(
                run.stderr.contains(&message) && run.stderr.contains("chattr"),
                "{}",
                run.stderr
            );
            assert!(after == before, "+{attribute} {name}: {:?}", after.keys());
            folder.succeed(&[]);
            folder.succeed(&["--check"]);
        }
    }
}

/// Runs the program where a file is mounted on itself, as `docker run -v FILE:FILE` does. `None`, with a message, if
/// this machine can't.
#[expect(clippy::print_stdout, reason = "a skip is visible")]
fn run_mounted(folder: &Folder, name: &str) -> Option<std::process::Output> {
    if !does("unshare", &["-m", "mount", "--bind", name, name], folder) {
        println!("skipped: only root mounts a file");
        return None;
    }
    let script = format!("mount --bind {name} {name} && exec '{}'", crate::program());
    let mut run = Command::new("unshare");
    run.args(["-m", "sh", "-c", &script]).current_dir(folder.path()).env("NO_COLOR", "1");
    Some(run.output().unwrap())
}

fn a_file_that_is_mounted_by_itself_leaves_all_as_it_was() {
    for name in ["a/m.h", "b/m.rs", "magicgen.lock"] {
        let folder = two();
        let before = folder.files();
        let Some(run) = run_mounted(&folder, name) else { return };
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(4), "{stderr}");
        let message = format!("can't write {name}: it is a mount point, which can't be replaced");
        assert!(stderr.contains(&message) && stderr.contains("help: mount the folder"), "{stderr}");
        assert!(folder.files() == before, "{name}");
        folder.succeed(&[]);
    }
}

/// In a folder like /tmp a file of somebody else's may be read and not replaced, which nothing but the renaming finds.
#[expect(clippy::print_stdout, reason = "a skip is visible")]
fn what_was_renamed_before_a_failure_is_put_back() {
    let folder = two();
    let program = Folder::new();
    let copy = program.path().join("magicgen").display().to_string();
    std::fs::copy(crate::program(), &copy).unwrap();
    let user = ["--reuid=65534", "--regid=65534", "--clear-groups"];
    let at = folder.path().display().to_string();
    let prepared = does("chmod", &["755", &program.path().display().to_string()], &folder)
        && does("chown", &["-R", "65534:65534", &at], &folder)
        && does("chown", &["0:0", "b/m.rs", "b"], &folder)
        && does("chmod", &["1777", "b"], &folder)
        && does("setpriv", &[&user[..], &["true"]].concat(), &folder);
    if !prepared {
        println!("skipped: only root runs a program as another user");
        return;
    }
    let before = folder.files();
    let mut command = Command::new("setpriv");
    command.args(user).arg(&copy).current_dir(folder.path()).env("NO_COLOR", "1");
    let run = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(4), "{stderr}");
    assert!(stderr.contains("can't write b/m.rs: ") && !stderr.contains("put back"), "{stderr}");
    let after = folder.files();
    assert!(after == before, "{:?}", after.keys());
}
