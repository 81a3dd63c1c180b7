//! Lookups on vectors: intrinsics of AVX2 where the compiler may use them, and words everywhere else, in one function.
//!
//! Each lookup computes the whole vector and takes its own lanes of it. Where two lookups of one square and occupancy meet
//! in a function, GCC sees that the vector is the same; a union and the pair of rook and bishop compute it once by themselves,
//! since Clang narrows it in each lookup before it could see.

use super::file::File;
use super::fold::fold;
use crate::model::{Binary, Lanes, Op, Type};
use crate::render::code::expr::Expr;
use crate::render::code::node::{Node, Wanted};
use crate::render::code::scope::Scope;
use crate::render::page::{Function, Item, Manner as _, PairLookup, Shared as _};

/// The condition under which vectors are used.
pub(super) const HAS_VECTORS: &str =
    "defined(__AVX2__) && (defined(__x86_64__) || defined(_M_X64))";

/// The intrinsic of an operation on vectors that differs in its width alone: `_mm256_sub_epi64`.
fn intrinsic(lanes: Lanes, operation: &str) -> String {
    match lanes {
        Lanes::Two => format!("_mm_{operation}"),
        Lanes::Four => format!("_mm256_{operation}"),
    }
}

/// The intrinsic of an operation on the bits of vectors: `_mm256_and_si256`.
fn bitwise(lanes: Lanes, operation: &str) -> String {
    intrinsic(lanes, &format!("{operation}_si{}", 64 * u16::from(lanes.count())))
}

/// Statements on vectors where the compiler may use them, and statements on words elsewhere.
fn in_both_forms(vectors: Vec<String>, words: Vec<String>) -> Vec<String> {
    let line = |text: &str| vec![text.to_owned()];
    let (first, last) = (line(&format!("#if {HAS_VECTORS}")), line("#endif"));
    [first, vectors, line("#else"), words, last].concat()
}

impl File<'_> {
    /// The type of a vector.
    pub(super) const fn register(lanes: Lanes) -> &'static str {
        match lanes {
            Lanes::Two => "__m128i",
            Lanes::Four => "__m256i",
        }
    }

    /// The widths of vectors on which lookups compute.
    pub(super) fn vectors(&self) -> impl Iterator<Item = Lanes> {
        let is_used = |lanes: &Lanes| {
            let has = |op| matches!(op, Op::LoadLanes(_, _, of) if of == *lanes);
            let mut programs = self.page().lookups.iter().filter_map(|of| of.lanes.as_ref());
            programs.any(|lookup| lookup.program.has(has))
        };
        [Lanes::Two, Lanes::Four].into_iter().filter(is_used)
    }

    /// The name of the function that reverses the bytes of each word of a vector.
    pub(super) fn reversal_of(&self, lanes: Lanes) -> String {
        self.own_function(&format!("reverse bytes of {}", lanes.count()))
    }

    /// A function's statements on vectors where the compiler may use them, and those on words elsewhere.
    pub(super) fn with_lanes(&self, item: Item<'_>, words: Vec<String>) -> Vec<String> {
        let lanes = match item {
            Item::Lookup(function) => function.lanes.as_deref(),
            Item::Union(union) => self.united_lookups(&union.of),
            _ => None,
        };
        let Some(lanes) = lanes else { return words };
        let statements = self.written(lanes, |item, wanted| self.statements_of(item, wanted).2);
        // A lookup has its checks before both forms; a union leaves them to those that it calls.
        let is_union = matches!(item, Item::Union(_));
        let checks = if is_union { self.checks_of(lanes) } else { Vec::new() };
        in_both_forms([checks, statements].concat(), words)
    }

    /// The statements of the function that gives the sets of rook and bishop, which computes one vector for both.
    pub(super) fn pair_body(&self, pair: &PairLookup) -> Vec<String> {
        let stored = |sets: [Expr; 2]| {
            let names = ["sets.rook", "sets.bishop"];
            let line =
                |(name, set): (&str, &Expr)| fold(&self.declared(name, set), self.facts.width);
            let stored = names.into_iter().zip(&sets).flat_map(line);
            stored.chain(["return sets;".to_owned()]).collect::<Vec<_>>()
        };
        let lookups = [&pair.rook, &pair.bishop];
        let call = |name: &String| Expr::call_with(name.as_str(), &["square", "occupied"]);
        let declared = || format!("{} sets;", pair.kind);
        let words = [vec![declared(), String::new()], stored(lookups.map(call))].concat();
        let Some(lanes) = self.united_lookups(&lookups.map(String::clone)) else { return words };
        let vectors = self.written(lanes, |_, wanted| {
            let body = wanted.body(true);
            let lines = self.declarations(&body).into_iter();
            let lines = lines.flat_map(|line| fold(&line, self.facts.width));
            let lines = lines.chain([declared(), String::new()]);
            lines.chain(stored([body.result.a(), body.result.b()])).collect()
        });
        in_both_forms([self.checks_of(lanes), vectors].concat(), words)
    }

    /// The statements by which a lookup refuses squares that are out of range.
    fn checks_of(&self, lanes: &Function<'_>) -> Vec<String> {
        self.shared().checks(Item::Lookup(lanes))
    }

    /// The function on vectors that computes what these lookups do.
    fn united_lookups(&self, of: &[String]) -> Option<&Function<'_>> {
        let united = self.page().united.iter().find(|united| united.of == of);
        united.map(|united| &united.function)
    }

    /// What `write` makes of a function on vectors.
    fn written(
        &self,
        lanes: &Function<'_>,
        write: impl Fn(Item<'_>, Wanted<'_>) -> Vec<String>,
    ) -> Vec<String> {
        let (shared, item, names) = (self.shared(), Item::Lookup(lanes), self.words());
        let scope = shared.scope([names.square, names.occupied], true, &lanes.fields);
        let dialect = shared.dialect(scope, item);
        write(item, lanes.wanted(&[], shared.writer(&*dialect)))
    }

    /// The expression of an operation that has to do with vectors.
    pub(super) fn on_lanes(&self, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        let operands = || node.operands.iter().map(|operand| operand.written.clone());
        let lanes = |kind: Type| match kind {
            Type::Lanes(lanes) => Some(lanes),
            Type::Word | Type::Half => None,
        };
        Some(match node.op {
            Op::LoadLanes(table, _, of) => {
                let entry = Expr::index(scope.table(table).0, node.a());
                let place = Expr::unary("&", entry).cast_to("const void *");
                let place = place.cast_to(&format!("const {} *", Self::register(of)));
                Expr::call(bitwise(of, "loadu"), vec![place])
            }
            Op::Splat(_, of) => {
                Expr::call(intrinsic(of, "set1_epi64x"), vec![node.a().cast_to("long long")])
            }
            Op::Lane(_, lane) => {
                let name = intrinsic(lanes(node.first().kind)?, "extract_epi64");
                let word = Expr::call(name, vec![node.a(), Expr::decimal(lane.into())]);
                word.cast_to(&self.word)
            }
            Op::ReverseBytes(_) => {
                Expr::call(self.reversal_of(lanes(node.kind)?), operands().collect())
            }
            Op::Binary(binary, ..) => {
                let of = lanes(node.kind)?;
                let name = match binary {
                    Binary::And => bitwise(of, "and"),
                    // The complement is that of the first operand.
                    Binary::AndNot => {
                        return Some(Expr::call(bitwise(of, "andnot"), operands().rev().collect()));
                    }
                    Binary::Or => bitwise(of, "or"),
                    Binary::Xor => bitwise(of, "xor"),
                    Binary::Add => intrinsic(of, "add_epi64"),
                    Binary::Sub => intrinsic(of, "sub_epi64"),
                    Binary::OrNot | Binary::Mul => return None,
                };
                Expr::call(name, operands().collect())
            }
            _ => return None,
        })
    }
}
