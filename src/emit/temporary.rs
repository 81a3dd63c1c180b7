//! Temporary files, which are written into the folder of the file that they are to replace.
//!
//! A process holds a lock on each of its temporary files. One without a lock was left by a run that was killed, and is
//! removed by later runs.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

const PREFIX: &str = ".magicgen-";
const SUFFIX: &str = ".tmp";

/// A temporary file, which is removed when this value is dropped before the file was renamed.
#[derive(Debug)]
pub(super) struct Temporary {
    path: PathBuf,
    _file: File,
    is_placed: bool,
}

impl Temporary {
    /// Writes `bytes` into a new file in `folder`. `old` is the metadata of the file that the new one is to replace, if
    /// there is one.
    pub(super) fn new(folder: &Path, bytes: &[u8], old: Option<&Metadata>) -> io::Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let (path, mut file) = loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{PREFIX}{}-{number}{SUFFIX}", std::process::id()));
            let file = match create(&path, old) {
                Ok(file) => file,
                // An earlier process with the same process id left this file.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            // Some file systems have no locks.
            let _ = file.lock();
            // Another run may have removed the file before it was locked.
            if is_same(&file, &path) {
                break (path, file);
            }
        };
        let written = file
            .write_all(bytes)
            .and_then(|()| old.map_or(Ok(()), |old| keep_mode(&file, old)))
            .and_then(|()| file.sync_all());
        let temporary = Self { path, _file: file, is_placed: false };
        written.map(|()| temporary)
    }

    /// Renames the file to `path`, where it replaces an older file.
    pub(super) fn place(mut self, path: &Path) -> io::Result<()> {
        std::fs::rename(&self.path, path)?;
        self.is_placed = true;
        Ok(())
    }

    /// Gives the file the name `path`; fails with [`ErrorKind::AlreadyExists`] if there is such a file already.
    pub(super) fn place_new(mut self, path: &Path) -> io::Result<()> {
        match std::fs::hard_link(&self.path, path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                // Not every file system has hard links.
                if path.symlink_metadata().is_ok() {
                    return Err(ErrorKind::AlreadyExists.into());
                }
                std::fs::rename(&self.path, path)?;
                self.is_placed = true;
                Ok(())
            }
            linked => linked,
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_placed {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn create(path: &Path, old: Option<&Metadata>) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        // A new file gets the mode that any program's new file has, a replaced one keeps its mode.
        use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
        options.mode(old.map_or(0o666, |old| old.mode() & 0o777 | 0o200));
    }
    let _ = old;
    options.open(path)
}

/// Gives the new file the mode of the old one and, as far as that is allowed, its owner and group. Set-user-id bits are
/// kept only if owner and group are the same. The changes go through the open file: its name may be a link by now.
#[cfg(unix)]
fn keep_mode(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let is_ours = |new: &Metadata| (new.uid(), new.gid()) == (old.uid(), old.gid());
    let new = file.metadata()?;
    if !is_ours(&new) {
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
        let _ = fchown(file, None, Some(old.gid()));
    }
    let kept = if is_ours(&file.metadata()?) { 0o7777 } else { 0o777 };
    file.set_permissions(std::fs::Permissions::from_mode(old.mode() & kept))
}

#[cfg(not(unix))]
fn keep_mode(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// True where a path still leads to this open file.
fn is_same(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let id = |found: io::Result<Metadata>| found.ok().map(|found| (found.dev(), found.ino()));
        id(file.metadata()) == id(std::fs::symlink_metadata(path))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// Removes the temporary files that killed runs have left in a folder, but none that a process still holds.
pub fn sweep(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let inner = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
        let is_ours = inner.is_some_and(|inner| {
            !inner.is_empty()
                && inner.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        });
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let Ok(file) = File::open(entry.path()) else { continue };
        if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};

    /// A folder's owner may swap the temporary file for a link at any time, while root runs magicgen.
    #[test]
    #[expect(clippy::print_stdout, reason = "a skip is visible")]
    fn owner_and_mode_are_those_of_the_open_file_and_of_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["victim", "old"] {
            std::fs::write(at(name), name).unwrap();
            std::fs::set_permissions(at(name), std::fs::Permissions::from_mode(0o600)).unwrap();
        }
        let is_root = chown(at("old"), Some(65534), Some(65534)).is_ok();
        if !is_root {
            println!("skipped: only root changes owners; modes are tried");
        }
        std::fs::set_permissions(at("old"), std::fs::Permissions::from_mode(0o666)).unwrap();
        let old = std::fs::metadata(at("old")).unwrap();
        let facts = |found: Metadata| (found.uid(), found.gid(), found.mode() & 0o7777);
        let before = facts(std::fs::metadata(at("victim")).unwrap());
        let file = File::create_new(at("new")).unwrap();
        std::fs::remove_file(at("new")).unwrap();
        symlink("victim", at("new")).unwrap();
        keep_mode(&file, &old).unwrap();
        assert_eq!(facts(std::fs::metadata(at("victim")).unwrap()), before);
        assert_eq!(facts(file.metadata().unwrap()), facts(old));
    }
}
