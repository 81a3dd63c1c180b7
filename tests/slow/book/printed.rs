//! Pages and parts of pages that are printed from the program's own data.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};

use crate::golden::{UPDATE, updates};

use crate::book::{errors, formats, keys, known, languages, pictures, root, text, variants};

/// The folders that have nothing but printed files.
const FOLDERS: [&str; 3] = ["docs/variants", "docs/pictures", "config/schema"];

/// Files with their text.
pub(crate) type Files = BTreeMap<PathBuf, String>;

/// A part of a page between `<!-- NAME -->` and `<!-- end -->`.
pub(crate) struct Part {
    pub(crate) page: PathBuf,
    pub(crate) name: &'static str,
    pub(crate) text: String,
}

/// A test for each group of files, and one for each part of a page.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("book::printed::variants", || compare(&variants::files())),
        Trial::test("book::printed::pictures", || compare(&pictures::files())),
        Trial::test("book::printed::config", || compare(&keys::page::files())),
        Trial::test("book::printed::schema_of_the_config", || compare(&keys::schema::files())),
        Trial::test("book::printed::schemas_of_formats", || compare(&formats::files())),
        Trial::test("book::printed::annotated_config", || compare(&keys::annotated::files())),
        Trial::test("book::printed::dictionary", || compare(&keys::dictionary())),
        Trial::test("book::printed::errors", || compare(&errors::files())),
        Trial::test("book::printed::parts", || {
            let parts = [variants::parts(), languages::parts(), known::parts()];
            parts.iter().flatten().try_for_each(compare_part)
        }),
        Trial::test("book::printed::nothing_is_left_over", nothing_is_left_over),
    ]
}

/// Compares files with what they should be, or writes them.
fn compare(files: &Files) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for (path, wanted) in files {
        let whole = root().join(path);
        if updates() {
            std::fs::write(whole, wanted)?;
        } else if std::fs::read_to_string(whole).ok().as_ref() != Some(wanted) {
            wrong.push(format!("{} isn't what is printed now", path.display()));
        }
    }
    finished(&wrong)
}

fn finished(wrong: &[String]) -> Result<(), Failed> {
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!("{}\n{UPDATE}", wrong.join("\n")).into())
}

fn compare_part(part: &Part) -> Result<(), Failed> {
    let Part { page, name, text: wanted } = part;
    let old = text(page);
    let page = page.display();
    let (before, rest) = old
        .split_once(&format!("<!-- {name} -->\n"))
        .ok_or_else(|| format!("{page} has no part {name}"))?;
    let (found, after) =
        rest.split_once("<!-- end -->").ok_or_else(|| format!("{page}: {name} has no end"))?;
    if found == wanted {
        return Ok(());
    }
    if updates() {
        let new = format!("{before}<!-- {name} -->\n{wanted}<!-- end -->{after}");
        return Ok(std::fs::write(root().join(&part.page), new)?);
    }
    finished(&[format!("{page}: {name} isn't what is printed now")])
}

/// Every file in the folders of printed files is still printed.
fn nothing_is_left_over() -> Result<(), Failed> {
    let mut printed = variants::files();
    printed.extend(pictures::files());
    printed.extend(keys::schema::files());
    printed.extend(formats::files());
    let mut wrong = Vec::new();
    for folder in FOLDERS {
        for entry in std::fs::read_dir(root().join(folder))? {
            let path = Path::new(folder).join(entry?.file_name());
            // Those of what `--format json` and `--lang json` print are made and compared where their types are: `cargo test
            // --lib schemas`.
            let elsewhere = ["config/schema/output", "config/schema/data.json"];
            let is_elsewhere = elsewhere.iter().any(|other| path == Path::new(other));
            if !is_elsewhere && !printed.contains_key(&path) {
                wrong.push(format!("{}: nothing prints it any more; remove it", path.display()));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
