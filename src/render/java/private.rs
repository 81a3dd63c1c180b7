//! Names of our own choosing that no identifier of the user's has.

use std::collections::BTreeSet;

use crate::model::{Module, Part, Rows};

/// Names that are taken in the class.
#[derive(Debug)]
pub(super) struct Taken {
    names: BTreeSet<String>,
}

impl Taken {
    /// What is public in `module`.
    pub(super) fn new(module: &Module) -> Self {
        let names = &module.names;
        let pieces: Vec<&str> = module.pieces.iter().map(|piece| piece.name.as_str()).collect();
        let unions = module.unions.iter().map(|union| union.name.as_str());
        let lookups: Vec<&str> = pieces.iter().copied().chain(unions).collect();
        let has_rows = module.tables.iter().any(|table| table.rows != Rows::No);
        let squares = module.board.squares.iter().map(|(name, _)| name.clone());
        let squares: Vec<String> = squares.filter(|_| module.emits(Part::Squares)).collect();
        let identifiers = names.identifiers(&pieces, &lookups, has_rows, &squares);
        let mut taken: BTreeSet<String> = identifiers.into_iter().map(|(_, name)| name).collect();
        taken.insert(names.type_name.clone());
        taken.extend(super::HIDING.iter().map(|name| (*name).to_owned()));
        Self { names: taken }
    }

    /// `wanted`, or something like it.
    pub(super) fn name(&mut self, wanted: impl Into<String>) -> String {
        let mut name = wanted.into();
        while !self.names.insert(name.clone()) {
            name.push('_');
        }
        name
    }
}

/// A field as an expression inside a method.
///
/// Parameters and variables would hide a field that the user has called so. Nearly all are single lower-case words.
pub(super) fn reference(class: &str, field: &str) -> String {
    let is_word = field.chars().all(|c| c.is_ascii_lowercase());
    if is_word || ["lowProduct", "highProduct"].contains(&field) {
        format!("{class}.{field}")
    } else {
        field.to_owned()
    }
}
