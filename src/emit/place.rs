//! Finds the file, folder or device that a path leads to, through all symbolic links.

use std::ffi::OsStr;
use std::fs::Metadata;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use super::Refusal;
use crate::error::Error;

/// The number of links that are followed before they count as a loop, as on Linux.
const MOST_LINKS: usize = 40;

/// The target of a path.
#[derive(Debug)]
pub enum PathTarget {
    /// This process's own standard output, to which `/dev/stdout` leads.
    Stdout,
    /// A device, a pipe or an open file named by its descriptor. It is only written in place.
    Stream(PathBuf),
    /// A folder.
    Folder,
    /// A regular file: its path without links.
    File(PathBuf, Metadata),
    /// Nothing yet, but a file can be made there.
    Nothing(PathBuf),
}

/// Finds the target of a path, without opening it.
pub fn place(path: &Path) -> Result<PathTarget, Error> {
    let refused = |refusal| Error::Refused { action: "use", path: path.to_owned(), refusal };
    let mut at = path.to_owned();
    let mut is_link = false;
    for _ in 0..=MOST_LINKS {
        if let Some(descriptor) = descriptor(&at) {
            return Ok(match descriptor {
                Descriptor::Stdout => PathTarget::Stdout,
                Descriptor::Other => PathTarget::Stream(path.to_owned()),
            });
        }
        let found = match std::fs::symlink_metadata(&at) {
            Ok(found) => found,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // `new/../m.h` may exist even if `new` doesn't.
                if at.components().any(|part| part == Component::ParentDir) {
                    at = without_parents(&at);
                    continue;
                }
                let folder = super::folder_of(&at);
                if is_link && !folder.is_dir() {
                    return Err(refused(Refusal::Dangling { target: at }));
                }
                return Ok(PathTarget::Nothing(at));
            }
            Err(error) => {
                return Err(Error::Io { action: "use", path: path.to_owned(), error });
            }
        };
        if found.is_symlink() {
            is_link = true;
            let target = std::fs::read_link(&at).map_err(|error| Error::Io {
                action: "use",
                path: path.to_owned(),
                error,
            })?;
            at = at.parent().unwrap_or(Path::new("")).join(target);
            continue;
        }
        return match kind(&found) {
            FileKind::File => Ok(PathTarget::File(at, found)),
            FileKind::Folder => Ok(PathTarget::Folder),
            FileKind::Block => Err(refused(Refusal::BlockDevice)),
            FileKind::Stream => Ok(PathTarget::Stream(at)),
        };
    }
    Err(refused(Refusal::Loop))
}

/// The kind of a file that isn't a link.
enum FileKind {
    File,
    Folder,
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has files of this kind"))]
    Block,
    Stream,
}

fn kind(found: &Metadata) -> FileKind {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if found.file_type().is_block_device() {
            return FileKind::Block;
        }
    }
    match () {
        () if found.is_file() => FileKind::File,
        () if found.is_dir() => FileKind::Folder,
        () => FileKind::Stream,
    }
}

/// An open file named by its descriptor.
enum Descriptor {
    /// The standard output of this process.
    Stdout,
    /// Another open file of this process or of another one.
    Other,
}

/// The open file that a path such as `/dev/fd/1` names by its descriptor; `None` for other paths. Such a path is a link
/// that can't be followed like others.
fn descriptor(at: &Path) -> Option<Descriptor> {
    if !cfg!(unix) {
        return None;
    }
    let folder = std::fs::canonicalize(at.parent()?).ok()?;
    let is_own = if folder.starts_with("/proc") && folder.file_name() == Some(OsStr::new("fd")) {
        folder.starts_with(format!("/proc/{}", std::process::id()))
    } else if folder == Path::new("/dev/fd") {
        true
    } else {
        return None;
    };
    let number = at.file_name()?;
    Some(if is_own && number == "1" { Descriptor::Stdout } else { Descriptor::Other })
}

/// The absolute path without links, `.` and `..`, whether it exists or not. All names of a file give the same path.
#[must_use]
pub fn real(path: &Path) -> PathBuf {
    let at = match place(path) {
        Ok(PathTarget::File(at, _) | PathTarget::Nothing(at)) => at,
        _ => path.to_owned(),
    };
    without_parents(&at)
}

/// True for a link that leads out of its folder.
#[must_use]
pub fn is_link_outside(path: &Path) -> bool {
    path.is_symlink() && !real(path).starts_with(real(super::folder_of(path)))
}

/// The absolute path without `.` and `..`; links are resolved in the folders that exist.
fn without_parents(at: &Path) -> PathBuf {
    let at = std::path::absolute(at).unwrap_or_else(|_| at.to_owned());
    for folder in at.ancestors() {
        let Ok(mut real) = std::fs::canonicalize(folder) else { continue };
        for part in at.strip_prefix(folder).unwrap_or(Path::new("")).components() {
            match part {
                Component::ParentDir => {
                    real.pop();
                }
                Component::CurDir => {}
                part => real.push(part),
            }
        }
        return real;
    }
    at
}
