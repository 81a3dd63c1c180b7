use super::*;
use crate::sample::{chess, configured, printed};

#[test]
fn a_function_of_luajit_has_few_enough_constants() {
    let backend = configured(&LUA, "dialect = \"luajit\"").unwrap();
    let module = chess(&*backend, "fancy", Tables::Full, &[Part::Lookup]);
    let text = backend.render(&module, "magics.lua").remove(0).text;
    assert!(text.contains("local ATTACKS = ffi.new(\"uint64_t[107648]\")\ndo\n"));
    let most = text.split("function()").map(|part| part.matches("ULL").count()).max();
    assert!(most < Some(65_536), "{most:?}");
}

#[test]
fn a_test_stands_beside_its_module() {
    let emit = [Part::Lookup, Part::SelfTest];
    let files = printed(&LUA, "package = \"chess\"", "fancy", Tables::Init, &emit);
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["magics.lua", "magics_test.lua"]);
    assert!(files[1].text.contains("local lookups = require(\"chess.magics\")\n"));
}
