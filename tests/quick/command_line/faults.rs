//! Full disks: no file is lost, and no file is incomplete.

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
