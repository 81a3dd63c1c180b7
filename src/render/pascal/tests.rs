use super::*;
use crate::model::NameRules;
use crate::model::{Part, Tables};
use crate::sample::{configured, small};

fn unit(variant: &str, when: Tables) -> String {
    let backend = PASCAL.configure(None).unwrap();
    let emit = [Part::Lookup];
    let module = small(&*backend, variant, when, &emit);
    backend.render(&module, "magics.pas").remove(0).text
}

#[test]
fn a_unit_is_in_the_file_of_its_name() {
    let backend = PASCAL.configure(None).unwrap();
    let rules = NameRules { name: "chess boards".to_owned(), ..NameRules::default() };
    let names = Names::new(backend.naming(), rules);
    assert_eq!(backend.default_file(&names), PathBuf::from("chessboards.pas"));
    for file in ["ChessBoards.pas", "chessboards.pp", "chessboards.pas"] {
        assert_eq!(backend.check_file_name(&names, file), Ok(()));
    }
    for file in ["chessBoards.pas", "chessboards.p", "magics.pas"] {
        let message = backend.check_file_name(&names, file).unwrap_err();
        assert!(message.contains("the unit `ChessBoards` must be in a file called"), "{message}");
    }
}

#[test]
fn a_file_ends_in_one_end_of_line() {
    for variant in ["fancy", "hyperbola", "direction"] {
        for when in [Tables::Full, Tables::Init] {
            let text = unit(variant, when);
            assert!(text.ends_with("\nend.\n") && !text.contains("\n\n\n"), "{text}");
            // The command that makes a file again is as long as it is.
            let mut lines = text.lines().filter(|line| !line.starts_with("//"));
            assert!(lines.all(|line| line.len() <= 100 && line == line.trim_end()));
        }
    }
}

#[test]
fn a_mode_is_one_of_two() {
    assert!(configured(&PASCAL, "mode = \"delphi\"").is_ok());
    let message = configured(&PASCAL, "mode = \"tp\"").unwrap_err().message;
    assert!(message.contains("objfpc") && message.contains("delphi"), "{message}");
}

/// Neighbours whose arithmetic wraps stand between one pair of directives; what only calls them has none.
#[test]
fn checks_are_off_only_where_arithmetic_wraps() {
    let text = unit("fancy", Tables::Init);
    assert_eq!(text.matches("{$push}{$Q-}{$R-}").count(), 2);
    assert_eq!(text.matches("{$pop}").count(), 2);
    let end = text.find("{$pop}").unwrap();
    let implementation = text.find("implementation\n").unwrap();
    let lookup = implementation + text[implementation..].find("function RookAttacks").unwrap();
    assert!(end < lookup, "{text}");
}

/// 32 bits are computed in 64: what may be larger is cut.
#[test]
fn halves_are_cut_where_they_overflow() {
    let text = unit("split32", Tables::Full);
    assert!(text.contains("Low := LongWord(LongWord(Relevant) * LongWord(RookFactors[Square]));"));
    assert!(text.contains("Result := AttackTable[RookOffsets[Square] + Index];"), "{text}");
}
