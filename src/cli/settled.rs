//! Makes sure that a config to begin with is right, and that what it generates takes no other file's place.

use std::path::Path;

use super::start::leads;
use crate::adopt::Starter;
use crate::config::{Plan, Request, Source, Target, resolve};
use crate::error::Error;

/// Names to try where another file has the place of the first one.
const OTHER_NAMES: [&str; 2] = ["slider magics", "generated magics"];

/// The text of a config at a path, and what it comes to. Where a file stands at the path of an output, and the user hasn't chosen the name
/// (`is_named`), another name is taken. `known` is the text of the file of factors.
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
        let Some(taken) = taken(&plan).filter(|_| !is_named) else { return Ok((text, plan)) };
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

/// A file of an output that is there already.
fn taken(plan: &Plan) -> Option<String> {
    plan.jobs.iter().find_map(|job| match &job.target {
        Target::File(path) if path.symlink_metadata().is_ok() => Some(path.display().to_string()),
        _ => None,
    })
}
