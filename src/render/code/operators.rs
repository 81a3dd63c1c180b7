//! The operators of a language, and expressions made with them.

use super::expr::{Cast, CastForm, Expr, Number, Operator};
use super::node::Node;
use magicgen_ir::{Binary, Count, Storage, Type};

/// A language's syntax for the complement of an operand.
#[derive(Clone, Copy, Debug)]
pub enum Not {
    /// An operator before the operand.
    Before(&'static str),
    /// A method of the operand.
    Method(&'static str),
    /// A function that is called with the operand.
    Function(&'static str),
}

/// The operators of a language, its conversions, and other text of its expressions.
#[derive(Clone, Copy, Debug)]
pub struct Operators {
    /// Bitwise and.
    pub and: Operator,
    /// Bitwise or.
    pub or: Operator,
    /// Bitwise exclusive or.
    pub xor: Operator,
    /// The first operand without the bits of the second; `None` if that needs two operators.
    pub and_not: Option<Operator>,
    /// The complement.
    pub not: Not,
    /// The comparison that is true for different numbers.
    pub differs: Operator,
    /// The sum.
    pub add: Operator,
    /// The difference.
    pub sub: Operator,
    /// The operator before a number that makes it negative; `None` if `0 - x` is printed instead.
    pub negative: Option<&'static str>,
    /// The product.
    pub mul: Operator,
    /// A shift to the left.
    pub shl: Operator,
    /// A shift to the right that fills with zeros.
    pub shr: Operator,
    /// The conversion to a half.
    pub half: Cast,
    /// The conversion to a word.
    pub word: Cast,
    /// True if a value of fewer than 32 bits is converted to a half before use.
    pub has_short: bool,
    /// The suffix of a literal half greater than 64, and the suffix of a literal word.
    pub suffixes: [&'static str; 2],
    /// The library function that returns a word's bytes in the opposite order, if the language has one.
    pub reverse_bytes: Option<&'static str>,
    /// The library function that returns a word's bits in the opposite order, if the language has one.
    pub reverse_bits: Option<&'static str>,
    /// The functions or instructions that count leading zeros, trailing zeros and one bits; empty in languages without
    /// them.
    pub counts: [&'static str; 3],
}

impl Operators {
    /// The operators of C and of languages with the same operators.
    pub const C: Self = Self {
        and: Operator::chain("&"),
        or: Operator::chain("|"),
        xor: Operator::chain("^"),
        and_not: None,
        not: Not::Before("~"),
        differs: Operator::left("!="),
        add: Operator::chain("+"),
        sub: Operator::left("-"),
        negative: None,
        mul: Operator::chain("*"),
        shl: Operator::left("<<"),
        shr: Operator::left(">>"),
        half: Cast { to: "uint", form: CastForm::PREFIX },
        word: Cast { to: "ulong", form: CastForm::PREFIX },
        has_short: false,
        suffixes: [""; 2],
        reverse_bytes: None,
        reverse_bits: None,
        counts: [""; 3],
    };

    /// The operators of C with their precedences ([`Operator::bond`]), for styles that use these. None is associative.
    pub const BONDED: Self = Self {
        and: Operator::left("&").bond(3),
        or: Operator::left("|").bond(1),
        xor: Operator::left("^").bond(2),
        add: Operator::left("+").bond(5),
        sub: Operator::left("-").bond(5),
        mul: Operator::left("*").bond(6),
        shl: Operator::left("<<").bond(4),
        shr: Operator::left(">>").bond(4),
        ..Self::C
    };

    /// An arithmetic operation of a node.
    pub fn of(&self, op: Binary, node: &Node) -> Expr {
        match self.negative {
            Some(negative) if op == Binary::Sub && node.first().constant() == Some(0) => {
                Expr::unary(negative, node.b())
            }
            _ => self.binary(op, node.a(), node.b()),
        }
    }

    /// A constant: a word has a suffix, a half only where it is larger than 64.
    pub fn constant(&self, value: u64, kind: Type) -> Expr {
        let [half, word] = self.suffixes;
        let suffix = match kind {
            Type::Word | Type::Lanes(_) | Type::Set(_) => word,
            Type::Half if value > 64 => half,
            Type::Half => "",
        };
        Number::constant(value, kind).suffixed(suffix).into()
    }

    /// An array's entry as a value of 32 or 64 bits.
    pub fn entry(&self, array: impl Into<Expr>, index: Expr, storage: Storage) -> Expr {
        self.read(Expr::index(array, index), storage)
    }

    /// A stored value as a value of 32 or 64 bits.
    pub fn read(&self, entry: Expr, storage: Storage) -> Expr {
        let is_short = self.has_short && storage < Storage::Half;
        if is_short { entry.cast(self.half) } else { entry }
    }

    /// The function or the instruction for this count of bits.
    pub const fn counting(&self, count: Count) -> &'static str {
        let [leading_zeros, trailing_zeros, ones] = self.counts;
        match count {
            Count::LeadingZeros => leading_zeros,
            Count::TrailingZeros => trailing_zeros,
            Count::PopulationCount => ones,
        }
    }

    /// The complement of an expression.
    pub fn not(&self, operand: Expr) -> Expr {
        match self.not {
            Not::Before(operator) => Expr::unary(operator, operand),
            Not::Method(name) => operand.method(name, Vec::new()),
            Not::Function(name) => Expr::call(name, vec![operand]),
        }
    }

    /// A word made of two halves that have been converted to words.
    pub fn joined(&self, low: Expr, high: Expr) -> Expr {
        Expr::binary(self.or, Expr::binary(self.shl, high, Expr::decimal(32)), low)
    }

    /// An operation on two expressions.
    pub fn binary(&self, op: Binary, a: Expr, b: Expr) -> Expr {
        match (op, self.and_not) {
            (Binary::AndNot, Some(operator)) => Expr::binary(operator, a, b),
            (Binary::OrNot, _) if a.is_zero() => self.not(b),
            (Binary::AndNot | Binary::OrNot, _) => Expr::binary(self.operator(op), a, self.not(b)),
            _ => Expr::binary(self.operator(op), a, b),
        }
    }

    /// The operator of an operation; for a complemented second operand, the operator before the complement.
    pub const fn operator(&self, op: Binary) -> Operator {
        match op {
            Binary::And | Binary::AndNot => self.and,
            Binary::Or | Binary::OrNot => self.or,
            Binary::Xor => self.xor,
            Binary::Add => self.add,
            Binary::Sub => self.sub,
            Binary::Mul => self.mul,
        }
    }
}
