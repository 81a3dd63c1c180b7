use super::*;
use crate::model::NameRules;
use crate::sample::configured;

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
fn a_mode_is_one_of_two() {
    assert!(configured(&PASCAL, "mode = \"delphi\"").is_ok());
    let message = configured(&PASCAL, "mode = \"tp\"").unwrap_err().message;
    assert!(message.contains("objfpc") && message.contains("delphi"), "{message}");
}
