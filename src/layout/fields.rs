//! Components and their starts in; columns of fields out.

use super::{Component, Table};
use crate::geometry::Problem;
use crate::model::{Field, Fields, Role, Rows, Storage, TableRole};
use crate::search::Hash;
use crate::variant::{Axes, Cell, FactorFrom, KeyForm, OffsetFrom, ShiftFrom};

/// What the squares of a piece have to know.
pub(super) fn fields(axes: Axes, components: &[Component], starts: &[Vec<u32>]) -> Fields {
    let squares = components.iter().flat_map(|component| component.problem.squares());
    let mut fields = Fields::new(squares.fold(0, |set, square| set | 1 << square.bit));
    for (component, starts) in components.iter().zip(starts) {
        let Component { line, problem, solution, .. } = component;
        let field = |role| Field { role, line: *line };
        let by_square = |value: &dyn Fn(u8) -> u64| column(problem, value);
        let mask = |bit| problem.square(bit).map_or(0, |square| square.mask);
        fields.insert(field(Role::Mask), by_square(&mask));
        let magic = |bit| solution.magic(bit);
        if solution.method.hash != Hash::Pext && axes.factor == FactorFrom::Own {
            let factor = |bit| magic(bit).map_or(0, |magic| magic.factor);
            fields.insert(field(Role::Factor), by_square(&factor));
        }
        if axes.key == KeyForm::Constant {
            let constant = |bit| magic(bit).map_or(0, |magic| magic.constant);
            fields.insert(field(Role::Constant), by_square(&constant));
        }
        if solution.method.hash == Hash::Preshifted {
            let before = |bit| magic(bit).map_or(0, |magic| u64::from(magic.before));
            fields.insert(field(Role::Before), by_square(&before));
        }
        // A constant shift is no field that a lookup reads, but what `emit` may ask for.
        if axes.shift != ShiftFrom::InFactor && axes.key != KeyForm::Pext {
            let shift = |bit| magic(bit).map_or(0, |magic| u64::from(magic.shift));
            fields.insert(field(Role::Shift), by_square(&shift));
        }
        if axes.offset == OffsetFrom::Field {
            let start = |bit| starts.get(usize::from(bit)).map_or(0, |start| u64::from(*start));
            fields.insert(field(Role::Offset), by_square(&start));
        }
        if axes.is_post_masked || axes.cell == Cell::Pdep {
            let reach = |bit| problem.square(bit).map_or(0, |square| square.reach);
            fields.insert(field(Role::Reach), by_square(&reach));
        }
    }
    fields
}

fn column(problem: &Problem, value: &dyn Fn(u8) -> u64) -> Vec<u64> {
    let is_square = |bit| problem.square(bit).is_some();
    (0..problem.indices).map(|bit| if is_square(bit) { value(bit) } else { 0 }).collect()
}

/// Puts factors that squares share into a table of their own, and into the fields which one is whose.
pub(super) fn share_factors(
    axes: Axes,
    pieces: &[Vec<Component>],
    tables: &mut Vec<Table>,
    fields: &mut [Fields],
) {
    if axes.factor != FactorFrom::Shared {
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
