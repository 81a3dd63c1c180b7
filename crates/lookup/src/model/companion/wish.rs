//! The pieces and the parts that companions are made of.

use std::collections::BTreeMap;

use super::pieces::{PAWN, SIDES};
use crate::model::name_role::NameRole;
use crate::model::parts::Part;
use magicgen_board::{Piece, Zone};
use magicgen_ir::LookupRef;

/// Whether a function of two squares reads a table or is computed by lookups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PairSource {
    /// A table with an entry for each pair of squares.
    #[default]
    Table,
    /// Lookups of rook and bishop; no table.
    Computed,
}

/// Whether the squares between two squares include the second one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BetweenEnd {
    /// They are strictly between.
    #[default]
    Excluded,
    /// They include it, even where no line has both.
    Included,
    /// They include it where a line has both.
    OnLine,
}

/// The order of a side and a square among parameters, and as indices of an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArgumentOrder {
    /// The side comes first.
    #[default]
    SideSquare,
    /// The square comes first.
    SquareSide,
}

impl ArgumentOrder {
    /// The positions of the side and of the square.
    pub(super) const fn positions(self) -> [u8; 2] {
        match self {
            Self::SideSquare => [0, 1],
            Self::SquareSide => [1, 0],
        }
    }
}

/// A piece that takes one step, or none where the board ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaper {
    /// The piece; its range is 1. For the other side, its steps are mirrored in ranks.
    pub piece: Piece,
    /// True where the two sides move differently, so that the function has a side as its first parameter.
    pub has_sides: bool,
}

/// A piece whose lookup companions may call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanionSlider {
    /// The name, as in `--piece`.
    pub name: String,
    /// The rays of a searched piece, or of all pieces of a union.
    pub piece: Piece,
    /// The lookup.
    pub lookup: LookupRef,
    /// False where only other lookups call it.
    pub is_public: bool,
}

impl CompanionSlider {
    /// True where the piece only slides along its rays.
    #[must_use]
    pub fn slides(&self) -> bool {
        self.piece.is_slider()
    }
}

/// The pieces and the parts that companions are made of.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The parts of `emit`, lookups among them.
    pub parts: Vec<Part>,
    /// The pieces with tables by square.
    pub leapers: Vec<Leaper>,
    /// The pieces with lookups. Unions come last.
    pub sliders: Vec<CompanionSlider>,
    /// The ranks, counted from 0, from which pawns of each side may take two steps.
    pub double_steps: [Option<u8>; 2],
    /// The form of `between`.
    pub between: PairSource,
    /// The form of `line`, which `aligned` follows.
    pub line: PairSource,
    /// The form of `ray-pass`.
    pub ray_pass: PairSource,
    /// The form of `half-ray`.
    pub half_ray: PairSource,
    /// Whether `between` has its second square.
    pub between_end: BetweenEnd,
    /// The parts whose functions are arrays.
    pub arrays: Vec<Part>,
    /// The order of a side and a square.
    pub order: ArgumentOrder,
    /// The numbers of pieces by name; empty where they are counted.
    pub numbers: BTreeMap<String, u8>,
    /// The members of the engine's own enumeration by piece; empty where they follow the language's convention.
    pub members: BTreeMap<String, String>,
    /// The zones of the board, by name.
    pub zones: BTreeMap<String, Zone>,
    /// The seed of random keys.
    pub seed: u64,
}

impl Wish {
    /// The slider of this name.
    pub(super) fn slider(&self, name: &str) -> Option<&CompanionSlider> {
        self.sliders.iter().find(|slider| slider.name == name)
    }

    /// True where an array takes the place of the function of a role.
    pub(super) fn is_array(&self, role: NameRole) -> bool {
        role != NameRole::PawnPushes && self.arrays.contains(&role.part())
    }

    /// The pieces that have numbers, in the order of these.
    #[must_use]
    pub fn numbered(&self) -> Vec<Numbered> {
        let sliders = self.sliders.iter().filter(|slider| slider.is_public);
        let sliders = sliders.map(|slider| (slider.name.clone(), &slider.piece, SIDES[0], false));
        let leapers = self.leapers.iter().flat_map(|leaper| {
            of_sides(&leaper.piece.name, leaper.has_sides)
                .into_iter()
                .map(|(name, side)| (name, &leaper.piece, side, true))
        });
        let pawn = Piece::of_rays("pawn", &PAWN, 1);
        let pawns =
            of_sides("pawn", true).into_iter().map(|(name, side)| (name, &pawn, side, true));
        let all = sliders.chain(leapers).chain(pawns).enumerate();
        let numbered = all.filter_map(|(at, (name, piece, side, is_leaper))| {
            let has_side = name != piece.name;
            let number = match self.numbers.get(&name) {
                Some(number) => *number,
                None if self.numbers.is_empty() && !has_side => at as u8,
                None => return None,
            };
            Some(Numbered { number, name, piece: piece.clone(), side, is_leaper })
        });
        let mut numbered: Vec<Numbered> = numbered.collect();
        if self.numbers.is_empty() {
            let counted = numbered.iter_mut().zip(0..);
            counted.for_each(|(one, number)| one.number = number);
        }
        numbered.sort_by_key(|one| one.number);
        numbered
    }
}

/// A piece's names and sides: one, or one for each side.
fn of_sides(name: &str, has_sides: bool) -> Vec<(String, i8)> {
    if !has_sides {
        return vec![(name.to_owned(), SIDES[0])];
    }
    let sides = SIDES.into_iter().zip(["up", "down"]);
    sides.map(|(side, word)| (format!("{name} {word}"), side)).collect()
}

/// A piece with its number among those of `attacks-of` and `pseudo-attacks`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// The number.
    pub number: u8,
    /// The name; of a piece with sides, with `up` or `down`.
    pub name: String,
    /// The piece.
    pub piece: Piece,
    /// The side: 1, or -1 for the other side.
    pub side: i8,
    /// True for a piece that takes one step.
    pub is_leaper: bool,
}
