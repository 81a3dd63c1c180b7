//! The wishes of a run beside its config, and the data that all outputs of a config share.

use std::collections::BTreeMap;
use std::path::Path;

use super::source::Source;
use crate::geometry::{Mapping, Piece};
use crate::model::companion::Leaper;

/// The wishes of a run beside its config.
pub struct Request<'a> {
    /// The config file; `None` for a run from flags alone.
    pub config: Option<&'a Path>,
    /// The lock file, which must not be overwritten.
    pub lock: Option<&'a Path>,
    /// The ids of the outputs to generate; all outputs if it is empty.
    pub only: &'a [String],
    /// The given flags that need exactly one output.
    pub single: &'a [&'static str],
    /// The path given on the command line, relative to the current folder.
    pub output: Option<&'a Path>,
    /// Finds the kind of target that a path leads to.
    pub leads: &'a dyn Fn(&Path) -> Leads,
    /// Reads the file of factors that the config names; a failure is a clause such as `can't be read: ...`.
    pub read: &'a dyn Fn(&Path) -> Result<String, String>,
    /// Whether a path that the config names must not be written because it leads out of the config's folder.
    pub is_outside: &'a dyn Fn(&Path) -> bool,
}

impl Default for Request<'_> {
    /// Asks for all outputs of a text that is in no file; paths lead to files, and none leads out of a folder. No other
    /// file is read.
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

/// The kind of target that a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// A file, whether it exists or not.
    ToFile,
    /// A folder.
    ToFolder,
    /// A device or a pipe, beside which no other file can stand.
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
    /// The pieces that take one step.
    pub(super) leapers: &'a [Leaper],
    /// The seed of searches and of random keys.
    pub(super) seed: u64,
    /// True where factors are to be made bit by bit, in the way of Kannan (2007).
    pub(super) is_kannan: bool,
}
