//! Components and their starts in; columns of fields out.

use super::{Component, Table};
use crate::axes::Axes;
use crate::geometry::SquareProblem;
use crate::model::{Field, Fields, Role, Rows, Storage, TableRole};
use crate::search::Magic;

/// What the squares of a piece have to know, by the axes' roles. Two of them lead to tables that are made after this, and are
/// added with these.
pub(super) fn fields(axes: Axes, components: &[Component], starts: &[Vec<u32>]) -> Fields {
    let squares = components.iter().flat_map(|component| component.problem.squares());
    let mut fields = Fields::new(squares.fold(0, |set, square| set | 1 << square.bit));
    for (component, starts) in components.iter().zip(starts) {
        for role in axes.roles() {
            let Some(value) = value_of(role) else { continue };
            let field = Field { role, line: component.line };
            fields.insert(field, column(component, starts, value));
        }
    }
    fields
}

/// What the lookup of a square reads, beside its component.
struct Found {
    square: SquareProblem,
    magic: Magic,
    start: u32,
}

/// What a role is of a square; none where a table that is made later says it.
fn value_of(role: Role) -> Option<fn(&Found) -> u64> {
    Some(match role {
        Role::Mask => |found| found.square.mask,
        Role::Factor => |found| found.magic.factor,
        Role::Constant => |found| found.magic.constant,
        Role::Before => |found| u64::from(found.magic.before),
        Role::Shift => |found| u64::from(found.magic.shift),
        Role::Offset => |found| u64::from(found.start),
        Role::Reach => |found| found.square.reach,
        Role::Choice | Role::Base => return None,
    })
}

/// A value by bit index; 0 where there is no square.
fn column(component: &Component, starts: &[u32], value: fn(&Found) -> u64) -> Vec<u64> {
    let Component { problem, solution, .. } = component;
    let of_square = |bit: u8| {
        let square = problem.square(bit)?;
        let magic = solution.magic(bit).unwrap_or(Magic::white(0, 0));
        let start = starts.get(usize::from(bit)).copied().unwrap_or(0);
        Some(value(&Found { square, magic, start }))
    };
    (0..problem.indices).map(|bit| of_square(bit).unwrap_or(0)).collect()
}

/// Puts factors that squares share into a table of their own, and into the fields which one is whose.
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
        });
    }
}
