//! Lookups on vectors: a module `vectors` for each kind of registers, and functions that call it if the compiler may
//! use these registers. Each of them has a `const fn` on words next to it.
//!
//! The module's functions declare the instructions that they need, so they are safe, and only calls from lookups need
//! an `unsafe` block.

use super::body::Job;
use super::file::{File, WORDS};
use super::lines::{ARGUMENTS, CALLS};
use super::on_words;
use super::prepare::prepared;
use super::syntax::HEX;
use crate::render::prelude::*;
use crate::render::vectors::dispatch::chosen_kinds;
use crate::render::vectors::{Register, RegisterKind, Target, Tongue, has_lanes};

/// The syntax of the module's functions.
pub(super) struct Vectors<'a> {
    /// The path before a function's name in a call.
    path: &'static str,
    /// The target features of the functions.
    features: &'a str,
}

/// The syntax of calls from lookups.
pub(super) const CALLED: Vectors<'_> = Vectors { path: "vectors::", features: "" };

/// The syntax of calls of functions for one kind of registers between which batches choose.
pub(super) const fn called_on(kind: &RegisterKind) -> Vectors<'static> {
    let path = if matches!(kind.target, Target::Avx512) { "avx512::" } else { "avx2::" };
    Vectors { path, features: "" }
}

/// The attribute of items for processors that batches ask.
pub(super) const ON_X86: &str = "#[cfg(target_arch = \"x86_64\")]";

/// The width of an attribute's arguments in one line, rustfmt's default `attr_fn_like_width`.
const ATTRIBUTE: usize = 70;

impl Tongue for Vectors<'_> {
    fn own_name(&self, words: &str) -> String {
        format!("{}{}", self.path, words.replace(' ', "_"))
    }

    fn own_type(&self, words: &str) -> String {
        Case::Pascal.join(&[words])
    }

    fn word(&self) -> &'static str {
        "u64"
    }

    fn converted(&self, value: &str, to: &str) -> String {
        let cast = if to == self.word() { "cast_unsigned" } else { "cast_signed" };
        format!("{value}.{cast}()")
    }

    fn opening(&self, name: &str, parameters: &[String], result: &str) -> Vec<String> {
        let result = if result.is_empty() { "" } else { &format!(" -> {result}") };
        vec![
            "#[inline]".to_owned(),
            format!("#[target_feature(enable = \"{}\")]", self.features),
            format!("pub(super) fn {name}({}){result} {{", parameters.join(", ")),
        ]
    }

    fn comment(&self, text: &str) -> String {
        format!("/// {text}")
    }

    fn definition(&self, name: &str, kind: &str, members: &[&str]) -> Vec<String> {
        if members.is_empty() {
            return vec![format!("pub(super) type {name} = {kind};")];
        }
        let first = ["#[derive(Clone, Copy)]".to_owned(), format!("pub(super) struct {name} {{")];
        let members = members.iter().map(|member| format!("    {member}: {kind},"));
        first.into_iter().chain(members).chain(["}".to_owned()]).collect()
    }

    fn parameter(&self, kind: &str, name: &str) -> String {
        format!("{name}: {kind}")
    }

    fn constant(&self, _kind: &str, name: &str, value: &str) -> String {
        format!("let {name} = {value};")
    }

    fn returned(&self, value: &str) -> String {
        value.to_owned()
    }

    fn composed(&self, kind: &str, registers: &[(&str, String)], _is_new: bool) -> Vec<String> {
        let of = |(name, value): &(&str, String)| self.broken(&format!("{name}: {value},"));
        let registers = inside(registers.iter().flat_map(of));
        [format!("{kind} {{")].into_iter().chain(registers).chain(["}".to_owned()]).collect()
    }

    fn literal(&self, word: u64) -> String {
        HEX.text(word)
    }

    fn place(&self, table: Expr, index: Expr) -> Vec<Expr> {
        vec![Expr::unary("&", table), index]
    }

    fn loaded(&self, lanes: Lanes) -> Option<([String; 2], String, Vec<String>)> {
        let parameters = [self.parameter("&[u64]", "table"), self.parameter("usize", "at")];
        let words = (0..lanes.count()).map(|lane| format!("words[{lane}]")).collect();
        Some((parameters, format!("let words = &table[at..at + {}];", lanes.count()), words))
    }

    fn signed(&self, word: u64) -> String {
        let text = HEX.text(word);
        if i64::try_from(word).is_ok() { text } else { format!("{text}_u64.cast_signed()") }
    }

    fn bytes(&self) -> (Vec<String>, String) {
        let parameters = [self.parameter("&[u8]", "squares"), self.parameter("usize", "at")];
        let from = "squares[at..at + 8].as_ptr().cast()";
        (parameters.into(), format!("unsafe {{ _mm_loadl_epi64({from}) }}"))
    }

    fn table(&self) -> String {
        self.parameter("&[u64]", "table")
    }

    fn gathered(&self, register: Register, at: &str) -> String {
        let from = "table.as_ptr().cast()";
        match register {
            Register::Zmm => format!("_mm512_i64gather_epi64::<8>({at}, {from})"),
            _ => format!("_mm256_i64gather_epi64::<8>({from}, {at})"),
        }
    }

    fn stored(&self, register: Register, members: &[String]) -> (Vec<String>, Vec<String>) {
        let parameters = [self.parameter("&mut [u64]", "sets"), self.parameter("usize", "at")];
        let [begin, end] = register.affixes();
        let stored = |(part, member): (usize, &String)| {
            let first = part * usize::from(register.words());
            let place = if first == 0 {
                "words.as_mut_ptr().cast()".to_owned()
            } else {
                format!("words[{first}..].as_mut_ptr().cast()")
            };
            format!("{begin}storeu_{end}({place}, {member});")
        };
        let first = "let words = &mut sets[at..at + 8];".to_owned();
        let stored = members.iter().enumerate().map(stored);
        (parameters.into(), [first].into_iter().chain(stored).collect())
    }

    fn guarded(&self, why: &str, lines: Vec<String>) -> Vec<String> {
        let reason = format!("// SAFETY: {why}.");
        if lines.iter().all(|line| line.contains("unsafe {")) {
            return [vec![reason], lines].concat();
        }
        let (first, rest) = match lines.split_first() {
            Some((first, rest)) if first.starts_with("let ") => (Some(first.clone()), rest),
            _ => (None, &lines[..]),
        };
        if let ([only], None) = (rest, &first)
            && !only.ends_with(';')
        {
            return vec![reason, format!("unsafe {{ {only} }}")];
        }
        let block = ["unsafe {".to_owned()].into_iter().chain(inside(rest.iter().cloned()));
        first.into_iter().chain([reason]).chain(block).chain(["}".to_owned()]).collect()
    }

    fn nothing(&self) -> &'static str {
        ""
    }

    fn call(&self, function: &str, arguments: &[String]) -> String {
        let width = function.len() + "()".len() + ARGUMENTS;
        Calls { width, ..CALLS }.lines("", function, arguments, "").join("\n")
    }

    fn broken(&self, statement: &str) -> Vec<String> {
        statement.lines().map(str::to_owned).collect()
    }
}

/// The indentation of a block.
const MARGIN: &str = "    ";

/// Lines with the indentation of a block.
fn inside(lines: impl IntoIterator<Item = String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| behind_margin(MARGIN, &line))
}

/// The architecture of these registers, and the target features of their instructions.
pub(super) fn named(kind: &RegisterKind) -> (&'static str, &'static [&'static str]) {
    match kind.target {
        Target::Avx512 if kind.has_bytes() => ("x86_64", &["avx512bw", "avx512cd"]),
        Target::Avx512 => ("x86_64", &["avx512cd", "avx512vl"]),
        Target::Avx2 => ("x86_64", &["avx2"]),
        Target::Ssse3 => ("x86_64", &["ssse3"]),
        Target::Neon => ("aarch64", &["neon"]),
    }
}

/// The condition under which the compiler may use some features.
fn has(features: &[&str]) -> Vec<String> {
    features.iter().map(|feature| format!("target_feature = \"{feature}\"")).collect()
}

/// The conditions under which the compiler may use these registers, but none of `others`.
fn condition(kind: &RegisterKind, others: &[&RegisterKind]) -> Vec<String> {
    let (arch, features) = named(kind);
    let mut parts = vec![format!("target_arch = \"{arch}\"")];
    parts.extend(has(features));
    parts.extend(others.iter().map(|other| {
        let features = has(named(other).1).join(", ");
        if features.contains(',') {
            format!("not(all({features}))")
        } else {
            format!("not({features})")
        }
    }));
    parts
}

/// A `cfg` attribute, on several lines if it is too long.
pub(super) fn attribute(head: &str, parts: &[String], tail: &str) -> Vec<String> {
    let width = "#[cfg()]".len() + ATTRIBUTE;
    let calls = Calls { width, trailing_comma: false, ..CALLS };
    calls.lines("", &format!("#[cfg({head}"), parts, &format!("{tail})]"))
}

impl File<'_> {
    /// The modules of functions on vectors.
    pub(super) fn vectors(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut before: Vec<&RegisterKind> = Vec::new();
        for printed in &self.registers {
            let (arch, _) = named(printed);
            let others = before.iter().filter(|other| named(other).0 == arch);
            let others: Vec<&RegisterKind> = others.copied().collect();
            let parts = condition(printed, &others);
            lines.extend(self.registers_module(printed, "vectors", attribute("all", &parts, "")));
            before.push(printed);
        }
        for kind in &chosen_kinds(self.page()) {
            lines.extend(self.registers_module(kind, &kind.word(), vec![ON_X86.to_owned()]));
        }
        lines
    }

    /// The module of functions on one kind of registers.
    fn registers_module(
        &self,
        kind: &RegisterKind,
        name: &str,
        condition: Vec<String>,
    ) -> Vec<String> {
        let (arch, features) = named(kind);
        let first = format!("/// Vectors in registers of {}.", kind.target.name());
        let mut lines = vec![String::new(), first];
        lines.extend(condition);
        lines.push(format!("mod {name} {{"));
        // In edition 2015, `use` finds only crates that are declared.
        let (extern_crate, core) = match self.options.edition.0 {
            2015 => (Some("extern crate core;".to_owned()), "self::core"),
            _ => (None, "core"),
        };
        let allowed = self.options.allow("clippy::wildcard_imports", "all are intrinsics");
        let mut inner: Vec<String> = extern_crate.into_iter().chain(allowed).collect();
        inner.push(format!("use {core}::arch::{arch}::*;"));
        inner.extend(kind.definitions(&Vectors { path: "", features: &features.join(",") }));
        lines.extend(inside(inner));
        lines.push("}".to_owned());
        lines
    }

    /// True if a lookup of this name also has a form on vectors.
    pub(super) fn is_on_vectors(&self, name: &str) -> bool {
        let mut lookups = self.page().lookups.iter();
        lookups.any(|lookup| lookup.name == name && lookup.lanes.is_some())
    }

    /// True if a function computes on vectors, or calls one that does.
    pub(super) fn takes_vectors(&self, item: Item<'_>) -> bool {
        match item {
            Item::Lookup(Function { lanes, program, .. }) => lanes.is_some() || has_lanes(program),
            Item::Union(union) => union.of.iter().any(|name| self.is_on_vectors(name)),
            _ => false,
        }
    }

    /// The function that computes the same on words: a separate one if this one computes on vectors.
    pub(super) fn name_on_words(&self, name: &str) -> String {
        if self.is_on_vectors(name) { on_words(name) } else { name.to_owned() }
    }

    /// The statements of a function that computes on vectors.
    pub(super) fn on_vectors(&self, item: Item<'_>) -> Option<Vec<String>> {
        let arguments = self.arguments(WORDS.occupied);
        let call = |name: &String| Expr::call_with(self.name_on_words(name), &arguments);
        let words = |value| self.result(value, self.facts.width - MARGIN.len());
        match item {
            Item::Lookup(function) => {
                let words = words(&call(&function.name));
                Some(self.in_both_forms(function.lanes.as_deref()?, false, words))
            }
            Item::Union(union) => {
                let words = words(&self.united(union.of.iter().map(call).collect()));
                self.united_in_both_forms(&union.of, false, words)
            }
            _ => None,
        }
    }

    /// The statements that compute several lookups on vectors at once, if possible.
    fn united_in_both_forms(
        &self,
        of: &[String],
        is_pair: bool,
        words: Vec<String>,
    ) -> Option<Vec<String>> {
        let united = &self.page().united.iter().find(|united| united.of == of)?.function;
        let checks = self.checks(Item::Lookup(united));
        Some([checks, self.in_both_forms(united, is_pair, words)].concat())
    }

    /// The conditions of which one holds where the compiler may use vectors.
    pub(super) fn any_registers(&self) -> Vec<String> {
        let is_last = |(at, kind): &(usize, &RegisterKind)| {
            let mut others = self.registers[at + 1..].iter();
            others.all(|other| named(other).0 != named(kind).0)
        };
        let whole = |(_, kind): (usize, &RegisterKind)| {
            let parts = condition(kind, &[]);
            format!("all({})", parts.join(", "))
        };
        self.registers.iter().enumerate().filter(is_last).map(whole).collect()
    }

    /// Statements on vectors if the compiler may use them, else on words. A pair has two results.
    fn in_both_forms(
        &self,
        lanes: &Function<'_>,
        is_pair: bool,
        words: Vec<String>,
    ) -> Vec<String> {
        let prepared = prepared(lanes.program);
        let (item, names) = (Item::Lookup(lanes), self.words());
        let scope = self.scope([names.square, names.occupied], true, &lanes.fields);
        let dialect = self.dialect(scope, item);
        let writer = self.writer(&*dialect);
        let wanted = Wanted::whole(&prepared.program, &lanes.bounds, writer);
        let width = self.facts.width - MARGIN.len();
        let written = self.written(Job { item, wanted, width, is_pair });
        self.narrowed.set(written.narrowed);
        let any = self.any_registers();
        let mut lines = attribute("any", &any, "");
        lines.push(
            "// SAFETY: by this condition the compiler may use all that is called.".to_owned(),
        );
        lines.push("unsafe {".to_owned());
        lines.extend(inside(written.statements.2));
        lines.push("}".to_owned());
        lines.extend(attribute("not(any", &any, ")"));
        lines.push("{".to_owned());
        lines.extend(inside(words));
        lines.push("}".to_owned());
        lines
    }

    /// The statements of the function that returns the sets of rook and bishop.
    pub(super) fn pair_body(&self, pair: &PairLookup) -> Vec<String> {
        let of = [&pair.rook, &pair.bishop];
        let arguments = self.arguments(WORDS.occupied).join(", ");
        let set = |(name, lookup): (&str, &String)| {
            format!("let {name} = {}({arguments});", self.name_on_words(lookup))
        };
        let sets = ["rook", "bishop"].into_iter().zip(of).map(set);
        let words: Vec<String> = sets.chain(["(rook, bishop)".to_owned()]).collect();
        let united = self.united_in_both_forms(&of.map(String::clone), true, words.clone());
        united.unwrap_or(words)
    }
}
