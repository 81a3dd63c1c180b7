//! Tests of build scripts without cargo around them.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Builder, DEFAULTS, OUT_DIR_DEFAULTS};

/// The text of the only file that a builder makes.
fn only_file(builder: &Builder, defaults: &'static [(&'static str, &'static str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let written = builder.generate(folder.path(), defaults).unwrap();
    let [path] = written.as_slice() else { panic!("{written:?}") };
    fs::read_to_string(path).unwrap()
}

fn is_inner(line: &str) -> bool {
    line.starts_with("//!") || line.starts_with("#![")
}

#[test]
fn setters_do_what_a_config_does() {
    let set = Builder::new()
        .orientation("h1lsb")
        .variant("plain")
        .tables("init")
        .pieces(["rook"])
        .emit(["lookup", "squares"])
        .name("lines")
        .set("output.rust.edition", "2021")
        .set("output.rust.visibility", "pub(crate)");
    let said = Builder::from_text(
        "version = 1\n[[output]]\nlang = \"rust\"\norientation = \"h1lsb\"\nvariant = \"plain\"\n\
         tables = \"init\"\npieces = [\"rook\"]\nemit = [\"lookup\", \"squares\"]\nname = \"lines\"\n\
         rust = { edition = \"2021\", visibility = \"pub(crate)\" }\n",
    );
    let text = only_file(&set, DEFAULTS);
    assert!(text.contains("variant plain, orientation h1lsb, tables init, pieces rook\n"));
    assert!(text.contains("regenerate: cargo build\n"));
    assert_eq!(text, only_file(&said, DEFAULTS));
    // The last call counts.
    assert_eq!(text, only_file(&set.clone().variant("fancy").variant("plain"), DEFAULTS));
    assert_ne!(text, only_file(&set.variant("fancy"), DEFAULTS));
}

#[test]
fn what_is_included_has_the_form_for_it_unless_the_config_says_otherwise() {
    let builder = Builder::new();
    assert!(!only_file(&builder, OUT_DIR_DEFAULTS).lines().any(is_inner));
    assert!(only_file(&builder, DEFAULTS).lines().any(is_inner));
    // Other keys of the language's table don't change that.
    let edition = builder.clone().set("output.rust.edition", "2021");
    assert!(!only_file(&edition, OUT_DIR_DEFAULTS).lines().any(is_inner));
    let chosen = builder.set("output.rust.storage", "static");
    assert!(only_file(&chosen, OUT_DIR_DEFAULTS).lines().any(is_inner));
    for text in [
        "version = 1\n[defaults.rust]\nstorage = \"static\"\n[[output]]\nlang = \"rs\"\n",
        "version = 1\n[[output]]\nlang = \"rust\"\n[output.rust]\nstorage = \"static\"\n",
    ] {
        assert!(only_file(&Builder::from_text(text), OUT_DIR_DEFAULTS).lines().any(is_inner));
    }
}

#[test]
fn outputs_need_no_path() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        "version = 1\n[[output]]\nlang = \"rust\"\n[[output]]\nlang = \"c\"\npath = \"x/m.h\"\n";
    let builder = Builder::from_text(text);
    let written = builder.generate(folder.path(), OUT_DIR_DEFAULTS).unwrap();
    assert_eq!(written, ["magics.rs", "m.h"].map(|name| folder.path().join(name)));
    let only = builder.only("c").generate(folder.path(), OUT_DIR_DEFAULTS).unwrap();
    assert_eq!(only, [folder.path().join("m.h")]);
}

#[test]
fn an_error_shows_the_call_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let said = |builder: Builder| {
        let error = builder.generate_to(folder.path()).unwrap_err();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        format!("{error:?}")
    };
    let variant = said(Builder::new().variant("fancyy").orientation("a1lsb"));
    let expected = "error[config::unknown-value]: unknown variant `fancyy`\n \
                    --> build script:1:11\n  |\n1 | .variant(\"fancyy\")\n  |           ^^^^^^\n  |\n  = help: ";
    assert!(variant.starts_with(expected), "{variant}");
    let pieces = said(Builder::new().pieces(["rook", "knigt"]));
    assert!(pieces.contains("1 | .pieces([rook,knigt])\n"), "{pieces}");
    let set = said(Builder::new().set("output.hexe", "ä\""));
    assert!(set.contains("1 | .set(\"output.hexe\", \"ä\"\")\n"), "{set}");
    let text = said(Builder::from_text("version = 1\n[[output]]\nlang = \"rust\"\nvariant = 3\n"));
    assert!(text.contains(" --> the build script's config:4:11\n"), "{text}");
    let empty = said(Builder::from_text(""));
    assert!(empty.starts_with("error[config::missing-key]: "), "{empty}");
    let missing = said(Builder::from_config(folder.path().join("no.toml")));
    assert!(missing.starts_with("error[io]: can't read "), "{missing}");
    assert!(missing.contains("no.toml: ") && missing.contains("\n = help: "), "{missing}");
    let locked = said(Builder::new().locked(true));
    assert!(locked.contains("\n = help: name a lock file "), "{locked}");
}

#[test]
fn only_files_that_exist_are_causes_of_a_rebuild() {
    let folder = tempfile::tempdir().unwrap();
    let [config, lock] = ["my.toml", "magicgen.lock"].map(|name| folder.path().join(name));
    let causes = |builder: &Builder| -> Vec<PathBuf> {
        builder.causes().into_iter().map(Path::to_owned).collect()
    };
    let builder = Builder::from_config(&config);
    assert_eq!(causes(&builder), [Path::new("Cargo.toml")]);
    fs::write(&config, "version = 1\n").unwrap();
    assert_eq!(causes(&builder), [config.as_path()]);
    fs::write(&lock, "lock-version = 1\n").unwrap();
    assert_eq!(causes(&builder), [config.as_path(), lock.as_path()]);
    assert_eq!(causes(&Builder::new()), [Path::new("Cargo.toml")]);
    assert_eq!(causes(&Builder::new().lock(&lock)), [lock.as_path()]);
}

#[test]
fn a_lock_is_read_and_never_written() {
    let folder = tempfile::tempdir().unwrap();
    let lock = folder.path().join("magicgen.lock");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // A copy would be read-only if the source tree is.
    let before = fs::read_to_string(root.join("tests/data/magicgen.lock")).unwrap();
    fs::write(&lock, &before).unwrap();
    let builder = Builder::new().lock(&lock);
    builder.clone().locked(true).generate_to(folder.path()).unwrap();
    fs::write(&lock, "lock-version = 1\n").unwrap();
    let error = builder.clone().locked(true).generate_to(folder.path()).unwrap_err();
    assert!(format!("{error:?}").starts_with("error[lock::missing]: "), "{error:?}");
    builder.generate_to(folder.path()).unwrap();
    assert_eq!(fs::read_to_string(&lock).unwrap(), "lock-version = 1\n");
    // A factor that doesn't work is refused, with its place.
    fs::write(&lock, before.replacen("0x0002021002020040", "0x0000000000000001", 1)).unwrap();
    let error = builder.generate_to(folder.path()).unwrap_err();
    assert!(format!("{error:?}").contains("magicgen.lock:"), "{error:?}");
}
