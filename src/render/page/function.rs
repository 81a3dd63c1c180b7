//! The functions of a page, and the sentences about them.

use std::borrow::Cow;

use crate::render::prelude::*;

/// A function of square and occupancy.
#[derive(Clone, Debug)]
pub struct Function<'a> {
    /// The function's name.
    pub name: String,
    /// The sentences on the result and the parameters.
    pub doc: FunctionDoc,
    /// False if only the file itself calls the function.
    pub is_public: bool,
    /// The piece.
    pub piece: &'a PieceModule,
    /// The program from which the function computes a value.
    pub program: &'a Program,
    /// The value of the program that the function returns.
    pub wanted: Value,
    /// The piece's fields, each with the name of its array.
    pub fields: Vec<(Field, String)>,
    /// The loads that go through pointers to rows.
    pub loads: &'a [(Value, Pointer)],
    /// Values that other functions compute, each with the name of the function.
    pub calls: Vec<(Value, String)>,
    /// The upper bounds of the program's values.
    pub bounds: Bounds,
    /// The same function on vectors, for processors that have them, if the language prints it.
    pub lanes: Option<Box<Self>>,
    /// If the lookup is printed as a switch: the function for each square, and last for all other numbers; else empty.
    pub cases: Vec<Self>,
    /// The label, if this is a case of a switch; `None` for the function itself.
    pub case: Option<Label>,
}

/// The label of a case of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// A square, by its bit index.
    Square(u8),
    /// All numbers that are no square.
    Other,
}

impl Function<'_> {
    /// True if a case of the switch depends on the occupancy.
    pub fn reads_occupied(&self) -> bool {
        self.cases
            .iter()
            .any(|case| case.program.has(|op| matches!(op, Op::Occupied | Op::OccupiedSet(_))))
    }

    /// The values that other functions compute, each with the call that returns it from these arguments.
    pub fn called(&self, arguments: &[&str]) -> Vec<(Value, Expr)> {
        let call = |name: &str| Expr::call_with(name, arguments);
        self.calls.iter().map(|(value, name)| (*value, call(name))).collect()
    }

    /// The part of the program that this function computes; the values `given` are calls instead.
    pub const fn wanted<'w>(
        &'w self,
        given: &'w [(Value, Expr)],
        writer: Writer<'w>,
    ) -> Wanted<'w> {
        Wanted { value: self.wanted, given, ..Wanted::whole(self.program, &self.bounds, writer) }
    }

    /// The pointer that a load goes through.
    pub fn pointer(&self, load: Value) -> Option<&Pointer> {
        self.loads.iter().find(|(value, _)| *value == load).map(|(_, pointer)| pointer)
    }

    /// True for an index of a row behind a pointer that stays as wide as an address, in C and C++, where others are cut to
    /// 32 bits. A target of 64 bits would clear the upper half again, an instruction on the way to the table, which the
    /// index fits anyway. A shift by a constant shows compilers that it fits. A sum of an offset and an index is better
    /// computed in 32 bits. Targets of 32 bits and fewer have addresses of that width.
    pub fn is_wide_index(&self, index: Value) -> bool {
        let op = |value| self.program.op(value);
        let Op::Low(word) = op(index) else { return false };
        let is_left_open = match op(word) {
            Op::Extract(..) | Op::Pick(_) => true,
            Op::Shr(_, by) => !matches!(op(by), Op::Const(..)),
            _ => false,
        };
        let needed = self.program.needed(self.wanted);
        let mut users =
            needed.into_iter().filter(|user| op(*user).operands().any(|one| one == index));
        is_left_open
            && index != self.wanted
            && u32::try_from(self.bounds.most(word)).is_ok()
            && users.all(|user| self.pointer(user).is_some())
            && self.calls.iter().all(|(call, _)| *call != index)
    }

    /// The name of a field's array.
    pub fn field(&self, field: Field) -> &str {
        self.fields.iter().find(|(other, _)| *other == field).map_or("", |(_, name)| name)
    }

    /// The type of the result.
    pub fn kind(&self) -> Type {
        self.program.type_of(self.wanted)
    }
}

/// Sentences about a function.
#[derive(Clone, Debug)]
pub struct FunctionDoc {
    /// The name in prose of the piece whose lookup the function is, or belongs to; empty for other functions.
    pub spoken: String,
    /// `Returns the squares that a rook attacks, the first blocker of each ray included.`
    pub summary: String,
    /// The summary without its verb and full stop.
    pub what: String,
    /// The result in few words: `the squares that a rook attacks`.
    pub short: String,
    /// The kind of the result.
    pub result: Outcome,
    /// A clause on each parameter.
    pub parameters: Vec<ParameterDoc>,
    /// A clause on the result: `the attacked squares`.
    pub returns: String,
    /// The end of `what`, which makes `short` and `returns` precise: `, the first blocker of each ray included`.
    pub more: &'static str,
}

impl FunctionDoc {
    /// Sentences about a function without parameters that returns a set: `short` in few words, `more` with its leading
    /// punctuation, and `returns` in other words.
    pub fn new(short: &str, more: &'static str, returns: &str) -> Self {
        let what = format!("{short}{more}");
        Self {
            spoken: String::new(),
            summary: format!("Returns {what}."),
            short: short.to_owned(),
            result: Outcome::Set,
            parameters: Vec::new(),
            returns: returns.to_owned(),
            more,
            what,
        }
    }

    /// The result in a sentence, for a lookup that no language describes in its own words.
    pub fn sentence(&self) -> Option<String> {
        let is_slide = self.more.ends_with("included");
        let what = self.what.strip_prefix('t').filter(|_| !is_slide)?;
        Some(format!("T{what}."))
    }

    /// True for lookups, and for the functions that compute their indices.
    pub const fn is_of_lookup(&self) -> bool {
        !self.spoken.is_empty()
    }
}

/// The lookup of a union.
#[derive(Clone, Debug)]
pub struct Union {
    /// The lookup's name.
    pub name: String,
    /// The sentences on the result and the parameters.
    pub doc: FunctionDoc,
    /// The names of the lookups whose results are or-ed.
    pub of: Vec<String>,
}

/// A function of all words of a set, where other functions return one word each. It stores them in an array, or returns
/// several values.
#[derive(Clone, Debug)]
pub struct WholeSet {
    /// The function's name.
    pub name: String,
    /// The sentences on the parameters, of which the array is the last.
    pub doc: FunctionDoc,
    /// The names of the functions that return the words, the lowest first.
    pub of: Vec<String>,
}

impl WholeSet {
    /// The parameters of the functions that return the words.
    pub fn given(&self) -> &[ParameterDoc] {
        self.doc.parameters.split_last().map_or(&[], |(_, given)| given)
    }

    /// The statements that store each word in a variable, in lines: the words' variables are `declare`d, and `end` ends a
    /// statement.
    pub fn stored(&self, calls: &Calls, declare: &str, end: &str) -> Vec<String> {
        let arguments: Vec<&str> = self.given().iter().map(|one| &*one.name).collect();
        let array = self.array();
        let word = |(word, function): (usize, &String)| {
            calls.lines("", &format!("{declare} {array}{word} = {function}"), &arguments, end)
        };
        self.of.iter().enumerate().flat_map(word).collect()
    }

    /// The parameter that is the array, where there is one.
    pub fn array(&self) -> &str {
        self.doc.parameters.last().map_or("", |array| &array.name)
    }
}

/// The lookups of several pieces at once, on vectors.
#[derive(Clone, Debug)]
pub struct UnitedLookups<'a> {
    /// The names of the lookups.
    pub of: Vec<String>,
    /// The function that computes all of them in shared steps and returns their union.
    pub function: Function<'a>,
}

/// A companion: a function that comes with the lookups.
#[derive(Clone, Debug)]
pub struct CompanionFunction<'a> {
    /// The function's name.
    pub name: String,
    /// The sentences on the result and the parameters.
    pub doc: FunctionDoc,
    /// The description of parameters and result.
    pub companion: &'a Companion,
    /// The program; its result is a pair of halves in languages whose words are pairs.
    pub program: Cow<'a, Program>,
    /// The value of the program that the function returns: its result, or a word of it.
    pub wanted: Value,
    /// The upper bounds of the program's values.
    pub bounds: Bounds,
    /// The same function on vectors, with its upper bounds, if the language prints it.
    pub lanes: Option<(&'a Program, Bounds)>,
}

/// The description of a parameter.
#[derive(Clone, Debug)]
pub struct ParameterDoc {
    /// The parameter's name in English; if each word of a set is a parameter, with the word's number.
    pub name: Cow<'static, str>,
    /// A clause: `the knight's square, 0 to 63`.
    pub what: String,
    /// True for a set of squares or another word, false for a small number.
    pub is_set: bool,
}

impl CompanionFunction<'_> {
    /// The part of the program that the function computes.
    pub fn wanted<'w>(&'w self, writer: Writer<'w>) -> Wanted<'w> {
        Wanted { value: self.wanted, ..Wanted::whole(&self.program, &self.bounds, writer) }
    }

    /// The whole program on vectors.
    pub fn on_lanes<'w>(&'w self, writer: Writer<'w>) -> Option<Wanted<'w>> {
        self.lanes.as_ref().map(|(program, bounds)| Wanted::whole(program, bounds, writer))
    }

    /// True if the program's result is a small number.
    pub fn is_number(&self) -> bool {
        matches!(self.companion.result, Outcome::Number | Outcome::Direction)
    }
}

/// A bit scan.
#[derive(Clone, Debug)]
pub struct Scan<'a> {
    /// The function's name.
    pub name: String,
    /// `Returns the index of the least significant one bit of 8, by a de Bruijn factor.`
    pub summary: String,
    /// The summary without its verb and full stop.
    pub what: String,
    /// `least` for the least significant one bit, `most` for the most significant one bit.
    pub end: &'static str,
    /// The number of bits of the word.
    pub width: u8,
    /// The program. It reads a word of 64 bits by [`Op::Occupied`](magicgen_ir::Op), and a shorter one by
    /// [`Op::Square`](magicgen_ir::Op).
    pub program: &'a Program,
    /// The upper bounds of the program's values.
    pub bounds: Bounds,
}

impl Scan<'_> {
    /// The part of the program that the function computes: all of it.
    pub const fn wanted<'w>(&'w self, writer: Writer<'w>) -> Wanted<'w> {
        Wanted::whole(self.program, &self.bounds, writer)
    }
}
