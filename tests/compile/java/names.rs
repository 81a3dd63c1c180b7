//! Names that are words of Java, and digits that are wrong.

use std::fs;
use std::path::Path;

use super::{compile, run};
use crate::compile::support;

/// Checks that a wrong digit of a factor or a packed table makes the test fail, with the place in its message.
pub(super) fn fault(folder: &Path, tables: &str) -> Result<(), String> {
    let mut arguments = vec!["--lang", "java", "-o", "Magics.java", "--tables", tables];
    arguments.extend(["--emit", "lookup,self-test", "--piece", "rook"]);
    support::magicgen(folder, &arguments)?;
    let file = folder.join("Magics.java");
    let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
    let (array, begins, other) = if tables == "full" {
        ("_PACKED = {", "\\u", "9")
    } else {
        ("ROOK_FACTORS = {", "0x", "0")
    };
    let from = text.find(array).ok_or("there is no such array")?;
    let line = text[from..].match_indices('\n').nth(9).ok_or("there are no rows")?.0 + from;
    let number = line + text[line..].find(begins).ok_or("there is no number")? + begins.len();
    let is_digit = |c: char| ('1'..='8').contains(&c);
    let at = number + text[number..].find(is_digit).ok_or("there is no digit")?;
    let wrong = format!("{}{other}{}", &text[..at], &text[at + 1..]);
    fs::write(&file, wrong).map_err(|error| error.to_string())?;
    compile(folder, &[], None, &["Magics.java", "MagicsTest.java"].map(str::to_owned))?;
    let Err(message) = run(folder, "MagicsTest", &[]) else {
        return Err("the test passes with a wrong digit".to_owned());
    };
    support::has_all(
        &message,
        &["exit status: 1", "the rook on square ", "occupied 0x", "walked 0x"],
    )
}

/// Checks pieces and patterns whose names are words of Java, have digits, or are long.
pub(super) fn names(folder: &Path) -> Result<(), String> {
    let files = ["Magics2.java", "Magics2Test.java"].map(str::to_owned);
    for keys in ["", "tables = \"full\"\n", "[output.names]\nprefix = \"int\"\n"] {
        support::named(folder, ("java", "Magics2.java"), support::NAMES, keys)?;
        compile(folder, &[], None, &files)?;
        run(folder, "Magics2Test", &[])?;
    }
    let lookup = |pattern: &str| format!("[output.names]\nlookup = \"{pattern}\"\n");
    for (pieces, keys, says) in [
        (&["class"][..], lookup("{piece}"), "`class` is a keyword or reserved"),
        (&["class", "rook2"], lookup("attacksOf"), "have the same name, `attacksOf`"),
        (&["class"], "[output.names]\ntype = \"record\"\n".to_owned(), "`record` is a keyword"),
    ] {
        let result = support::named(folder, ("java", "Magics2.java"), pieces, &keys);
        support::refused(result, &[says])?;
    }
    Ok(())
}
