//! Harness for the ledger of a complete search.

use std::path::PathBuf;

use magicgen::Error;
use magicgen::config::{Request, Source, on_board};
use magicgen_board::{Coordinate, Problem, Walk};
use magicgen_lab::prove::ledger::{Header, Ledger, LedgerError, LedgerErrorKind};
use magicgen_lab::prove::{Constant, ProofCase, Question, Until};

/// The most lines whose digest is corrected.
const SEALED: usize = 8;

/// Runs an input: a config up to the first NUL, if there is one, and a ledger. A wrong digest is corrected and the
/// ledger read again, since anyone who alters a line can compute its digest.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (config, text) = text.split_once('\0').unwrap_or(("version = 1\n", text));
    let Some(case) = case(config, text) else { return };
    let mut text = text.to_owned();
    for _ in 0..SEALED {
        match Ledger::read(&text, &case) {
            Ok(ledger) => return used(&ledger, &case),
            Err(LedgerError {
                line: Some(line),
                kind: LedgerErrorKind::Digest { there, here },
            }) => {
                let lines = text.split_inclusive('\n').enumerate();
                let sealed = lines.map(|(at, text)| {
                    if at + 1 == line { text.replace(&there, &here) } else { text.to_owned() }
                });
                let sealed: String = sealed.collect();
                if sealed == text {
                    return;
                }
                text = sealed;
            }
            Err(error) => return refused(&error),
        }
    }
}

/// The case of a ledger's first line, made as `--recheck` and `--merge` do.
fn case(config: &str, text: &str) -> Option<ProofCase> {
    let header = Header::read(text).map_err(|error| refused(&error)).ok()?;
    let source = Source::new("magicgen.toml", config, Vec::new());
    let on_board = on_board(&source, &header.piece, &Request::default()).ok()?;
    let bit = on_board.mapping.bit(header.square.parse::<Coordinate>().ok()?)?;
    let walk = Walk::new(&on_board.piece, &on_board.mapping);
    let problem = Problem::new(&walk, 1 << bit).ok()?;
    let square = problem.squares()[0];
    let is_meant = |constant: &Constant| constant.id() == header.constant;
    let constant = Constant::ALL.into_iter().find(is_meant).unwrap_or(Constant::None);
    let until = if header.until == "all" { Until::All } else { Until::First };
    if square.mask == 0 {
        return None;
    }
    let question = match Question::new(&problem, square, header.bits, constant) {
        Ok(question) => question,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return None;
        }
    };
    Some(ProofCase::new(&header.piece, &header.square, question, until))
}

fn refused(error: &LedgerError) {
    let (message, help) = (error.kind.to_string(), error.kind.help());
    super::say(&Error::Ledger { path: PathBuf::from("a.jsonl"), line: error.line, message, help });
}

/// Calls everything that runs use of a ledger, except for searches of its slices.
fn used(ledger: &Ledger, case: &ProofCase) {
    let all = 0..case.plan.roots();
    for wanted in [all.clone(), all.end / 3..all.end / 2] {
        if let Err(error) = ledger.expect_within(&wanted) {
            refused(&error);
        }
        let missing: u64 = ledger.missing(&wanted).iter().map(|gap| gap.end - gap.start).sum();
        assert!(missing <= wanted.end - wanted.start);
        assert!(ledger.done(&wanted) <= wanted.end - wanted.start);
    }
    let (tally, _) = ledger.tally();
    let _ = (tally.all_nodes(), ledger.witness());
    let text = ledger.to_string();
    let again = Ledger::read(&text, case).map_err(|error| error.kind.to_string());
    let again = again.unwrap_or_else(|error| panic!("what was written isn't read: {error}"));
    assert_eq!(again.to_string(), text, "what was written is read differently");
    let merged = Ledger::merge(&[("a".to_owned(), ledger.clone())], case);
    let merged = merged.unwrap_or_else(|(_, error)| panic!("{}", error.kind));
    assert!(merged.lines().len() <= ledger.lines().len());
    let twice = [("a".to_owned(), ledger.clone()), ("b".to_owned(), again)];
    if let Err((_, error)) = Ledger::merge(&twice, case) {
        refused(&error);
    }
}
