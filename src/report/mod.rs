//! Lookups in; one page of HTML that shows them, out.
//!
//! The page is one file: it asks no network, and has the programs, fields and tables of its lookups as data, which its
//! script runs. What it says beside that is computed here.

mod data;
mod squares;
#[cfg(test)]
mod tests;

use askama::Template;
use serde_json::{Value, json};

use crate::generate::Inside;
use crate::geometry::Mapping;
use crate::model::Disproof;

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

#[derive(Template)]
#[template(path = "report/report.html", escape = "none")]
struct Page<'a> {
    /// Colours and boards, which the playground has too.
    base: &'a str,
    style: &'a str,
    board: &'a str,
    lookup: &'a str,
    script: &'a str,
    data: String,
}

/// The page. Each lookup is proved under every occupancy of its relevant squares. `variants` has a row for each variant of the
/// tool.
pub fn page(parts: &[Part], variants: &Value) -> Result<String, Disproof> {
    let parts: Result<Vec<Value>, Disproof> = parts.iter().map(data::part).collect();
    let version = env!("CARGO_PKG_VERSION");
    let data = json!({ "version": version, "parts": parts?, "variants": variants });
    let page = Page {
        base: include_str!("../../templates/report/board.css"),
        style: include_str!("../../templates/report/report.css"),
        board: include_str!("../../templates/report/board.js"),
        lookup: include_str!("../../templates/report/lookup.js"),
        script: include_str!("../../templates/report/report.js"),
        // Nothing in the data ends the element that it stands in.
        data: data.to_string().replace('<', "\\u003c"),
    };
    Ok(page.render().unwrap_or_default() + "\n")
}
