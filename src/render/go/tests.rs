use super::*;
use crate::model::NameRules;
use crate::sample::configured;

#[test]
fn no_package_is_called_by_a_keyword() {
    let backend = configured(&GO, "").unwrap();
    let rules = NameRules { name: "type".to_owned(), ..NameRules::default() };
    assert!(backend.check_file_name(&Names::new(backend.naming(), rules), "magics.go").is_err());
}
