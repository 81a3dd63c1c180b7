//! A run's inputs beside its config, and the data that all outputs of a config share.

use std::collections::BTreeMap;
use std::path::Path;

use super::search::Choices;
use super::source::Source;
use magicgen_board::{Mapping, Piece, Zone};
use magicgen_lookup::model::companion::Leaper;

/// A run's inputs beside its config.
pub struct Request<'a> {
    /// The config file; `None` for a run from flags alone.
    pub config: Option<&'a Path>,
    /// The lock file, which must not be overwritten.
    pub lock: Option<&'a Path>,
    /// The ids of the outputs to generate; all outputs if it is empty.
    pub only: &'a [String],
    /// The flags of this run that need exactly one output.
    pub single: &'a [&'static str],
    /// The path given on the command line, relative to the current folder.
    pub output: Option<&'a Path>,
    /// Finds the kind of target that a path leads to.
    pub leads: &'a dyn Fn(&Path) -> Leads,
    /// Reads the file of factors in the config; a failure is a clause such as `can't be read: ...`.
    pub read: &'a dyn Fn(&Path) -> Result<String, String>,
    /// Whether a path in the config leads out of the config's folder, so that it must not be written.
    pub is_outside: &'a dyn Fn(&Path) -> bool,
}

impl Default for Request<'_> {
    /// Requests all outputs of a text without a file. Every path leads to a file inside the folder. No other file is
    /// read.
    fn default() -> Self {
        Self {
            config: None,
            lock: None,
            only: &[],
            single: &[],
            output: None,
            leads: &|_| Leads::ToFile,
            read: &|_| Err("can't be read, since this config isn't in a folder".to_owned()),
            is_outside: &|_| false,
        }
    }
}

/// The kind of target of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// A file, whether it exists or not.
    ToFile,
    /// A folder.
    ToFolder,
    /// A device or a pipe, beside which no other file can be.
    ToStream,
    /// Standard output.
    ToStdout,
}

/// The data that all outputs of a config share.
pub(super) struct Context<'a> {
    pub(super) source: &'a Source,
    pub(super) request: &'a Request<'a>,
    pub(super) mapping: &'a Mapping,
    pub(super) pieces: &'a BTreeMap<String, Piece>,
    /// The pieces that make one step.
    pub(super) leapers: &'a [Leaper],
    /// The zones of the board.
    pub(super) zones: &'a BTreeMap<String, Zone>,
    /// The seed of searches and of random keys.
    pub(super) seed: u64,
    /// The choices about the search.
    pub(super) choices: &'a Choices,
}

impl Context<'_> {
    /// The pieces that a name stands for: one, or the two sides of a slider with sides.
    pub(super) fn named(&self, name: &str) -> Vec<&Piece> {
        if let Some(piece) = self.pieces.get(name) {
            return vec![piece];
        }
        let sides = ["up", "down"].map(|side| self.pieces.get(&format!("{name} {side}")));
        sides.into_iter().flatten().collect()
    }
}
