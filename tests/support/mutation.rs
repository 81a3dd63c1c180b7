//! Chooses places in a module at which a bit is flipped.

use std::fmt;

use magicgen_board::Bitboard;
use magicgen_ir::{Field, Op, Role, TableRole, Type, Value};
use magicgen_lookup::model::Presence;

use super::subject::Subject;

/// The kinds of numbers in which a bit is flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Factor,
    Mask,
    Shift,
    Offset,
    Constant,
    Table,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}

impl Kind {
    fn of(role: Role) -> Self {
        match role {
            Role::Factor | Role::FactorOf(_) | Role::Spread(_) => Self::Factor,
            Role::Mask | Role::Reach | Role::Upper | Role::Lower | Role::Reversed | Role::Leap => {
                Self::Mask
            }
            Role::Shift
            | Role::Before
            | Role::BeforeOf(_)
            | Role::Terms
            | Role::IndexPlace(_)
            | Role::CodePlace(_)
            | Role::SpreadShift(_) => Self::Shift,
            Role::Offset | Role::Base | Role::Choice => Self::Offset,
            Role::Constant => Self::Constant,
        }
    }
}

/// The place of a flipped bit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// A square's entry of a field of a piece.
    Field { piece: usize, field: Field, bit: u8 },
    /// A constant of a piece's program, or of the program of one case of a switch.
    Constant { piece: usize, case: Option<usize>, value: Value },
    /// An entry of a table.
    Entry { table: usize, entry: usize },
}

/// A mutation: one flipped bit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mutation {
    pub(crate) kind: Kind,
    pub(crate) place: Place,
    pub(crate) flip: Bitboard,
}

/// A small random generator, which makes runs reproducible (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.word() % limit as u64) as usize
    }
}

/// Mutations of a module, equally many of each kind of number that it has.
pub(crate) fn mutations(subject: &Subject, number: usize, random: &mut Random) -> Vec<Mutation> {
    let module = &subject.module;
    // The numbers whose bits may be flipped, and their widths in bits: one entry for each column, constant and table.
    let mut places: Vec<(Kind, Place, usize)> = Vec::new();
    for (at, piece) in module.pieces.iter().enumerate() {
        for column in piece.fields.columns() {
            let field = column.field;
            if module.field(piece, field) != Presence::Absent && piece.program.uses(field) {
                let place = Place::Field { piece: at, field, bit: 0 };
                places.push((Kind::of(field.role), place, field.storage().bytes() * 8));
            }
        }
        // With cases, the program for all squares isn't printed.
        let whole = [(None, &piece.program)].into_iter().filter(|_| piece.cases.is_empty());
        let cases =
            piece.cases.iter().enumerate().map(|(case, (_, program))| (Some(case), program));
        for (case, program) in whole.chain(cases) {
            for value in program.needed(program.result) {
                if let Op::Const(_, kind) = program.op(value) {
                    let width = if kind == Type::Word { 64 } else { 32 };
                    places.push((
                        Kind::Constant,
                        Place::Constant { piece: at, case, value },
                        width,
                    ));
                }
            }
        }
    }
    for (at, table) in module.tables.iter().enumerate() {
        let kind = if table.role == TableRole::Factors { Kind::Factor } else { Kind::Table };
        let place = Place::Entry { table: at, entry: 0 };
        places.push((kind, place, table.storage.bytes() * 8));
    }
    let mut kinds: Vec<Kind> = places.iter().map(|(kind, ..)| *kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut mutations = Vec::with_capacity(number);
    for at in 0..number {
        let kind = kinds[at % kinds.len()];
        let of_kind: Vec<_> = places.iter().filter(|(other, ..)| *other == kind).collect();
        let (_, mut place, width) = *of_kind[random.below(of_kind.len())];
        match &mut place {
            Place::Field { piece, bit, .. } => {
                let squares = subject.boards[*piece].1.squares();
                *bit = squares[random.below(squares.len())].bit;
            }
            Place::Entry { table, entry } => {
                *entry = random.below(module.tables[*table].entries.len());
            }
            Place::Constant { .. } => {}
        }
        mutations.push(Mutation { kind, place, flip: 1 << random.below(width) });
    }
    mutations
}
