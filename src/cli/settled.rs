//! Checks a first config, and that its output replaces no other file.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::engine::is_generated;
use super::start::leads;
use crate::adopt::Starter;
use crate::config::{Plan, Request, Source, Target, resolve};
use crate::error::Error;

/// Names to try if another file is at the path of the first one.
const OTHER_NAMES: [&str; 2] = ["slider magics", "generated magics"];

/// The text of a config at `config`, and its plan. If a file exists at an output's path, another name is chosen, unless
/// the user chose it (`is_named`). `known` is the text of the file of factors.
pub(super) fn settled(
    starter: &mut Starter,
    config: &Path,
    known: Option<&str>,
    is_named: bool,
) -> Result<(String, Plan), Error> {
    let first = starter.outputs.iter().map(|output| output.name.value.clone()).collect::<Vec<_>>();
    let mut others = OTHER_NAMES.iter();
    loop {
        let text = starter.to_string();
        let plan = plan(&text, config, known)?;
        // An adopted engine may use a generated file already.
        let taken = taken(&plan, known.is_none()).filter(|_| !is_named);
        let Some(taken) = taken else { return Ok((text, plan)) };
        let Some(other) = others.next() else {
            return Err(Error::Usage {
                message: format!("{taken} exists already, and the output needs another name"),
                help: Some("choose a name with `--name`".to_owned()),
            });
        };
        for (output, first) in starter.outputs.iter_mut().zip(&first) {
            output.name.value = first.replace("magics", other);
        }
    }
}

fn plan(text: &str, config: &Path, known: Option<&str>) -> Result<Plan, Error> {
    let source = Source::new(&config.display().to_string(), text, Vec::new());
    let read = |_: &Path| known.map(str::to_owned).ok_or_else(|| "isn't given".to_owned());
    let request =
        Request { config: Some(config), leads: &leads, read: &read, ..Request::default() };
    resolve(&source, &request)
        .map_err(|errors| Error::Config { source: Box::new(source.clone()), errors })
}

/// An output's file that exists already. Generated files don't count if they give way.
fn taken(plan: &Plan, generated_give_way: bool) -> Option<String> {
    let is_free = |path: &Path| generated_give_way && is_made(path);
    plan.jobs.iter().find_map(|job| match &job.target {
        Target::File(path) if path.symlink_metadata().is_ok() && !is_free(path) => {
            Some(path.display().to_string())
        }
        _ => None,
    })
}

/// Whether a file's header says that magicgen generated it.
fn is_made(path: &Path) -> bool {
    let is_file = path.symlink_metadata().is_ok_and(|data| data.is_file());
    let mut start = Vec::new();
    let file = is_file.then(|| File::open(path).ok()).flatten();
    let read = file.map(|file| file.take(1024).read_to_end(&mut start));
    read.is_some_and(|read| read.is_ok()) && is_generated(&String::from_utf8_lossy(&start))
}
