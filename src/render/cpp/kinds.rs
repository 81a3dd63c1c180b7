//! The specifiers of functions, and the header's first lines: macros, namespaces and includes.

use super::item::{WIDTH, opening};
use super::syntax::takes_pext;
use super::view::{Header, WORDS};
use crate::render::page::Item as Source;
use crate::render::pair::Layout;
use crate::render::prelude::*;
use crate::render::vectors;

/// The guard from a namespace and a file name: `CHESS_MAGICS_HPP` for `chess::magics` and `magics.hpp`.
pub(super) fn guard(namespace: &str, file_name: &str) -> String {
    let (stem, _) = file_name.rsplit_once('.').unwrap_or((file_name, ""));
    let mut names: Vec<&str> = namespace.split("::").collect();
    if names.last() != Some(&stem) {
        names.push(stem);
    }
    names.push("hpp");
    macro_name(&names)
}

/// A macro made of several names: `CHESS_MAGICS_IMPLEMENTATION`.
fn macro_name(names: &[&str]) -> String {
    let words = names.iter().flat_map(|name| name.split(|c: char| !c.is_ascii_alphanumeric()));
    // A macro can't begin with a digit, and two underscores are reserved for the compiler.
    let words = words.filter(|word| !word.is_empty()).map(str::to_ascii_uppercase);
    let name = words.collect::<Vec<_>>().join("_");
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("HPP_{name}") } else { name }
}

/// The macro by which one file of the program gets the definitions.
pub(super) fn implementation(namespace: &str) -> String {
    macro_name(&[namespace, "implementation"])
}

impl Header<'_> {
    pub(super) fn takes_pext(&self) -> bool {
        let mut functions = self.page().lookups.iter().chain(&self.page().indices);
        functions.any(|function| takes_pext(function.program, function.wanted))
    }

    /// True if lookups assert that their tables are filled.
    pub(super) fn asserts(&self) -> bool {
        self.must_init() && !self.page().lookups.is_empty()
    }

    /// True if function bodies depend on the instructions that the compiler may use. Files of a program may be compiled
    /// with different ones, and a linker keeps one body of an external function: so each file has its own functions.
    pub(super) fn is_by_instructions(&self) -> bool {
        let has_movers = self.page().movers.own().next().is_some() && !self.needs_bmi2();
        // A module is compiled once.
        !self.keys.is_module() && (has_movers || vectors::has_vectors(self.page()))
    }

    /// The specifiers of functions that the compiler can't compute. If each file has its own tables, it has its own
    /// functions that read them.
    pub(super) fn inline(&self) -> &'static str {
        let has_own_tables = self.keys.is_old() && !self.is_apart;
        if has_own_tables || self.is_by_instructions() { "static inline" } else { "inline" }
    }

    /// The specifiers of functions that the compiler can compute.
    fn constexpr(&self) -> &'static str {
        if self.is_by_instructions() { "static constexpr" } else { "constexpr" }
    }

    /// The specifiers of functions that read tables.
    pub(super) fn computed_kind(&self) -> &'static str {
        if self.is_computed() { self.constexpr() } else { self.inline() }
    }

    /// True if the compiler can compute functions that read tables.
    pub(super) fn is_computed(&self) -> bool {
        !self.is_apart && !self.keys.is_old()
    }

    /// The specifiers of functions that only definitions call.
    pub(super) fn inner_kind(&self) -> &'static str {
        if self.keys.is_old() { self.inline() } else { self.constexpr() }
    }

    /// The specifiers of lookups.
    pub(super) fn lookup_kind(&self) -> &'static str {
        if self.has_computed_lookups() { self.constexpr() } else { self.inline() }
    }

    /// True if the compiler can compute lookups.
    pub(super) fn has_computed_lookups(&self) -> bool {
        self.is_computed() && self.page().filled.is_empty() && !self.takes_pext()
    }

    /// True if `init` fills shared tables by functions that each file has for itself.
    pub(super) fn fills_by_file(&self) -> bool {
        !self.page().fills.is_empty() && !self.is_apart && self.is_by_instructions()
    }

    /// The specifiers of a function.
    pub(super) fn kind_of(&self, item: Source<'_>) -> &'static str {
        match item {
            Source::Lookup(_) | Source::Union(_) => self.lookup_kind(),
            Source::Index(index) if takes_pext(index.program, index.wanted) => self.inline(),
            Source::Square(square) if square.sum.is_some() => self.constexpr(),
            Source::Companion(of) if of.program.has(|op| matches!(op, Op::Call(..))) => {
                self.lookup_kind()
            }
            _ => self.computed_kind(),
        }
    }

    /// The lines of a function's head.
    pub(super) fn opening(&self, head: &Head<'_>) -> Vec<String> {
        let named = |kind: &str, sort| {
            let is_set = sort == Sort::Set && kind == WORDS.of(Type::Word);
            if is_set { self.bitboard() } else { kind }.to_owned()
        };
        let how = self.kind_of(head.item);
        let is_marked = head.item.is_public() && !self.keys.is_old();
        let nodiscard = if is_marked { "[[nodiscard]] " } else { "" };
        let line =
            format!("{nodiscard}{how} {} {}", named(&head.result, head.returned), head.item.name());
        let parameter = |one: &HeadParameter| format!("{} {}", named(one.kind, one.sort), one.name);
        opening(&line, &head.parameters.iter().map(parameter).collect::<Vec<_>>())
    }

    /// The lines on how a program gets the definitions, if they aren't in the header.
    pub(super) fn usage(&self) -> Vec<String> {
        let source = super::source(self.file_name);
        let usage = self.keys.layout.usage(&source, &self.implementation());
        let lines = wrap(&self.page().module.comments.quoted(&usage), WIDTH - "// ".len());
        if self.is_apart && !self.is_source { lines } else { Vec::new() }
    }

    /// A macro with the header's prefix.
    pub(super) fn macro_of(&self, words: &str) -> String {
        macro_name(&[self.namespace, words])
    }

    /// The macro by which one file of the program gets the definitions.
    pub(super) fn implementation(&self) -> String {
        implementation(self.namespace)
    }

    /// The macro that is defined once the definitions are included.
    pub(super) fn implemented(&self) -> String {
        self.macro_of("implemented")
    }

    pub(super) fn has_source(&self) -> bool {
        self.keys.layout == Layout::Pair
    }

    /// The namespaces from the outermost on. Before C++17, each is opened separately.
    pub(super) fn namespaces(&self) -> Vec<&str> {
        if self.keys.is_old() { self.namespace.split("::").collect() } else { vec![self.namespace] }
    }

    pub(super) fn includes(&self) -> Vec<&'static str> {
        let page = self.page();
        let has_arrays = !page.arrays.is_empty() || !page.filled.is_empty();
        let has_words = has_arrays || !page.lookups.is_empty() || !page.scans.is_empty();
        let has_spans = !page.batches.is_empty() && self.keys.is_20();
        let has_wide = |one: &Function<'_>| one.program.values().any(|at| one.is_wide_index(at));
        let has_sizes = page.lookups.iter().any(has_wide);
        let has_file = page.module.blob.is_some();
        let asks_for_constants =
            self.keys.is_20() && self.asks_for_constants() || self.batches_ask_for_constants();
        let includes = [
            (has_arrays, "array"),
            (page.has_counts, "bit"),
            (self.asserts() || page.module.has_checks() || has_spans, "cassert"),
            (has_file || page.walk.is_some() || !page.batches.is_empty() || has_sizes, "cstddef"),
            (has_words, "cstdint"),
            (has_file, "cstdio"),
            (has_file, "cstdlib"),
            (has_file, "cstring"),
            (page.self_test.is_some() && !self.keys.is_old(), "optional"),
            (has_spans, "span"),
            (asks_for_constants, "type_traits"),
        ];
        includes.into_iter().filter(|(is_read, _)| *is_read).map(|(_, name)| name).collect()
    }

    /// The head of a function that calls lookups; `piece` adds a parameter for the piece.
    pub(super) fn beside(&self, result: &str, name: &str, piece: Option<&Choice>) -> Vec<String> {
        let piece = piece.map(|choice| format!("{} piece", choice.kind));
        let place = ["unsigned square".to_owned(), format!("{} occupied", self.bitboard())];
        let parameters: Vec<String> = piece.into_iter().chain(place).collect();
        let nodiscard = if self.keys.is_old() { "" } else { "[[nodiscard]] " };
        opening(&format!("{nodiscard}{} {result} {name}", self.lookup_kind()), &parameters)
    }

    /// The specifiers of batches. Constexpr functions may loop since C++14; the C++20 functions are constexpr if lookups
    /// are.
    pub(super) fn batch_parameters(&self) -> [String; 4] {
        let set = self.bitboard();
        [
            "std::size_t count".to_owned(),
            "const std::uint8_t *squares".to_owned(),
            format!("const {set} *occupied"),
            format!("{set} *attacks"),
        ]
    }

    pub(super) fn batch_kind(&self) -> &'static str {
        if self.keys.is_20() { self.lookup_kind() } else { self.inline() }
    }
}
