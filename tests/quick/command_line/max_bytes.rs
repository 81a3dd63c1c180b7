//! `max-bytes` chooses the fastest variant that fits, and a message names it.

use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        what_is_chosen_fits_and_nothing_faster_does,
        where_nothing_fits_the_smallest_is_named,
        forms_that_must_be_filled_are_chosen_among_those_that_can,
        a_variant_beside_it_is_an_error,
        outputs_of_a_config_choose_by_themselves,
    ]
}

fn chosen(folder: &Folder, flags: &[&str]) -> String {
    let run = folder.succeed(flags);
    let (_, rest) = run.stderr.split_once(": ").unwrap();
    let (variant, _) = rest.split_once(" is the fastest variant within ").unwrap();
    variant.to_owned()
}

fn what_is_chosen_fits_and_nothing_faster_does() {
    let folder = Folder::new();
    let listed = folder.succeed(&["list", "variants", "--format", "json"]);
    let listed: serde_json::Value = serde_json::from_str(&listed.stdout).unwrap();
    let listed = listed["rows"].as_array().unwrap();
    // The bytes of a variant's tables and fields, from the list of variants.
    let size = |id: &str| {
        let one = listed.iter().find(|one| one["id"] == id).unwrap();
        one["bytes"].as_u64().unwrap() + one["field-bytes"].as_u64().unwrap()
    };
    let time = |id: &str| {
        let one = listed.iter().find(|one| one["id"] == id).unwrap();
        let speeds = ["c", "rust"].map(|language| one["speed"][language]["engine"].as_f64());
        speeds.into_iter().map(|speed| speed.map_or(f64::MAX, |speed| 1.0 / speed)).product::<f64>()
    };
    for budget in [1536_u64, 4000, 60_000, 86_000, 170_000, 1_000_000] {
        let set = format!("output.max-bytes={budget}");
        let id = chosen(&folder, &["--lang", "c", "-D", &set, "-o", "x.h"]);
        assert!(size(&id) <= budget, "{id} within {budget}");
        for one in listed {
            let other = one["id"].as_str().unwrap();
            let is_for_all = !other.starts_with("pext")
                && !["group", "hyperbola-dual", "obstruction-vector", "switch"].contains(&other);
            if is_for_all && time(other) < time(&id) {
                assert!(size(other) > budget, "{other} is faster than {id} and within {budget}");
            }
        }
    }
}

fn where_nothing_fits_the_smallest_is_named() {
    // A piece of two steps has no lookup without anything kept by square.
    let folder = Folder::with_config(
        "version = 1\n[[piece]]\nname = \"stepper\"\nrays = [[1, 0], [0, 1]]\nrange = 2\n[[output]]\nlang = \"c\"\n\
         path = \"x.h\"\npieces = [\"stepper\"]\nmax-bytes = 1023\n",
    );
    let run = folder.run(&[]);
    assert_eq!(run.status, 2);
    let says = "no variant takes 1023 bytes or less; the smallest, ";
    assert!(run.stderr.contains(says), "{}", run.stderr);
    assert!(run.stderr.contains(", takes 1024"), "{}", run.stderr);
    assert!(!folder.has("x.h"));
}

fn forms_that_must_be_filled_are_chosen_among_those_that_can() {
    let folder = Folder::new();
    let flags = ["--lang", "c", "--tables", "init", "-D", "output.max-bytes=2000000", "-o", "x.h"];
    let id = chosen(&folder, &flags);
    assert!(!id.starts_with("bytes"), "{id}");
    assert!(folder.read("x.h").contains("tables init"));
}

fn a_variant_beside_it_is_an_error() {
    let folder = Folder::new();
    for (key, other) in
        [("output.variant=plain", "`variant`"), ("output.lookup.key=black", "lookup")]
    {
        let run =
            folder.run(&["--lang", "c", "-D", "output.max-bytes=4000", "-D", key, "-o", "x.h"]);
        assert_eq!(run.status, 2);
        assert!(
            run.stderr.contains("and `max-bytes` exclude each other") && run.stderr.contains(other),
            "{}",
            run.stderr
        );
    }
    let run = folder.run(&["--lang", "c", "-D", "output.max-bytes=0", "-o", "x.h"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("max-bytes"), "{}", run.stderr);
}

/// Each output has its own choice, `[defaults]` may name a variant for outputs without a limit, and `--check` chooses
/// the same variants.
fn outputs_of_a_config_choose_by_themselves() {
    let folder = Folder::new();
    folder.write(
        "magicgen.toml",
        "version = 1\n[defaults]\nvariant = \"plain\"\nlang = \"c\"\n[[output]]\nid = \"small\"\npath = \"a.h\"\n\
         max-bytes = 20000\npieces = [\"rook\"]\n[[output]]\nid = \"large\"\npath = \"b.h\"\n",
    );
    folder.succeed(&[]);
    assert!(!folder.read("a.h").contains("variant plain"));
    assert!(folder.read("b.h").contains("variant plain"));
    assert!(!folder.read("magicgen.lock").contains("method = \"shared"));
    folder.succeed(&["--check"]);
}
