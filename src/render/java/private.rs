//! Names of our own choosing that no identifier of the user's has.

use std::collections::BTreeSet;

use crate::model::Module;

/// Names that are taken in the class.
#[derive(Debug)]
pub(super) struct Taken {
    names: BTreeSet<String>,
}

impl Taken {
    /// What is public in `module`.
    pub(super) fn new(module: &Module) -> Self {
        let mut taken: BTreeSet<String> = module.identifiers().into_iter().collect();
        taken.insert(module.names.type_name.clone());
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
/// Parameters and variables would hide a field that the user has called so. All are single lower-case words, some with a
/// number.
pub(super) fn reference(class: &str, field: &str) -> String {
    if field.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()) {
        format!("{class}.{field}")
    } else {
        field.to_owned()
    }
}
