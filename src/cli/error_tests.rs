//! Checks that every error has a message of one clause with the fault and its place, and advice of one line.

use std::collections::BTreeSet;
use std::io::ErrorKind as Io;
use std::path::{Path, PathBuf};

use super::diagnostic::{Diagnostic, diagnostics};
use crate::config::help_tests::every as every_kind;
use crate::config::{ConfigError, ConfigErrorKind, Request, Source, resolve};
use crate::emit::Refusal;
use crate::error::Error;
use magicgen_lab::prove::ledger::{LedgerError, LedgerErrorKind};
use magicgen_lab::shrink::file::{PoolError, PoolErrorKind};
use magicgen_lookup::layout::Unfit;
use magicgen_lookup::model::Disproof;
use magicgen_search::packing::{PackClash, PackError};
use magicgen_search::text::Flaw;
use magicgen_search::{Clash, Lock, LockError, Method, NotFound};

/// The number of variants of [`LockError`], as [`lock_number`] counts them.
const LOCK_ERRORS: usize = 12;

fn path() -> PathBuf {
    PathBuf::from("the.file")
}

fn io(kind: Io) -> Error {
    Error::Io { action: "read", path: path(), error: kind.into() }
}

fn refused(refusal: Refusal) -> Error {
    Error::Refused { action: "write", path: path(), refusal }
}

fn pool(line: Option<usize>, kind: PoolErrorKind) -> Error {
    super::shrink::file::pool_error(&path(), &PoolError { line, kind })
}

fn ledger(line: Option<usize>, kind: LedgerErrorKind) -> Error {
    super::prove::file::ledger_error(path(), &LedgerError { line, kind })
}

fn not_locked(path: Option<PathBuf>, is_missing: bool) -> Error {
    Error::NotLocked { path, is_missing, piece: "rook".to_owned(), method: "x".to_owned() }
}

/// At least one error of each variant, with a text that names its place in the message. Errors of the command line name
/// no place.
fn every() -> Vec<(Error, &'static str)> {
    let text = || "lock-version = 1\n".to_owned();
    let rook = || "rook".to_owned();
    let here = Some(0..4);
    let missed = NotFound { method: Method::FANCY, bit: 0, candidates: 1 };
    let source = Box::new(Source::new("the.file", "version = 2\n", Vec::new()));
    let wrong = ConfigError::at(0..7, ConfigErrorKind::FileName("`x` is wrong".to_owned()));
    let clashes = [
        Clash::Destructive { bit: 0, first: 1, second: 2, index: 3 },
        Clash::Shift { bit: 0, shift: 1 },
        Clash::Squares { bit: 0 },
        Clash::Unequal { bit: 0, shift: 58, others: 59 },
        Clash::Crowded { bit: 0 },
    ];
    let mut every = vec![
        (Error::Config { source, errors: vec![wrong] }, "the.file"),
        (Error::Usage { message: "no flag says so".to_owned(), help: None }, ""),
        (Error::Usage { message: "no flag".to_owned(), help: Some("say so".to_owned()) }, ""),
        (
            Error::LockTable {
                path: path(),
                text: text(),
                span: None,
                clash: PackClash::Squares { piece: 0, bit: 0 },
            },
            "the.file",
        ),
        (
            Error::LockTable {
                path: path(),
                text: text(),
                span: Some(0..4),
                clash: PackClash::Entries { counted: 1, stated: 2 },
            },
            "the.file",
        ),
        (not_locked(Some(path()), false), "the.file"),
        (not_locked(Some(path()), true), "the.file is missing"),
        (not_locked(None, false), "rook"),
        (Error::NotFound { piece: rook(), square: "a1".to_owned(), error: missed }, "rook on a1"),
        (
            Error::NotGathered {
                mask: 0xe0,
                in_order: true,
                products: 2,
                is_proved: false,
                steps: 10,
            },
            "0x00000000000000e0 in their order",
        ),
        (Error::SplitKey { shown: rook() }, "rook has no key of one word"),
        (Error::Interrupted, ""),
        (
            Error::NotPacked {
                piece: Some(rook()),
                square: Some("a1".to_owned()),
                error: PackError::NotFound { piece: 0, bit: 0 },
            },
            "rook on a1",
        ),
        (
            Error::Unfit {
                id: "m".to_owned(),
                variant: "bytes",
                piece: Some(rook()),
                square: Some("a1".to_owned()),
                error: Unfit::Window { piece: 0, bit: 0, sets: 300 },
            },
            "`m`",
        ),
        (Error::TooLarge { id: "m".to_owned(), max_bytes: 1, smallest: Some(("line", 2)) }, "`m`"),
        (Error::TooLarge { id: "m".to_owned(), max_bytes: 1, smallest: None }, "`m`"),
        (ledger(Some(1), LedgerErrorKind::CutOff), "the.file:1"),
        (ledger(None, LedgerErrorKind::NotALedger), "the.file"),
        (pool(Some(1), PoolErrorKind::Factor), "the.file:1"),
        (pool(None, PoolErrorKind::CutOff), "the.file"),
        (
            Error::Program {
                message: "`the.compiler` fails".to_owned(),
                help: "name another".to_owned(),
            },
            "the.compiler",
        ),
        (Error::Disproof(Disproof::WrongFill { piece: rook(), position: 1 }), "rook"),
    ];
    every.extend(
        locks()
            .into_iter()
            .map(|(text, error)| (Error::Lock { path: path(), text, error }, "the.file")),
    );
    every.extend(clashes.into_iter().flat_map(|clash| {
        [here.clone(), None].map(|span| {
            let (piece, square) = (rook(), "a1".to_owned());
            (
                Error::LockClash { path: path(), text: text(), span, piece, square, clash },
                "the.file",
            )
        })
    }));
    every.extend(files());
    every
}

/// Errors of files and folders.
fn files() -> Vec<(Error, &'static str)> {
    let mut every = Vec::new();
    every.extend(
        [Io::NotFound, Io::PermissionDenied, Io::StorageFull, Io::NotADirectory, Io::Other]
            .map(|kind| (io(kind), "the.file")),
    );
    every.extend(
        [
            Refusal::ReadOnly,
            Refusal::Changed,
            Refusal::Closed,
            Refusal::Immutable,
            Refusal::Mounted,
            Refusal::Outside,
            Refusal::Folder,
            Refusal::Dangling { target: PathBuf::from("no/where") },
            Refusal::Loop,
            Refusal::BlockDevice,
            Refusal::NotRegular,
            Refusal::TooLong { most: 1 << 20 },
            Refusal::TooLong { most: 1 << 10 },
            Refusal::NotText,
            Refusal::SizeLimit { most: 1 },
            Refusal::LineBreak,
        ]
        .map(|refusal| (refused(refusal), "the.file")),
    );
    every
}

/// An error of each variant of [`LockError`], with the text of a lock.
fn locks() -> Vec<(String, LockError)> {
    let (span, piece) = (0..4, || "rook".to_owned());
    let unknown = "x".parse::<Method>().unwrap_err();
    let head = |rest: &str| format!("lock-version = 1\n{rest}");
    vec![
        (head("x = 1\n"), LockError::Toml { message: "unknown field".to_owned(), span: None }),
        ("lock-version = 9\n".to_owned(), LockError::Version { version: 9, span: span.clone() }),
        (head(""), LockError::Method { unknown, span: span.clone() }),
        (head(""), LockError::Number { text: "x".to_owned(), span: span.clone() }),
        (head(""), LockError::Text { key: "piece", flaw: Flaw::LineEnd, span: span.clone() }),
        (head(""), LockError::Twice { key: "m".to_owned(), span: span.clone() }),
        (head(""), LockError::Length { piece: piece(), given: 1, wanted: 64, span: span.clone() }),
        (
            head(""),
            LockError::Shift { piece: piece(), bit: 0, shift: 1, most: 64, span: span.clone() },
        ),
        (head(""), LockError::NoSquare { piece: piece(), bit: 0, span: span.clone() }),
        (
            head(""),
            LockError::Contradiction {
                key: "shift",
                piece: piece(),
                bit: Some(0),
                given: 52,
                wanted: 53,
                span: span.clone(),
            },
        ),
        (
            head(""),
            LockError::Contradiction {
                key: "entries",
                piece: piece(),
                bit: None,
                given: 1,
                wanted: 2,
                span: span.clone(),
            },
        ),
        (head(""), LockError::Before { piece: piece(), before: 64, span: span.clone() }),
        (head(""), LockError::Terms { piece: piece(), bit: 0, most: 4, span }),
    ]
}

/// The codes of errors and in these sources, and those that are explained, are the same.
#[test]
fn every_code_is_explained() {
    let sources = [
        include_str!("../diagnostic.rs"),
        include_str!("check.rs"),
        include_str!("orphans.rs"),
        include_str!("verify.rs"),
    ];
    let texts = sources.iter().flat_map(|source| source.split('"').skip(1).step_by(2));
    let is_code = |text: &&str| {
        let parts: Vec<&str> = text.split("::").collect();
        let is_word = |part: &&str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '-')
        };
        parts.len() == 2 && parts.iter().all(is_word)
    };
    let mut said: BTreeSet<&str> = texts.filter(is_code).collect();
    said.extend(every().iter().map(|(error, _)| error.code()));
    said.extend(every_kind().iter().map(ConfigErrorKind::code));
    let explained: BTreeSet<&str> = super::codes::ALL.iter().map(|code| code.id).collect();
    assert_eq!(said, explained);
}

fn lock_number(error: &LockError) -> usize {
    match error {
        LockError::Toml { .. } => 0,
        LockError::Version { .. } => 1,
        LockError::Method { .. } => 2,
        LockError::Number { .. } => 3,
        LockError::Text { .. } => 4,
        LockError::Twice { .. } => 5,
        LockError::Length { .. } => 6,
        LockError::Shift { .. } => 7,
        LockError::NoSquare { .. } => 8,
        LockError::Contradiction { .. } => 9,
        LockError::Before { .. } => 10,
        LockError::Terms { .. } => 11,
    }
}

#[test]
fn every_variant_is_among_them() {
    let seen: BTreeSet<&str> = every().iter().map(|(error, _)| error.name()).collect();
    assert_eq!(seen, Error::NAMES.iter().copied().collect());
    let seen: BTreeSet<usize> = locks().iter().map(|(_, error)| lock_number(error)).collect();
    assert_eq!(seen, (0..LOCK_ERRORS).collect());
}

#[test]
fn every_error_names_its_place_and_one_thing_to_type() {
    for (error, place) in every() {
        let told = diagnostics(&error);
        assert_eq!(told.len(), 1, "{error:?}");
        let (message, file) = (&told[0].message, told[0].file.clone().unwrap_or_default());
        assert!(message.contains(place) || file.contains(place), "{error:?}: {message}");
        assert!(!message.contains('\n') && !message.ends_with('.'), "{error:?}: {message}");
        assert!(!message.starts_with(|c: char| c.is_uppercase()), "{error:?}: {message}");
        let help = told[0].help.clone().unwrap_or_default();
        assert!(!help.is_empty() && !help.contains('\n'), "{error:?}: {help}");
    }
}

/// `{:?}`, as used by `unwrap`, prints an error like the command line, but without colours.
#[test]
fn unwrap_and_the_command_line_say_the_same() {
    let config = |text: &str| {
        let source = Source::new("magicgen.toml", text, Vec::new());
        let request = Request { config: Some(Path::new("magicgen.toml")), ..Request::default() };
        let errors = resolve(&source, &request).unwrap_err();
        Error::Config { source: Box::new(source), errors }
    };
    let head = "version = 1\n[[output]]\npath = \"./\"\n";
    let configs = [
        "lang = \"go\"\nvariant = \"pext\"\n",
        "lang = \"go\"\n\nvariant = \"pext\"\n",
        "lang = \"go\"\n\n\n\n\nvariant = \"pext\"\n",
        "lang = \"jva\"\ntables = \"ful\"\n",
        "lang = \"java\"\r\n# ä\r\nname = \"ä ö\"\r\n",
        "lang = \"java\"\n[output.java]\npackage = \"\"\"a\nb\"\"\"\n",
    ];
    let configs = configs.map(|rest| (config(&format!("{head}{rest}")), ""));
    for (error, _) in every().into_iter().chain(configs) {
        let coloured: Vec<String> = diagnostics(&error).iter().map(Diagnostic::render).collect();
        let plain = anstream::adapter::strip_str(&coloured.join("\n")).to_string();
        assert_eq!(format!("{error:?}"), plain);
    }
}

/// Reading a lock of another version gives the error for that.
#[test]
fn a_lock_of_another_version_is_refused_as_such() {
    let error = "lock-version = 9\n".parse::<Lock>().unwrap_err();
    assert_eq!(lock_number(&error), 1);
}
