//! Methods of searching: an arithmetic, a width of index and a kind of search, under the id that a lock keeps.

use std::fmt;
use std::str::FromStr;

use super::{Hash, Key, WordFold};
use magicgen_board::{Problem, SquareProblem};

/// How many index bits a square gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// As many as the square has relevant squares: `fancy`.
    Own,
    /// For all squares the number of relevant squares of the square that has most: `plain`.
    Equal,
}

/// The way of finding factors, and the numbers that factors hold or share beyond the usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FactorKind {
    /// Each square by itself, the first factor that works.
    Usual,
    /// Fewer index bits than relevant squares, if a factor for them is known or found.
    Denser,
    /// Factors guessed bit by bit from the lowest (Kannan 2007, section 4).
    Kannan,
    /// Factors with the shift in their upper bits.
    ShiftInFactor,
    /// Factors with the offset in their lower bits.
    OffsetInFactor,
    /// Factors with the shift in their upper and the offset in their lower bits.
    BothInFactor,
    /// One index range for all squares.
    Group,
    /// One index range for all squares, with a post-mask after the load.
    MaskedGroup,
    /// As few factors as possible.
    SharedFactor,
    /// Factors that are a sum of few powers of two.
    ShiftAdd,
    /// Index ranges that overlap the ranges of other pieces, under keys of this form.
    Overlapped(Key),
    /// Overlapped index ranges whose slots are shared under a post-mask, under keys of this form.
    Shared(Key),
}

/// All kinds, each with the suffix that it adds to a method's id.
const KINDS: [(&str, FactorKind); 16] = [
    ("", FactorKind::Usual),
    ("-denser", FactorKind::Denser),
    ("-kannan", FactorKind::Kannan),
    ("-shift-in-factor", FactorKind::ShiftInFactor),
    ("-offset-in-factor", FactorKind::OffsetInFactor),
    ("-both-in-factor", FactorKind::BothInFactor),
    ("-group", FactorKind::Group),
    ("-masked-group", FactorKind::MaskedGroup),
    ("-shared-factor", FactorKind::SharedFactor),
    ("-shift-add", FactorKind::ShiftAdd),
    ("-overlapped", FactorKind::Overlapped(Key::White)),
    ("-overlapped-black", FactorKind::Overlapped(Key::Black)),
    ("-overlapped-constant", FactorKind::Overlapped(Key::Constant)),
    ("-shared-slots", FactorKind::Shared(Key::White)),
    ("-shared-slots-black", FactorKind::Shared(Key::Black)),
    ("-shared-slots-constant", FactorKind::Shared(Key::Constant)),
];

impl FactorKind {
    /// The form of the key that is multiplied.
    #[must_use]
    pub const fn key(self) -> Key {
        match self {
            Self::Overlapped(key) | Self::Shared(key) => key,
            Self::Group | Self::MaskedGroup => Key::Slider,
            _ => Key::White,
        }
    }

    /// True if a factor also holds the shift or the offset.
    #[must_use]
    pub const fn is_in_factor(self) -> bool {
        matches!(self, Self::ShiftInFactor | Self::OffsetInFactor | Self::BothInFactor)
    }

    /// True where the upper six bits of a factor are its shift.
    #[must_use]
    pub const fn has_shift_in_factor(self) -> bool {
        matches!(self, Self::ShiftInFactor | Self::BothInFactor)
    }

    /// True where all squares have one table, with or without a post-mask after the load.
    #[must_use]
    pub const fn is_group(self) -> bool {
        matches!(self, Self::Group | Self::MaskedGroup)
    }

    fn suffix(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(suffix, _)| suffix)
    }
}

/// A way of searching. A lock keeps the factors of each method apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Method {
    /// The arithmetic.
    pub hash: Hash,
    /// The width of the index.
    pub width: Width,
    /// How factors are found.
    pub kind: FactorKind,
}

/// The error for an id that no method has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMethod {
    /// The id.
    pub id: String,
}

impl Method {
    /// The usual kind of search: each square by itself, with the first factor that works.
    #[must_use]
    pub const fn usual(hash: Hash, width: Width) -> Self {
        Self { hash, width, kind: FactorKind::Usual }
    }

    /// The same arithmetic and width with another kind of search.
    #[must_use]
    pub const fn of_kind(self, kind: FactorKind) -> Self {
        Self { kind, ..self }
    }

    /// Fancy magics: one multiplication, each square with its own width.
    pub const FANCY: Self = Self::usual(Hash::Multiply, Width::Own);
    /// One multiplication, guessed bit by bit ([`solve_kannan`](super::solve_kannan)), each square with as many index
    /// bits as its factor needs, more or fewer than relevant squares.
    pub const KANNAN: Self = Self::FANCY.of_kind(FactorKind::Kannan);
    /// Plain magics: one multiplication, all squares with one width.
    pub const PLAIN: Self = Self::usual(Hash::Multiply, Width::Equal);
    /// No multiplication, and nothing to search.
    pub const PEXT: Self = Self::usual(Hash::Pext, Width::Own);
    /// Two 32-bit multiplications, combined by exclusive or.
    pub const SPLIT_XOR: Self = Self::usual(Hash::SplitXor, Width::Own);
    /// Two 32-bit multiplications, combined by addition.
    pub const SPLIT_ADD: Self = Self::usual(Hash::SplitAdd, Width::Own);

    /// Two 32-bit multiplications combined by addition. The second method shifts the key, for the chess board's rook,
    /// which the first one has no factors for; see [`Hash::ShiftedSplitAdd`].
    pub const ADD: [Self; 2] = [Self::SPLIT_ADD, Self::usual(Hash::ShiftedSplitAdd(1), Width::Own)];

    /// One 32-bit multiplication of folded halves. The first method has factors for the bishop on the chess board.
    pub const FOLDS: [Self; 16] = {
        use WordFold::{Left, Right, Sum};
        let folds = [
            Sum(2),
            Left(1),
            Right(1),
            Sum(1),
            Sum(3),
            Left(2),
            Right(2),
            Left(3),
            Right(3),
            Sum(4),
            Left(4),
            Left(5),
            Sum(5),
            Left(6),
            Left(7),
            Left(8),
        ];
        let mut methods = [Self::FANCY; 16];
        let mut index = 0;
        while index < folds.len() {
            methods[index].hash = Hash::Fold(folds[index]);
            index += 1;
        }
        methods
    };

    /// The stable id, as in a lock: `fancy`, `plain`, `split32-xor`, `fold32-right-1`. A 32-bit form with one width for
    /// all squares has the suffix `-plain`, and a kind that isn't the usual one adds its own suffix, such as `-kannan`.
    #[must_use]
    pub fn id(self) -> String {
        self.base_id() + self.kind.suffix()
    }

    fn base_id(self) -> String {
        let base = match self.hash {
            Hash::Multiply => {
                return match self.width {
                    Width::Own => "fancy".to_owned(),
                    Width::Equal => "plain".to_owned(),
                };
            }
            Hash::Pext => "pext".to_owned(),
            Hash::Preshifted => "preshifted".to_owned(),
            Hash::SplitXor => "split32-xor".to_owned(),
            Hash::SplitAdd => "split32-add".to_owned(),
            Hash::ShiftedSplitAdd(by) => format!("split32-add-shifted-{by}"),
            Hash::Fold(WordFold::Sum(by)) => format!("fold32-sum-{by}"),
            Hash::Fold(WordFold::Right(by)) => format!("fold32-right-{by}"),
            Hash::Fold(WordFold::Left(by)) => format!("fold32-left-{by}"),
        };
        match self.width {
            Width::Own => base,
            Width::Equal => base + "-plain",
        }
    }

    /// A function that gives the index bits of each square of `problem`, without the bits that a search may add.
    pub fn bits(self, problem: &Problem) -> impl Fn(&SquareProblem) -> u8 + use<> {
        let equal = (self.width == Width::Equal)
            .then(|| problem.squares().iter().map(SquareProblem::bits).max())
            .flatten();
        move |square| equal.unwrap_or(square.bits())
    }

    /// The most index bits that a search may add on a square where it finds nothing. Folds add none: the next fold is
    /// tried instead.
    pub(super) const fn more_bits(self) -> u8 {
        match self.hash {
            Hash::Fold(_) => 0,
            _ => 2,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id())
    }
}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(id: &str) -> Result<Self, UnknownMethod> {
        // The longest suffix that fits, since `-group` ends `-masked-group` as well.
        let kinds = KINDS.iter().filter(|(suffix, _)| id.ends_with(suffix));
        let (suffix, kind) = kinds.max_by_key(|(suffix, _)| suffix.len()).unwrap_or(&KINDS[0]);
        let whole = id;
        let id = &id[..id.len() - suffix.len()];
        let known = Self::base(id).ok_or_else(|| UnknownMethod { id: whole.to_owned() })?;
        Ok(known.of_kind(*kind))
    }
}

impl Method {
    /// The method of the usual kind that has this id.
    fn base(id: &str) -> Option<Self> {
        let (base, width) = match id.strip_suffix("-plain") {
            Some(base) => (base, Width::Equal),
            None => (id, Width::Own),
        };
        let by = |digits: &str| {
            digits.parse().ok().filter(|by: &u8| *by < 32 && by.to_string() == digits)
        };
        let hash = match base {
            "fancy" if width == Width::Own => return Some(Self::FANCY),
            "plain" if width == Width::Own => return Some(Self::PLAIN),
            "pext" if width == Width::Own => return Some(Self::PEXT),
            "preshifted" => Some(Hash::Preshifted),
            "split32-xor" => Some(Hash::SplitXor),
            "split32-add" => Some(Hash::SplitAdd),
            _ => [
                ("split32-add-shifted-", Hash::ShiftedSplitAdd as fn(u8) -> Hash),
                ("fold32-right-", |by| Hash::Fold(WordFold::Right(by))),
                ("fold32-left-", |by| Hash::Fold(WordFold::Left(by))),
                ("fold32-sum-", |by| Hash::Fold(WordFold::Sum(by))),
            ]
            .into_iter()
            .find_map(|(prefix, hash)| base.strip_prefix(prefix).and_then(by).map(hash)),
        };
        hash.map(|hash| Self::usual(hash, width))
    }
}

impl fmt::Display for UnknownMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` isn't a method; use fancy, plain, split32-xor, split32-add, and with any shift \
             below 32 split32-add-shifted-1, fold32-right-1, fold32-left-1 and fold32-sum-1",
            self.id
        )
    }
}

impl std::error::Error for UnknownMethod {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back() {
        let mut hashes = vec![Hash::Multiply, Hash::SplitXor, Hash::SplitAdd];
        hashes.extend((0..32).flat_map(|by| {
            let folds = [WordFold::Right(by), WordFold::Left(by), WordFold::Sum(by)];
            folds.map(Hash::Fold).into_iter().chain([Hash::ShiftedSplitAdd(by)])
        }));
        for hash in hashes {
            for width in [Width::Own, Width::Equal] {
                for (_, kind) in KINDS {
                    let method = Method::usual(hash, width).of_kind(kind);
                    assert_eq!(method.id().parse(), Ok(method));
                }
            }
        }
        for id in ["", "Fancy", "fancy-plain", "plain-plain", "fold32-right-01", "fold32-left-32"] {
            assert!(id.parse::<Method>().is_err(), "{id}");
        }
    }
}
