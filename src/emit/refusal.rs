//! Reasons why a file isn't read or written although the system would allow it.

use std::fmt;
use std::path::{Path, PathBuf};

/// A reason why a file isn't read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The file's mode lets nobody write it.
    ReadOnly,
    /// The file has changed since the run began.
    Changed,
    /// Standard output is closed.
    Closed,
    /// An attribute of the file forbids every change.
    Immutable,
    /// The file is a mount point, so no other file can replace it.
    Mounted,
    /// The path leads out of the config's folder.
    Outside,
    /// The path leads to a folder.
    Folder,
    /// The path is a symbolic link into a folder that doesn't exist.
    Dangling {
        /// The target of the link.
        target: PathBuf,
    },
    /// The path's symbolic links lead to one another.
    Loop,
    /// The path leads to a block device, such as a disk.
    BlockDevice,
    /// The path leads to a device or a pipe, but must be a regular file.
    NotRegular,
    /// The file is longer than the limit for its kind.
    TooLong {
        /// The limit, in bytes.
        most: u64,
    },
    /// The file isn't UTF-8.
    NotText,
    /// The file would be longer than the system lets this process write.
    SizeLimit {
        /// The limit, in bytes.
        most: u64,
    },
    /// The path has a line break, which a Makefile can't contain.
    LineBreak,
}

impl Refusal {
    /// Advice for the user: a command to type or another way out.
    #[must_use]
    pub fn help(&self, path: &Path) -> String {
        let (given, path) = (path, path.display());
        match self {
            Self::ReadOnly => format!("run `chmod u+w {path}`, if it may be replaced"),
            Self::Changed => "check the file, and run the command again".to_owned(),
            Self::Closed => "name a file with `-o FILE`, or redirect with `> FILE`".to_owned(),
            Self::Immutable => format!("run `chattr -i -a {path}`, if it may be replaced"),
            Self::Mounted => {
                "mount the folder instead, as in `docker run -v FOLDER:FOLDER`".to_owned()
            }
            Self::Outside => "allow it with `--allow-outside`, if you trust this config".to_owned(),
            Self::Folder => format!("name a file, as in `{}`", given.join("NAME").display()),
            Self::Dangling { target } => {
                let folder = target.parent().unwrap_or(Path::new("."));
                format!("run `mkdir -p {}`, or remove the link", folder.display())
            }
            Self::Loop => format!("run `rm {path}`"),
            Self::BlockDevice | Self::NotRegular => "name a regular file".to_owned(),
            Self::TooLong { .. } => "name another file".to_owned(),
            Self::NotText => "save the file as UTF-8".to_owned(),
            Self::SizeLimit { .. } => {
                "run `ulimit -f unlimited`, then the command again".to_owned()
            }
            Self::LineBreak => "choose another path".to_owned(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReadOnly => f.write_str("it is read-only"),
            Self::Changed => f.write_str("it has changed since this run began"),
            Self::Closed => f.write_str("it is closed"),
            Self::Immutable => f.write_str("it is immutable or append-only"),
            Self::Mounted => f.write_str("it is a mount point, which can't be replaced"),
            Self::Outside => f.write_str("it leads out of the config's folder"),
            Self::Folder => f.write_str("it is a folder"),
            Self::Dangling { target } => write!(
                f,
                "it is a symbolic link to {}, whose folder doesn't exist",
                target.display()
            ),
            Self::Loop => f.write_str("its symbolic links form a loop"),
            Self::BlockDevice => f.write_str("it is a block device"),
            Self::NotRegular => f.write_str("it isn't a regular file"),
            Self::TooLong { most } if *most < 1 << 20 => {
                write!(f, "it is longer than {} KiB", most >> 10)
            }
            Self::TooLong { most } => write!(f, "it is longer than {} MiB", most >> 20),
            Self::NotText => f.write_str("it isn't UTF-8"),
            Self::SizeLimit { most } => {
                write!(f, "the file-size limit of this process is {most} bytes")
            }
            Self::LineBreak => f.write_str("its name has a line break"),
        }
    }
}
