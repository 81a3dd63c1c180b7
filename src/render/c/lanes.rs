//! Functions on vectors in C: statements on vectors and on words in one function.

use super::file::File;
use super::fold::{fold, signature};
use crate::render::prelude::*;
use crate::render::vectors::bits::reversed;
use crate::render::vectors::{Tongue, definitions, in_both_forms, includes};

impl Tongue for File<'_> {
    fn own_name(&self, words: &str) -> String {
        self.own_function(words)
    }

    fn own_macro(&self, words: &str) -> String {
        self.own_constant(words)
    }

    fn word(&self) -> &str {
        &self.word
    }

    fn converted(&self, value: &str, to: &str) -> String {
        format!("({to}){value}")
    }

    fn opening(&self, name: &str, parameters: &[String], result: &str) -> Vec<String> {
        let head = signature(&format!("{} {result} {name}", self.inline), parameters);
        vec![head, "{".to_owned()]
    }
}

impl File<'_> {
    /// True if the file has 64-bit words and its compilers may have vectors.
    pub(super) fn may_have_vectors(&self) -> bool {
        !self.settings.is_c89() && !self.settings.has_progmem()
    }

    /// The `#include` lines for functions on vectors.
    pub(super) fn vector_includes(&self) -> Vec<String> {
        if self.may_have_vectors() { includes(self.page()) } else { Vec::new() }
    }

    /// The types and functions of vectors, if functions of the header compute on them.
    pub(super) fn vectors(&self) -> Vec<String> {
        if self.may_have_vectors() { definitions(self.page(), self) } else { Vec::new() }
    }

    /// The statements that reverse a word's bits: on vectors, by Clang's own function, or step by step.
    pub(super) fn bits_reversed(&self, steps: impl Iterator<Item = String>) -> Vec<String> {
        let words = by_clang(steps);
        let on_vectors = self.may_have_vectors().then(|| reversed(self));
        in_both_forms(self, on_vectors, words)
    }

    /// A function's statements on vectors where the compiler may use them, and those on words elsewhere.
    pub(super) fn with_lanes(&self, item: Item<'_>, words: Vec<String>) -> Vec<String> {
        let write = |item: Item<'_>, wanted: Wanted<'_>| self.statements_of(item, wanted).2;
        in_both_forms(self, self.on_vectors(item, &write), words)
    }

    /// The statements of the function that returns the sets of rook and bishop.
    pub(super) fn pair_body(&self, pair: &PairLookup) -> Vec<String> {
        let stored = |lets: &[Let], sets: [Expr; 2]| {
            let lets = lets.iter().map(|one| self.declaration_of(one));
            let declared = [Document::of(&format!("{} sets;", pair.kind)), Document::default()];
            let names = ["sets.rook", "sets.bishop"];
            let stored = names.into_iter().zip(&sets).map(|(name, set)| self.declared(name, set));
            let lines = lets.chain(declared).chain(stored).chain([Document::of("return sets;")]);
            lines.flat_map(|line| fold(&line, self.facts.width)).collect()
        };
        let call = |lookup: &String| Expr::call_with(lookup.as_str(), &["square", "occupied"]);
        self.pair_in_both_forms(self, pair, [&pair.rook, &pair.bishop].map(call), &stored)
    }
}
