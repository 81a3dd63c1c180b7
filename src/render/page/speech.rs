//! How a language writes operations in one of a page's functions.

use crate::render::prelude::*;

/// The dialect of a [`Manner`] in one function.
pub(super) struct Speech<'d, 'a> {
    pub(super) manner: &'d dyn Manner<'a>,
    pub(super) item: Item<'d>,
    pub(super) scope: Scope<'d>,
}

impl Dialect for Speech<'_, '_> {
    fn operators(&self) -> &Operators {
        self.manner.operators()
    }

    fn scope(&self) -> &Scope<'_> {
        &self.scope
    }

    fn special(&self, node: &Node) -> Option<Expr> {
        let special = self.manner.special(self.item, &self.scope, node);
        special.or_else(|| match node.op {
            Op::Part(_, word) => Some(self.manner.part(self.item, &self.scope, node, word)),
            Op::Pack(_) => self.manner.packed(node.packed()),
            _ => None,
        })
    }

    fn variable(&self, name: &str) -> Expr {
        self.manner.variable(name)
    }

    fn entry(&self, array: &str, index: Expr, storage: Storage) -> Expr {
        self.manner.entry(array, index, storage)
    }

    fn call(&self, function: &str, arguments: Vec<Expr>) -> Expr {
        (self.manner.facts().called)(function, arguments)
    }

    fn stem(&self, node: &Node) -> &'static str {
        (self.manner.facts().stem)(node)
    }

    fn has_sets(&self) -> bool {
        self.manner.page().module.words_apart().is_none()
    }
}
