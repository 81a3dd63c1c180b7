//! The shape in which an engine keeps a square's mask, factor and shift: in arrays, in a record for each square, or in
//! a record with a pointer to the square's attack sets.

use super::Examined;
use super::code::{BlankedSource, EngineLookup, Recognizer};
use super::functions::SourceFunction;
use super::replaced::sources;
use super::starter::BuiltInValue;
use crate::render::Language;

/// What an engine's lookups show of its data.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineShape {
    /// The value of `fields`; `None` for arrays, for the language's default, and if the language has arrays only.
    pub(super) fields: Option<BuiltInValue>,
    /// The texts of shifts that have no square: `52`, `ROOK_SHIFT`, `64 - BITS`.
    pub(super) shifts: Vec<String>,
}

/// The shape of an engine's lookups in a language.
pub(super) fn shape(files: &[Examined], language: &Language) -> EngineShape {
    let sources = sources(files, language);
    let lookups = all_lookups(&sources);
    let mut shifts: Vec<String> =
        lookups.iter().filter_map(|lookup| lookup.hash.shift.as_ref()?.constant()).collect();
    shifts.sort();
    shifts.dedup();
    EngineShape { fields: fields(&lookups, language), shifts }
}

/// The lookups in the functions of some sources.
pub(super) fn all_lookups(sources: &[BlankedSource]) -> Vec<EngineLookup> {
    let recognizer = Recognizer::new(sources);
    let all =
        sources.iter().flat_map(|source| source.functions.iter().map(move |one| (source, one)));
    all.flat_map(|(source, one)| lookups(source, one, &recognizer)).collect()
}

fn fields(lookups: &[EngineLookup], language: &Language) -> Option<BuiltInValue> {
    let known = language.configure(None).ok()?.capabilities().fields;
    let has = |id: &str| known.iter().any(|style| style.id() == id);
    let lookup = lookups.iter().find(|lookup| lookup.hash.record.is_some())?;
    let (value, why) = if lookup.has_pointer && has("pointers") {
        (
            "pointers",
            "as in the engine: a record for each square, with a pointer to its attack sets",
        )
    } else {
        ("records", "as in the engine: a record for each square")
    };
    let is_default = known.first().is_some_and(|style| style.id() == value);
    (has(value) && !is_default).then(|| BuiltInValue { value, why: why.to_owned() })
}

/// The lookups in a function.
fn lookups(
    source: &BlankedSource,
    function: &SourceFunction,
    recognizer: &Recognizer<'_>,
) -> Vec<EngineLookup> {
    let body = &source.text[function.body.clone()];
    if !body.contains(['[', '*']) || function.parameters.is_none() {
        return Vec::new();
    }
    let value = source.value(function, &function.variables(), None);
    if let Some(lookup) = value.ok().and_then(|value| recognizer.lookup(&value)) {
        return vec![lookup];
    }
    let found = match source.expressions(function) {
        Ok(all) => all.iter().flat_map(|one| recognizer.lookups(one)).collect(),
        Err(_) => source.scanned(function, recognizer),
    };
    found.into_iter().map(|(_, lookup)| lookup).collect()
}
