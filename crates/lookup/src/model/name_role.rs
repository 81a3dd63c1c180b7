//! The items whose names a config sets.

use super::names::words;
use super::parts::Part;
use magicgen_ir::Role;

/// The places of a piece's name in a pattern: in small letters, in the case of classes, and in capitals.
pub const PIECES: [&str; 3] = ["{piece}", "{Piece}", "{PIECE}"];

/// The items whose names `[output.names]` sets: the key of patterns, of their places in a config, and of identifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameRole {
    /// A piece's lookup function.
    Lookup,
    /// A piece's relevant occupancy masks.
    Masks,
    /// A piece's magic factors.
    Factors,
    /// A piece's shifts.
    Shifts,
    /// A piece's offsets.
    Offsets,
    /// The attack table of a piece or of all pieces.
    Attacks,
    /// Every subset of a piece's masks.
    Occupancies,
    /// The attack set under each subset.
    AttackSets,
    /// A leaper's attacks.
    Leapers,
    /// A pawn's attacks.
    PawnAttacks,
    /// A pawn's pushes.
    PawnPushes,
    /// A piece's attacks on the empty board.
    Rays,
    /// The squares between two squares.
    Between,
    /// The line through two squares.
    Line,
    /// The squares beyond a square.
    RayPass,
    /// The ray from a square through another.
    HalfRay,
    /// Whether one line has three squares.
    Aligned,
    /// The direction from a square to another.
    Direction,
    /// The distance between two squares.
    Distance,
    /// The squares of each file.
    Files,
    /// The squares of each rank.
    Ranks,
    /// The squares of each diagonal parallel to that of a1.
    Diagonals,
    /// The squares of each diagonal across these.
    Antidiagonals,
    /// The squares of each colour.
    SquareColours,
    /// The squares of a zone.
    Zones,
    /// A piece's attacks through first blockers.
    Xray,
    /// Pinned pieces.
    Pinned,
    /// The attacks of all sliders of a set.
    Fill,
    /// The sets of rook and bishop at once.
    Pair,
    /// The attacks of a piece that is an argument.
    AttacksOf,
    /// The attacks of pieces on the empty board, by piece and square.
    PseudoAttacks,
    /// A piece's lookups of many squares in one call.
    Batch,
    /// The Zobrist key of a piece on a square.
    Zobrist,
    /// The Zobrist keys of the turn.
    ZobristSide,
    /// The Zobrist keys of castling rights.
    ZobristCastling,
    /// The Zobrist keys of en passant.
    ZobristEnPassant,
    /// The move between two positions.
    CuckooMove,
    /// The keys of reversible moves.
    CuckooKeys,
    /// The squares of reversible moves.
    CuckooMoves,
    /// The type of the pair of rook's and bishop's sets.
    PairType,
    /// The type of a piece that is an argument.
    PieceType,
    /// The type of a direction.
    DirectionType,
}

/// A role's key in `[output.names]`, the words of a description, and the default name's words behind the piece.
struct RoleRow(&'static str, &'static str, &'static str);

impl NameRole {
    /// All roles, in the order of keys in `[output.names]`.
    pub const ALL: [Self; 42] = [
        Self::Lookup,
        Self::Masks,
        Self::Factors,
        Self::Shifts,
        Self::Offsets,
        Self::Attacks,
        Self::Occupancies,
        Self::AttackSets,
        Self::Leapers,
        Self::PawnAttacks,
        Self::PawnPushes,
        Self::Rays,
        Self::Between,
        Self::Line,
        Self::RayPass,
        Self::HalfRay,
        Self::Aligned,
        Self::Direction,
        Self::Distance,
        Self::Files,
        Self::Ranks,
        Self::Diagonals,
        Self::Antidiagonals,
        Self::SquareColours,
        Self::Zones,
        Self::Xray,
        Self::Pinned,
        Self::Fill,
        Self::Pair,
        Self::AttacksOf,
        Self::PseudoAttacks,
        Self::Batch,
        Self::Zobrist,
        Self::ZobristSide,
        Self::ZobristCastling,
        Self::ZobristEnPassant,
        Self::CuckooMove,
        Self::CuckooKeys,
        Self::CuckooMoves,
        Self::PairType,
        Self::PieceType,
        Self::DirectionType,
    ];

    const fn row(self) -> RoleRow {
        match self {
            Self::Lookup => RoleRow("lookup", "lookup", "attacks"),
            Self::Masks => RoleRow("masks", "masks", "masks"),
            Self::Factors => RoleRow("factors", "factors", "factors"),
            Self::Shifts => RoleRow("shifts", "shifts", "shifts"),
            Self::Offsets => RoleRow("offsets", "offsets", "offsets"),
            Self::Attacks => RoleRow("attacks", "attack table", "attacks"),
            Self::Occupancies => RoleRow("occupancies", "occupancies", "occupancies"),
            Self::AttackSets => RoleRow("attack-sets", "attack sets", "attack sets"),
            Self::Leapers => RoleRow("leapers", "lookup", "attacks"),
            Self::PawnAttacks => RoleRow("pawn-attacks", "lookup", "attacks"),
            Self::PawnPushes => RoleRow("pawn-pushes", "function", "pawn pushes"),
            Self::Rays => RoleRow("rays", "function", "rays"),
            Self::Between => RoleRow("between", "function", "between"),
            Self::Line => RoleRow("line", "function", "line"),
            Self::RayPass => RoleRow("ray-pass", "function", "ray pass"),
            Self::HalfRay => RoleRow("half-ray", "function", "half ray"),
            Self::Aligned => RoleRow("aligned", "function", "aligned"),
            Self::Direction => RoleRow("direction", "function", "direction"),
            Self::Distance => RoleRow("distance", "function", "distance"),
            Self::Files => RoleRow("files", "table", "files"),
            Self::Ranks => RoleRow("ranks", "table", "ranks"),
            Self::Diagonals => RoleRow("diagonals", "table", "diagonals"),
            Self::Antidiagonals => RoleRow("antidiagonals", "table", "antidiagonals"),
            Self::SquareColours => RoleRow("square-colours", "table", "square colours"),
            Self::Zones => RoleRow("zones", "table", "zone"),
            Self::Xray => RoleRow("xray", "function", "xray"),
            Self::Pinned => RoleRow("pinned", "function", "pinned"),
            Self::Fill => RoleRow("fill", "function", "fill"),
            Self::Pair => RoleRow("pair", "function", "pair attacks"),
            Self::AttacksOf => RoleRow("attacks-of", "function", "attacks of"),
            Self::PseudoAttacks => RoleRow("pseudo-attacks", "table", "pseudo attacks"),
            Self::Batch => RoleRow("batch", "function", "batch"),
            Self::Zobrist => RoleRow("zobrist", "function", "zobrist"),
            Self::ZobristSide => RoleRow("zobrist-side", "table", "zobrist side"),
            Self::ZobristCastling => RoleRow("zobrist-castling", "table", "zobrist castling"),
            Self::ZobristEnPassant => RoleRow("zobrist-en-passant", "table", "zobrist en passant"),
            Self::CuckooMove => RoleRow("cuckoo-move", "function", "cuckoo move"),
            Self::CuckooKeys => RoleRow("cuckoo-keys", "table", "cuckoo keys"),
            Self::CuckooMoves => RoleRow("cuckoo-moves", "table", "cuckoo moves"),
            Self::PairType => RoleRow("pair-type", "type", "attack pair"),
            Self::PieceType => RoleRow("piece-type", "type", "piece"),
            Self::DirectionType => RoleRow("direction-type", "type", "direction"),
        }
    }

    /// The key in `[output.names]`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.row().0
    }

    /// The role of a key.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.key() == key)
    }

    /// The item in words, without its piece: `lookup`, `function`.
    #[must_use]
    pub const fn spoken(self) -> &'static str {
        self.row().1
    }

    /// The words of the default name behind the piece, or all words without one.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        self.row().2
    }

    /// The words of a companion's name. The piece is empty for a companion that has none.
    #[must_use]
    pub fn words(self, piece: &str) -> String {
        if piece.is_empty() {
            self.ending().to_owned()
        } else {
            format!("{} {}", words(piece), self.ending())
        }
    }

    /// True for a companion that is an array.
    #[must_use]
    pub fn is_array(self) -> bool {
        self.spoken() == "table"
    }

    /// The function that takes or returns a type.
    #[must_use]
    pub const fn function(self) -> Self {
        match self {
            Self::PairType => Self::Pair,
            Self::PieceType => Self::AttacksOf,
            Self::DirectionType => Self::Direction,
            _ => self,
        }
    }

    /// The role whose pattern names the items that have no pattern of their own.
    #[must_use]
    pub const fn instead(self) -> Option<Self> {
        match self {
            Self::Leapers | Self::PawnAttacks => Some(Self::Lookup),
            _ => None,
        }
    }

    /// The role of a field's names, where they can be set.
    #[must_use]
    pub const fn of(field: Role) -> Option<Self> {
        match field {
            Role::Mask => Some(Self::Masks),
            Role::Factor => Some(Self::Factors),
            Role::Shift => Some(Self::Shifts),
            Role::Offset => Some(Self::Offsets),
            Role::Constant
            | Role::Reach
            | Role::Base
            | Role::Terms
            | Role::Choice
            | Role::Before
            | Role::FactorOf(_)
            | Role::BeforeOf(_)
            | Role::IndexPlace(_)
            | Role::CodePlace(_)
            | Role::Spread(_)
            | Role::SpreadShift(_)
            | Role::Upper
            | Role::Lower
            | Role::Reversed
            | Role::Leap => None,
        }
    }

    /// The part of `emit` that asks for the items.
    #[must_use]
    pub const fn part(self) -> Part {
        match self {
            Self::Lookup => Part::Lookup,
            Self::Masks => Part::Masks,
            Self::Factors => Part::Factors,
            Self::Shifts => Part::Shifts,
            Self::Offsets => Part::Offsets,
            Self::Attacks => Part::Attacks,
            Self::Occupancies => Part::Occupancies,
            Self::AttackSets => Part::AttackSets,
            Self::Leapers => Part::Leapers,
            Self::PawnAttacks | Self::PawnPushes => Part::Pawns,
            Self::Rays => Part::Rays,
            Self::Between => Part::Between,
            Self::Line => Part::Line,
            Self::RayPass => Part::RayPass,
            Self::HalfRay => Part::HalfRay,
            Self::Aligned => Part::Aligned,
            Self::Direction | Self::DirectionType => Part::Directions,
            Self::Distance => Part::Distance,
            Self::Files => Part::Files,
            Self::Ranks => Part::Ranks,
            Self::Diagonals | Self::Antidiagonals => Part::Diagonals,
            Self::SquareColours => Part::Colours,
            Self::Zones => Part::Zones,
            Self::Xray => Part::Xray,
            Self::Pinned => Part::Pins,
            Self::Fill => Part::Fills,
            Self::Pair | Self::PairType => Part::Pair,
            Self::AttacksOf | Self::PieceType => Part::AttacksOf,
            Self::PseudoAttacks => Part::PseudoAttacks,
            Self::Batch => Part::Batch,
            Self::Zobrist | Self::ZobristSide | Self::ZobristCastling | Self::ZobristEnPassant => {
                Part::Zobrist
            }
            Self::CuckooMove | Self::CuckooKeys | Self::CuckooMoves => Part::Cuckoo,
        }
    }
}
