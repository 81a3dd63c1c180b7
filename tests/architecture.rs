//! Checks that each stage depends only on what it may know.

use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The stages after the model don't know chess or hashing, and the stages before it don't know any language.
#[test]
fn stages_know_only_what_they_may() {
    // The package `magicgen-core` can't name what isn't in it: config, languages, outputs, the command line.
    let rules: [(&str, &[&str]); 12] = [
        (
            "src/render",
            &["geometry", "search", "axes", "layout", "variant", "generate", "emit", "cli"],
        ),
        ("src/explain", &["search", "packing", "axes", "layout", "emit", "error", "cli"]),
        ("src/ask", &["packing", "axes", "layout", "emit", "cli"]),
        ("src/report", &["search", "packing", "axes", "layout", "emit", "error", "cli"]),
        ("core/src/geometry", &["search", "axes", "layout", "variant", "model"]),
        ("core/src/search", &["axes", "layout", "variant", "model"]),
        ("core/src/packing", &["axes", "layout", "variant", "model"]),
        ("core/src/shrink", &["prove", "axes", "layout", "variant", "model"]),
        ("core/src/prove", &["packing", "shrink", "axes", "layout", "variant", "model"]),
        ("core/src/axes", &["layout", "variant"]),
        ("core/src/layout", &["variant"]),
        ("core/src/verify", &["packing", "axes", "layout", "variant", "model"]),
    ];
    for (folder, forbidden) in rules {
        for path in sources(&root().join(folder)) {
            let text = std::fs::read_to_string(&path).unwrap();
            for name in forbidden {
                for way in ["crate::", "super::super::"] {
                    assert!(
                        !text.contains(&format!("{way}{name}::")),
                        "{} names {name}",
                        path.display()
                    );
                }
            }
        }
    }
}

/// What shows an explanation computes nothing: it knows neither lookups nor what makes them.
#[test]
fn an_explanation_is_shown_without_computing() {
    for file in ["json.rs", "prose.rs", "svg.rs", "text.rs"] {
        let text = std::fs::read_to_string(root().join("src/explain").join(file)).unwrap();
        for name in ["model", "generate", "variant", "config"] {
            assert!(!text.contains(&format!("crate::{name}")), "{file} names {name}");
        }
    }
}

/// Only modules that other crates may use are documented; the others are hidden.
#[test]
fn modules_are_hidden_but_for_what_is_promised() {
    let library = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let lines: Vec<&str> = library.lines().collect();
    let shown = lines
        .windows(2)
        .filter(|pair| pair[1].starts_with("pub mod ") && pair[0] != "#[doc(hidden)]");
    let shown: Vec<&str> = shown.map(|pair| pair[1]).collect();
    assert_eq!(shown, Vec::<&str>::new());
    let promised: Vec<&str> = lines
        .windows(2)
        .filter(|pair| pair[1].starts_with("pub use ") && pair[0] != "#[doc(hidden)]")
        .map(|pair| pair[1])
        .collect();
    assert_eq!(promised, ["pub use build_script::Builder;", "pub use error::Error;"]);
}

/// The library alone is light enough for a build script: it needs few crates of others.
#[test]
fn the_library_builds_with_fewer_than_30_crates() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree = std::process::Command::new(cargo)
        .args([
            "tree", "--no-default-features", "-e", "normal,build", "--prefix", "none", "--offline",
        ])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let text = String::from_utf8_lossy(&tree.stdout);
    let mut crates: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split(' ').next())
        .filter(|name| !name.is_empty() && !name.starts_with("magicgen"))
        .collect();
    crates.sort_unstable();
    crates.dedup();
    // With our own, which was one package when the limit was set.
    assert!(crates.len() + 1 < 30, "{} crates: {}", crates.len(), crates.join(" "));
}
