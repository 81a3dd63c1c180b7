//! Packages: the READMEs that PyPI and npm show have absolute links.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![links_of_a_readme_become_absolute, a_link_to_nothing_is_an_error,]
}

const THIS: &str = env!("CARGO_PKG_VERSION");

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(crate::ROOT).join(path)).unwrap()
}

fn readme(page: &str) -> Output {
    let script = Path::new(crate::ROOT).join("packaging/readme");
    Command::new(script).arg(page).current_dir(crate::ROOT).output().unwrap()
}

/// The targets of a page's links and pictures.
fn targets(page: &str) -> Vec<&str> {
    page.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

fn links_of_a_readme_become_absolute() {
    let repository = "https://github.com/magicgen/magicgen";
    let raw = "https://raw.githubusercontent.com/magicgen/magicgen";
    for page in ["README.md", "npm/README.md"] {
        let output = readme(page);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let (old, new) = (read(page), String::from_utf8(output.stdout).unwrap());
        assert_eq!(old.lines().count(), new.lines().count());
        let (old, new) = (targets(&old), targets(&new));
        assert_eq!(old.len(), new.len());
        for (relative, absolute) in old.into_iter().zip(new) {
            if relative.contains("://") {
                assert_eq!(absolute, relative);
                continue;
            }
            let path = Path::new(page).parent().unwrap().join(relative);
            let is_folder = Path::new(crate::ROOT).join(&path).is_dir();
            let base = match path.extension().and_then(|ending| ending.to_str()) {
                Some("svg") => format!("{raw}/v{THIS}/"),
                _ if is_folder => format!("{repository}/tree/v{THIS}/"),
                _ => format!("{repository}/blob/v{THIS}/"),
            };
            assert_eq!(absolute, base + relative.trim_start_matches("../"));
        }
    }
}

fn a_link_to_nothing_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.md");
    fs::write(&page, "[this](nothing.md)\n").unwrap();
    let output = readme(page.to_str().unwrap());
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && message.contains("links to nothing.md"), "{message}");
}
