//! Folders in; the right to read or write there, alone among the runs of this program, out.
//!
//! What is locked is the folder itself, so that no file is left for it. Folders are taken in one order everywhere:
//! no two runs wait for one another. Where folders have no locks (Windows, some network file systems), runs don't wait.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long nobody is told of the wait.
const PATIENCE: Duration = Duration::from_millis(300);

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(10);

/// With whom the folders are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// With those who read.
    Read,
    /// With nobody.
    Write,
}

/// Held as long as it lives.
#[derive(Debug)]
pub struct Turn {
    _handles: Vec<File>,
}

impl Turn {
    /// Waits for the nearest folders that exist. After a moment `tell` is called, once, with a folder that is waited for.
    #[must_use]
    pub fn take(folders: &[PathBuf], share: Share, tell: &dyn Fn(&Path)) -> Self {
        let mut handles: Vec<((u64, u64), &Path, File)> =
            folders.iter().filter_map(|folder| open(folder)).collect();
        handles.sort_by_key(|(id, ..)| *id);
        handles.dedup_by_key(|(id, ..)| *id);
        let began = Instant::now();
        let mut is_told = false;
        for (_, folder, handle) in &handles {
            loop {
                let taken = match share {
                    Share::Read => handle.try_lock_shared(),
                    Share::Write => handle.try_lock(),
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
        Self { _handles: handles.into_iter().map(|(.., handle)| handle).collect() }
    }
}

#[cfg(unix)]
fn open(folder: &Path) -> Option<((u64, u64), &Path, File)> {
    use std::os::unix::fs::MetadataExt as _;
    let here = Path::new(".");
    let named = |folder: &'_ Path| folder.as_os_str().is_empty();
    let nearest = folder.ancestors().map(|at| if named(at) { here } else { at });
    let nearest = nearest.into_iter().find(|at| at.is_dir())?;
    let handle = File::open(nearest).ok()?;
    let found = handle.metadata().ok()?;
    Some(((found.dev(), found.ino()), nearest, handle))
}

#[cfg(not(unix))]
fn open(_: &Path) -> Option<((u64, u64), &Path, File)> {
    None
}
