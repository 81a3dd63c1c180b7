//! Runs the recipes of `docs/many-machines.md`, by `scripts/test-recipes`: one test for each of its tools.
//!
//! A test whose tool is missing is listed as `ignored`; with `MAGICGEN_REQUIRE=all` it fails.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

fn script(arguments: &[&str]) -> Result<String, String> {
    let path = Path::new(crate::ROOT).join("scripts/test-recipes");
    let mut command = Command::new(path);
    command.args(arguments).env("MAGICGEN", crate::program());
    let output = command.output().map_err(|error| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    if output.status.success() { Ok(out) } else { Err(out + &err) }
}

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let require_all = std::env::var_os("MAGICGEN_REQUIRE").is_some_and(|value| value == "all");
    ["parallel", "slurm", "kubernetes"]
        .map(|recipe| {
            let name = format!("recipes::{recipe}");
            let message = match script(&["--missing", recipe]) {
                Ok(missing) if missing.trim().is_empty() => {
                    let run = move || script(&[recipe]).map(|_| ()).map_err(Failed::from);
                    return Trial::test(name, run);
                }
                Ok(missing) => format!("not installed: {}", missing.trim()),
                Err(error) => error,
            };
            if require_all {
                Trial::test(name, move || Err(Failed::from(message)))
            } else {
                Trial::test(format!("{name} ({message})"), || Ok(())).with_ignored_flag(true)
            }
        })
        .into()
}
