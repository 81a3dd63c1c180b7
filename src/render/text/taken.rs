//! Chooses names for a file's private items that differ from all other identifiers of the file.

use std::collections::BTreeSet;

use magicgen_lookup::model::{Module, Naming, Underscores};

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
            taken.names.insert(naming.folded(name));
        }
        taken
    }

    /// Takes the name `wanted` or, if it is taken, the same name with underscores behind it.
    pub fn name(&mut self, wanted: impl Into<String>) -> String {
        let mut name = wanted.into();
        let more = match self.naming.underscores {
            Underscores::Characters => "_",
            Underscores::Between => "_X",
            Underscores::Ignored => "X",
        };
        while !self.names.insert(self.naming.folded(&name)) {
            name.push_str(more);
        }
        name
    }
}
