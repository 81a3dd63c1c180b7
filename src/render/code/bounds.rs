//! A program and what it reads in; how large its values become out.
//!
//! For languages whose integers don't wrap by themselves: where nothing can overflow they need no mask.

use crate::model::{Binary, Fields, Op, Program, Table, Type, Value};

/// The largest that each value of a program becomes.
#[derive(Clone, Debug)]
pub struct Bounds {
    values: Vec<Bound>,
}

#[derive(Clone, Copy, Debug)]
struct Bound {
    most: u64,
    wraps: bool,
}

impl Bounds {
    /// Looks at every value, for squares below `indices`.
    #[must_use]
    pub fn new(program: &Program, fields: &Fields, tables: &[Table], indices: u8) -> Self {
        let mut bounds = Self { values: Vec::new() };
        for value in program.values() {
            let bound = bounds.of(program, value, fields, tables, indices);
            bounds.values.push(bound);
        }
        bounds
    }

    /// The largest that a value becomes.
    #[must_use]
    pub fn most(&self, value: Value) -> u64 {
        self.values[usize::from(value.0)].most
    }

    /// True where the exact result of a value's operation may not fit its type: below zero, or beyond the last bit.
    #[must_use]
    pub fn wraps(&self, value: Value) -> bool {
        self.values[usize::from(value.0)].wraps
    }

    fn of(
        &self,
        program: &Program,
        value: Value,
        fields: &Fields,
        tables: &[Table],
        indices: u8,
    ) -> Bound {
        let limit = match program.type_of(value) {
            Type::Word => u64::MAX,
            Type::Half => u64::from(u32::MAX),
        };
        let most = |of: Value| self.most(of);
        let exact = |most: u64| Bound { most, wraps: false };
        let within = |most: Option<u64>| match most.filter(|most| *most <= limit) {
            Some(most) => exact(most),
            None => Bound { most: limit, wraps: true },
        };
        let largest = |entries: &[u64]| entries.iter().copied().max().unwrap_or(0);
        let ones = |most: u64| u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0);
        match program.op(value) {
            // A scan's short word may be any of 32 bits.
            Op::Square if indices == 0 => exact(limit),
            Op::Square => {
                exact(if fields.columns().is_empty() { limit } else { u64::from(indices) - 1 })
            }
            Op::Occupied
            | Op::Join(..)
            | Op::ReverseBytes(_)
            | Op::ReverseBits(_)
            | Op::Extract(..)
            | Op::Deposit(..) => exact(limit),
            Op::Field(field) => {
                exact(fields.column(field).map_or(limit, |column| largest(&column.values)))
            }
            Op::Const(constant, _) => exact(constant),
            Op::Low(a) => exact(most(a).min(u64::from(u32::MAX))),
            Op::High(a) => exact(most(a) >> 32),
            Op::Widen(a) => exact(most(a)),
            Op::Binary(binary, a, b) => match binary {
                Binary::And => exact(most(a).min(most(b))),
                Binary::AndNot => exact(most(a)),
                Binary::Or | Binary::Xor => exact(ones(most(a) | most(b))),
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
                let least = match program.op(by) {
                    Op::Const(by, _) => by,
                    Op::Field(field) => fields.least(field),
                    // Of a high half alone, fewer places are left.
                    Op::Binary(Binary::Sub, by, less) => match (program.op(by), program.op(less)) {
                        (Op::Field(field), Op::Const(less, _)) => {
                            fields.least(field).saturating_sub(less)
                        }
                        _ => 0,
                    },
                    _ => 0,
                };
                exact(most(a) >> least.min(63))
            }
            Op::Load(table, _) | Op::LoadRow(table, _) => {
                let entries = tables.get(usize::from(table.index));
                exact(entries.map_or(limit, |table| largest(&table.entries)))
            }
        }
    }
}
