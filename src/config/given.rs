//! The file of factors in `[search] given`. Its pieces use exactly these factors, and aren't searched.

use std::path::PathBuf;
use std::sync::Arc;

use toml::Spanned;

use super::beside;
use super::error::{ConfigError, ConfigErrorKind};
use super::request::Request;
use super::search::SearchTable;
use super::source::Source;
use magicgen_search::known::Known;

/// Factors from the user's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The path from which the file was read.
    pub path: PathBuf,
    /// The path as written in the config.
    pub name: String,
    /// The line of the key in the config, counted from 1; `None` for a setting of the command line.
    pub line: Option<usize>,
    /// The factors.
    pub known: Known,
}

/// Reads the file, if the config names one. Search keys exclude it.
pub(super) fn given(
    table: &SearchTable,
    source: &Source,
    request: &Request<'_>,
    errors: &mut Vec<ConfigError>,
) -> Option<Arc<Given>> {
    let name = table.given.as_ref()?;
    let path = beside::allowed(name, (source, request)).map_err(|error| errors.push(error)).ok()?;
    let known = table.known.as_ref().and_then(|ids| ids.first()).map(Spanned::span);
    let others = [
        ("search.known", table.known.as_ref().map(|_| known.unwrap_or_else(|| name.span()))),
        ("search.denser", table.denser.filter(|is_on| *is_on).map(|_| name.span())),
        ("search.method", table.method.as_ref().map(Spanned::span)),
    ];
    for (other, span) in others {
        let Some(span) = span else { continue };
        errors.push(ConfigError::at(span, ConfigErrorKind::Clash { key: "search.given", other }));
    }
    match read(path, name.get_ref(), request) {
        Ok(given) => {
            let before = source.text.get(..name.span().start);
            let line = before.map(|before| before.matches('\n').count() + 1);
            Some(Arc::new(Given { line, ..given }))
        }
        Err(why) => {
            let name_text = name.get_ref().clone();
            let kind = ConfigErrorKind::Given { name: name_text, why };
            errors.push(ConfigError::at(name.span(), kind));
            None
        }
    }
}

fn read(path: PathBuf, name: &str, request: &Request<'_>) -> Result<Given, String> {
    let text = (request.read)(&path)?;
    let known = text.parse().map_err(|error| format!("isn't a file of known factors: {error}"))?;
    Ok(Given { path, name: name.to_owned(), line: None, known })
}
