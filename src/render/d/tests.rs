use super::*;
use crate::model::NameRules;
use crate::sample::configured;

#[test]
fn a_module_is_in_the_file_of_its_last_name() {
    let backend = configured(&D, "module = \"chess.boards\"").unwrap();
    let names = Names::new(backend.naming(), NameRules::default());
    assert_eq!(backend.default_file(&names), PathBuf::from("boards.d"));
    let message = backend.check_file_name(&names, "magics.d").unwrap_err();
    assert!(message.contains("`chess.boards` must be in a file called `boards.d`"), "{message}");
    for wrong in ["module = \"chess.scope\"", "module = \"1\"", "module = \"a..b\""] {
        let error = configured(&D, wrong).unwrap_err();
        assert!(error.message.contains("is not the name of a module"), "{}", error.message);
    }
}
