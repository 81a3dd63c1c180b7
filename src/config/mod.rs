//! Turns TOML text and flags into one [`Job`] for each output, filled in and checked.
//!
//! Flags override `-D`, which overrides the file, which overrides the defaults. Settings are inserted into the parsed
//! file before any value is read. So every value is read in the same way, and has a place for messages.

mod beside;
mod blob;
mod board;
mod budget;
mod checks;
mod companions;
mod courses;
mod digest;
mod error;
mod given;
mod graph;
mod guessed;
#[cfg(test)]
pub(crate) mod help_tests;
mod identifiers;
mod job;
mod keys;
mod load;
mod lookup;
mod matrix;
mod moves;
mod output;
mod own_forms;
mod patterns;
mod pieces;
mod presets;
mod request;
mod resolve;
mod search;
mod settle;
mod single;
mod source;
mod strings;
mod style;
mod syntax;
mod tables;
mod target;
mod template;
mod truth;
mod values;
mod word;
mod zones;

pub use budget::bytes;
pub(crate) use error::errors;
pub use error::{ConfigError, ConfigErrorKind, LEAPERS, is_leaper, other_languages};
pub use given::Given;
pub use job::{Eol, Job, JobPiece, Plan, Target};
pub use keys::{Keys, keys};
pub use matrix::{Match, matched};
pub use request::{Leads, Request};
pub use resolve::{FileOf, clash, resolve};
pub use search::Choices;
pub use single::{OnBoard, on_board};
pub use source::{Place, Setting, SettingValue, Source};
pub use syntax::MOST_BYTES;

/// The name of a config file.
pub const FILE_NAME: &str = "magicgen.toml";

/// The most letters of a name that is compared with others to find misspellings.
const LONGEST_NAME: usize = 64;

/// Words that other programs use for keys.
const MEANT: [(&str, &str); 4] =
    [("language", "lang"), ("file", "path"), ("filename", "path"), ("output", "path")];

/// The name in `known` that a word means or that is closest to it, if any. Without the feature `ask`, closeness isn't
/// tested.
#[must_use]
pub fn nearest<'a>(value: &str, known: &'a [String]) -> Option<&'a str> {
    if let Some((_, meant)) = MEANT.iter().find(|(typed, _)| *typed == value)
        && let Some(known) = known.iter().find(|known| known == meant)
    {
        return Some(known);
    }
    #[cfg(feature = "ask")]
    if value.len() <= LONGEST_NAME {
        let lower = value.to_lowercase();
        let near = known
            .iter()
            .map(|known| (strsim::normalized_damerau_levenshtein(&lower, known), known))
            .filter(|(likeness, _)| *likeness > 0.55)
            .max_by(|a, b| a.0.total_cmp(&b.0));
        return near.map(|(_, known)| known.as_str());
    }
    None
}
