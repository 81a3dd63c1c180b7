//! The stages of a lookup, from the occupancy to the attack set.

use magicgen_ir::{Binary, Op, Program, Role, Table, TableRef, TableRole, Value};

/// The stage of a lookup to which a value belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The relevant occupied squares.
    Key,
    /// The words of the key, laid over each other.
    Fold,
    /// The key, multiplied by the factor.
    Product,
    /// The words of the key, each multiplied by its own factor, and the sum of these products.
    Products,
    /// The index computed from the key.
    Index,
    /// The position in the table.
    Slot,
    /// The entry of the table.
    Cell,
    /// The steps from the entry to the attack set.
    Finish,
}

impl Stage {
    /// The stage's name.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Fold => "fold",
            Self::Product => "product",
            Self::Products => "products",
            Self::Index => "index",
            Self::Slot => "slot",
            Self::Cell => "cell",
            Self::Finish => "finish",
        }
    }

    /// The clause that explains the stage.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Key => "the blockers among the relevant squares",
            Self::Fold => "the words are laid over each other; no two relevant squares meet",
            Self::Product => "the factor carries them up, in a pattern of few bits",
            Self::Products => "each word has its own factor; the products are added",
            Self::Index => "these bits as a number",
            Self::Slot => "the number's place in the table",
            Self::Cell => "what the table has there",
            Self::Finish => "from there to the attacked squares",
        }
    }

    /// The stage of a value. A value without a stage belongs to the stage of the value computed from it.
    #[must_use]
    pub fn of(program: &Program, value: Value, tables: &[Table]) -> Self {
        let before = match program.op(value) {
            Op::Field(field) => matches!(field.role, Role::Before | Role::BeforeOf(_)),
            _ => false,
        };
        match Self::of_value(program, value, tables) {
            Self::Product if is_split(program, value) => Self::Products,
            Self::Key if before && is_split(program, value) => Self::Products,
            other => other,
        }
    }

    fn of_value(program: &Program, value: Value, tables: &[Table]) -> Self {
        let needed = program.needed(value);
        let is_cell = |of: &Value| cell(program, *of, tables).is_some();
        if is_cell(&value) {
            return Self::Cell;
        }
        if needed.iter().any(is_cell) || value == program.result {
            return Self::Finish;
        }
        let is_slot = |(load, _, index): (Value, TableRef, Value)| {
            index == value && cell(program, load, tables).is_some()
        };
        match (program.op(value), program.name_of(value)) {
            (Op::Field(field), _) if field.role != Role::Reach => Self::of_role(field.role),
            (Op::Load(..) | Op::LoadRow(..), _)
            | (_, Some("product" | "sum" | "low" | "high" | "folded" | "shifted")) => Self::Product,
            (Op::Binary(Binary::Xor, ..) | Op::Part(..), Some("key"))
                if has_parts(program, &needed) =>
            {
                Self::Fold
            }
            (_, Some("relevant" | "blockers" | "key" | "moved" | "slider")) => Self::Key,
            (_, Some("index" | "shift")) => Self::Index,
            (_, Some("offset")) => Self::Slot,
            _ if program.loads().any(is_slot) => Self::Slot,
            _ => {
                let all = program.needed(program.result);
                let user = all
                    .into_iter()
                    .find(|user| program.op(*user).operands().any(|operand| operand == value));
                user.map_or(Self::Finish, |user| Self::of(program, user, tables))
            }
        }
    }

    const fn of_role(role: Role) -> Self {
        match role {
            Role::Mask
            | Role::Before
            | Role::BeforeOf(_)
            | Role::Upper
            | Role::Lower
            | Role::Reversed => Self::Key,
            Role::Factor | Role::FactorOf(_) | Role::Choice | Role::Constant | Role::Terms => {
                Self::Product
            }
            Role::Shift | Role::IndexPlace(_) => Self::Index,
            Role::Offset => Self::Slot,
            Role::Base
            | Role::Reach
            | Role::CodePlace(_)
            | Role::Spread(_)
            | Role::SpreadShift(_)
            | Role::Leap => Self::Finish,
        }
    }
}

/// True if some of these values is a word of a set. The key of a mirrored square is an exclusive or, too, but of one word.
fn has_parts(program: &Program, values: &[Value]) -> bool {
    values.iter().any(|value| matches!(program.op(*value), Op::Part(..)))
}

/// Whether each word of a set has a factor on the line of a value.
fn is_split(program: &Program, value: Value) -> bool {
    let needed = program.needed(value);
    let ops = |of: Vec<Value>| of.into_iter().map(|value| program.op(value));
    let is_of_sets = ops(program.needed(program.result)).any(|op| matches!(op, Op::OccupiedSet(_)));
    let lines: Vec<_> = ops(needed)
        .filter_map(|op| match op {
            Op::Field(field) => Some(field.line),
            _ => None,
        })
        .collect();
    is_of_sets
        && ops(program.needed(program.result)).any(|op| match op {
            Op::Field(field) => {
                matches!(field.role, Role::FactorOf(_)) && lines.contains(&field.line)
            }
            _ => false,
        })
}

/// The table from which a value is read, if it is an occupancy's slot.
pub(super) fn cell(program: &Program, value: Value, tables: &[Table]) -> Option<TableRef> {
    let (Op::Load(table, _) | Op::LoadRow(table, _)) = program.op(value) else { return None };
    let role = tables.get(usize::from(table.index))?.role;
    matches!(role, TableRole::Attacks | TableRole::Indices | TableRole::LineAttacks)
        .then_some(table)
}

/// Whether a table's entries are positions in another table.
pub(super) fn is_position(tables: &[Table], table: TableRef) -> bool {
    tables.get(usize::from(table.index)).is_some_and(|table| table.role == TableRole::Indices)
}
