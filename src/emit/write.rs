//! Bytes in; a file that is whole, old or new, out.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::Error;

/// A file that stands complete beside its place, or needs no writing.
#[derive(Debug)]
pub struct Staged {
    /// Where it goes.
    pub path: PathBuf,
    /// True where the file on disk has other bytes, or isn't there.
    pub is_changed: bool,
    file: Option<NamedTempFile>,
}

/// Writes `bytes` beside `path`, unless the file there has them already. Missing folders are made.
pub fn stage(path: &Path, bytes: &[u8]) -> Result<Staged, Error> {
    let path = resolve_link(path);
    let failed = |error| Error::Io { action: "write", path: path.clone(), error };
    if std::fs::read(&path).is_ok_and(|old| old == bytes) {
        return Ok(Staged { path, is_changed: false, file: None });
    }
    if path.is_dir() {
        return Err(failed(std::io::Error::from(std::io::ErrorKind::IsADirectory)));
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".magicgen-").suffix(".tmp");
    #[cfg(unix)]
    {
        // A new file gets the mode that any other program's would have, an old one keeps its own.
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&path).map_or(0o666, |old| old.permissions().mode() & 0o777);
        builder.permissions(std::fs::Permissions::from_mode(mode));
    }
    // The library's own error names the file beside, which nobody has asked for.
    let mut file =
        builder.tempfile_in(folder).map_err(|error| failed(std::io::Error::from(error.kind())))?;
    file.as_file_mut().write_all(bytes).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    Ok(Staged { path, is_changed: true, file: Some(file) })
}

/// Where a symbolic link leads: the link is kept, the file behind it replaced.
fn resolve_link(path: &Path) -> PathBuf {
    if path.is_symlink() {
        std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
    } else {
        path.to_owned()
    }
}

impl Staged {
    /// Puts the file into its place.
    pub fn commit(self) -> Result<(), Error> {
        let Some(file) = self.file else { return Ok(()) };
        let path = self.path;
        match file.persist(&path) {
            Ok(_) => Ok(()),
            Err(error) => Err(Error::Io { action: "write", path, error: error.error }),
        }
    }
}
