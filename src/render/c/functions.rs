//! The header's functions, and the local variables that they begin with.

use super::file::File;
use super::options::Memory;
use super::records::variable_name;
use crate::render::prelude::*;

impl File<'_> {
    /// All functions of the header except the one from file and rank: searched pieces' lookups, other lookups, bit
    /// scans.
    pub(super) fn functions(&self) -> Vec<String> {
        let mut functions = Vec::new();
        if self.module.emits(Part::Lookup) {
            functions.extend(self.readers());
            functions.extend(self.texts(&[Group::Reversals, Group::Indices]));
        }
        functions.extend(self.texts(&[
            Group::Lookups,
            Group::Unions,
            Group::Companions,
            Group::Scans,
        ]));
        functions
    }

    /// The texts of all functions of these groups.
    pub(super) fn texts(&self, order: &[Group]) -> Vec<String> {
        self.items(order).into_iter().map(|item| self.function(item)).collect()
    }

    /// Declares a pointer to the square's record, or the fields that are local variables.
    pub(super) fn entries_of_square(&self, item: Item<'_>) -> Vec<Document> {
        let Some(function) = item.function() else { return Vec::new() };
        if self.module.has_arrays() {
            let read = |field: Field| {
                let entry = self.read(function.field(field), "square".into(), field.storage());
                self.variable_of(field.type_of(), &variable_name(field), entry)
            };
            return self.held_fields(function).into_iter().map(read).collect();
        }
        if is_slot(function) || function.reads_of_record() == 0 {
            return Vec::new();
        }
        let entry = format!(
            "const {} *entry",
            self.record_type(self.page().owner_of_records(function.piece))
        );
        vec![self.declared(&entry, &Expr::unary("&", self.record(function.piece)))]
    }

    /// The fields that a function keeps in local variables: words that it reads more than once, or all fields in
    /// program memory. A pair counts by the reads of its halves; the mask's halves are read once each.
    pub(super) fn held_fields(&self, function: &Function<'_>) -> Vec<Field> {
        let (program, users) = (function.program, function.computed());
        let count =
            |user: Value, of: Value| program.op(user).operands().filter(|one| *one == of).count();
        let uses = |of: Value| users.iter().map(|user| count(*user, of)).sum::<usize>();
        let is_held = |(value, field): &(Value, Field)| {
            // A read of program memory is longer and slower than a variable.
            if self.settings.memory() != Memory::Data {
                return true;
            }
            let (mut whole, mut halves) = (0, 0);
            for user in &users {
                match program.op(*user) {
                    Op::Low(of) | Op::High(of) if of == *value => halves += uses(*user),
                    _ => whole += count(*user, *value),
                }
            }
            let is_repeated = if self.settings.is_c89() {
                field.role == Role::Factor || halves > 2
            } else {
                whole > 1 || whole == 1 && halves > 0
            };
            field.storage() == Storage::Word && is_repeated
        };
        let field = |value: &Value| match program.op(*value) {
            Op::Field(field) => Some((*value, field)),
            _ => None,
        };
        users.iter().filter_map(field).filter(is_held).map(|(_, field)| field).collect()
    }
}

/// True for a function that reads the slot at the index of another function. It needs no variables.
pub(super) fn is_slot(function: &Function<'_>) -> bool {
    match (function.program.op(function.wanted), function.calls.as_slice()) {
        (Op::Load(_, at) | Op::LoadRow(_, at), [(index, _)]) => at == *index,
        _ => false,
    }
}
