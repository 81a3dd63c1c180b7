//! The errors of a run, with the exit status of each.

use std::fmt;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::config::{ConfigError, Source, errors};
use crate::emit::Refusal;
use magicgen_lookup::layout::Unfit;
use magicgen_lookup::model::Disproof;
use magicgen_search::packing::{PackClash, PackError};
use magicgen_search::text::shown_line;
use magicgen_search::{Clash, LockError, NotFound};

errors! {
    /// An error that stopped a run. It has an exit status, a code for machines and advice.
    ///
    /// Its text is only the message. `{:?}`, which `unwrap` and `expect` print, adds the place and the advice, like the
    /// command line.
    #[non_exhaustive]
    pub enum Error;

    /// The exit status.
    status: u8 = 2;

    /// The configuration is wrong.
    #[doc(hidden)]
    Config {
        /// The text of the config.
        source: Box<Source>,
        /// All of its errors.
        errors: Vec<ConfigError>,
    }
        code errors.first().map_or("config", ConfigError::code);
        text "{}", of_config(source, errors);
        help "{}", errors.first().map(ConfigError::help).unwrap_or_default();

    /// The command line is wrong in a way that its parser can't find.
    #[doc(hidden)]
    Usage {
        /// The message: a clause that begins with a small letter.
        message: String,
        /// Advice on what to type instead.
        help: Option<String>,
    }
        code "usage";
        text "{message}";
        help "{}", help.as_deref().unwrap_or("see `magicgen --help`");

    /// The lock can't be read.
    #[doc(hidden)]
    Lock {
        /// The lock file.
        path: PathBuf,
        /// The text of the lock.
        text: String,
        /// The reason.
        error: LockError,
    }
        code "lock::format";
        text "{error}";
        help "{}", error.help();

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
    }
        code "lock::wrong-factor";
        text "wrong {}{}", of_clash(piece, square, clash), unplaced(span.is_some(), ", in", path);
        help "{RESTORE}";

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
    }
        code "lock::wrong-table";
        text "wrong table{}: {clash}", unplaced(span.is_some(), " in", path);
        help "{RESTORE}";

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
    }
        code "lock::missing", status 3;
        text "{}", match path {
            Some(path) if *is_missing => format!("{} is missing", shown(path)),
            Some(path) => format!("{} has no {method} factors for the {piece}", shown(path)),
            None => format!("there is no lock with {method} factors for the {piece}"),
        };
        help "{}", match path {
            Some(_) if *is_missing => "run `magicgen` and commit it",
            Some(_) => "run `magicgen` without `--locked` or `--check`, and commit the lock",
            None => "name a lock file with `--lock FILE` (`.lock(...)` in a build script)",
        };

    /// A search found no factor.
    #[doc(hidden)]
    NotFound {
        /// The piece.
        piece: String,
        /// The square.
        square: String,
        /// The method and the length of the search.
        error: NotFound,
    }
        code "search::not-found", status 3;
        text "no {} factor found for the {piece} on {square} among {} candidates",
            error.method, error.candidates;
        help "{SEARCH_LONGER}";

    /// No factor gathers a mask.
    #[doc(hidden)]
    NotGathered {
        /// The mask.
        mask: u64,
        /// True if the bits have to keep their order.
        in_order: bool,
        /// The most multiplications.
        products: u8,
        /// True if all factors were ruled out.
        is_proved: bool,
        /// The most steps of a search.
        steps: u64,
    }
        code "gather::not-found", status 3;
        text "no {} the bits of {mask:#018x}{}: {}",
            if *products == 1 { "factor gathers" } else { "two factors were found that gather" },
            if *in_order { " in their order" } else { "" },
            if *is_proved { "all were ruled out" } else { "the search tried some only" };
        help "{}", match (in_order, products) {
            (true, _) => "try it without `--in-order`".to_owned(),
            (_, 1) => "try it with `--products 2`".to_owned(),
            _ => format!("allow more than `--steps {steps}`, or gather a part of the mask at a time"),
        };

    /// A square's key has several words, each with its own factor, and the question is about one factor.
    #[doc(hidden)]
    SplitKey {
        /// Piece and square.
        shown: String,
    }
        code "prove::split-key";
        text "{shown} has no key of one word: each word of the relevant occupancy has its own factor";
        help "ask about a piece with fewer relevant squares, such as one line of this piece: `rays = [[0, 1], [0, -1]]`";

    /// The run was stopped. The factors found before are in the solver's lock.
    #[doc(hidden)]
    Interrupted
        code "interrupted", status 130;
        text "interrupted";
        help "run the same command again to continue";

    /// No packing was found.
    #[doc(hidden)]
    NotPacked {
        /// The piece, if the reason is about one.
        piece: Option<String>,
        /// The square, if the reason is about one.
        square: Option<String>,
        /// The reason.
        error: PackError,
    }
        code "search::not-found", status 3;
        text "no factor found{}: {error}", match (piece, square) {
            (Some(piece), Some(square)) => format!(" for the {piece} on {square}"),
            _ => String::new(),
        };
        help "{SEARCH_LONGER}";

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
    }
        code "config::unfit";
        text "output `{id}`: {variant} doesn't work{}{}: {error}",
            piece.as_ref().map(|piece| format!(" for the {piece}")).unwrap_or_default(),
            square.as_ref().map(|square| format!(" on {square}")).unwrap_or_default();
        help "use `variant = \"fancy\"`";

    /// No variant fits an output's `max-bytes`.
    #[doc(hidden)]
    TooLarge {
        /// The id of the output.
        id: String,
        /// The number of bytes allowed.
        max_bytes: usize,
        /// The smallest variant and the number of bytes that it takes, if any was tried.
        smallest: Option<(&'static str, usize)>,
    }
        code "config::max-bytes";
        text "output `{id}`: no variant takes {max_bytes} bytes or less{}", match smallest {
            Some((variant, bytes)) => format!("; the smallest, {variant}, takes {bytes}"),
            None => String::new(),
        };
        help "{}", match smallest {
            Some((_, bytes)) => format!("allow at least {bytes} bytes, or list fewer pieces"),
            None => "set `variant` instead of `max-bytes` to see the reason".to_owned(),
        };

    /// A file can't be read or written.
    #[doc(hidden)]
    Io {
        /// The action that failed: `read`, `write` or `use`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        error: std::io::Error,
    }
        code "io", status 4;
        text "can't {action} {}: {error}", shown(path);
        help "{}", io_help(action, path, error.kind());

    /// Another program, such as a compiler, isn't there or fails.
    #[doc(hidden)]
    Program {
        /// The message: a clause that begins with a small letter.
        message: String,
        /// Advice on what to do.
        help: String,
    }
        code "program::failed", status 4;
        text "{message}";
        help "{help}";

    /// A file isn't read or written, although the system would allow it.
    #[doc(hidden)]
    Refused {
        /// The action that is refused: `read`, `write` or `use`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        refusal: Refusal,
    }
        code "io::refused", status 4;
        text "can't {action} {}: {refusal}", shown(path);
        help "{}", refusal.help(path);

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
    }
        code "ledger";
        text "{}: {message}", line_of(path, *line);
        help "{help}";

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
    }
        code "pool";
        text "{}: {message}", line_of(path, *line);
        help "{help}";

    /// A module failed its proof, which is a bug of this program.
    #[doc(hidden)]
    Disproof(disproof: Disproof)
        code "bug::disproof", status 70;
        text "a table failed its proof: {disproof}";
        help "this is a bug of magicgen: please report the command and the config";
}

impl Error {
    /// Advice on what to do.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        Some(self.advice())
    }

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

/// Advice for a lock that doesn't hold.
const RESTORE: &str = "restore the lock from version control, or delete it and generate again";

/// Advice for a search without a result.
const SEARCH_LONGER: &str = "use `--variant fancy` or, without any search, `--variant pext`; or search longer with \
                             `--effort 100`";

/// The errors of a config, a line each.
fn of_config(source: &Source, errors: &[ConfigError]) -> String {
    let line = |error: &ConfigError| {
        let place = error.span.as_ref().map(|span| source.place(span));
        let place = place.map(|place| {
            let line = place.text[..place.span.start].matches('\n').count() + 1;
            format!(" ({}:{line})", place.name)
        });
        format!("{error}{}", place.unwrap_or_default())
    };
    errors.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The rest of a message about a factor.
fn of_clash(piece: &str, square: &str, clash: &Clash) -> String {
    let of = format!("for the {piece} on {square}");
    match clash {
        Clash::Destructive { first, second, index, .. } => format!(
            "factor {of}: the occupancies {first:#018x} and {second:#018x} have different attack \
             sets but the same index, {index}"
        ),
        Clash::Shift { shift, .. } => format!("shift {of}: {shift}"),
        Clash::Squares { .. } => format!("factor {of}"),
        Clash::Unequal { shift, others, .. } => {
            format!("shift {of}: {shift}, but all squares need the same shift, {others}")
        }
        Clash::Crowded { .. } => format!(
            "factor {of}: an occupancy finds another square's attack set in the common table"
        ),
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl std::error::Error for Error {}

/// A path as a text of one line.
fn shown(path: &Path) -> String {
    shown_line(&path.display().to_string()).into_owned()
}

/// The file of an error without a place. With one, the command line shows the file.
fn unplaced(is_placed: bool, word: &str, path: &Path) -> String {
    if is_placed { String::new() } else { format!("{word} {}", shown(path)) }
}

/// A file and its line, if there is one.
fn line_of(path: &Path, line: Option<usize>) -> String {
    line.map_or_else(|| shown(path), |line| format!("{}:{line}", shown(path)))
}
