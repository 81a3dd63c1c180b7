//! Expressions of a target language as trees. They say what stands in the source; where parentheses and blanks go is the
//! printer's ([`print`](super::print)).

use crate::model::Type;

/// An expression of a target language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A variable, a parameter, an array, a function; with its path where it has one.
    Name(String),
    /// A literal.
    Number(Number),
    /// An operator before its operand: `~x`, `not x`.
    Unary(&'static str, Box<Self>),
    /// An operator between its operands.
    Binary(Operator, Box<[Self; 2]>),
    /// An operator behind its operand: TypeScript's `x!`.
    Postfix(Box<Self>, &'static str),
    /// An array's entry: the array and the index.
    Index(Box<[Self; 2]>),
    /// A part of a value: the value, `.` or `->`, and the part's name.
    Member(Box<Self>, &'static str, String),
    /// A call: the function and its arguments. A method is the [`Member`](Self::Member) of a value.
    Call(Box<Self>, Vec<Self>),
    /// A value in another type.
    Cast(Cast, Box<Self>),
    /// A value in a type whose name the file chooses, before which the type stands in parentheses.
    CastTo(String, Box<Self>),
    /// A value in parentheses that the grammar wants and no operator would give it.
    Paren(Box<Self>),
    /// A block that is marked as unsafe: `unsafe { x }`.
    Unsafe(Box<Self>),
    /// Bits of a word, from the higher number to the lower: Verilog's `x[63:32]`.
    Bits(Box<Self>, u8, u8),
    /// Values between braces, each with a name where it has one: `{ lo: a, hi: b }`.
    Braces(Vec<(Option<&'static str>, Self)>),
}

/// A literal: the value and how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The value.
    pub value: u64,
    /// The fewest hexadecimal digits, or none for a decimal number.
    pub hex: Option<usize>,
    /// True where digits stand in groups, joined by `_`: four hexadecimal or three decimal ones.
    pub is_grouped: bool,
    /// What stands before: `0x`.
    pub prefix: &'static str,
    /// What stands behind: `ULL`.
    pub suffix: &'static str,
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operator {
    /// How it is written.
    pub text: &'static str,
    /// True where `a op b op c` means the same from both ends, so that a chain needs no parentheses.
    pub is_associative: bool,
    /// How tightly it binds in this language's grammar; used by printers whose blanks depend on it.
    pub bond: u8,
    /// True where it needs no parentheses as an operand of a sum, as in `8 * rank + file`.
    pub is_tight: bool,
    /// True for the name of a function, which is called with both operands.
    pub is_function: bool,
}

/// A conversion to a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cast {
    /// The type.
    pub to: &'static str,
    /// How a conversion is written.
    pub form: CastForm,
}

/// How a conversion is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastForm {
    /// `u32(x)`; with a blank before the parenthesis where calls have one.
    Call,
    /// `(u32)x`
    Prefix,
    /// `(int) x`
    PrefixWithBlank,
    /// `cast(uint) x`
    Keyword,
    /// `x as u32`
    As,
    /// `@as(u32, x)`
    Builtin,
    /// `u32{x}`
    Braces,
    /// `static_cast<u32>(x)`
    Angles,
    /// `Unsigned_32'(x)`
    Qualified,
    /// `x.toInt()`
    Method,
}

impl CastForm {
    /// True where no brackets enclose the whole conversion, so that it needs parentheses before a postfix.
    const fn is_prefix(self) -> bool {
        matches!(self, Self::Prefix | Self::PrefixWithBlank | Self::Keyword | Self::As)
    }
}

/// What holds an expression together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hold {
    /// An operator between operands.
    Infix,
    /// An operator or a cast before its operand: needs parentheses before a postfix.
    Prefix,
    /// A name, a literal, a call: needs no parentheses anywhere.
    Atom,
}

impl Expr {
    /// A name.
    #[must_use]
    pub fn name(name: impl Into<String>) -> Self {
        Self::Name(name.into())
    }

    /// A decimal number without a suffix.
    #[must_use]
    pub const fn decimal(value: u64) -> Self {
        Self::Number(Number::decimal(value))
    }

    /// A decimal number with its sign.
    #[must_use]
    pub fn signed(value: i64) -> Self {
        let number = Self::decimal(value.unsigned_abs());
        if value < 0 { Self::unary("-", number) } else { number }
    }

    /// An operator before its operand.
    #[must_use]
    pub fn unary(operator: &'static str, operand: Self) -> Self {
        Self::Unary(operator, Box::new(operand))
    }

    /// An operator between two operands, or the function that a language has in its place.
    #[must_use]
    pub fn binary(operator: Operator, first: Self, second: Self) -> Self {
        if operator.is_function {
            return Self::call(operator.text, vec![first, second]);
        }
        Self::Binary(operator, Box::new([first, second]))
    }

    /// An array's entry.
    #[must_use]
    pub fn index(array: impl Into<Self>, index: Self) -> Self {
        Self::Index(Box::new([array.into(), index]))
    }

    /// A call of a function.
    #[must_use]
    pub fn call(function: impl Into<Self>, arguments: Vec<Self>) -> Self {
        Self::Call(Box::new(function.into()), arguments)
    }

    /// A call of a function with variables.
    #[must_use]
    pub fn call_with(function: impl Into<Self>, variables: &[&str]) -> Self {
        Self::call(function, variables.iter().map(|variable| Self::name(*variable)).collect())
    }

    /// A part of a value, behind a dot.
    #[must_use]
    pub fn member(self, name: impl Into<String>) -> Self {
        Self::Member(Box::new(self), ".", name.into())
    }

    /// A call of a method.
    #[must_use]
    pub fn method(self, name: impl Into<String>, arguments: Vec<Self>) -> Self {
        Self::call(self.member(name), arguments)
    }

    /// The value in another type.
    #[must_use]
    pub fn cast(self, cast: Cast) -> Self {
        Self::Cast(cast, Box::new(self))
    }

    /// The value in a type of this name.
    #[must_use]
    pub fn cast_to(self, kind: &str) -> Self {
        Self::CastTo(kind.to_owned(), Box::new(self))
    }

    /// What is converted, where the outermost step is this conversion.
    #[must_use]
    pub fn cast_from(&self, cast: Cast) -> Option<&Self> {
        match self {
            Self::Cast(other, inner) if *other == cast => Some(inner),
            _ => None,
        }
    }

    /// The expression without this conversion, where that is its outermost step.
    #[must_use]
    pub fn without(&self, cast: Cast) -> Self {
        self.cast_from(cast).unwrap_or(self).clone()
    }

    /// True for a name without a path.
    #[must_use]
    pub fn is_name(&self) -> bool {
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        matches!(self, Self::Name(name) if name.chars().all(is_of_name))
    }

    /// The value of a literal.
    #[must_use]
    pub const fn number(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(number.value),
            _ => None,
        }
    }

    /// What holds the expression together.
    #[must_use]
    pub const fn hold(&self) -> Hold {
        match self {
            Self::Binary(..) => Hold::Infix,
            Self::Unary(..) | Self::CastTo(..) => Hold::Prefix,
            Self::Cast(cast, _) if cast.form.is_prefix() => Hold::Prefix,
            _ => Hold::Atom,
        }
    }

    /// The expressions that this one is made of, from left to right.
    #[must_use]
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Name(_) | Self::Number(_) => Vec::new(),
            Self::Unary(_, of)
            | Self::Postfix(of, _)
            | Self::Member(of, ..)
            | Self::Cast(_, of)
            | Self::CastTo(_, of)
            | Self::Paren(of)
            | Self::Unsafe(of)
            | Self::Bits(of, ..) => vec![of],
            Self::Binary(_, both) | Self::Index(both) => both.iter().collect(),
            Self::Call(function, arguments) => {
                [function.as_ref()].into_iter().chain(arguments).collect()
            }
            Self::Braces(values) => values.iter().map(|(_, value)| value).collect(),
        }
    }

    /// True where this expression, or one that it is made of, is what is looked for.
    pub fn any(&self, is_it: &dyn Fn(&Self) -> bool) -> bool {
        is_it(self) || self.parts().into_iter().any(|part| part.any(is_it))
    }
}

impl From<&str> for Expr {
    fn from(name: &str) -> Self {
        Self::name(name)
    }
}

impl From<String> for Expr {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl Number {
    /// A decimal number without a suffix.
    #[must_use]
    pub const fn decimal(value: u64) -> Self {
        Self { value, hex: None, is_grouped: false, prefix: "", suffix: "" }
    }

    /// A hexadecimal number of at least so many digits, behind `0x`.
    #[must_use]
    pub const fn hex(value: u64, digits: usize) -> Self {
        Self { value, hex: Some(digits), is_grouped: false, prefix: "0x", suffix: "" }
    }

    /// A program's constant: small numbers in decimal digits, words in 16 hexadecimal ones, other halves in as few as they need.
    #[must_use]
    pub const fn constant(value: u64, kind: Type) -> Self {
        match kind {
            _ if value <= 64 => Self::decimal(value),
            Type::Word => Self::hex(value, 16),
            Type::Half => Self::hex(value, 1),
        }
    }

    /// The same with something behind it.
    #[must_use]
    pub const fn suffixed(self, suffix: &'static str) -> Self {
        Self { suffix, ..self }
    }
}

impl From<Number> for Expr {
    fn from(number: Number) -> Self {
        Self::Number(number)
    }
}

impl Operator {
    /// An operator whose operands may be joined in any order.
    #[must_use]
    pub const fn chain(text: &'static str) -> Self {
        Self { is_associative: true, ..Self::left(text) }
    }

    /// An operator whose operands are joined from the left.
    #[must_use]
    pub const fn left(text: &'static str) -> Self {
        Self { text, is_associative: false, bond: 0, is_tight: false, is_function: false }
    }

    /// A function that languages without such an operator have in its place.
    #[must_use]
    pub const fn function(name: &'static str) -> Self {
        Self { is_function: true, ..Self::left(name) }
    }

    /// The same with its place in the language's grammar.
    #[must_use]
    pub const fn bond(self, bond: u8) -> Self {
        Self { bond, ..self }
    }

    /// The same as an operand that needs no parentheses in a sum.
    #[must_use]
    pub const fn tight(self) -> Self {
        Self { is_tight: true, ..self }
    }
}
