//! The choices of `[search]`.

use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::checks::{choice, number, unknown};
use super::error::ConfigError;
use super::given::{Given, given};
use super::request::Request;
use super::source::Source;
use crate::known;
use magicgen_search::known::Known;
use magicgen_search::{Effort, Hash, Key};

/// `[search]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SearchTable {
    pub(super) seed: Option<Spanned<i128>>,
    pub(super) effort: Option<Spanned<i128>>,
    pub(super) known: Option<Vec<Spanned<String>>>,
    pub(super) given: Option<Spanned<String>>,
    pub(super) denser: Option<bool>,
    pub(super) method: Option<Spanned<String>>,
}

/// The choices of `[search]` that aren't in [`Effort`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The published factors that a search may use; `None` for all. They are read on first use.
    pub known: Option<Vec<&'static Known>>,
    /// The factors from the user's file, which are used unchanged.
    pub given: Option<Arc<Given>>,
    /// True if known factors with fewer index bits are used.
    pub is_denser: bool,
    /// True if factors are built bit by bit, after Kannan (2007).
    pub is_kannan: bool,
    /// The amount of work in the variant's own units; `None` for its default.
    pub effort: Option<u64>,
}

impl Choices {
    /// The published factors that a search may use.
    #[must_use]
    pub fn known(&self) -> Vec<&'static Known> {
        self.known.clone().unwrap_or_else(|| known::all().collect())
    }

    /// Those whose arithmetic and key are wanted.
    #[must_use]
    pub fn known_of_form(&self, is_wanted: impl Fn(Hash, Key) -> bool) -> Vec<&'static Known> {
        let Some(known) = &self.known else { return known::of_form(is_wanted).collect() };
        known.iter().copied().filter(|known| is_wanted(known.hash, known.key)).collect()
    }
}

/// The amount of work for a search, and the other choices.
pub(super) fn search(
    table: &SearchTable,
    source: &Source,
    request: &Request<'_>,
    errors: &mut Vec<ConfigError>,
) -> (Effort, Choices) {
    let mut effort = Effort::default();
    let mut choices = Choices::default();
    match number("seed", table.seed.as_ref(), 0, i128::from(u64::MAX)) {
        Ok(Some(seed)) => effort.seed = seed as u64,
        Ok(None) => {}
        Err(error) => errors.push(error),
    }
    match number("effort", table.effort.as_ref(), 1, 1_000_000_000) {
        Ok(Some(millions)) => {
            effort.candidates = millions as u64 * Effort::CANDIDATES;
            choices.effort = Some(millions as u64);
        }
        Ok(None) => {}
        Err(error) => errors.push(error),
    }
    if let Some(ids) = &table.known {
        let mut chosen = Vec::new();
        for id in ids {
            match known::find(id.get_ref()) {
                Some(found) => chosen.push(found),
                None if id.get_ref() == "all" => chosen.extend(known::all()),
                None => {
                    let ids = known::ids().map(str::to_owned);
                    let ids = std::iter::once("all".to_owned()).chain(ids).collect();
                    errors.push(unknown("set of known factors", id, ids));
                }
            }
        }
        choices.known = Some(chosen);
    }
    choices.given = given(table, source, request, errors);
    choices.is_denser = table.denser.unwrap_or(false);
    match choice("method", table.method.as_ref(), &[("designs", false), ("kannan", true)]) {
        Ok(is_kannan) => choices.is_kannan = is_kannan.unwrap_or(false),
        Err(error) => errors.push(error),
    }
    (effort, choices)
}
