//! The list of languages is true. `tests/slow/book` compares it with the book's.

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        languages_are_objects_with_their_capabilities,
        refused_cells_are_errors: slow,
    ]
}

fn listed() -> Vec<serde_json::Value> {
    let printed = Folder::new().succeed(&["list", "languages", "--format", "json"]);
    let mut printed: serde_json::Value = serde_json::from_str(&printed.stdout).unwrap();
    serde_json::from_value(printed["rows"].take()).unwrap()
}

fn languages_are_objects_with_their_capabilities() {
    for one in listed() {
        for key in ["id", "word-bits", "tables", "parts", "limits", "tools", "variants", "summary"]
        {
            assert!(!one[key].is_null(), "{} {key}", one["id"]);
        }
        let tools = one["tools"].as_array().unwrap();
        let is_unrun = one["summary"].as_str().unwrap().contains("not run");
        assert!(!tools.is_empty() || is_unrun, "{} is tested with nothing", one["id"]);
    }
}

/// Each refused combination gives the error that the list states. The possible ones are compiled and run by
/// `tests/compile`.
fn refused_cells_are_errors() {
    let folder = Folder::new();
    for one in listed() {
        for (variant, cell) in one["variants"].as_object().unwrap() {
            for (tables, reason) in cell["refused"].as_object().unwrap() {
                let lang = one["id"].as_str().unwrap();
                let flags = ["--lang", lang, "--variant", variant, "--tables", tables, "-o", "x/"];
                let run = folder.run(&flags);
                assert_eq!(run.status, 2, "{lang} {variant} {tables}");
                assert!(run.stderr.contains(reason.as_str().unwrap()), "{}", run.stderr);
            }
        }
    }
}
