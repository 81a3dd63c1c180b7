//! What a run wants beside the config's text, and what all outputs of a config share.

use std::collections::BTreeMap;
use std::path::Path;

use super::source::Source;
use crate::geometry::{Mapping, Piece};

/// What a run wants beside the config's text.
pub struct Request<'a> {
    /// The config file; `None` for a run from flags alone.
    pub config: Option<&'a Path>,
    /// The lock file that must not be overwritten.
    pub lock: Option<&'a Path>,
    /// The outputs chosen by id; all where empty.
    pub only: &'a [String],
    /// Flags that need exactly one output.
    pub single: &'a [&'static str],
    /// The command line's own path, relative to the current folder.
    pub output: Option<&'a Path>,
    /// What a path leads to.
    pub leads: &'a dyn Fn(&Path) -> Leads,
    /// Whether a path that the config names may not be written: it leads out of the config's folder.
    pub is_outside: &'a dyn Fn(&Path) -> bool,
}

impl Default for Request<'_> {
    /// All outputs of a text without a file, to paths that lead to files and not out of any folder.
    fn default() -> Self {
        Self {
            config: None,
            lock: None,
            only: &[],
            single: &[],
            output: None,
            leads: &|_| Leads::ToFile,
            is_outside: &|_| false,
        }
    }
}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// A file, whether it is there or not.
    ToFile,
    /// A folder.
    ToFolder,
    /// A device or a pipe, which has no neighbours.
    ToStream,
    /// Standard output.
    ToStdout,
}

/// What all outputs share.
pub(super) struct Context<'a> {
    pub(super) source: &'a Source,
    pub(super) request: &'a Request<'a>,
    pub(super) mapping: &'a Mapping,
    pub(super) pieces: &'a BTreeMap<String, Piece>,
    /// True where factors are to be guessed bit by bit.
    pub(super) is_kannan: bool,
}
