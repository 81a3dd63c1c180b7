//! Lookups in; one page of HTML that shows them, out.
//!
//! The page is one file: it asks no network, and has the programs, fields and tables of its lookups as data, which its
//! script runs. What it says beside that is computed here.

pub(crate) mod data;
mod squares;
#[cfg(test)]
mod tests;

use askama::Template;
use serde_json::{Value, json};

use crate::config::{Job, Target};
use crate::error::Error;
use crate::generate::{Inside, Solver, choose, inside};
use magicgen_board::Mapping;
use magicgen_lookup::model::Disproof;

/// The lookups of one output.
#[derive(Clone, Debug)]
pub struct Part {
    /// What tells it from the others: its file or its id.
    pub title: String,
    /// The lookups.
    pub inside: Inside,
    /// The board.
    pub mapping: Mapping,
    /// The order of squares, as headers have it.
    pub orientation: String,
    /// Pieces that are unions of searched ones: the name, and the positions of these in [`Inside::pieces`].
    pub unions: Vec<(String, Vec<usize>)>,
}

impl Part {
    /// The lookups of an output.
    pub fn of(job: &Job, solver: &mut Solver) -> Result<Self, Error> {
        let job = choose(job, solver)?;
        let title = match &job.target {
            Target::File(path) => {
                path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
            }
            Target::Stdout | Target::Stream(_) => String::new(),
        };
        let unions =
            job.printed.unions.iter().map(|union| (union.name.clone(), union.of.clone())).collect();
        let (mapping, orientation) = (job.mapping.clone(), job.orientation());
        Ok(Self { title, inside: inside(job, solver)?, mapping, orientation, unions })
    }
}

#[derive(Template)]
#[template(path = "report/report.html", escape = "none")]
struct Page<'a> {
    style: &'a str,
    /// The scripts that the playground has too, and the page's own, in the order in which they need each other.
    scripts: &'a [&'a str],
    data: String,
}

/// The page. Each lookup is proved under every occupancy of its relevant squares. `variants` has a row for each variant of the
/// tool.
pub fn page(parts: &[Part], variants: &Value) -> Result<String, Disproof> {
    let parts: Result<Vec<Value>, Disproof> = parts.iter().map(data::part).collect();
    let version = env!("CARGO_PKG_VERSION");
    let data = json!({ "version": version, "parts": parts?, "variants": variants });
    let page = Page {
        style: concat!(
            include_str!("../../templates/page/page.css"),
            include_str!("../../templates/report/report.css"),
        ),
        scripts: &[
            include_str!("../../templates/page/lookup.js"),
            include_str!("../../templates/page/board.js"),
            include_str!("../../templates/page/draw.js"),
            include_str!("../../templates/page/acts.js"),
            include_str!("../../templates/page/table.js"),
            include_str!("../../templates/page/trick.js"),
            include_str!("../../templates/report/report.js"),
        ],
        // Nothing in the data ends the element that it stands in.
        data: data.to_string().replace('<', "\\u003c"),
    };
    Ok(page.render().unwrap_or_default() + "\n")
}
