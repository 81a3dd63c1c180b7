//! Functions on vectors in C++. In constant evaluation the compiler computes on words instead.

use super::item::{CALLS, Item, opening};
use super::syntax::OPERATORS;
use super::view::Header;
use crate::render::page::Item as Source;
use crate::render::prelude::*;
use crate::render::vectors::bits::reversed;
use crate::render::vectors::dispatch::{self, OnKind};
use crate::render::vectors::{self, Need, Queries, Tongue, folded, in_both_forms};

impl Tongue for Header<'_> {
    fn own_name(&self, words: &str) -> String {
        self.page().module.names.function(&[words])
    }

    fn own_macro(&self, words: &str) -> String {
        self.macro_of(words)
    }

    fn word(&self) -> &'static str {
        "std::uint64_t"
    }

    fn converted(&self, value: &str, to: &str) -> String {
        format!("static_cast<{to}>({value})")
    }

    fn opening(&self, name: &str, parameters: &[String], result: &str) -> Vec<String> {
        super::item::opening(&format!("{} {result} {name}", self.inline()), parameters)
    }

    fn byte(&self) -> &'static str {
        "std::uint8_t"
    }

    fn margin(&self) -> &'static str {
        "  "
    }

    /// In constant evaluation, the statements on words follow those on vectors.
    fn chosen(&self, flag: &str, lines: Vec<String>, words: Vec<String>) -> Vec<String> {
        let lines = lines.iter().flat_map(|line| folded(line));
        let first = format!("#if defined({flag})");
        if !self.asks_for_constants() {
            let last = ["#else".to_owned()].into_iter().chain(words).chain(["#endif".to_owned()]);
            return [first].into_iter().chain(lines).chain(last).collect();
        }
        let lines = self.unless_constant(lines);
        [first].into_iter().chain(lines).chain(["#endif".to_owned()]).chain(words).collect()
    }
}

impl Header<'_> {
    /// True if the compiler may evaluate functions on vectors as constants.
    pub(super) fn asks_for_constants(&self) -> bool {
        vectors::has_vectors(self.page()) && self.is_computed()
    }

    /// The types and functions of vectors. In C++17 they need a compiler with a builtin that tells constant evaluation.
    pub(super) fn vectors(&self) -> Option<Item> {
        let mut lines = vectors::definitions(self.page(), self);
        if lines.is_empty() {
            return None;
        }
        if self.asks_for_constants() && !self.keys.is_20() {
            let asked = [
                "#if defined(__has_builtin)",
                "#if __has_builtin(__builtin_is_constant_evaluated)",
            ];
            lines.splice(0..0, asked.map(str::to_owned));
            lines.extend(["#endif"; 2].map(str::to_owned));
        }
        Some(Item::fenced(Vec::new(), lines))
    }

    /// The statements that reverse a word's bits: on vectors, by Clang's own function, or step by step.
    pub(super) fn bits_reversed(&self, steps: impl Iterator<Item = String>) -> Vec<String> {
        in_both_forms(self, Some(reversed(self)), by_clang(steps))
    }

    /// A function's statements, in both forms if it can compute on vectors.
    pub(super) fn with_vectors(&self, item: Source<'_>, words: Vec<String>) -> Vec<String> {
        let write = |item: Source<'_>, wanted: Wanted<'_>| self.statements(item, wanted).2;
        in_both_forms(self, self.on_vectors(item, &write), words)
    }

    /// The statements of the function that returns the sets of rook and bishop.
    pub(super) fn pair_body(&self, pair: &PairLookup) -> Vec<String> {
        let stored = |lets: &[Let], sets: [Expr; 2]| {
            let set =
                |(name, set): (&str, &Expr)| format!("const auto {name} = {};", self.text(set));
            let lets = lets.iter().map(|one| self.declare(one));
            let sets = ["rook", "bishop"].into_iter().zip(&sets).map(set);
            lets.chain(sets).chain(["return {rook, bishop};".to_owned()]).collect()
        };
        let call = |lookup: &String| Expr::call_with(self.outside(lookup), &["square", "occupied"]);
        self.pair_in_both_forms(self, pair, [&pair.rook, &pair.bishop].map(call), &stored)
    }

    /// Statements that the compiler leaves out in constant evaluation.
    fn unless_constant(&self, lines: impl Iterator<Item = String>) -> Vec<String> {
        let asked = if self.keys.is_20() {
            "std::is_constant_evaluated"
        } else {
            "__builtin_is_constant_evaluated"
        };
        let set_in = lines.map(|line| behind_margin("  ", &line));
        let first = format!("if (!{asked}()) {{");
        [first].into_iter().chain(set_in).chain(["}".to_owned()]).collect()
    }

    /// The statements of a batch: on vectors of eight where the compiler may use them, then one set after another.
    pub(super) fn batch_body(&self, batch: &Batch) -> Vec<String> {
        let set = format!("  attacks[at] = {}(squares[at], occupied[at]);", batch.lookup);
        let rest = |head: &str| [head.to_owned(), set.clone(), "}".to_owned()];
        let Some(lanes) = &batch.lanes else {
            return rest("for (std::size_t at = 0; at < count; ++at) {").into();
        };
        let rounds = if lanes.is_chosen {
            let call = |kind: &OnKind<'_>| {
                let name = self.outside(&kind.function_of(batch));
                let arguments = ["count", "squares", "occupied", "attacks"];
                CALLS.lines("    ", &format!("at = {name}"), &arguments, ";")
            };
            dispatch::choice(self.page(), self, call)
        } else {
            self.rounds(self, lanes)
        };
        let mut rounds = [self.checked_squares(), rounds].concat();
        if self.batches_ask_for_constants() {
            rounds = self.unless_constant(rounds.into_iter());
        }
        let rounds = if lanes.is_chosen {
            dispatch::where_chosen(self, rounds)
        } else {
            let first = format!("#if defined({})", Need::Gathers.flag(self));
            [vec![first], rounds, vec!["#endif".to_owned()]].concat()
        };
        let first = ["std::size_t at = 0;".to_owned()];
        first.into_iter().chain(rounds).chain(rest("for (; at < count; ++at) {")).collect()
    }

    /// True if the compiler may evaluate batches on vectors as constants.
    pub(super) fn batches_ask_for_constants(&self) -> bool {
        let is_on_vectors = self.page().batches.iter().any(|batch| batch.lanes.is_some());
        self.keys.is_20() && self.is_computed() && is_on_vectors
    }

    /// The functions of batches that choose their registers.
    pub(super) fn batches_on_kinds(&self) -> Option<Item> {
        let write = |batch: &Batch, kind: &OnKind<'_>, lanes: &LaneBatch| {
            let before = format!("{} {} std::size_t", self.inline(), kind.attribute());
            let mut lines =
                opening(&format!("{before} {}", kind.function_of(batch)), &self.batch_parameters());
            lines.push("  std::size_t at = 0;".to_owned());
            lines.extend(self.rounds(kind, lanes).iter().map(|line| behind_margin("  ", line)));
            lines.extend(["  return at;", "}", ""].map(str::to_owned));
            lines
        };
        let of = |batch: &Batch| {
            let write = |kind: &OnKind<'_>, lanes: &LaneBatch| write(batch, kind, lanes);
            dispatch::functions(self.page(), self, batch, write).concat()
        };
        let mut lines: Vec<String> = self.page().batches.iter().flat_map(of).collect();
        lines.pop()?;
        let doc = "// The first sets of batches, eight at once; each returns how many.".to_owned();
        let lines = [vec![doc], lines].concat();
        Some(Item::fenced(Vec::new(), dispatch::where_chosen(self, lines)))
    }

    /// The loop that computes eight sets at once.
    fn rounds(&self, tongue: &dyn Tongue, lanes: &LaneBatch) -> Vec<String> {
        let round = self.round(tongue, lanes);
        let round = round.iter().map(|line| behind_margin("  ", line));
        let first = ["for (; count - at >= 8; at += 8) {".to_owned()];
        first.into_iter().chain(round).chain(["}".to_owned()]).collect()
    }

    /// The loop that checks the squares of a batch on vectors.
    fn checked_squares(&self) -> Vec<String> {
        let checks = self.page().lookups.first().map(|of| self.checks(Source::Lookup(of)));
        let checks = checks.filter(|checks| !checks.is_empty());
        let Some(checks) = checks else { return Vec::new() };
        let first = [
            "for (std::size_t one = 0; one < count; ++one) {".to_owned(),
            "  const unsigned square = squares[one];".to_owned(),
            "  static_cast<void>(square);".to_owned(),
        ];
        let checks = checks.into_iter().map(|check| format!("  {check}"));
        first.into_iter().chain(checks).chain(["}".to_owned()]).collect()
    }

    /// The statements that compute and store eight sets.
    fn round(&self, tongue: &dyn Tongue, lanes: &LaneBatch) -> Vec<String> {
        let place = |array: &str| vec![Expr::unary("&", Expr::index(array, "at".into()))];
        lanes.round(&Queries {
            tongue,
            facts: self.facts(),
            places: [place("squares"), place("occupied")],
            named: &|name| self.outside(name).into(),
            constant: &|word| OPERATORS.constant(word, Type::Word),
            table: &|array| Expr::call(format!("{}.data", self.outside(array)), Vec::new()),
            declare: &|name, value| folded(&format!("const auto {name} = {};", self.text(value))),
            store: &|function, sets| {
                let arguments = [place("attacks"), vec![sets.clone()]].concat();
                folded(&format!("{};", self.text(&Expr::call(function, arguments))))
            },
            width: 88,
        })
    }
}
