//! Computes upper bounds for the values of a program, from the fields and tables that it reads.
//!
//! Languages whose integers don't wrap need no mask on a value that can't overflow.

use magicgen_board::SquareSet;
use magicgen_ir::interp::{ColumnRunner, Memory, run_on_sets};
use magicgen_ir::{Binary, Fields, Op, Pick, Program, Table, Type, Value};

/// An upper bound for each value of a program.
#[derive(Clone, Debug)]
pub struct Bounds {
    values: Vec<Bound>,
    /// True for operations whose results, as shift amounts, are computed on each square.
    is_known: fn(Op) -> bool,
}

#[derive(Clone, Copy, Debug)]
struct Bound {
    most: u64,
    /// True if the exact result may not fit the type.
    wraps: bool,
}

/// True for the occupancy, of one word or of several.
const fn reads_occupied(op: Op) -> bool {
    matches!(op, Op::Occupied | Op::OccupiedSet(_))
}

/// The least amount of a shift on any square; 0 if the amount depends on the occupancy.
fn least_amount(program: &Program, by: Value, memory: Memory<'_>) -> u64 {
    if let Op::Const(constant, _) = program.op(by) {
        return constant.min(63);
    }
    let is_varied = program.needed(by).into_iter().any(|value| reads_occupied(program.op(value)));
    let mut prepared = ColumnRunner::new(program, by);
    let mut amount_on = |square: u8| prepared.run(memory, square, &[0]).ok()?.first().copied();
    let squares = memory.fields.squares().filter(|_| !is_varied);
    squares
        .map(|square| amount_on(square).filter(|amount| *amount < 64).unwrap_or(0))
        .min()
        .unwrap_or(0)
}

/// The most that a value can be if it consists of bits of a masked set of squares, packed, shifted and joined without a
/// product; `None` for other values.
fn moved_bits(program: &Program, value: Value, memory: Memory<'_>) -> Option<u64> {
    let needed = program.needed(value);
    let is_of_set = |value: &Value| matches!(program.op(*value), Op::OccupiedSet(_));
    let is_moved = |value: &Value| {
        matches!(
            program.op(*value),
            Op::OccupiedSet(_)
                | Op::Field(_)
                | Op::Const(..)
                | Op::Part(..)
                | Op::Extract(..)
                | Op::Shl(..)
                | Op::Shr(..)
                | Op::Binary(Binary::And | Binary::Or | Binary::Xor, ..)
        )
    };
    if !needed.iter().any(is_of_set) || !needed.iter().all(is_moved) {
        return None;
    }
    // A bit that two words share isn't lost under a union.
    let (joined, moved) = program.rewritten(|out, op, _| match op {
        Op::Binary(Binary::Xor, a, b) => Some(out.push(Op::Binary(Binary::Or, a, b))),
        _ => None,
    });
    let wanted = moved[usize::from(value.0)];
    let all = [SquareSet::from_words([u64::MAX; 4])];
    let on = |square| run_on_sets(&joined, wanted, memory, square, &all).ok();
    let values = memory.fields.squares().filter_map(on).flatten();
    values.map(SquareSet::low).max()
}

impl Bounds {
    /// The bounds of a lookup on squares below `indices`, or of a bit scan of any word if `indices` is 0. Shift amounts
    /// are computed only for constants, fields, and arithmetic with them; other amounts count as 0.
    pub fn new(program: &Program, fields: &Fields, tables: &[Table], indices: u16) -> Self {
        let is_simple = |op: Op| matches!(op, Op::Const(..) | Op::Field(_) | Op::Binary(..));
        Self::with_amounts(program, fields, tables, indices, is_simple)
    }

    /// The bounds like [`new`](Self::new), with every shift amount computed on each square.
    pub fn exact(program: &Program, fields: &Fields, tables: &[Table], indices: u16) -> Self {
        Self::with_amounts(program, fields, tables, indices, |_| true)
    }

    fn with_amounts(
        program: &Program,
        fields: &Fields,
        tables: &[Table],
        indices: u16,
        is_known: fn(Op) -> bool,
    ) -> Self {
        let mut bounds = Self { values: Vec::new(), is_known };
        for value in program.values() {
            let bound = bounds.of(program, value, fields, tables, indices);
            bounds.values.push(bound);
        }
        bounds
    }

    /// The upper bound of a value; the greatest number for values added to the program since.
    pub fn most(&self, value: Value) -> u64 {
        self.values.get(usize::from(value.0)).map_or(u64::MAX, |bound| bound.most)
    }

    /// True if the exact result of a value's operation may not fit its type: below zero, or beyond the last bit.
    pub fn wraps(&self, value: Value) -> bool {
        self.values.get(usize::from(value.0)).is_none_or(|bound| bound.wraps)
    }

    fn of(
        &self,
        program: &Program,
        value: Value,
        fields: &Fields,
        tables: &[Table],
        indices: u16,
    ) -> Bound {
        let limit = match program.type_of(value) {
            Type::Word | Type::Lanes(_) | Type::Set(_) => u64::MAX,
            Type::Half => u64::from(u32::MAX),
        };
        let most = |operand: Value| self.most(operand);
        let exact = |most: u64| Bound { most, wraps: false };
        if let Type::Set(_) = program.type_of(value) {
            let wraps = matches!(program.op(value), Op::Binary(Binary::OrNot, ..));
            return Bound { most: limit, wraps };
        }
        let within = |most: Option<u64>| match most.filter(|most| *most <= limit) {
            Some(most) => exact(most),
            None => Bound { most: limit, wraps: true },
        };
        let ones = |most: u64| u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0);
        match program.op(value) {
            // A short word in a bit scan may be any number of its type.
            Op::Square if indices == 0 => exact(limit),
            Op::Square => exact(u64::from(indices) - 1),
            Op::Parameter(parameter) if parameter.kind == Type::Half => {
                exact(u64::from(parameter.most))
            }
            Op::Join(_, high) => exact(most(high) << 32 | u64::from(u32::MAX)),
            Op::Extract(_, mask) => exact(packed(program, fields, mask)),
            Op::Pick(Pick { mask, shift, .. }) => {
                let column = column_of(program, fields, shift);
                let least = column.and_then(|column| column.iter().copied().min()).unwrap_or(0);
                let shifted = u64::MAX.checked_shr(least as u32).unwrap_or(0);
                exact(packed(program, fields, mask).max(shifted))
            }
            Op::Count(_, a) => exact(u64::from(u64::BITS - program.type_of(a).unused_bits())),
            Op::Field(field) => {
                let column = fields.column(field);
                exact(
                    column.map_or(limit, |column| column.values.iter().copied().max().unwrap_or(0)),
                )
            }
            Op::Const(constant, _) => exact(constant),
            Op::Low(a) => exact(most(a).min(u64::from(u32::MAX))),
            Op::High(a) => exact(most(a) >> 32),
            Op::Widen(a) | Op::Splat(a, _) => exact(most(a)),
            Op::Binary(binary, a, b) => match binary {
                Binary::And => exact(most(a).min(most(b))),
                Binary::AndNot => exact(most(a)),
                Binary::Or | Binary::Xor => {
                    let moved = moved_bits(program, value, Memory { fields, tables });
                    exact(ones(most(a) | most(b)).min(moved.unwrap_or(u64::MAX)))
                }
                Binary::Add => within(most(a).checked_add(most(b))),
                Binary::OrNot | Binary::Sub => Bound { most: limit, wraps: true },
                Binary::Mul => within(most(a).checked_mul(most(b))),
            },
            Op::Shl(a, by) => {
                let by = most(by);
                let fits = by < 64 && u64::from(most(a).leading_zeros()) >= by;
                within(if fits { Some(most(a) << by) } else { None })
            }
            Op::Shr(a, by) => {
                let memory = Memory { fields, tables };
                let is_known = (self.is_known)(program.op(by));
                let least = if is_known { least_amount(program, by, memory) } else { 0 };
                exact(moved_bits(program, value, memory).unwrap_or(u64::MAX).min(most(a) >> least))
            }
            Op::Load(table, _) | Op::LoadRow(table, _) => {
                let entries = tables.get(usize::from(table.index));
                exact(entries.map_or(limit, Table::most))
            }
            _ => exact(limit),
        }
    }
}

/// The entries of a field, if the value reads one.
fn column_of<'a>(program: &Program, fields: &'a Fields, value: Value) -> Option<&'a [u64]> {
    match program.op(value) {
        Op::Field(field) => fields.column(field).map(|column| &column.values[..]),
        _ => None,
    }
}

/// The greatest number that PEXT can return under the field's masks.
fn packed(program: &Program, fields: &Fields, mask: Value) -> u64 {
    let masks = column_of(program, fields, mask);
    let bits = masks.and_then(|masks| masks.iter().map(|mask| mask.count_ones()).max());
    u64::MAX.checked_shr(u64::BITS - bits.unwrap_or(u64::BITS)).unwrap_or(0)
}
