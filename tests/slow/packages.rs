//! Packages: all have one version, and the READMEs of the wheel and of the npm package have absolute links.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        every_text_names_this_version,
        other_manifests_have_no_version,
        links_of_a_readme_become_absolute,
        a_link_to_nothing_is_an_error,
    ]
}

const THIS: &str = env!("CARGO_PKG_VERSION");

/// Files with the texts that stand before a version there.
const PLACES: [(&str, &[&str]); 5] = [
    ("Cargo.toml", &["[workspace.package]\nversion = \"", "magicgen-search = { version = \""]),
    ("CHANGELOG.md", &["committed-bytes)).\n\n## "]),
    ("action.yml", &["magicgen/magicgen@v"]),
    ("docs/lock.md", &["magicgen/magicgen@v", "download/v", "rev: v", "tag, here ", "this is "]),
    ("docs/packages.md", &["verify magicgen-", "just release ", "origin v"]),
];

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(crate::ROOT).join(path)).unwrap()
}

fn every_text_names_this_version() {
    for (path, texts) in PLACES {
        let page = read(path);
        for before in texts {
            let mut places = page.split(before).skip(1).peekable();
            assert!(places.peek().is_some(), "{path} has no {before:?}");
            for behind in places {
                let rest = behind.strip_prefix(THIS);
                let is_whole = rest.is_some_and(|rest| {
                    !rest.starts_with(|c: char| c.is_ascii_alphanumeric())
                        && !rest.trim_start_matches('.').starts_with(|c: char| c.is_ascii_digit())
                });
                assert!(is_whole, "{path}: not {THIS} behind {before:?}");
            }
        }
    }
}

/// They inherit the version, or the build of the package writes it.
fn other_manifests_have_no_version() {
    for (path, line) in [
        ("crates/search/Cargo.toml", "version.workspace = true"),
        ("wasm/Cargo.toml", "version.workspace = true"),
        ("pyproject.toml", "dynamic = [\"version\"]"),
        ("npm/package.json", "\"version\": \"0.0.0\","),
        ("packaging/gitlab.yml", "MAGICGEN_VERSION: \"@VERSION@\""),
        ("packaging/texts/winget.yaml", "PackageVersion: @VERSION@"),
        ("packaging/texts/default.nix", "version = \"@VERSION@\";"),
    ] {
        assert!(read(path).lines().any(|other| other.trim() == line), "{path}: {line}");
    }
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
                Some("svg" | "webp") => format!("{raw}/v{THIS}/"),
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
