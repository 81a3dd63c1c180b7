//! Chooses the registers that cut a lookup into stages.

use crate::render::prelude::*;

/// The values in registers before the table is read. The register after the table isn't one of them.
///
/// A product takes longest, so the first register follows it. The second is at the table's address, where block RAM has
/// a register anyway.
#[derive(Default)]
pub(super) struct Cuts {
    products: Vec<Value>,
    address: Option<Value>,
}

impl Cuts {
    /// The registers of a lookup with this number of stages, which reads one table at its end.
    pub(super) fn of(program: &Program, stages: usize) -> Self {
        let index = program.loads().next().map(|(_, _, index)| index);
        let Some(index) = index.filter(|index| stages > 1 && !program.op(*index).is_given()) else {
            return Self::default();
        };
        let needed = program.needed(index);
        let is_product = |value: Value| {
            // A row's offset is a product too, but doesn't depend on the occupancy.
            matches!(program.op(value), Op::Binary(Binary::Mul, ..))
                && program.needed(value).into_iter().any(|part| program.op(part) == Op::Occupied)
        };
        // Only the last product of a chain of products counts.
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

    /// The stages of a lookup with these registers and the one after its table.
    pub(super) fn stages(&self) -> usize {
        1 + usize::from(!self.products.is_empty()) + usize::from(self.address.is_some())
    }

    /// The values in registers.
    pub(super) fn values(&self) -> impl Iterator<Item = Value> + '_ {
        self.products.iter().copied().chain(self.address)
    }

    /// The program with names for the values in registers.
    pub(super) fn named(&self, program: &Program) -> Program {
        let mut named = program.clone();
        for value in self.values().filter(|value| program.name_of(*value).is_none()) {
            named.name(value, if Some(value) == self.address { "place" } else { "product" });
        }
        named
    }
}
