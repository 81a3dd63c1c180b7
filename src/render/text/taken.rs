//! Chooses names for a file's private items that differ from all other identifiers of the file.

use std::collections::BTreeSet;

use magicgen_lookup::model::{Case, Module, Naming};

/// Names that are taken in a file.
#[derive(Clone, Debug)]
pub struct Taken {
    naming: Naming,
    names: BTreeSet<String>,
}

impl Taken {
    /// The public names of `module`, its language's keywords, and `others`.
    pub fn new(module: &Module, others: &[&str]) -> Self {
        let naming = module.names.naming();
        let mut taken = Self { naming, names: BTreeSet::new() };
        let public = module.identifiers();
        let own = [module.names.type_name.as_str()].into_iter().chain(others.iter().copied());
        let fixed = naming.keywords.iter().chain(naming.reserved).copied();
        for name in public.iter().map(String::as_str).chain(own).chain(fixed) {
            taken.names.insert(taken.folded(name));
        }
        taken
    }

    /// Takes the name `wanted` or, if it is taken, the same name with underscores behind it.
    pub fn name(&mut self, wanted: impl Into<String>) -> String {
        let mut name = wanted.into();
        // In Ada, no name ends in an underscore.
        let more = if self.naming.functions == Case::Mixed { "_X" } else { "_" };
        while !self.names.insert(self.folded(&name)) {
            name.push_str(more);
        }
        name
    }

    /// The name by which taken names are compared: in small letters where the language ignores case.
    fn folded(&self, name: &str) -> String {
        if self.naming.ignores_case { name.to_lowercase() } else { name.to_owned() }
    }
}
