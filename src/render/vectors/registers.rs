//! Vectors of one register or more, and their functions.

use super::intrinsics::{Register, Target};
use super::{Operation, Tongue, folded, vector_type};
use crate::model::{Binary, Lanes};

/// The registers that a vector fills.
#[derive(Clone, Copy, Debug)]
pub(super) struct Registers {
    lanes: Lanes,
    each: Register,
}

/// The names of the registers of a vector that has more than one.
const MEMBERS: [&str; 4] = ["a", "b", "c", "d"];

/// The names of parameters for several words or numbers.
const LETTERS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

impl Registers {
    pub(super) const fn of(target: Target, lanes: Lanes) -> Self {
        Self { lanes, each: Register::of(target, lanes) }
    }

    const fn count(self) -> usize {
        (self.lanes.count() / self.each.words()) as usize
    }

    /// Says what the type is.
    pub(super) fn comment(self, target: Target) -> String {
        let (words, name) = (self.lanes.count(), target.name());
        match self.count() {
            1 => format!("/* {words} words in a register of {name}. */"),
            count => format!("/* {words} words in {count} registers of {name}. */"),
        }
    }

    /// The definition of the type.
    pub(super) fn definition(self, name: &str) -> String {
        let kind = self.each.kind();
        match self.count() {
            1 => format!("typedef {kind} {name};"),
            count => {
                format!("typedef struct {{ {kind} {}; }} {name};", MEMBERS[..count].join(", "))
            }
        }
    }

    /// The statements that make a vector, of which `each` makes a register: it gets the register's number, and how the
    /// same register of the parameters `x` and `y` is written. `first` are statements before them.
    fn statements(
        self,
        first: Vec<String>,
        each: impl Fn(usize, [&str; 2]) -> String,
    ) -> Vec<String> {
        let blank = (!first.is_empty()).then(String::new);
        let first: Vec<String> = first.into_iter().chain(blank).collect();
        if self.count() == 1 {
            return [first, vec![format!("return {};", each(0, ["x", "y"]))]].concat();
        }
        let members = MEMBERS[..self.count()].iter().enumerate();
        let made = |(at, member): (usize, &&str)| {
            let [x, y] = ["x", "y"].map(|name| format!("{name}.{member}"));
            format!("{x} = {};", each(at, [&x, &y]))
        };
        first.into_iter().chain(members.map(made)).chain(["return x;".to_owned()]).collect()
    }

    /// The function of an operation.
    pub(super) fn function(self, operation: Operation, tongue: &dyn Tongue) -> Vec<String> {
        let (word, name) = (tongue.word(), operation.name(self.lanes, tongue));
        let kind = vector_type(self.lanes, tongue);
        let each = self.each;
        let (x, y) = (format!("{kind} x"), format!("{kind} y"));
        let of_words = usize::from(each.words());
        let declared = if self.count() > 1 { vec![format!("{x};")] } else { Vec::new() };
        let lanes = usize::from(self.lanes.count());
        let letters = |kind: &str, count: usize| {
            LETTERS[..count]
                .iter()
                .map(move |letter| format!("{kind} {letter}"))
                .collect::<Vec<_>>()
        };
        let (result, parameters, body) = match operation {
            Operation::Load => {
                let place = |at| if at == 0 { "at".to_owned() } else { format!("&at[{at}]") };
                let load = |at, _: [&str; 2]| each.load(&place(at * of_words), tongue);
                let body = self.statements(declared, load);
                (&*kind, vec![format!("const {word} *at")], body)
            }
            Operation::Splat => {
                let body = self.statements(declared, |_, _| each.splat("word", tongue));
                (&*kind, vec![format!("{word} word")], body)
            }
            Operation::Binary(binary) => {
                let body = self.statements(Vec::new(), |_, [a, b]| each.binary(binary, a, b));
                (&*kind, vec![x, y], body)
            }
            Operation::ReverseBytes => {
                let body = self.statements(each.order(), |_, [of, _]| each.reversed(of));
                (&*kind, vec![x], body)
            }
            Operation::Vector => {
                let of = |at| &LETTERS[at * of_words..][..of_words];
                let made = |at, _: [&str; 2]| each.words_in_lanes(of(at), tongue);
                (&*kind, letters(word, lanes), self.statements(declared, made))
            }
            Operation::ShiftApart => {
                let parameters = [vec![x], letters("int", lanes / 2)].concat();
                (&*kind, parameters, self.shifted_apart())
            }
            Operation::OrLanes => {
                let union = |one: String, other: &&str| {
                    each.binary(Binary::Or, &one, &format!("x.{other}"))
                };
                let mut body = Vec::new();
                let mut of = "x";
                if self.count() > 1 {
                    let first = format!("x.{}", MEMBERS[0]);
                    let all = MEMBERS[1..self.count()].iter().fold(first, union);
                    body.push(format!("const {} all = {all};", each.kind()));
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
                (word, vec![x], vec![format!("return {lane};")])
            }
        };
        let body = body.iter().flat_map(|line| folded(line)).collect();
        tongue.inner(&format!("{result} {name}"), &parameters, body)
    }
    /// The statements that shift the first half of the lanes to the left, and the second half to the right.
    fn shifted_apart(self) -> Vec<String> {
        let (each, half) = (self.each, usize::from(self.lanes.count()) / 2);
        let kind = each.numbers_kind();
        let numbers = |sign: &str| {
            LETTERS[..half].iter().map(|one| format!("{sign}{one}")).collect::<Vec<_>>()
        };
        let declared = |name: &str, numbers: &[String]| {
            format!("const {kind} {name} = {};", each.numbers(numbers))
        };
        match (each, self.count()) {
            // One rotation is faster than two shifts.
            (Register::Zmm, 1) => {
                let by = declared("by", &[numbers(""), numbers("-")].concat());
                let last = "return _mm512_maskz_rolv_epi64(0xFF, x, by);".to_owned();
                vec![by, String::new(), last]
            }
            (Register::Neon | Register::Xmm, 1) => {
                unreachable!("fills have vectors of four words at the least")
            }
            // A shift by a negative number leaves nothing.
            (_, 1) => {
                let left = declared("left", &[numbers(""), numbers("-")].concat());
                let right = declared("right", &[numbers("-"), numbers("")].concat());
                let both = [("left", true), ("right", false)];
                let [a, b] = both.map(|(by, is_left)| each.shifted("x", by, is_left));
                vec![
                    left,
                    right,
                    String::new(),
                    format!("return {};", each.binary(Binary::Or, &a, &b)),
                ]
            }
            (_, count) => {
                let names = ["by", "further"];
                let numbers = numbers("");
                let by = names.iter().zip(numbers.chunks(usize::from(each.words())));
                let first = by.map(|(name, numbers)| declared(name, numbers)).collect();
                let shifted = |at: usize, [of, _]: [&str; 2]| {
                    each.shifted(of, names[at % (count / 2)], at < count / 2)
                };
                self.statements(first, shifted)
            }
        }
    }
}
