//! The errors of a run, with the exit status of each.

use std::fmt;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::config::{ConfigError, Source};
use crate::emit::Refusal;
use crate::layout::Unfit;
use crate::model::Disproof;
use crate::packing::{PackClash, PackError};
#[cfg(feature = "cli")]
use crate::prove::ledger::LedgerError;
use crate::search::{Clash, LockError, NotFound};
#[cfg(feature = "cli")]
use crate::shrink::file::PoolError;
use crate::text::shown_line;

/// An error that stopped a run. It has an exit status, a code for machines and advice.
///
/// Its text is only the message. `{:?}`, which `unwrap` and `expect` print, adds the place and the advice, like the
/// command line.
#[non_exhaustive]
pub enum Error {
    /// The configuration is wrong.
    #[doc(hidden)]
    Config {
        /// The text of the config.
        source: Box<Source>,
        /// All of its errors.
        errors: Vec<ConfigError>,
    },
    /// The command line is wrong in a way that its parser can't find.
    #[doc(hidden)]
    Usage {
        /// The message: a clause that begins with a small letter.
        message: String,
        /// Advice on what to type instead.
        help: Option<String>,
    },
    /// The lock can't be read.
    #[doc(hidden)]
    Lock {
        /// The lock file.
        path: PathBuf,
        /// The text of the lock.
        text: String,
        /// The reason.
        error: LockError,
    },
    /// A factor in the lock doesn't work.
    #[doc(hidden)]
    LockClash {
        /// The lock file.
        path: PathBuf,
        /// The text of the lock.
        text: String,
        /// The place of the factor in the text.
        span: Option<Range<usize>>,
        /// The piece.
        piece: String,
        /// The square.
        square: String,
        /// The reason.
        clash: Clash,
    },
    /// Index ranges in the lock clash.
    #[doc(hidden)]
    LockTable {
        /// The lock file.
        path: PathBuf,
        /// The text of the lock.
        text: String,
        /// The place in the text of the number that clashes.
        span: Option<Range<usize>>,
        /// The reason.
        clash: PackClash,
    },
    /// The lock lacks factors that are needed, and a search is forbidden.
    #[doc(hidden)]
    NotLocked {
        /// The lock file, if one is named.
        path: Option<PathBuf>,
        /// Whether there is no such file.
        is_missing: bool,
        /// The piece.
        piece: String,
        /// The method by which the factors would be searched.
        method: String,
    },
    /// A search found no factor.
    #[doc(hidden)]
    NotFound {
        /// The piece.
        piece: String,
        /// The square.
        square: String,
        /// The method and the length of the search.
        error: NotFound,
    },
    /// The run was stopped. The factors found before are in the solver's lock.
    #[doc(hidden)]
    Interrupted,
    /// No packing was found.
    #[doc(hidden)]
    NotPacked {
        /// The piece, if the reason is about one.
        piece: Option<String>,
        /// The square, if the reason is about one.
        square: Option<String>,
        /// The reason.
        error: PackError,
    },
    /// A lookup can't be laid out for a piece on this board.
    #[doc(hidden)]
    Unfit {
        /// The id of the output.
        id: String,
        /// The variant.
        variant: &'static str,
        /// The piece, if the reason is about one.
        piece: Option<String>,
        /// The square, if the reason is about one.
        square: Option<String>,
        /// The reason.
        error: Unfit,
    },
    /// No variant fits an output's `max-bytes`.
    #[doc(hidden)]
    TooLarge {
        /// The id of the output.
        id: String,
        /// The number of bytes allowed.
        max_bytes: usize,
        /// The smallest variant and the number of bytes that it takes, if any was tried.
        smallest: Option<(&'static str, usize)>,
    },
    /// A file can't be read or written.
    #[doc(hidden)]
    Io {
        /// The action that failed: `read`, `write` or `use`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
    /// Another program, such as a compiler, isn't there or fails.
    #[doc(hidden)]
    Program {
        /// The message: a clause that begins with a small letter.
        message: String,
        /// Advice on what to do.
        help: String,
    },
    /// A file isn't read or written, although the system would allow it.
    #[doc(hidden)]
    Refused {
        /// The action that is refused: `read`, `write` or `use`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        refusal: Refusal,
    },
    /// A ledger of a complete search is refused.
    #[doc(hidden)]
    Ledger {
        /// The file.
        path: PathBuf,
        /// The number of the line, counted from 1, if the reason is about a line.
        line: Option<usize>,
        /// The reason, as a clause.
        message: String,
        /// Advice.
        help: String,
    },
    /// A pool of factors is refused.
    #[doc(hidden)]
    Pool {
        /// The file.
        path: PathBuf,
        /// The number of the line, counted from 1, if the reason is about a line.
        line: Option<usize>,
        /// The reason, as a clause.
        message: String,
        /// Advice.
        help: String,
    },
    /// A module failed its proof, which is a bug of this program.
    #[doc(hidden)]
    Disproof(Disproof),
}

impl Error {
    /// An error of a ledger in the file at this path.
    #[cfg(feature = "cli")]
    #[doc(hidden)]
    #[must_use]
    pub fn ledger(path: PathBuf, error: &LedgerError) -> Self {
        let (message, help) = (error.kind.to_string(), error.kind.help());
        Self::Ledger { path, line: error.line, message, help }
    }

    /// An error of a pool in the file at this path.
    #[cfg(feature = "cli")]
    #[doc(hidden)]
    #[must_use]
    pub fn pool(path: &Path, error: &PoolError) -> Self {
        let (message, help) = (error.kind.to_string(), error.kind.help());
        Self::Pool { path: path.to_owned(), line: error.line, message, help }
    }

    /// The exit status.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::Config { .. }
            | Self::Usage { .. }
            | Self::Lock { .. }
            | Self::LockClash { .. }
            | Self::LockTable { .. }
            | Self::TooLarge { .. }
            | Self::Unfit { .. }
            | Self::Ledger { .. }
            | Self::Pool { .. } => 2,
            Self::NotLocked { .. } | Self::NotFound { .. } | Self::NotPacked { .. } => 3,
            Self::Io { .. } | Self::Refused { .. } | Self::Program { .. } => 4,
            Self::Disproof(_) => 70,
            Self::Interrupted => 130,
        }
    }

    /// The code of the error, for machines.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Config { errors, .. } => errors.first().map_or("config", ConfigError::code),
            Self::Usage { .. } => "usage",
            Self::Lock { .. } => "lock::format",
            Self::LockClash { .. } => "lock::wrong-factor",
            Self::LockTable { .. } => "lock::wrong-table",
            Self::NotLocked { .. } => "lock::missing",
            Self::NotFound { .. } | Self::NotPacked { .. } => "search::not-found",
            Self::Unfit { .. } => "config::unfit",
            Self::TooLarge { .. } => "config::max-bytes",
            Self::Io { .. } => "io",
            Self::Refused { .. } => "io::refused",
            Self::Program { .. } => "program::failed",
            Self::Ledger { .. } => "ledger",
            Self::Pool { .. } => "pool",
            Self::Disproof(_) => "bug::disproof",
            Self::Interrupted => "interrupted",
        }
    }

    /// Advice on what to do.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Config { errors, .. } => errors.first().and_then(ConfigError::help),
            Self::Usage { help, .. } => {
                Some(help.clone().unwrap_or_else(|| "see `magicgen --help`".to_owned()))
            }
            Self::LockClash { .. } | Self::LockTable { .. } => Some(
                "restore the lock from version control, or delete it and generate again".to_owned(),
            ),
            Self::NotLocked { path: Some(_), is_missing: true, .. } => {
                Some("run `magicgen` and commit it".to_owned())
            }
            Self::NotLocked { path: Some(_), .. } => Some(
                "run `magicgen` without `--locked` or `--check`, and commit the lock".to_owned(),
            ),
            Self::NotLocked { path: None, .. } => Some(
                "name a lock file with `--lock FILE` (`.lock(...)` in a build script)".to_owned(),
            ),
            Self::NotFound { .. } | Self::NotPacked { .. } => Some(
                "use `--variant fancy` or, without any search, `--variant pext`; or search longer \
                     with `--effort 100`"
                    .to_owned(),
            ),
            Self::Unfit { .. } => Some("use `variant = \"fancy\"`".to_owned()),
            Self::TooLarge { smallest: Some((_, bytes)), .. } => {
                Some(format!("allow at least {bytes} bytes, or list fewer pieces"))
            }
            Self::TooLarge { smallest: None, .. } => {
                Some("set `variant` instead of `max-bytes` to see the reason".to_owned())
            }
            Self::Lock { error, .. } => Some(error.help()),
            Self::Interrupted => Some("run the same command again to continue".to_owned()),
            Self::Io { action, path, error } => Some(io_help(action, path, error.kind())),
            Self::Refused { path, refusal, .. } => Some(refusal.help(path)),
            Self::Ledger { help, .. } | Self::Pool { help, .. } | Self::Program { help, .. } => {
                Some(help.clone())
            }
            Self::Disproof(_) => Some(
                "this is a bug of magicgen: please report the command and the config".to_owned(),
            ),
        }
    }
}

impl Error {
    /// The same error with another action.
    #[must_use]
    pub(crate) fn doing(mut self, doing: &'static str) -> Self {
        if let Self::Io { action, .. } | Self::Refused { action, .. } = &mut self {
            *action = doing;
        }
        self
    }
}

/// Advice for an error of the system.
fn io_help(action: &str, path: &Path, kind: ErrorKind) -> String {
    let is_config = path.extension().is_some_and(|ending| ending == "toml");
    let help = match (action, kind) {
        ("read", ErrorKind::NotFound) if is_config => {
            "check the path; `magicgen init` writes a config"
        }
        ("read", ErrorKind::NotFound) => "check the path",
        ("read", ErrorKind::PermissionDenied) => "check the permissions of the file",
        ("write", ErrorKind::PermissionDenied) => {
            "check the permissions of its folder, or name another with `-o`"
        }
        (_, ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => {
            "free disk space, and run the command again"
        }
        (_, ErrorKind::NotADirectory) => "name a path whose parents are folders",
        (_, ErrorKind::InvalidFilename) => "choose a shorter name",
        (_, ErrorKind::ReadOnlyFilesystem) => "name a path on another file system with `-o`",
        _ => return format!("check the path and its permissions to {action} it"),
    };
    help.to_owned()
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config { errors, source } => {
                for (index, error) in errors.iter().enumerate() {
                    let separator = if index > 0 { "\n" } else { "" };
                    write!(f, "{separator}{error}")?;
                    if let Some(span) = &error.span {
                        let place = source.place(span);
                        let line = place.text[..place.span.start].matches('\n').count() + 1;
                        write!(f, " ({}:{line})", place.name)?;
                    }
                }
                Ok(())
            }
            Self::Usage { message, .. } | Self::Program { message, .. } => write!(f, "{message}"),
            Self::Lock { error, .. } => write!(f, "{error}"),
            Self::LockClash { path, span, piece, square, clash, .. } => {
                match clash {
                    Clash::Destructive { first, second, index, .. } => write!(
                        f,
                        "wrong factor for the {piece} on {square}: the occupancies {first:#018x} \
                         and {second:#018x} have different attack sets but the same index, {index}"
                    )?,
                    Clash::Shift { shift, .. } => {
                        write!(f, "wrong shift for the {piece} on {square}: {shift}")?;
                    }
                    Clash::Squares { .. } => {
                        write!(f, "wrong factor for the {piece} on {square}")?;
                    }
                    Clash::Unequal { shift, others, .. } => write!(
                        f,
                        "wrong shift for the {piece} on {square}: {shift}, but all squares \
                         need the same shift, {others}"
                    )?,
                    Clash::Crowded { .. } => write!(
                        f,
                        "wrong factor for the {piece} on {square}: an occupancy finds \
                         another square's attack set in the common table"
                    )?,
                }
                // With a place, the command line shows the file.
                if span.is_some() { Ok(()) } else { write!(f, ", in {}", shown(path)) }
            }
            Self::NotLocked { path, is_missing, piece, method } => match path {
                Some(path) if *is_missing => write!(f, "{} is missing", shown(path)),
                Some(path) => {
                    write!(f, "{} has no {method} factors for the {piece}", shown(path))
                }
                None => write!(f, "there is no lock with {method} factors for the {piece}"),
            },
            Self::NotFound { piece, square, error } => write!(
                f,
                "no {} factor found for the {piece} on {square} among {} candidates",
                error.method, error.candidates
            ),
            Self::Unfit { id, variant, piece, square, error } => {
                write!(f, "output `{id}`: {variant} doesn't work")?;
                if let Some(piece) = piece {
                    write!(f, " for the {piece}")?;
                }
                if let Some(square) = square {
                    write!(f, " on {square}")?;
                }
                write!(f, ": {error}")
            }
            Self::TooLarge { id, max_bytes, smallest } => {
                write!(f, "output `{id}`: no variant takes {max_bytes} bytes or less")?;
                match smallest {
                    Some((variant, bytes)) => write!(f, "; the smallest, {variant}, takes {bytes}"),
                    None => Ok(()),
                }
            }
            // With a place, the command line shows the file.
            Self::LockTable { span: Some(_), clash, .. } => write!(f, "wrong table: {clash}"),
            Self::LockTable { path, clash, .. } => {
                write!(f, "wrong table in {}: {clash}", shown(path))
            }
            Self::NotPacked { piece, square, error } => {
                write!(f, "no factor found")?;
                if let (Some(piece), Some(square)) = (piece, square) {
                    write!(f, " for the {piece} on {square}")?;
                }
                write!(f, ": {error}")
            }
            Self::Io { action, path, error } => {
                write!(f, "can't {action} {}: {error}", shown(path))
            }
            Self::Refused { action, path, refusal } => {
                write!(f, "can't {action} {}: {refusal}", shown(path))
            }
            Self::Ledger { path, line, message, .. } | Self::Pool { path, line, message, .. } => {
                match line {
                    Some(line) => write!(f, "{}:{line}: {message}", shown(path)),
                    None => write!(f, "{}: {message}", shown(path)),
                }
            }
            Self::Interrupted => write!(f, "interrupted"),
            Self::Disproof(disproof) => write!(f, "a table failed its proof: {disproof}"),
        }
    }
}

impl std::error::Error for Error {}

/// A path as a text of one line.
fn shown(path: &Path) -> String {
    shown_line(&path.display().to_string()).into_owned()
}
