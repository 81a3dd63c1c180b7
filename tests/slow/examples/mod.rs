//! Builds and runs the projects of `examples/` by their own tools, with this magicgen: one test for each.
//!
//! A test whose tool is missing is listed as `ignored`; with `MAGICGEN_REQUIRE=all` it fails, unless Debian has no such tool.

mod cargo;
mod perft;
mod project;
mod scratch;

use std::path::Path;

use crate::installed::{has_tool, requires_all};
use libtest_mimic::{Failed, Trial};
use project::{ALL, Project};

/// Whether a tool is there. `maven:PLUGIN` is one that Debian has packaged.
fn is_there(tool: &str) -> bool {
    let Some(plugin) = tool.strip_prefix("maven:") else { return has_tool(tool) };
    let folders = ["org/codehaus/mojo", "org/apache/maven/plugins"];
    folders.iter().any(|folder| Path::new(scratch::MAVEN).join(folder).join(plugin).is_dir())
}

fn trial(
    name: &str,
    needs: &[&str],
    is_in_debian: bool,
    run: impl FnOnce() -> Result<(), String> + Send + 'static,
) -> Trial {
    let name = format!("examples::{name}");
    let missing: Vec<&str> = needs.iter().copied().filter(|tool| !is_there(tool)).collect();
    if missing.is_empty() {
        return Trial::test(name, || run().map_err(Failed::from));
    }
    let message = format!("not installed: {}", missing.join(", "));
    if requires_all() && is_in_debian {
        return Trial::test(name, move || Err(Failed::from(message)));
    }
    Trial::test(format!("{name} ({message})"), || Ok(())).with_ignored_flag(true)
}

/// Every project has a line in the README with the commands that are tested, and every line a project.
fn readme() -> Result<(), Failed> {
    let folder = Path::new(crate::ROOT).join("examples");
    let text = std::fs::read_to_string(folder.join("README.md"))?;
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| [")).collect();
    let documented = ALL.iter().filter(|project| project.is_documented());
    let wanted: Vec<String> = documented.clone().map(Project::row).collect();
    if rows != wanted {
        return Err(
            format!("README.md has\n{}\nnot\n{}", rows.join("\n"), wanted.join("\n")).into()
        );
    }
    let projects = std::fs::read_dir(folder)?
        .filter_map(Result::ok)
        .filter(|entry| entry.path().join("magicgen.toml").is_file());
    if projects.count() == documented.count() {
        Ok(())
    } else {
        Err("a project isn't tested".into())
    }
}

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    let projects = ALL
        .iter()
        .map(|project| trial(project.name, project.needs, project.is_in_debian, || project.test()));
    let others = [
        trial("builder", &["cargo"], true, cargo::builder),
        Trial::test("examples::readme", readme),
    ];
    projects.chain(perft::trials()).chain(others).collect()
}
