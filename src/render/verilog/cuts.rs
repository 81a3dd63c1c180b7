//! Where registers cut a lookup into stages.

use crate::model::{Binary, Op, Program, Value};

/// The values that a clock stores before the table is read. The register behind the table isn't among them.
///
/// A product takes longest, so that the first register stands behind it. The second stands at the table's
/// address, where block RAM has one of its own.
#[derive(Default)]
pub(super) struct Cuts {
    products: Vec<Value>,
    address: Option<Value>,
}

impl Cuts {
    /// The registers of a lookup that reads one table at its end, in this number of stages.
    pub(super) fn of(program: &Program, stages: usize) -> Self {
        let index = program.loads().next().map(|(_, _, index)| index);
        let Some(index) = index.filter(|index| stages > 1 && !program.op(*index).is_given()) else {
            return Self::default();
        };
        let needed = program.needed(index);
        let is_product = |value: Value| {
            // Where a square's row begins is a product, too.
            matches!(program.op(value), Op::Binary(Binary::Mul, ..))
                && program.needed(value).into_iter().any(|part| program.op(part) == Op::Occupied)
        };
        // Of products of products, the last ones.
        let is_inner = |value: Value| {
            let outer = needed.iter().filter(|other| **other != value && is_product(**other));
            outer.into_iter().any(|outer| program.needed(*outer).contains(&value))
        };
        let products: Vec<Value> = needed
            .iter()
            .copied()
            .filter(|value| is_product(*value) && !is_inner(*value))
            .collect();
        let has_address = stages > 2 || products.is_empty();
        Self { products, address: Some(index).filter(|_| has_address) }
    }

    /// The stages of a lookup with these registers and the one behind its table.
    pub(super) fn stages(&self) -> usize {
        1 + usize::from(!self.products.is_empty()) + usize::from(self.address.is_some())
    }

    /// The values that are stored.
    pub(super) fn values(&self) -> impl Iterator<Item = Value> + '_ {
        self.products.iter().copied().chain(self.address)
    }

    /// The program with names for what is stored.
    pub(super) fn named(&self, program: &Program) -> Program {
        let mut named = program.clone();
        for value in self.values().filter(|value| program.name_of(*value).is_none()) {
            named.name(value, if Some(value) == self.address { "place" } else { "product" });
        }
        named
    }
}
