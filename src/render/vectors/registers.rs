//! Vectors of one register or more, and their functions.

use super::intrinsics::{Register, Target};
use super::{Operation, Tongue, vector_type};
use crate::render::prelude::*;

/// The registers of a vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Registers {
    target: Target,
    pub(super) lanes: Lanes,
    pub(super) each: Register,
}

/// The names of the registers of a vector that has more than one.
const MEMBERS: [&str; 4] = ["a", "b", "c", "d"];

/// The names of parameters for several words or numbers.
const LETTERS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

impl Registers {
    pub(super) const fn of(target: Target, lanes: Lanes) -> Self {
        Self { target, lanes, each: Register::of(target, lanes) }
    }

    pub(super) const fn count(self) -> usize {
        (self.lanes.count() / self.each.words()) as usize
    }

    /// The registers of a vector.
    pub(super) fn members(self, of: &str) -> Vec<String> {
        match self.count() {
            1 => vec![of.to_owned()],
            count => MEMBERS[..count].iter().map(|member| format!("{of}.{member}")).collect(),
        }
    }

    /// The comment on the type.
    pub(super) fn comment(self) -> String {
        let (words, name) = (self.lanes.count(), self.target.name());
        let bits = u32::from(self.each.words()) * u64::BITS;
        match self.count() {
            1 => format!("{words} words in a register of {bits} bits, by {name}."),
            count => format!("{words} words in {count} registers of {bits} bits, by {name}."),
        }
    }

    /// The definition of the type.
    pub(super) fn definition(self, name: &str, tongue: &dyn Tongue) -> Vec<String> {
        let members = if self.count() == 1 { &[] } else { &MEMBERS[..self.count()] };
        tongue.definition(name, self.each.kind(), members)
    }

    /// The statements that make a vector. `each` makes a register from its number and its names in the parameters `x`
    /// and `y`; `first` are statements before. With `is_new` there is no parameter `x`.
    pub(super) fn statements(
        self,
        tongue: &dyn Tongue,
        first: Vec<String>,
        is_new: bool,
        each: impl Fn(usize, [&str; 2]) -> String,
    ) -> Vec<String> {
        let blank = (!first.is_empty()).then(String::new);
        let first = first.into_iter().chain(blank);
        if self.count() == 1 {
            return first.chain([tongue.returned(&each(0, ["x", "y"]))]).collect();
        }
        let members = MEMBERS[..self.count()].iter().enumerate();
        let made = |(at, member): (usize, &&'static str)| {
            let [x, y] = ["x", "y"].map(|name| format!("{name}.{member}"));
            (*member, each(at, [&x, &y]))
        };
        let kind = vector_type(self.lanes, tongue);
        let made: Vec<_> = members.map(made).collect();
        first.chain(tongue.composed(&kind, &made, is_new)).collect()
    }

    pub(super) fn function(self, operation: Operation, tongue: &dyn Tongue) -> Vec<String> {
        let (word, name) = (tongue.word(), operation.name(self.lanes, tongue));
        let kind = vector_type(self.lanes, tongue);
        let each = self.each;
        let [x, y] = ["x", "y"].map(|name| tongue.parameter(&kind, name));
        let of_words = usize::from(each.words());
        let lanes = usize::from(self.lanes.count());
        let letters = |kind: &str, count: usize| {
            let letters = LETTERS[..count].iter();
            letters.map(|letter| tongue.parameter(kind, letter)).collect::<Vec<_>>()
        };
        let in_lanes = |first: Vec<String>, words: &[&str]| {
            let of = |at| &words[at * of_words..][..of_words];
            let made = |at, _: [&str; 2]| each.words_in_lanes(of(at), tongue);
            self.statements(tongue, first, true, made)
        };
        if operation.is_of_queries() {
            let (result, parameters, body) = self.query(operation, tongue);
            return tongue.inner(&name, &parameters, &result, broken(&body, tongue));
        }
        let (result, parameters, body) = match operation {
            Operation::Load => {
                if let Some((parameters, first, words)) = tongue.loaded(self.lanes) {
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    (&*kind, parameters.to_vec(), in_lanes(vec![first], &words))
                } else {
                    let place = |at| if at == 0 { "at".to_owned() } else { format!("&at[{at}]") };
                    let load = |at, _: [&str; 2]| each.load(&place(at * of_words), tongue);
                    let body = self.statements(tongue, Vec::new(), true, load);
                    (&*kind, vec![format!("const {word} *at")], body)
                }
            }
            Operation::Splat => {
                let splat = |_, _: [&str; 2]| each.splat("word", tongue);
                let body = self.statements(tongue, Vec::new(), true, splat);
                (&*kind, vec![tongue.parameter(word, "word")], body)
            }
            Operation::Binary(binary) => {
                let of_both = |_, [a, b]: [&str; 2]| each.binary(binary, a, b);
                (&*kind, vec![x, y], self.statements(tongue, Vec::new(), false, of_both))
            }
            Operation::ReverseBytes => {
                let reversed = |_, [of, _]: [&str; 2]| each.reversed(of);
                (&*kind, vec![x], self.statements(tongue, each.order(tongue), false, reversed))
            }
            Operation::Vector => {
                (&*kind, letters(word, lanes), in_lanes(Vec::new(), &LETTERS[..lanes]))
            }
            Operation::ShiftApart => {
                let parameters = [vec![x], letters("int", lanes / 2)].concat();
                (&*kind, parameters, self.shifted_apart(tongue))
            }
            Operation::BelowHighest(places) => {
                (&*kind, vec![x], self.below_highest(places, tongue))
            }
            Operation::OrHalf(half) => (word, vec![x], self.half_united(half, tongue)),
            Operation::OrLanes => {
                let union = |one: String, other: &&str| {
                    each.binary(Binary::Or, &one, &format!("x.{other}"))
                };
                let mut body = Vec::new();
                let mut of = "x";
                if self.count() > 1 {
                    let first = format!("x.{}", MEMBERS[0]);
                    let all = MEMBERS[1..self.count()].iter().fold(first, union);
                    body.push(tongue.constant(each.kind(), "all", &all));
                    of = "all";
                }
                body.extend(each.union(of, tongue));
                if body.len() > 1 {
                    body.insert(body.len() - 1, String::new());
                }
                (word, vec![x], body)
            }
            Operation::Lane(lane) => {
                let member = MEMBERS[usize::from(lane / each.words())];
                let of = if self.count() == 1 { "x" } else { &format!("x.{member}") };
                let lane = each.lane(of, lane % each.words(), tongue);
                (word, vec![x], vec![tongue.returned(&lane)])
            }
            _ => unreachable!("these are functions of queries"),
        };
        tongue.inner(&name, &parameters, result, broken(&body, tongue))
    }

    /// The statements that return the union of the lanes of a half.
    fn half_united(self, half: u8, tongue: &dyn Tongue) -> Vec<String> {
        if self.count() > 1 {
            let register = format!("x.{}", MEMBERS[usize::from(half)]);
            return self.each.union(&register, tongue);
        }
        let value = match half {
            0 => "_mm256_castsi256_si128(x)",
            _ => "_mm256_extracti128_si256(x, 1)",
        };
        let half = Register::Xmm;
        let mut lines = vec![tongue.constant(half.kind(), "two", value), String::new()];
        lines.extend(half.union("two", tongue));
        lines
    }

    /// The statements that find the bits below the highest one of each lane: by a count of leading zeros, or by steps of these
    /// numbers of places.
    fn below_highest(self, places: Places, tongue: &dyn Tongue) -> Vec<String> {
        let each = self.each;
        if self.target == Target::Avx512 {
            let begin = each.affixes()[0];
            let ones = format!("{begin}set1_epi64x({})", tongue.literal(u64::MAX >> 1));
            let zeros = format!("{begin}lzcnt_epi64(x)");
            let zeros = tongue.constant(each.kind(), "zeros", &zeros);
            let ones = tongue.constant(each.kind(), "ones", &ones);
            let last = tongue.returned(&each.shifted("ones", "zeros", false));
            return vec![ones, zeros, String::new(), last];
        }
        let mut first = Vec::new();
        let of_each = usize::from(each.words());
        for at in 0..self.count() {
            let named = |name: &str| match self.count() {
                1 => name.to_owned(),
                _ => format!("{name}_{}", MEMBERS[at]),
            };
            let of = &places[at * of_each..][..of_each];
            for (name, steps) in [("by", 1), ("by_two", 2), ("by_four", 4)] {
                let numbers: Vec<String> = of.iter().map(|by| (by * steps).to_string()).collect();
                let numbers = each.numbers(&numbers, tongue);
                first.push(tongue.constant(each.numbers_kind(), &named(name), &numbers));
            }
            let x = if self.count() == 1 { "x".to_owned() } else { format!("x.{}", MEMBERS[at]) };
            let below = each.shifted(&x, &named("by"), false);
            first.push(tongue.constant(each.kind(), &named("one"), &below));
            for (name, of, by) in [("two", "one", "by"), ("four", "two", "by_two")] {
                let further = each.shifted(&named(of), &named(by), false);
                let both = each.binary(Binary::Or, &named(of), &further);
                first.push(tongue.constant(each.kind(), &named(name), &both));
            }
        }
        self.statements(tongue, first, false, |at, _| {
            let named = |name: &str| match self.count() {
                1 => name.to_owned(),
                _ => format!("{name}_{}", MEMBERS[at]),
            };
            let further = each.shifted(&named("four"), &named("by_four"), false);
            each.binary(Binary::Or, &named("four"), &further)
        })
    }

    /// The statements that shift the lower half of the lanes left, and the upper half right.
    fn shifted_apart(self, tongue: &dyn Tongue) -> Vec<String> {
        let (each, half) = (self.each, usize::from(self.lanes.count()) / 2);
        let kind = each.numbers_kind();
        let numbers = |sign: &str| {
            LETTERS[..half].iter().map(|one| format!("{sign}{one}")).collect::<Vec<_>>()
        };
        let declared = |name: &str, numbers: &[String]| {
            tongue.constant(kind, name, &each.numbers(numbers, tongue))
        };
        match (each, self.count()) {
            (Register::Neon | Register::Xmm, 1) => {
                unreachable!("fills have vectors of four words at the least")
            }
            // One rotation by signed amounts replaces two shifts.
            (_, 1) if self.target == Target::Avx512 => {
                let by = declared("by", &[numbers(""), numbers("-")].concat());
                vec![by, String::new(), tongue.returned(&each.rotated("x", "by"))]
            }
            // A shift by a negative amount returns 0.
            (_, 1) => {
                let left = declared("left", &[numbers(""), numbers("-")].concat());
                let right = declared("right", &[numbers("-"), numbers("")].concat());
                let both = [("left", true), ("right", false)];
                let [a, b] = both.map(|(by, is_left)| each.shifted("x", by, is_left));
                let last = tongue.returned(&each.binary(Binary::Or, &a, &b));
                vec![left, right, String::new(), last]
            }
            (_, count) => {
                let names = ["by", "further"];
                let numbers = numbers("");
                let by = names.iter().zip(numbers.chunks(usize::from(each.words())));
                let first = by.map(|(name, numbers)| declared(name, numbers)).collect();
                let shifted = |at: usize, [of, _]: [&str; 2]| {
                    each.shifted(of, names[at % (count / 2)], at < count / 2)
                };
                self.statements(tongue, first, false, shifted)
            }
        }
    }
}

/// Statements, those on several lines that are too long.
fn broken(body: &[String], tongue: &dyn Tongue) -> Vec<String> {
    body.iter().flat_map(|line| tongue.broken(line)).collect()
}
