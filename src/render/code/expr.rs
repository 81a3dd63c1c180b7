//! Expressions of a target language as trees. The printer ([`print`](super::print)) adds parentheses and blanks.

use std::rc::Rc;

use magicgen_ir::Type;

/// An expression of a target language. A copy shares the parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// The name of a variable, a parameter, an array or a function, with a path if it needs one.
    Name(String),
    /// A literal.
    Number(Number),
    /// An operator before its operand: `~x`, `not x`.
    Unary(&'static str, Rc<Self>),
    /// An operator between its operands.
    Binary(Operator, Rc<[Self; 2]>),
    /// An operator behind its operand: `x!`.
    Postfix(Rc<Self>, &'static str),
    /// An array's entry: the array and the index.
    Index(Rc<[Self; 2]>),
    /// A part of a value: the value, `.` or `->`, and the part's name.
    Member(Rc<Self>, &'static str, String),
    /// A call: the function and its arguments. A method is the [`Member`](Self::Member) of a value.
    Call(Rc<Self>, Vec<Self>),
    /// A value in another type.
    Cast(Cast, Rc<Self>),
    /// A conversion to a type whose name is chosen for the file.
    CastTo(CastForm, String, Rc<Self>),
    /// A value in parentheses that the grammar asks for although no operator needs them.
    Paren(Rc<Self>),
    /// A value in a block behind a keyword: `unsafe { x }`.
    Block(&'static str, Rc<Self>),
    /// A range of bits of a word, as the highest and the lowest bit index: `x[63:32]`.
    Bits(Rc<Self>, u8, u8),
    /// Values in braces, with or without names: `{ lo: a, hi: b }`.
    Braces(Vec<(Option<&'static str>, Self)>),
    /// A list of values between two texts: `[a, b]`.
    List([&'static str; 2], Vec<Self>),
}

/// A literal: its value and its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The value.
    pub value: u64,
    /// The fewest hexadecimal digits; `None` for a decimal number.
    pub hex: Option<usize>,
    /// True if `_` stands between groups of digits: of four hexadecimal or three decimal ones.
    pub is_grouped: bool,
    /// The text before the digits, such as `0x`.
    pub prefix: &'static str,
    /// The text behind the digits, such as `ULL`.
    pub suffix: &'static str,
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operator {
    /// The operator's text.
    pub text: &'static str,
    /// True if `(a op b) op c` equals `a op (b op c)`, so that a chain needs no parentheses.
    pub is_associative: bool,
    /// The operator's precedence in the language's grammar, greater for operators that bind tighter. Only styles whose
    /// blanks or parentheses depend on it use it.
    pub bond: u8,
    /// True if the operation needs no parentheses as an operand, as in `8 * rank + file`.
    pub is_tight: bool,
    /// True if `text` is the name of a function, which is called with both operands.
    pub is_function: bool,
}

/// A conversion to a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cast {
    /// The type.
    pub to: &'static str,
    /// The syntax of the conversion.
    pub form: CastForm,
}

/// The syntax of a conversion, as data of a language. `$to` is the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastForm {
    /// The name in trees of expressions.
    pub name: &'static str,
    /// The text before the operand.
    pub before: &'static str,
    /// The text behind the operand.
    pub after: &'static str,
    /// The place of the operand.
    pub operand: CastOperand,
}

/// The place of a conversion's operand, which decides what needs parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastOperand {
    /// In the parentheses of a call, whose blanks depend on the style.
    Listed,
    /// In brackets that belong to the texts.
    Enclosed,
    /// Behind the text, like the operand of an operator.
    Behind,
    /// Before the text. The whole needs parentheses before a postfix.
    Ahead,
    /// Before the text, which is a postfix.
    Receiver,
}

impl CastForm {
    /// `u32(x)`, with a blank before the parenthesis in styles whose calls have one
    pub const CALL: Self = Self::new("Call", "$to", "", CastOperand::Listed);
    /// `(u32)x`
    pub const PREFIX: Self = Self::new("Prefix", "($to)", "", CastOperand::Behind);
    /// `x as u32`
    pub const AS: Self = Self::new("As", "", " as $to", CastOperand::Ahead);

    /// A syntax.
    pub const fn new(
        name: &'static str,
        before: &'static str,
        after: &'static str,
        operand: CastOperand,
    ) -> Self {
        Self { name, before, after, operand }
    }

    /// True if no brackets enclose the whole conversion, so that it needs parentheses before a postfix.
    const fn is_prefix(self) -> bool {
        matches!(self.operand, CastOperand::Behind | CastOperand::Ahead)
    }
}

/// The outermost syntax of an expression, which decides where it needs parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hold {
    /// An operator between operands.
    Infix,
    /// An operator or a cast with one operand, which needs parentheses before a postfix such as an index.
    Prefix,
    /// A name, a literal or a call, which never needs parentheses.
    Atom,
}

/// The direct parts of an expression, by shared or by mutable references.
macro_rules! parts_of {
    ($expr:expr, $of:path, $iter:ident) => {
        match $expr {
            Self::Name(_) | Self::Number(_) => Vec::new(),
            Self::Unary(_, of)
            | Self::Postfix(of, _)
            | Self::Member(of, ..)
            | Self::Cast(_, of)
            | Self::CastTo(_, _, of)
            | Self::Paren(of)
            | Self::Block(_, of)
            | Self::Bits(of, ..) => vec![$of(of)],
            Self::Binary(_, both) | Self::Index(both) => $of(both).$iter().collect(),
            Self::Call(function, arguments) => {
                [$of(function)].into_iter().chain(arguments).collect()
            }
            Self::Braces(values) => values.$iter().map(|(_, value)| value).collect(),
            Self::List(_, values) => values.$iter().collect(),
        }
    };
}

impl Expr {
    /// A name.
    pub fn name(name: impl Into<String>) -> Self {
        Self::Name(name.into())
    }

    /// A decimal number without a suffix.
    pub const fn decimal(value: u64) -> Self {
        Self::Number(Number::decimal(value))
    }

    /// A decimal number with its sign.
    pub fn signed(value: i64) -> Self {
        let number = Self::decimal(value.unsigned_abs());
        if value < 0 { Self::unary("-", number) } else { number }
    }

    /// An operator before its operand.
    pub fn unary(operator: &'static str, operand: Self) -> Self {
        Self::Unary(operator, Rc::new(operand))
    }

    /// An operator between two operands, or a call of the function that a language has instead of the operator.
    pub fn binary(operator: Operator, first: Self, second: Self) -> Self {
        if operator.is_function {
            return Self::call(operator.text, vec![first, second]);
        }
        Self::Binary(operator, Rc::new([first, second]))
    }

    /// An array's entry.
    pub fn index(array: impl Into<Self>, index: Self) -> Self {
        Self::Index(Rc::new([array.into(), index]))
    }

    /// A call of a function.
    pub fn call(function: impl Into<Self>, arguments: Vec<Self>) -> Self {
        Self::Call(Rc::new(function.into()), arguments)
    }

    /// A call of a function with variables as arguments.
    pub fn call_with(function: impl Into<Self>, variables: &[&str]) -> Self {
        Self::call(function, variables.iter().map(|variable| Self::name(*variable)).collect())
    }

    /// A part of a value, behind a dot.
    pub fn member(self, name: impl Into<String>) -> Self {
        Self::Member(Rc::new(self), ".", name.into())
    }

    /// A call of a method.
    pub fn method(self, name: impl Into<String>, arguments: Vec<Self>) -> Self {
        Self::call(self.member(name), arguments)
    }

    /// The value in another type.
    pub fn cast(self, cast: Cast) -> Self {
        Self::Cast(cast, Rc::new(self))
    }

    /// The value in a type of this name.
    pub fn cast_to(self, form: CastForm, kind: &str) -> Self {
        Self::CastTo(form, kind.to_owned(), Rc::new(self))
    }

    /// The converted value, if this expression is this conversion.
    pub fn cast_from(&self, cast: Cast) -> Option<&Self> {
        match self {
            Self::Cast(other, inner) if *other == cast => Some(inner),
            _ => None,
        }
    }

    /// The converted value, if this expression is this conversion; any other expression unchanged.
    pub fn without(&self, cast: Cast) -> Self {
        self.cast_from(cast).unwrap_or(self).clone()
    }

    /// True for a name without a path.
    pub fn is_name(&self) -> bool {
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        matches!(self, Self::Name(name) if name.chars().all(is_of_name))
    }

    /// The value of a literal.
    pub const fn number(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(number.value),
            _ => None,
        }
    }

    /// True for a literal 0 of any type.
    pub fn is_zero(&self) -> bool {
        match self {
            Self::Number(number) => number.value == 0,
            Self::Cast(_, of) | Self::CastTo(_, _, of) => of.is_zero(),
            _ => false,
        }
    }

    /// The outermost syntax of the expression.
    pub const fn hold(&self) -> Hold {
        match self {
            Self::Binary(..) => Hold::Infix,
            Self::Unary(..) => Hold::Prefix,
            Self::Cast(Cast { form, .. }, _) | Self::CastTo(form, ..) if form.is_prefix() => {
                Hold::Prefix
            }
            _ => Hold::Atom,
        }
    }

    /// The direct parts of this expression, from left to right.
    pub fn parts(&self) -> Vec<&Self> {
        parts_of!(self, Rc::as_ref, iter)
    }

    /// The direct parts of this expression, from left to right, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Self> {
        parts_of!(self, Rc::make_mut, iter_mut)
    }

    /// True if this expression, or a part of it at any depth, has a property.
    pub fn any(&self, has_property: &dyn Fn(&Self) -> bool) -> bool {
        has_property(self) || self.parts().into_iter().any(|part| part.any(has_property))
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
    pub const fn decimal(value: u64) -> Self {
        Self { value, hex: None, is_grouped: false, prefix: "", suffix: "" }
    }

    /// A hexadecimal number of at least this many digits, with the prefix `0x`.
    pub const fn hex(value: u64, digits: usize) -> Self {
        Self { value, hex: Some(digits), is_grouped: false, prefix: "0x", suffix: "" }
    }

    /// A program's constant. Numbers up to 64 are decimal; greater words have 16 hexadecimal digits, and greater halves
    /// as few as they need.
    pub const fn constant(value: u64, kind: Type) -> Self {
        match kind {
            _ if value <= 64 => Self::decimal(value),
            Type::Word | Type::Lanes(_) | Type::Set(_) => Self::hex(value, 16),
            Type::Half => Self::hex(value, 1),
        }
    }

    /// The number with this suffix.
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
    /// An associative operator.
    pub const fn chain(text: &'static str) -> Self {
        Self { is_associative: true, ..Self::left(text) }
    }

    /// An operator that isn't associative, or isn't treated as associative.
    pub const fn left(text: &'static str) -> Self {
        Self { text, is_associative: false, bond: 0, is_tight: false, is_function: false }
    }

    /// A function that languages without such an operator have in its place.
    pub const fn function(name: &'static str) -> Self {
        Self { is_function: true, ..Self::left(name) }
    }

    /// The operator with this precedence.
    pub const fn bond(self, bond: u8) -> Self {
        Self { bond, ..self }
    }

    /// The operator with `is_tight`, so that its operations need no parentheses as operands.
    pub const fn tight(self) -> Self {
        Self { is_tight: true, ..self }
    }
}
