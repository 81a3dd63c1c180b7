//! The book is rendered without a warning, where mdBook is installed.

use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::book::root;

/// The only test.
pub(crate) fn trials() -> Vec<Trial> {
    let is_installed = Command::new("mdbook").arg("--version").output().is_ok();
    let trial = if is_installed {
        Trial::test("book::rendered::without_a_warning", without_a_warning)
    } else {
        Trial::test("book::rendered::without_a_warning (not installed: mdbook)", || Ok(()))
            .with_ignored_flag(true)
    };
    vec![trial]
}

fn without_a_warning() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let output = Command::new("mdbook")
        .arg("build")
        .arg(root().join("docs"))
        .arg("-d")
        .arg(folder.path())
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let has_warnings = said.contains("WARN") || said.contains("ERROR");
    if !output.status.success() || has_warnings {
        return Err(said.into_owned().into());
    }
    let index = folder.path().join("index.html");
    if index.exists() { Ok(()) } else { Err("there is no index.html".into()) }
}
