//! The fields of each square, in columns by bit index.

use std::cell::OnceCell;

use super::{Component, Table};
use crate::axes::Axes;
use magicgen_board::SquareProblem;
use magicgen_ir::{Field, Fields, Role, Rows, Storage, TableRole};
use magicgen_search::{Magic, Solution, added, shifts};

/// The fields that the axes ask for, of all squares of a piece. Factors that squares share and bases in a dictionary
/// are added later, with their tables.
pub(super) fn fields(axes: Axes, components: &[Component], starts: &[Vec<u32>]) -> Fields {
    let squares = components.iter().flat_map(|component| component.problem.squares());
    let mut fields = Fields::new(squares.fold(0, |set, square| set | 1 << square.bit));
    for (component, starts) in components.iter().zip(starts) {
        for role in axes.roles() {
            let Some(value) = value_of(role) else { continue };
            let field = Field::along(role, component.line);
            fields.insert(field, column(component, starts, value));
        }
    }
    fields
}

/// The number of bits of each shift in a field of terms.
pub(crate) const TERM_BITS: u8 = 6;

/// The data of one square that its fields are taken from.
struct FieldSource<'a> {
    square: SquareProblem,
    magic: Magic,
    start: u32,
    /// The factors of all squares.
    solution: &'a Solution,
    /// The number of shifted keys that a lookup adds up. It is computed only if a product is a sum of shifts, since
    /// that takes as long as all the rest of a run.
    added: &'a OnceCell<u8>,
}

/// The value of a role for a square; `None` for a role whose value comes with a table that is made later.
fn value_of(role: Role) -> Option<fn(&FieldSource<'_>) -> u64> {
    Some(match role {
        Role::Mask => |found| found.square.mask,
        Role::Factor => |found| found.magic.factor,
        Role::Constant => |found| found.magic.constant,
        Role::Before => |found| u64::from(found.magic.before),
        Role::Shift => |found| u64::from(found.magic.shift),
        Role::Offset => |found| u64::from(found.start),
        Role::Reach => |found| found.square.reach,
        Role::Terms => |found| {
            let added = found.added.get_or_init(|| added(found.solution));
            terms(found.magic.factor, *added)
        },
        Role::Choice
        | Role::Base
        | Role::FactorOf(_)
        | Role::BeforeOf(_)
        | Role::IndexPlace(_)
        | Role::CodePlace(_)
        | Role::Spread(_)
        | Role::SpreadShift(_)
        | Role::Upper
        | Role::Lower
        | Role::Reversed
        | Role::Leap => return None,
    })
}

/// The shifts of a factor's terms, the first one lowest. A factor that has more terms than lookups add up leaves none, so
/// that the proof of the lookup fails.
fn terms(factor: u64, added: u8) -> u64 {
    let shifts = shifts(factor, added).unwrap_or_default();
    shifts.iter().rev().fold(0, |terms, shift| terms << TERM_BITS | u64::from(*shift))
}

/// One value for each bit index; 0 where there is no square.
fn column(component: &Component, starts: &[u32], value: fn(&FieldSource<'_>) -> u64) -> Vec<u64> {
    let Component { problem, solution, .. } = component;
    let added = OnceCell::new();
    let of_square = |bit: u8| {
        let square = problem.square(bit)?;
        let magic = solution.magic(bit).unwrap_or(Magic::white(0, 0));
        let start = starts.get(usize::from(bit)).copied().unwrap_or(0);
        Some(value(&FieldSource { square, magic, start, solution, added: &added }))
    };
    (0..problem.indices).map(|bit| of_square(bit).unwrap_or(0)).collect()
}

/// Puts shared factors into a table for each piece, and gives each square a field with the position of its factor.
pub(super) fn share_factors(
    axes: Axes,
    pieces: &[Vec<Component>],
    tables: &mut Vec<Table>,
    fields: &mut [Fields],
) {
    if !axes.factor.facts().is_shared {
        return;
    }
    for (piece, (components, fields)) in pieces.iter().zip(fields).enumerate() {
        let Some(component) = components.first() else { continue };
        let mut factors: Vec<u64> = Vec::new();
        let mut choices = vec![0; usize::from(component.problem.indices)];
        for (bit, magic) in &component.solution.magics {
            let known = factors.iter().position(|factor| *factor == magic.factor);
            choices[usize::from(*bit)] = known.unwrap_or(factors.len()) as u64;
            if known.is_none() {
                factors.push(magic.factor);
            }
        }
        fields.insert(Role::Choice.into(), choices);
        tables.push(Table {
            role: TableRole::Factors,
            piece: Some(piece),
            rows: Rows::No,
            storage: Storage::Word,
            entries: factors,
            title: None,
        });
    }
}
