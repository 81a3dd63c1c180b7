//! The patterns of names in `[output.names]`.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use magicgen_lookup::model::{NameRole, NameRules};

/// `[output.names]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct NamesTable {
    pub(super) prefix: Option<Spanned<String>>,
    #[serde(rename = "type")]
    pub(super) type_name: Option<Spanned<String>>,
    lookup: Option<Spanned<Pattern>>,
    masks: Option<Spanned<Pattern>>,
    #[serde(alias = "magics")]
    factors: Option<Spanned<Pattern>>,
    shifts: Option<Spanned<Pattern>>,
    offsets: Option<Spanned<Pattern>>,
    attacks: Option<Spanned<Pattern>>,
    occupancies: Option<Spanned<Pattern>>,
    #[serde(alias = "occupancy-attacks")]
    attack_sets: Option<Spanned<Pattern>>,
    leapers: Option<Spanned<Pattern>>,
    pawn_attacks: Option<Spanned<String>>,
    pawn_pushes: Option<Spanned<String>>,
    rays: Option<Spanned<Pattern>>,
    between: Option<Spanned<String>>,
    line: Option<Spanned<String>>,
    ray_pass: Option<Spanned<String>>,
    half_ray: Option<Spanned<String>>,
    aligned: Option<Spanned<String>>,
    direction: Option<Spanned<String>>,
    distance: Option<Spanned<String>>,
    files: Option<Spanned<String>>,
    ranks: Option<Spanned<String>>,
    diagonals: Option<Spanned<String>>,
    antidiagonals: Option<Spanned<String>>,
    square_colours: Option<Spanned<String>>,
    zones: Option<Spanned<Pattern>>,
    xray: Option<Spanned<Pattern>>,
    pinned: Option<Spanned<String>>,
    fill: Option<Spanned<Pattern>>,
    pair: Option<Spanned<String>>,
    attacks_of: Option<Spanned<String>>,
    pseudo_attacks: Option<Spanned<String>>,
    batch: Option<Spanned<Pattern>>,
    zobrist: Option<Spanned<String>>,
    zobrist_side: Option<Spanned<String>>,
    zobrist_castling: Option<Spanned<String>>,
    zobrist_en_passant: Option<Spanned<String>>,
    cuckoo_move: Option<Spanned<String>>,
    cuckoo_keys: Option<Spanned<String>>,
    cuckoo_moves: Option<Spanned<String>>,
    pair_type: Option<Spanned<String>>,
    piece_type: Option<Spanned<String>>,
    direction_type: Option<Spanned<String>>,
}

/// The names of the items that several pieces have.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a string, or a table of strings by piece")]
enum Pattern {
    /// One pattern for all pieces.
    All(String),
    /// A pattern for each of some pieces.
    ByPiece(BTreeMap<String, String>),
}

/// A pattern in the config.
pub(super) struct GivenPattern<'a> {
    /// The items that it names.
    pub(super) role: NameRole,
    /// The piece that it is for; `None` for all.
    pub(super) piece: Option<&'a str>,
    /// The text.
    pub(super) text: &'a str,
    /// The place of the key's value.
    pub(super) place: Range<usize>,
}

/// The patterns of a key.
type Given<'a> = Vec<GivenPattern<'a>>;

fn one(role: NameRole, given: Option<&Spanned<String>>) -> Given<'_> {
    let Some(given) = given else { return Vec::new() };
    vec![GivenPattern { role, piece: None, text: given.get_ref(), place: given.span() }]
}

fn of_pieces(role: NameRole, given: Option<&Spanned<Pattern>>) -> Given<'_> {
    let Some(given) = given else { return Vec::new() };
    let place = given.span();
    match given.get_ref() {
        Pattern::All(text) => vec![GivenPattern { role, piece: None, text, place }],
        Pattern::ByPiece(texts) => {
            let mut all = Vec::new();
            for (piece, text) in texts {
                let place = place.clone();
                all.push(GivenPattern { role, piece: Some(piece), text, place });
            }
            all
        }
    }
}

impl NamesTable {
    /// The patterns that are given.
    pub(super) fn patterns(&self) -> Given<'_> {
        let patterns = [
            of_pieces(NameRole::Lookup, self.lookup.as_ref()),
            of_pieces(NameRole::Masks, self.masks.as_ref()),
            of_pieces(NameRole::Factors, self.factors.as_ref()),
            of_pieces(NameRole::Shifts, self.shifts.as_ref()),
            of_pieces(NameRole::Offsets, self.offsets.as_ref()),
            of_pieces(NameRole::Attacks, self.attacks.as_ref()),
            of_pieces(NameRole::Occupancies, self.occupancies.as_ref()),
            of_pieces(NameRole::AttackSets, self.attack_sets.as_ref()),
            of_pieces(NameRole::Leapers, self.leapers.as_ref()),
            one(NameRole::PawnAttacks, self.pawn_attacks.as_ref()),
            one(NameRole::PawnPushes, self.pawn_pushes.as_ref()),
            of_pieces(NameRole::Rays, self.rays.as_ref()),
            one(NameRole::Between, self.between.as_ref()),
            one(NameRole::Line, self.line.as_ref()),
            one(NameRole::RayPass, self.ray_pass.as_ref()),
            one(NameRole::HalfRay, self.half_ray.as_ref()),
            one(NameRole::Aligned, self.aligned.as_ref()),
            one(NameRole::Direction, self.direction.as_ref()),
            one(NameRole::Distance, self.distance.as_ref()),
            one(NameRole::Files, self.files.as_ref()),
            one(NameRole::Ranks, self.ranks.as_ref()),
            one(NameRole::Diagonals, self.diagonals.as_ref()),
            one(NameRole::Antidiagonals, self.antidiagonals.as_ref()),
            one(NameRole::SquareColours, self.square_colours.as_ref()),
            of_pieces(NameRole::Zones, self.zones.as_ref()),
            of_pieces(NameRole::Xray, self.xray.as_ref()),
            one(NameRole::Pinned, self.pinned.as_ref()),
            of_pieces(NameRole::Fill, self.fill.as_ref()),
            one(NameRole::Pair, self.pair.as_ref()),
            one(NameRole::AttacksOf, self.attacks_of.as_ref()),
            one(NameRole::PseudoAttacks, self.pseudo_attacks.as_ref()),
            of_pieces(NameRole::Batch, self.batch.as_ref()),
            one(NameRole::Zobrist, self.zobrist.as_ref()),
            one(NameRole::ZobristSide, self.zobrist_side.as_ref()),
            one(NameRole::ZobristCastling, self.zobrist_castling.as_ref()),
            one(NameRole::ZobristEnPassant, self.zobrist_en_passant.as_ref()),
            one(NameRole::CuckooMove, self.cuckoo_move.as_ref()),
            one(NameRole::CuckooKeys, self.cuckoo_keys.as_ref()),
            one(NameRole::CuckooMoves, self.cuckoo_moves.as_ref()),
            one(NameRole::PairType, self.pair_type.as_ref()),
            one(NameRole::PieceType, self.piece_type.as_ref()),
            one(NameRole::DirectionType, self.direction_type.as_ref()),
        ];
        patterns.into_iter().flatten().collect()
    }

    /// Adds the patterns to the rules.
    pub(super) fn add_to(&self, rules: &mut NameRules) {
        for GivenPattern { role, piece, text, .. } in self.patterns() {
            match piece {
                None => rules.patterns.insert(role, text.to_owned()),
                Some(piece) => rules.by_piece.insert((role, piece.to_owned()), text.to_owned()),
            };
        }
    }
}
