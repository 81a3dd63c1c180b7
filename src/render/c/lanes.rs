//! Functions on vectors in C: statements on vectors and on words in one function.

use super::file::File;
use super::fold::{fold, signature};
use super::syntax::OPERATORS;
use crate::render::prelude::*;
use crate::render::vectors::bits::reversed;
use crate::render::vectors::dispatch::{self, OnKind};
use crate::render::vectors::{
    Need, Queries, Tongue, definitions, in_both_forms, includes, vector_type,
};

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
    /// The `#include` lines for functions on vectors.
    pub(super) fn vector_includes(&self) -> Vec<String> {
        if self.settings.may_have_vectors() { includes(self.page()) } else { Vec::new() }
    }

    /// The types and functions of vectors, if functions of the header compute on them.
    pub(super) fn vectors(&self) -> Vec<String> {
        if self.settings.may_have_vectors() { definitions(self.page(), self) } else { Vec::new() }
    }

    /// The statements that reverse a word's bits: on vectors, by Clang's own function, or step by step.
    pub(super) fn bits_reversed(&self, steps: impl Iterator<Item = String>) -> Vec<String> {
        let words = by_clang(steps);
        let on_vectors = self.settings.may_have_vectors().then(|| reversed(self));
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

    /// The statements of a batch: on vectors of eight where the compiler may use them, then one set after another.
    pub(super) fn batch_body(&self, batch: &Batch) -> Vec<String> {
        let set = format!("    sets[i] = {}(squares[i], occupied[i]);", batch.lookup);
        let rest = |head: &str| [head.to_owned(), set.clone(), "}".to_owned()];
        let Some(lanes) = &batch.lanes else {
            let first = ["size_t i;".to_owned(), String::new()];
            return first.into_iter().chain(rest("for (i = 0; i < count; i++) {")).collect();
        };
        let mut lines = vec!["size_t i = 0;".to_owned(), String::new()];
        if lanes.is_chosen {
            let call = |kind: &OnKind<'_>| {
                vec![format!("i = {}(count, squares, occupied, sets);", kind.function_of(batch))]
            };
            let chosen = dispatch::choice(self.page(), self, call);
            let chosen = self.checked_squares().into_iter().chain(chosen).collect();
            lines.extend(dispatch::where_chosen(self, chosen));
        } else {
            lines.push(format!("#if defined({})", Need::Gathers.flag(self)));
            lines.extend(self.checked_squares());
            lines.extend(self.rounds(self, lanes));
            lines.push("#endif".to_owned());
        }
        lines.extend(rest("for (; i < count; i++) {"));
        lines
    }

    /// The functions of a batch that chooses its registers.
    pub(super) fn batch_on_kinds(&self, batch: &Batch) -> Vec<String> {
        let write = |kind: &OnKind<'_>, lanes: &LaneBatch| {
            let before = format!("{} {} size_t", self.inline, kind.attribute());
            let head = signature(
                &format!("{before} {}", kind.function_of(batch)),
                &self.batch_parameters(),
            );
            let mut body = vec!["size_t i = 0;".to_owned(), String::new()];
            body.extend(self.rounds(kind, lanes));
            body.push("return i;".to_owned());
            let body = body.iter().map(|line| behind_margin("    ", line));
            let first = [String::new(), head, "{".to_owned()].into_iter();
            first.chain(body).chain(["}".to_owned()]).collect()
        };
        let functions = dispatch::functions(self.page(), self, batch, write);
        if functions.is_empty() {
            return Vec::new();
        }
        let doc =
            "/* The first sets of a batch, eight at once; each returns how many. */".to_owned();
        let lines = [vec![doc], functions.concat()].concat();
        [vec![String::new()], dispatch::where_chosen(self, lines)].concat()
    }

    /// The loop that computes eight sets at once.
    fn rounds(&self, tongue: &dyn Tongue, lanes: &LaneBatch) -> Vec<String> {
        let round = self.round(tongue, lanes);
        let round = round.iter().map(|line| behind_margin("    ", line));
        let first = ["for (; count - i >= 8; i += 8) {".to_owned()];
        first.into_iter().chain(round).chain(["}".to_owned()]).collect()
    }

    /// The loop that checks the squares of a batch on vectors.
    fn checked_squares(&self) -> Vec<String> {
        let checks = self.page().lookups.first().map(|of| self.checks(Item::Lookup(of)));
        let checks = checks.filter(|checks| !checks.is_empty());
        let Some(checks) = checks else { return Vec::new() };
        let square = "    const unsigned square = squares[i];".to_owned();
        let checks = checks.into_iter().map(|check| format!("    {check}"));
        let first = ["for (; i < count; i++) {".to_owned(), square, String::new()];
        let last = ["    (void)square;".to_owned(), "}".to_owned(), "i = 0;".to_owned()];
        first.into_iter().chain(checks).chain(last).collect()
    }

    /// The statements that compute and store eight sets.
    fn round(&self, tongue: &dyn Tongue, lanes: &LaneBatch) -> Vec<String> {
        let place = |array: &str| vec![Expr::unary("&", Expr::index(array, "i".into()))];
        let kind = vector_type(Lanes::Eight, tongue);
        let width = self.facts.width - 4;
        lanes.round(&Queries {
            tongue,
            facts: &self.facts,
            places: [place("squares"), place("occupied")],
            named: &|name| name.into(),
            constant: &|word| OPERATORS.constant(word, Type::Word),
            table: &|array| Expr::name(array),
            declare: &|name, value| {
                fold(&self.declared(&format!("const {kind} {name}"), value), width)
            },
            store: &|function, sets| {
                let arguments = [place("sets"), vec![sets.clone()]].concat();
                let mut line = self.facts.style.document(&Expr::call(function, arguments));
                fold(line.text(";"), width)
            },
            width,
        })
    }
}
