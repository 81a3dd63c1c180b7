//! Tests that each error has a message of one clause, and advice.

use std::collections::BTreeSet;

use super::error::{ConfigError, ConfigErrorKind as Kind};
use crate::render::OptionError;
use magicgen_board::{BoardError, MappingError, PieceError};
use magicgen_lookup::axes::AxisClash;
use magicgen_lookup::model::NameError;
use magicgen_search::text::Flaw;

fn of_a_board() -> Vec<Kind> {
    vec![
        Kind::Board(BoardError::Empty),
        Kind::Board(BoardError::TooLarge { width: 9, height: 9, most: 64 }),
        Kind::Board(BoardError::NotASquare { text: "z9".to_owned() }),
        Kind::Board(BoardError::TooManySquares(300)),
        Kind::Mapping(MappingError::StrideTooSmall { stride: 3, least: 4 }),
        Kind::Mapping(MappingError::BitTooLarge { square: "a1".to_owned(), bit: 64, bits: 64 }),
        Kind::Mapping(MappingError::WrongLength { given: 3, wanted: 64 }),
        Kind::Mapping(MappingError::Twice {
            bit: 1,
            first: "a1".to_owned(),
            second: "b1".to_owned(),
        }),
        Kind::Mapping(MappingError::NoSquares),
        Kind::NotACorner { square: "b2".to_owned(), corners: vec!["a1".to_owned()] },
        Kind::Piece(PieceError::NoRays),
        Kind::Piece(PieceError::ZeroRay),
        Kind::Piece(PieceError::NotTwoSteps(3)),
        Kind::Piece(PieceError::Twice((1, 0))),
        Kind::Piece(PieceError::ZeroRange),
        Kind::PieceTwice { name: "x".to_owned() },
        Kind::SeveralLookups {
            piece: "x".to_owned(),
            lookups: vec!["x quiets".to_owned(), "x captures".to_owned()],
        },
        Kind::Move { message: "`moves` is empty".to_owned(), help: "give it moves".to_owned() },
        Kind::TooManyRelevant {
            piece: "x".to_owned(),
            square: "a1".to_owned(),
            count: 17,
            most: 16,
            fits_by_line: false,
        },
    ]
}

pub(crate) fn every() -> Vec<Kind> {
    let name = || "x".to_owned();
    let error = |help| OptionError { message: "a clause".to_owned(), help, span: None };
    let first = "`a`";
    let mut every = of_a_board();
    every.extend([
        Kind::Toml("unclosed table, expected `]`".to_owned()),
        Kind::Toml("duplicate key".to_owned()),
        Kind::Toml("something else".to_owned()),
        Kind::WrongType { key: name(), found: name(), wanted: "a string".to_owned() },
        Kind::WrongType { key: String::new(), found: name(), wanted: "a strange thing".to_owned() },
        Kind::NotSettable { key: name() },
        Kind::UnknownKey { key: name(), known: vec!["name".to_owned()] },
        Kind::UnknownKey { key: name(), known: Vec::new() },
        Kind::UnknownValue { what: "language", value: name(), known: vec!["c".to_owned()] },
        Kind::Missing { key: "path", example: "path = \"m.h\"".to_owned() },
        Kind::OutOfRange { key: "seed", value: name(), least: 0, most: 1 },
        Kind::Clash { key: "a", other: "b" },
        Kind::Axes(AxisClash {
            first,
            second: "`b`",
            why: "they don't",
            keys: [&["key"], &["cell"]],
        }),
        Kind::Shift { piece: name(), given: 1, wanted: 2, bits: 3 },
        Kind::CannotFill { variant: "line" },
        Kind::Fold { piece: name(), square: None },
        Kind::Fold { piece: name(), square: Some(name()) },
        Kind::Name { language: "c", error: NameError::Keyword { name: name() } },
        Kind::Name {
            language: "c",
            error: NameError::WithoutPiece {
                name: name(),
                first: name(),
                second: name(),
                key: "lookup",
            },
        },
        Kind::Spdx { text: "free/open".to_owned() },
        Kind::BreaksComment { key: "header", text: "*/", language: "c" },
        Kind::Unsupported { language: "c", what: name(), instead: vec![name()] },
        Kind::Unsupported { language: "c", what: name(), instead: Vec::new() },
        Kind::NoSuchPart { variant: "plain", part: "offsets" },
        Kind::Companion { message: name(), help: name() },
        Kind::PathTwice { path: name(), other: name() },
        Kind::PathOverwrites { path: name(), what: "lock" },
        Kind::PathInFile { path: name(), file: "the lock".to_owned() },
        Kind::PathAroundFile { path: name(), file: "the lock".to_owned() },
        Kind::PathOfFolder { path: name() },
        Kind::FileName("a file can't be called so".to_owned()),
        Kind::Given { name: name(), why: "doesn't exist".to_owned() },
        Kind::IdTwice { id: name() },
        Kind::NoSuchId { id: name(), known: vec![name()] },
        Kind::NoSuchId { id: name(), known: Vec::new() },
        Kind::NeedsOneOutput { flag: "--lang", outputs: 2 },
        Kind::ManyOnStream { path: "standard output".to_owned(), files: 2 },
        Kind::Text { key: "doc".to_owned(), flaw: Flaw::LineEnd },
        Kind::TooLarge { what: "bytes", most: 1 },
        Kind::Outside { path: name() },
        Kind::PathCase { path: name(), as_path: name(), other: name() },
        Kind::PiecesAlike { name: name(), other: name() },
        Kind::Option { language: "c", error: error(None) },
        Kind::Option { language: "c", error: error(Some("a help".to_owned())) },
    ]);
    every
}

#[test]
fn every_error_is_one_clause_with_one_help() {
    for kind in every() {
        let error = ConfigError::nowhere(kind);
        let (message, help) = (error.to_string(), error.help());
        assert!(!help.is_empty() && !help.contains('\n'), "{error:?}");
        assert!(!message.contains('\n') && !message.ends_with('.'), "{error:?}");
        assert!(!message.starts_with(|c: char| c.is_uppercase()), "{error:?}");
        assert!(error.code().starts_with("config::"), "{error:?}");
    }
}

/// A new kind of error must be added to [`every`].
#[test]
fn every_kind_is_looked_at() {
    let seen: BTreeSet<&str> = every().iter().map(Kind::name).collect();
    assert_eq!(seen, Kind::NAMES.iter().copied().collect());
}
