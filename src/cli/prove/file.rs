//! Reads ledgers from files, and writes them as a whole.

use std::path::{Path, PathBuf};

use super::args::Prove;
use crate::emit::{
    MOST_LEDGER, PathTarget, Share, Turn, folder_of, place, read_file, read_text, real, stage,
    sweep,
};
use crate::error::Error;
use magicgen_lab::prove::ProofCase;
use magicgen_lab::prove::ledger::{Ledger, LedgerError, LedgerErrorKind};
use magicgen_search::text::shell_word;

/// The text of a regular file; `None` if there is no file or it is empty.
pub(super) fn text(path: &Path) -> Result<Option<String>, Error> {
    match read_file(path, MOST_LEDGER)? {
        None => Ok(None),
        Some(bytes) if bytes.is_empty() => Ok(None),
        Some(bytes) => String::from_utf8(bytes).map(Some).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let before = String::from_utf8_lossy(&error.as_bytes()[..valid]);
            let line = 1 + before.matches('\n').count();
            let kind = if line == 1 {
                LedgerErrorKind::NotALedger
            } else {
                LedgerErrorKind::Unreadable("it isn't UTF-8".to_owned())
            };
            refuse(path)(LedgerError { line: Some(line), kind })
        }),
    }
}

/// The text of a file that must exist, or of a pipe.
pub(super) fn existing(path: &Path) -> Result<String, Error> {
    let missing = || Error::Io {
        action: "read",
        path: path.to_owned(),
        error: std::io::Error::from(std::io::ErrorKind::NotFound),
    };
    if let PathTarget::Stream(_) | PathTarget::Stdout =
        place(path).map_err(|error| error.doing("read"))?
    {
        return read_text(path, MOST_LEDGER);
    }
    match text(path)? {
        Some(text) => Ok(text),
        None if path.exists() => {
            Err(refuse(path)(LedgerError { line: None, kind: LedgerErrorKind::NotALedger }))
        }
        None => Err(missing()),
    }
}

/// Writes a ledger beside its place and then moves it there, so that the file is complete at any time.
pub(super) fn save(path: &Path, ledger: &Ledger) -> Result<(), Error> {
    let _turn = turn(path);
    sweep(folder_of(path), None);
    stage(path, ledger.to_string().as_bytes())?.commit()
}

/// Waits until no other run writes in the ledger's folder, and keeps others from it.
fn turn(path: &Path) -> Turn {
    Turn::take(&[folder_of(&real(path)).to_owned()], Share::Write, &|_| {})
}

/// The file of a ledger during a search.
pub(super) struct LedgerKeeper<'a> {
    path: Option<&'a Path>,
    /// The text that the file must have before it is written again. Otherwise two runs that share a file by mistake
    /// would drop one another's lines.
    last: Option<String>,
}

impl<'a> LedgerKeeper<'a> {
    /// Keeps a ledger in the file at `path`, which has the text `last`; without a path, nothing is written.
    pub(super) fn new(path: Option<&'a Path>, last: Option<String>) -> Self {
        Self { path, last }
    }

    /// Writes the file. It is an error if another run has written it meanwhile.
    pub(super) fn save(&mut self, ledger: &Ledger) -> Result<(), Error> {
        let Some(path) = self.path else { return Ok(()) };
        let _turn = turn(path);
        if text(path)? != self.last {
            return Err(refuse(path)(LedgerError { line: None, kind: LedgerErrorKind::Changed }));
        }
        let new = ledger.to_string();
        sweep(folder_of(path), None);
        stage(path, new.as_bytes())?.commit()?;
        self.last = Some(new);
        Ok(())
    }
}

/// A function that adds the file's path to an error of a ledger, for `map_err`.
pub(super) fn refuse(path: &Path) -> impl FnOnce(LedgerError) -> Error {
    let path = path.to_owned();
    |error| ledger_error(path, &error)
}

/// An error if a ledger lacks roots. Its advice is the command that searches them.
pub(super) fn expect_whole(
    prove: &Prove,
    path: &Path,
    ledger: &Ledger,
    case: &ProofCase,
    wanted: &std::ops::Range<u64>,
) -> Result<(), Error> {
    let roots = ledger.missing(wanted);
    if roots.is_empty() {
        return Ok(());
    }
    let header = &case.header;
    let mut command = format!(
        "magicgen prove {} {} --bits {}",
        shell_word(&header.piece),
        header.square,
        header.bits
    );
    if header.constant != "none" {
        command = format!("{command} --constant {}", header.constant);
    }
    if !case.ends_at_first() {
        command.push_str(" --all");
    }
    if let Some(config) = &prove.config {
        let config = config.display().to_string();
        command = format!("{command} --config {}", shell_word(&config));
    }
    for set in &prove.set {
        command = format!("{command} -D {}", shell_word(set));
    }
    let kind = LedgerErrorKind::Missing { roots, command };
    Err(refuse(path)(LedgerError { line: None, kind }))
}

/// An error of a ledger in the file at this path.
pub(in crate::cli) fn ledger_error(path: PathBuf, error: &LedgerError) -> Error {
    let (message, help) = (error.kind.to_string(), error.kind.help());
    Error::Ledger { path, line: error.line, message, help }
}
