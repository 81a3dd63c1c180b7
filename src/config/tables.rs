//! The tables of a config, with values as they are given and their places for messages.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::DeValue;

use super::settle::Broken;
use crate::model::NameRole;

/// A whole configuration.
#[derive(Debug, Default)]
pub(super) struct Config<'a> {
    pub(super) board: BoardTable,
    pub(super) orientation: Orientation,
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

/// `[board]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct BoardTable {
    pub(super) width: Option<Spanned<i128>>,
    pub(super) height: Option<Spanned<i128>>,
    pub(super) stride: Option<Spanned<i128>>,
    #[serde(default)]
    pub(super) holes: Vec<Spanned<String>>,
    pub(super) word: Option<Spanned<i128>>,
}

/// `orientation`, which may be left out, a name or a table.
#[derive(Debug, Default)]
pub(super) enum Orientation {
    #[default]
    Default,
    Name(Spanned<String>),
    Table(OrientationTable, Range<usize>),
}

/// `[orientation]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OrientationTable {
    pub(super) lsb: Option<Spanned<String>>,
    pub(super) major: Option<Spanned<String>>,
    pub(super) permutation: Option<Spanned<Vec<Spanned<i128>>>>,
}

/// `[[piece]]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PieceTable {
    pub(super) name: Option<Spanned<String>>,
    pub(super) rays: Option<Rays>,
    pub(super) range: Option<Spanned<i128>>,
    pub(super) from: Option<Spanned<String>>,
    pub(super) sides: Option<Spanned<bool>>,
}

/// The steps of rays in files and ranks, each with its place. They are read as lists, since a pair would let a third
/// number pass.
pub(super) type Rays = Spanned<Vec<Spanned<Vec<i128>>>>;

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
    pub(super) emit: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) doc: Option<Spanned<String>>,
    pub(super) checks: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) lookup: LookupTable,
    #[serde(default)]
    pub(super) companions: CompanionsTable,
    #[serde(default)]
    pub(super) names: NamesTable,
    #[serde(default)]
    pub(super) style: StyleTable,
}

/// `[output.lookup]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LookupTable {
    pub(super) key: Option<Spanned<String>>,
    pub(super) factor: Option<Spanned<String>>,
    pub(super) shift: Option<Spanned<Shifts>>,
    pub(super) offset: Option<Spanned<String>>,
    pub(super) cell: Option<Spanned<String>>,
    pub(super) placement: Option<Spanned<String>>,
    pub(super) post_mask: Option<Spanned<bool>>,
    pub(super) lines: Option<Spanned<bool>>,
    pub(super) dispatch: Option<Spanned<bool>>,
    pub(super) fold: Option<Spanned<Folding>>,
    pub(super) combine: Option<Spanned<String>>,
    pub(super) bishop_multiplies: Option<Spanned<i128>>,
}

/// `[output.companions]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CompanionsTable {
    pub(super) between: Option<Spanned<String>>,
    pub(super) line: Option<Spanned<String>>,
    pub(super) ray_pass: Option<Spanned<String>>,
    pub(super) double_steps: Option<Spanned<Vec<Spanned<i128>>>>,
}

/// `shift`: a word, or a constant for each piece.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a word or a table of numbers by piece")]
pub(super) enum Shifts {
    Word(String),
    ByPiece(BTreeMap<String, i64>),
}

/// `fold`
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "true, false or a word")]
pub(super) enum Folding {
    Flag(bool),
    Word(String),
}

/// `[output.style]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StyleTable {
    pub(super) columns: Option<Spanned<Columns>>,
    pub(super) eol: Option<Spanned<String>>,
    pub(super) hex: Option<Spanned<String>>,
    pub(super) header: Option<Spanned<String>>,
    pub(super) spdx: Option<Spanned<String>>,
    pub(super) fields: Option<Spanned<String>>,
    pub(super) version: Option<bool>,
}

/// `columns`
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a number or \"auto\"")]
pub(super) enum Columns {
    Number(i64),
    Word(String),
}

/// `[output.names]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct NamesTable {
    pub(super) prefix: Option<Spanned<String>>,
    #[serde(rename = "type")]
    pub(super) type_name: Option<Spanned<String>>,
    pub(super) lookup: Option<Spanned<String>>,
    pub(super) masks: Option<Spanned<String>>,
    #[serde(alias = "magics")]
    pub(super) factors: Option<Spanned<String>>,
    pub(super) shifts: Option<Spanned<String>>,
    pub(super) offsets: Option<Spanned<String>>,
    pub(super) attacks: Option<Spanned<String>>,
    pub(super) occupancies: Option<Spanned<String>>,
    #[serde(alias = "occupancy-attacks")]
    pub(super) attack_sets: Option<Spanned<String>>,
}

impl NamesTable {
    /// The patterns that are given.
    pub(super) fn patterns(&self) -> impl Iterator<Item = (NameRole, &Spanned<String>)> {
        let patterns = [
            (NameRole::Lookup, &self.lookup),
            (NameRole::Masks, &self.masks),
            (NameRole::Factors, &self.factors),
            (NameRole::Shifts, &self.shifts),
            (NameRole::Offsets, &self.offsets),
            (NameRole::Attacks, &self.attacks),
            (NameRole::Occupancies, &self.occupancies),
            (NameRole::AttackSets, &self.attack_sets),
        ];
        patterns.into_iter().filter_map(|(role, pattern)| Some((role, pattern.as_ref()?)))
    }
}
