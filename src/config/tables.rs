//! A config as it is read, with the places of values for messages. A table inside it stands in the module that resolves it.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::DeValue;

use super::board::{BoardTable, OrientationKey};
use super::companions::CompanionsTable;
use super::lookup::LookupTable;
use super::patterns::NamesTable;
use super::pieces::PieceTable;
use super::search::SearchTable;
use super::settle::Broken;
use super::style::StyleTable;

/// A whole configuration.
#[derive(Debug, Default)]
pub(super) struct Config<'a> {
    pub(super) board: BoardTable,
    pub(super) orientation: OrientationKey,
    pub(super) pieces: Vec<(PieceTable, Range<usize>)>,
    pub(super) search: SearchTable,
    pub(super) outputs: Vec<Output<'a>>,
    /// True where a piece's name couldn't be read.
    pub(super) is_nameless: bool,
    /// The keys of board and orientation that couldn't be read.
    pub(super) broken_board: Broken,
}

/// One `[[output]]`.
#[derive(Clone, Debug)]
pub(super) struct Output<'a> {
    pub(super) table: OutputTable,
    /// The tables that are named after languages.
    pub(super) languages: BTreeMap<String, Spanned<DeValue<'a>>>,
    pub(super) span: Range<usize>,
    /// The keys that couldn't be read.
    pub(super) broken: Broken,
}

/// The keys of `[[output]]`, without the tables named after languages.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OutputTable {
    pub(super) id: Option<Spanned<String>>,
    pub(super) lang: Option<Spanned<String>>,
    pub(super) name: Option<Spanned<String>>,
    pub(super) path: Option<Spanned<String>>,
    pub(super) orientation: Option<Spanned<String>>,
    pub(super) variant: Option<Spanned<String>>,
    pub(super) max_bytes: Option<Spanned<i128>>,
    pub(super) pieces: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) tables: Option<Spanned<String>>,
    pub(super) byte_order: Option<Spanned<String>>,
    pub(super) emit: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) doc: Option<Spanned<String>>,
    pub(super) checks: Option<Spanned<String>>,
    pub(super) word: Option<Spanned<String>>,
    pub(super) cell: Option<Spanned<String>>,
    pub(super) template: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) spellings: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    pub(super) lookup: LookupTable,
    #[serde(default)]
    pub(super) companions: CompanionsTable,
    #[serde(default)]
    pub(super) names: NamesTable,
    #[serde(default)]
    pub(super) style: StyleTable,
}
