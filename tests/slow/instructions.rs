//! Counts the instructions of a run of each preset, which don't depend on the machine's load, by valgrind's callgrind.
//!
//! The program is the one that the tests have. Its sums are checked and its loops have fewer vectors than a release's, which
//! takes up to twice as few instructions ([time.md](../../docs/time.md)) but minutes to build. Where valgrind is missing, the tests are listed as `ignored`; with
//! `MAGICGEN_REQUIRE=all` they fail.

use std::process::Command;

use libtest_mimic::{Failed, Trial};
use magicgen_lookup::variant;

/// The most million instructions of a run: what it takes, and five percent more.
const BOUNDS: [(&str, u64); 17] = [
    ("fancy", 78),
    ("plain", 121),
    ("fixed", 116),
    ("black", 111),
    ("packed", 117),
    ("constant", 135),
    ("bytes", 97),
    ("bytes-packed", 134),
    ("bytes-postmask", 144),
    ("words", 101),
    ("shared-slots", 111),
    ("offset-in-factor", 113),
    ("pext16", 120),
    ("shift-add", 123),
    ("hyperbola-dual", 110),
    ("obstruction-vector", 160),
    ("switch", 149),
];

/// The same for every other preset.
const OTHERS: u64 = 110;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let is_there = crate::installed::has_tool("valgrind");
    let of = |variant: &'static variant::Variant| {
        let name = format!("instructions::{}", variant.id);
        if is_there || crate::installed::requires_all() {
            return Trial::test(name, move || is_within_bound(variant.id));
        }
        let name = format!("{name} (not installed: valgrind)");
        Trial::test(name, || Ok(())).with_ignored_flag(true)
    };
    variant::ALL.iter().map(of).collect()
}

fn is_within_bound(variant: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    // `group` has no factors for the rook, and ends before it prints.
    let mut run = Command::new("valgrind");
    run.args(["--tool=callgrind", "--callgrind-out-file=out", crate::program()])
        .args(["--no-config", "--lang", "c", "--variant", variant, "-o", "f.h"])
        .current_dir(&folder);
    if variant == "group" {
        run.args(["--piece", "bishop"]);
    }
    let output = run.output()?;
    let text = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(text.into_owned().into());
    }
    let counted =
        text.split_once("Collected : ").and_then(|(_, count)| count.split_whitespace().next());
    let count: u64 = counted.and_then(|count| count.parse().ok()).ok_or("no count")?;
    let own = BOUNDS.iter().find(|(id, _)| *id == variant);
    let bound = own.map_or(OTHERS, |(_, bound)| *bound);
    if count <= bound * 1_000_000 {
        Ok(())
    } else {
        Err(format!("{count} instructions are more than {bound} million").into())
    }
}
