//! TOML text and flags in; one [`Job`] for each output, everything filled in and checked, out.
//!
//! Flags override `-D`, which overrides the file, which overrides the defaults. Settings are put into the parsed file
//! before anything is read from it, so that there is one way for every value, and every value has a place to point at.

mod board;
mod budget;
mod checks;
mod companions;
mod digest;
mod error;
mod given;
mod guessed;
#[cfg(test)]
mod help_tests;
mod identifiers;
mod job;
#[cfg(feature = "cli")]
mod keys;
mod load;
mod lookup;
mod matrix;
mod output;
mod pieces;
mod request;
mod resolve;
mod settle;
mod single;
mod source;
mod strings;
mod style;
mod syntax;
mod tables;
mod target;
mod values;

pub use budget::bytes;
pub use error::{ConfigError, ConfigErrorKind, LEAPERS, is_leaper};
pub use given::Given;
pub use job::{Choices, Eol, Job, JobPiece, Plan, Target};
#[cfg(feature = "cli")]
pub use keys::{Keys, keys};
pub use matrix::{Match, matched};
pub use request::{Leads, Request};
pub use resolve::{FileOf, clash, resolve};
pub use single::{OnBoard, on_board};
pub use source::{Place, Setting, SettingValue, Source};
pub use syntax::MOST_BYTES;

/// The name under which a config is looked for.
pub const FILE_NAME: &str = "magicgen.toml";

/// The most letters of a name that is compared with others as a possible misspelling.
#[cfg(feature = "ask")]
const LONGEST_NAME: usize = 64;

/// Words of other programs for keys.
const MEANT: [(&str, &str); 4] =
    [("language", "lang"), ("file", "path"), ("filename", "path"), ("output", "path")];

/// The name among `known` that is meant by another word, or is most like a misspelt one, if one is. Without the feature
/// `ask` likeness isn't looked at.
#[must_use]
pub fn nearest<'a>(value: &str, known: &'a [String]) -> Option<&'a str> {
    if let Some((_, meant)) = MEANT.iter().find(|(typed, _)| *typed == value)
        && let Some(known) = known.iter().find(|known| known == meant)
    {
        return Some(known);
    }
    #[cfg(feature = "ask")]
    {
        if value.len() > LONGEST_NAME {
            return None;
        }
        let lower = value.to_lowercase();
        let near = known
            .iter()
            .map(|known| (strsim::normalized_damerau_levenshtein(&lower, known), known))
            .filter(|(likeness, _)| *likeness > 0.55)
            .max_by(|a, b| a.0.total_cmp(&b.0));
        near.map(|(_, known)| known.as_str())
    }
    #[cfg(not(feature = "ask"))]
    {
        let _ = (value, known);
        None
    }
}
