//! Lookups that write the halves of a set into an array that the caller passes.

use super::heading::half_name;
use super::lines::{INNER_CALLS, assigned};
use super::syntax::OPERATORS;
use super::view::File;
use crate::render::prelude::*;

/// The note on calling these functions, with one as the example.
pub(super) fn note(lookup: &str, words: u8) -> String {
    if words > 1 {
        return format!(
            "Sets are arrays of {0} numbers of 32 bits. Lookups return them in an array that the caller passes and may \
             pass again, so that no object is made: after `const out = new Uint32Array({0});` and \
             `{lookup}(square, occupied, out);`, `out[0]` holds bits 0 to 31, `out[1]` bits 32 to 63, and so on.",
            2 * words
        );
    }
    format!(
        "Sets are returned in an array that the caller passes and may pass again, so that no object is made: after \
         `const out = new Uint32Array(2);` and `{lookup}(square, lo, hi, out);`, `out[0]` holds bits 0 to 31 and \
         `out[1]` bits 32 to 63."
    )
}

impl File<'_> {
    /// An entry of the array that gets a set.
    fn out(&self, half: u64) -> String {
        self.text(&self.keys.entry("out", Expr::decimal(half)))
    }

    /// The statements that store both halves.
    pub(super) fn stored(&self, halves: &[(Option<&str>, Expr)]) -> Vec<String> {
        let line = |(at, (_, half)): (u64, &(Option<&str>, Expr))| {
            // The array cuts numbers to 32 bits itself.
            let half = match half {
                Expr::Binary(operator, both)
                    if *operator == OPERATORS.shr && both[1] == Expr::decimal(0) =>
                {
                    &both[0]
                }
                half => half,
            };
            assigned(&self.out(at), half, &self.facts().style)
        };
        (0..).zip(halves).flat_map(line).collect()
    }

    /// The statement that calls a lookup with the array.
    fn stated(&self, lookup: &Expr) -> Vec<String> {
        let mut call = lookup.clone();
        if let Expr::Call(_, arguments) = &mut call {
            arguments.push(Expr::name("out"));
        }
        INNER_CALLS.of(&self.facts().style, "", "", &call, ";")
    }

    /// The same statement, and a variable for each half.
    pub(super) fn taken(&self, one: &Let) -> Vec<String> {
        let mut lines = self.stated(&one.value);
        for (half, is_high) in [(0, false), (1, true)] {
            let name = half_name(&one.name, is_high);
            lines.push(format!("const {name} = {};", self.out(half)));
        }
        lines
    }

    /// The statements that or the sets of lookups in the array. Each lookup overwrites the set of the one before.
    pub(super) fn united_in_array(&self, sets: &[Expr]) -> Vec<String> {
        let Some((last, first)) = sets.split_last() else { return Vec::new() };
        if self.set_words() > 1 {
            return self.united_arrays(first, last);
        }
        let names: Vec<String> = (1..sets.len()).map(|at| format!("set{at}")).collect();
        let taken = |(name, set): (&String, &Expr)| {
            let (kind, op) = (Type::Word, Op::Occupied);
            self.taken(&Let { name: name.clone(), kind, op, value: set.clone() })
        };
        let mut lines: Vec<String> = names.iter().zip(first).flat_map(taken).collect();
        lines.extend(self.stated(last));
        for (half, is_high) in [(0, false), (1, true)] {
            let halves = names.iter().map(|name| Expr::name(half_name(name, is_high)));
            let all = self.text(&self.united(halves.collect()));
            lines.push(format!("{} |= {all};", self.out(half)));
        }
        lines
    }

    /// The same for sets of several words.
    fn united_arrays(&self, first: &[Expr], last: &Expr) -> Vec<String> {
        let halves = 0..2 * u64::from(self.set_words());
        let named = |set: usize, half: u64| format!("set{}Half{half}", set + 1);
        let mut lines = Vec::new();
        for (set, call) in first.iter().enumerate() {
            lines.extend(self.stated(call));
            let taken = |half| format!("const {} = {};", named(set, half), self.out(half));
            lines.extend(halves.clone().map(taken));
        }
        lines.extend(self.stated(last));
        lines.extend(halves.map(|half| {
            let all = (0..first.len()).map(|set| Expr::name(named(set, half))).collect();
            format!("{} |= {};", self.out(half), self.text(&self.united(all)))
        }));
        lines
    }

    /// True if a function passes its lookups an array because its caller passes none.
    fn lends(&self, function: &CompanionFunction<'_>) -> bool {
        let returns_set = function.companion.result == Outcome::Set;
        let calls = |op| matches!(op, Op::Call(..));
        self.keys.has_out() && !returns_set && function.program.has(calls)
    }

    /// The statement that names the array for the function's lookups.
    pub(super) fn lent(&self, function: &CompanionFunction<'_>) -> Vec<String> {
        let line = self.lends(function).then(|| format!("const out = {};", self.lent));
        line.into_iter().collect()
    }

    /// True if a function passes its lookups the module's array.
    pub(super) fn has_lent(&self) -> bool {
        self.page().companions.iter().any(|function| self.lends(function))
    }
}
