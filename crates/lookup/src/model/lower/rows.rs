//! Rewrites loads from rows of tables, for targets whose tables have no rows.

use magicgen_ir::{Binary, Field, Fields, Op, Program, Role, Rows, Table, Type};

/// Rewrites loads of rows as loads from the table as a whole.
///
/// A row of equal length begins at the product of square and length. If lengths differ, the piece gets a column of
/// offsets.
#[must_use]
pub(in crate::model) fn without_rows(
    program: &Program,
    tables: &[Table],
    indices: u16,
    fields: &mut Fields,
) -> Program {
    let row = |out: &mut Program, op: Op, _| {
        let Op::LoadRow(table, index) = op else { return None };
        let start = match &tables[usize::from(table.index)].rows {
            Rows::No => out.push(Op::Const(0, Type::Half)),
            Rows::Equal(length) => {
                let square = out.push(Op::Square);
                let length = out.push(Op::Const(*length as u64, Type::Half));
                out.push(Op::Binary(Binary::Mul, square, length))
            }
            Rows::Ragged(starts) => {
                let field = Field::from(Role::Offset);
                let by_square = |square| starts.get(usize::from(square)).copied();
                let start = |square| by_square(square).unwrap_or(0) as u64;
                fields.insert(field, (0..indices).map(start).collect());
                out.push(Op::Field(field))
            }
        };
        let place = out.push(Op::Binary(Binary::Add, start, index));
        Some(out.push(Op::Load(table, place)))
    };
    program.rewritten(row).0
}
