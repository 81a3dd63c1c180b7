use super::*;
use crate::sample::printed;
use magicgen_lookup::model::NameRules;

#[test]
fn a_public_table_is_filled_before_it_is_seen() {
    let tables = &printed(&ZIG, "", "fancy", Tables::Init, &[Part::Attacks])[0].text;
    assert!(tables.contains("pub fn attack_table() *const ["), "{tables}");
    assert!(tables.contains("\nvar attack_table_entries: ["), "{tables}");
    assert!(!tables.contains("pub var"), "{tables}");
}

#[test]
fn no_name_is_that_of_a_parameter() {
    let backend = ZIG.configure(None).unwrap();
    let rules = NameRules { name: "magics".to_owned(), ..NameRules::default() };
    let names = Names::new(backend.naming(), rules);
    for taken in ["sq", "occupied", "attacks", "std", "u64", "test"] {
        assert!(names.check_one(taken).is_err(), "{taken}");
    }
    assert!(names.check_one("a1").is_ok() && names.check_one("rookAttacks").is_ok());
}

#[test]
fn a_union_asks_once_whether_tables_are_filled() {
    let text = &printed(&ZIG, "", "fancy", Tables::Init, &[Part::Lookup])[0].text;
    let queen = text.split("pub fn queenAttacks").nth(1).unwrap();
    let queen = queen.split("\n}").next().unwrap();
    assert_eq!(queen.matches("filling.load").count(), 1, "{queen}");
    assert!(queen.contains("[rookIndex(sq, occupied)] | attack_table[bishopIndex("), "{queen}");
}
