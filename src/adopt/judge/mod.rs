//! Decides which functions of an engine's source are lookups, and which code of them a call replaces.
//!
//! Code is replaced only if its value is fully understood and is a set of squares: lookups in an expression, or a body
//! whose assignments all belong to one lookup. Everything else stays, with a reason.

#[cfg(test)]
mod method_tests;
mod parts;
mod pext;
mod piece;
#[cfg(test)]
mod scan_tests;
#[cfg(test)]
mod tests;
mod unclear;

use std::collections::BTreeMap;
use std::ops::Range;

use self::parts::WholeLookup;
use super::code::{BlankedSource, IndexWays, LOOPS, Recognizer, Why};
use super::functions::SourceFunction;
use super::types::{Types, is_small, places};
use super::{AdoptedArray, Examined};
use crate::render::Language;
use magicgen_read::Slider;

pub(super) use pext::{PextCondition, branches};
pub(super) use piece::{enclosing, piece_of};

/// A call of a generated lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) piece: Slider,
    pub(super) square: Argument,
    pub(super) occupied: Argument,
    /// The text before and after the call that makes a value of the type of the old table's entries.
    pub(super) made: Option<[String; 2]>,
    /// The condition under which the old lookup uses PEXT, and stays.
    pub(super) pext: Option<PextCondition>,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Argument {
    /// Its text.
    pub(super) text: String,
    /// Its type as written in the source; `None` if it isn't known.
    pub(super) kind: Option<String>,
}

/// The replaced code of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The whole body: a text, then each call of its result with the text behind it.
    Whole(String, Vec<(Call, String)>),
    /// The lookups at these places in the text.
    Parts(Vec<(Range<usize>, Call)>),
}

impl Change {
    /// The pieces of its calls.
    pub(super) fn pieces(&self) -> Vec<Slider> {
        match self {
            Self::Whole(_, calls) => calls.iter().map(|(call, _)| call.piece).collect(),
            Self::Parts(parts) => parts.iter().map(|(_, call)| call.piece).collect(),
        }
    }
}

/// A line with the reason why code of it stays.
pub(super) type Kept = (usize, String);

/// The decision on a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It has nothing to do with lookups.
    Other,
    /// It is changed, except for these lines.
    Changed(Change, Vec<Kept>),
    /// It stays unchanged, for this reason.
    Left(String),
}

/// The decision on a function before all functions are known.
enum FirstDecision {
    Changed { change: Change, tables: Vec<(Slider, String)>, is_lookup: bool, kept: Vec<Kept> },
    Left(String),
    Other,
}

/// Parts of names that show that a value isn't an attack set.
const OTHERS: [&str; 13] = [
    "xray", "x_ray", "mobil", "count", "popc", "index", "hash", "key", "list", "score", "eval",
    "weight", "pinn",
];

/// Parts of the names of attack tables.
const ATTACKS: [&str; 4] = ["att", "atk", "move", "target"];

/// An engine's files with their functions.
pub(super) struct Judge<'a> {
    files: &'a [Examined],
    sources: &'a [BlankedSource],
    arrays: &'a [AdoptedArray],
    language: &'a Language,
    recognizer: Recognizer<'a>,
    types: Types<'a>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        files: &'a [Examined],
        sources: &'a [BlankedSource],
        arrays: &'a [AdoptedArray],
        language: &'a Language,
    ) -> Self {
        let (recognizer, types) = (Recognizer::new(sources), Types { sources });
        Self { files, sources, arrays, language, recognizer, types }
    }

    /// The verdict on each function of each file, given the generated pieces.
    pub(super) fn verdicts(&self, is_asked: impl Fn(Slider) -> bool) -> Vec<Vec<Verdict>> {
        let found: Vec<Vec<FirstDecision>> = self
            .sources
            .iter()
            .map(|source| {
                let of = |function| self.found(source, function);
                source.functions.iter().map(of).collect()
            })
            .collect();
        let unclear = self.unclear(&found);
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut verdict =
            |source: &'a BlankedSource, function: &'a SourceFunction, found| match found {
                FirstDecision::Other => Verdict::Other,
                FirstDecision::Left(why) => Verdict::Left(why),
                FirstDecision::Changed { change, tables, is_lookup, kept } => {
                    let unclear = tables.iter().find_map(|table| unclear.get(table));
                    let first = *places.entry(&function.name).or_insert(source.file);
                    if let Some(why) = unclear {
                        Verdict::Left(why.clone())
                    } else if is_lookup && first != source.file {
                        // The files belong to two programs, or to two versions of one.
                        let other = self.files[first].name();
                        Verdict::Left(format!("{other} has a lookup of this name, too"))
                    } else if tables.iter().all(|(piece, _)| is_asked(*piece)) {
                        Verdict::Changed(change, kept)
                    } else {
                        Verdict::Other
                    }
                }
            };
        let of_source = |(source, found): (&'a BlankedSource, Vec<FirstDecision>)| {
            let each = source.functions.iter().zip(found);
            each.map(|(function, found)| verdict(source, function, found)).collect()
        };
        self.sources.iter().zip(found).map(of_source).collect()
    }

    /// The finding on a function, without knowledge of other functions.
    fn found(&self, source: &BlankedSource, function: &SourceFunction) -> FirstDecision {
        let body = &source.own_body(function);
        let is_named = has(&function.name, &["rook", "bishop"])
            && has(&function.name, &[&ATTACKS[..], &["magic"]].concat());
        let is_shaped =
            ["*", ">>", "["].iter().all(|sign| body.contains(sign)) && has(body, &["magic"]);
        let is_about = self.arrays.iter().any(|array| places(body, &array.name).next().is_some())
            || is_named && body.contains('[')
            || is_shaped;
        let may_be = body.contains(['[', '*']) || body.contains("get") || body.contains(".at(");
        if !is_about && !may_be {
            return FirstDecision::Other;
        }
        let value = match function.parameters {
            Some(_) => source.value(function, &function.variables(), None),
            None => Err(Why::Other),
        };
        let lookup = value.as_ref().ok().and_then(|value| self.recognizer.lookup(value));
        let is_lookup = lookup.is_some();
        let is_set = |table: &str| self.is_set(table, is_lookup.then_some(function));
        let mut kept = None;
        match self.parts(source, function, &is_set) {
            Ok(parts) if !parts.calls.is_empty() => {
                let (change, tables) = (Change::Parts(parts.calls), parts.tables);
                return FirstDecision::Changed { change, tables, is_lookup, kept: parts.kept };
            }
            Err(Some(why)) => return FirstDecision::Left(why),
            Ok(parts) => kept = parts.kept.into_iter().next(),
            Err(None) => {}
        }
        match self.whole(source, function, &is_set) {
            Ok(Some(WholeLookup { change, tables })) => {
                return FirstDecision::Changed { change, tables, is_lookup, kept: Vec::new() };
            }
            Err(why) => return FirstDecision::Left(why),
            Ok(None) => {}
        }
        let has_kept = kept.is_some();
        let why = match value {
            Ok(_) if lookup.is_some_and(|lookup| lookup.hash.ways == IndexWays::Pext) => {
                "its lookup by PEXT stays".to_owned()
            }
            Ok(_) if is_lookup => "the arguments of its lookup aren't known".to_owned(),
            Ok(value) if self.recognizer.is_index(&value) => "its result is an index".to_owned(),
            Ok(_) => "it computes something else".to_owned(),
            // A lookup in it is understood.
            Err(Why::Place(_)) if kept.is_some() => kept.map(|(_, why)| why).unwrap_or_default(),
            Err(Why::Place(place)) if begins_loop(&source.text[place..]) => {
                "it has a loop".to_owned()
            }
            Err(Why::Place(place)) => format!("line {} isn't understood", source.line(place)),
            Err(Why::Other) => "its result isn't understood".to_owned(),
        };
        if is_about || has_kept { FirstDecision::Left(why) } else { FirstDecision::Other }
    }

    /// Refuses a table whose entries aren't sets of squares, and a function whose result isn't one.
    fn is_set(&self, table: &str, function: Option<&SourceFunction>) -> Result<(), String> {
        let is_other = has(table, &OTHERS)
            || function.is_some_and(|one| has(&one.name, &OTHERS) || is_small(&one.result))
            || table.split('.').any(|name| self.types.of_array(name).any(is_small));
        if is_other {
            return Err("its result isn't a set of attacked squares".to_owned());
        }
        Ok(())
    }
}

/// Whether a text begins with the keyword of a loop.
fn begins_loop(text: &str) -> bool {
    let word = text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    LOOPS.contains(&word)
}

fn has(name: &str, words: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    words.iter().any(|word| name.contains(word))
}
