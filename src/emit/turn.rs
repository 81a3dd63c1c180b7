//! Locks folders, so that only one run of this program at a time writes there.
//!
//! The folder itself is locked, so no lock file is needed. All runs lock folders in the same order, which avoids
//! deadlocks. If folders have no locks (Windows, some network file systems), runs don't wait.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time to wait for a lock before telling the user.
const PATIENCE: Duration = Duration::from_millis(300);

/// The time between two attempts to lock.
const PAUSE: Duration = Duration::from_millis(10);

/// The access that other runs keep to locked folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Several runs may read at the same time.
    Read,
    /// No other run may read or write.
    Write,
}

/// The locks on some folders, held for the life of this value.
#[derive(Debug)]
pub struct Turn {
    _handles: Vec<File>,
}

impl Turn {
    /// Waits until other runs have unlocked the folders, or their nearest existing ancestors, and locks them. If that
    /// takes longer than [`PATIENCE`], `tell` is called once with a folder held by another run.
    #[must_use]
    pub fn take(folders: &[PathBuf], share: Share, tell: &dyn Fn(&Path)) -> Self {
        let mut handles: Vec<Handle> = folders.iter().filter_map(|folder| open(folder)).collect();
        handles.sort_by_key(|handle| handle.id);
        handles.dedup_by_key(|handle| handle.id);
        let began = Instant::now();
        let mut is_told = false;
        for Handle { folder, file, .. } in &handles {
            loop {
                let taken = match share {
                    Share::Read => file.try_lock_shared(),
                    Share::Write => file.try_lock(),
                };
                if !matches!(taken, Err(TryLockError::WouldBlock)) {
                    break;
                }
                if !is_told && began.elapsed() >= PATIENCE {
                    tell(folder);
                    is_told = true;
                }
                std::thread::sleep(PAUSE);
            }
        }
        Self { _handles: handles.into_iter().map(|handle| handle.file).collect() }
    }
}

/// An open folder.
#[cfg_attr(not(unix), allow(dead_code, reason = "folders are only locked on Unix"))]
struct Handle<'a> {
    /// The device and the folder's inode number. Paths that lead to the same folder have the same id.
    id: (u64, u64),
    folder: &'a Path,
    file: File,
}

/// Opens a folder, or its nearest existing ancestor.
#[cfg(unix)]
fn open(folder: &Path) -> Option<Handle<'_>> {
    use std::os::unix::fs::MetadataExt as _;
    let here = Path::new(".");
    let is_empty = |folder: &'_ Path| folder.as_os_str().is_empty();
    let nearest = folder.ancestors().map(|at| if is_empty(at) { here } else { at });
    let nearest = nearest.into_iter().find(|at| at.is_dir())?;
    let file = File::open(nearest).ok()?;
    let found = file.metadata().ok()?;
    Some(Handle { id: (found.dev(), found.ino()), folder: nearest, file })
}

#[cfg(not(unix))]
fn open(_: &Path) -> Option<Handle<'_>> {
    None
}
