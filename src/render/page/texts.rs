//! What the shared views hand to templates: a file's items, and functions, arrays, walks, fills and comparisons as text.

use super::{FillLoop, Function, Scan, SquareFunction, TestedPiece, Union, Walk};
use crate::model::{Case, Program, Value};
use crate::render::code::cuts::cuts;
use crate::render::code::expr::Expr;
use crate::render::code::node::Let;

/// What becomes a function.
#[derive(Clone, Copy, Debug)]
pub enum Item<'a> {
    /// The function of file and rank.
    Square(&'a SquareFunction),
    /// The lookup of a piece.
    Lookup(&'a Function<'a>),
    /// The lookup of a union.
    Union(&'a Union),
    /// The place of an attack set, for start-up code.
    Index(&'a Function<'a>),
    /// A bit scan.
    Scan(&'a Scan<'a>),
    /// The function that returns the bytes of a word in the opposite order.
    Bytes(&'a str),
    /// The same for bits.
    Bits(&'a str),
}

impl<'a> Item<'a> {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'a str {
        match self {
            Self::Square(square) => &square.name,
            Self::Lookup(function) | Self::Index(function) => &function.name,
            Self::Union(union) => &union.name,
            Self::Scan(scan) => &scan.name,
            Self::Bytes(name) | Self::Bits(name) => name,
        }
    }

    /// The program that computes it, where there is one.
    #[must_use]
    pub const fn program(&self) -> Option<&'a Program> {
        match self {
            Self::Lookup(function) | Self::Index(function) => Some(function.program),
            Self::Scan(scan) => Some(scan.program),
            Self::Square(_) | Self::Union(_) | Self::Bytes(_) | Self::Bits(_) => None,
        }
    }

    /// The values whose high bits are to be cut off, where integers have no width.
    #[must_use]
    pub fn cuts(&self) -> Vec<Value> {
        match self {
            Self::Lookup(function) | Self::Index(function) => {
                cuts(function.program, function.wanted, &function.bounds)
            }
            Self::Scan(scan) => cuts(scan.program, scan.program.result, &scan.bounds),
            _ => Vec::new(),
        }
    }

    /// Whether others may call it.
    #[must_use]
    pub const fn is_public(&self) -> bool {
        match self {
            Self::Square(_) | Self::Union(_) | Self::Scan(_) => true,
            Self::Lookup(function) | Self::Index(function) => function.is_public,
            Self::Bytes(_) | Self::Bits(_) => false,
        }
    }
}

/// Items by what they are for, to say in which order they stand in a file.
#[derive(Clone, Copy, Debug)]
pub enum Group {
    /// The function of file and rank.
    Square,
    /// Lookups of pieces.
    Lookups,
    /// Lookups of unions.
    Unions,
    /// Functions that compute places.
    Indices,
    /// Bit scans.
    Scans,
    /// Functions that turn words round.
    Reversals,
}

impl Group {
    /// What others call, then what that calls.
    pub const DOWNWARDS: &[Self] =
        &[Self::Square, Self::Lookups, Self::Unions, Self::Indices, Self::Scans, Self::Reversals];

    /// The same with everything that users call first.
    pub const PUBLIC_FIRST: &[Self] =
        &[Self::Square, Self::Lookups, Self::Unions, Self::Scans, Self::Indices, Self::Reversals];

    /// What is called, then what calls it.
    pub const UPWARDS: &[Self] =
        &[Self::Square, Self::Reversals, Self::Indices, Self::Lookups, Self::Unions, Self::Scans];
}

/// What stands in a function's first line.
#[derive(Clone, Debug)]
pub struct Head<'a> {
    /// What becomes the function.
    pub item: Item<'a>,
    /// Names and types of parameters.
    pub parameters: Vec<[&'static str; 2]>,
    /// The type of the result.
    pub result: &'static str,
}

impl Head<'_> {
    /// All parameters, each as `one` writes it, with something between.
    pub fn list(&self, between: &str, one: impl Fn(&str, &str) -> String) -> String {
        let parameters: Vec<String> =
            self.parameters.iter().map(|[name, kind]| one(name, kind)).collect();
        parameters.join(between)
    }
}

/// A function as lines.
#[derive(Clone, Debug)]
pub struct Routine<'a> {
    /// What it computes.
    pub item: Item<'a>,
    /// The comment before it.
    pub doc: Vec<String>,
    /// Its first line, and more where that is too long.
    pub head: String,
    /// Its variables.
    pub lets: Vec<Let>,
    /// What a function that turns words round assigns to its variable, step by step.
    pub steps: Vec<Expr>,
    /// What it returns.
    pub value: Expr,
    /// Its statements.
    pub body: Vec<String>,
}

impl Routine<'_> {
    /// Whether some expression in it is like this.
    #[must_use]
    pub fn any(&self, is_it: &dyn Fn(&Expr) -> bool) -> bool {
        let lets = self.lets.iter().map(|one| &one.value);
        lets.chain(&self.steps).chain([&self.value]).any(|expr| expr.any(is_it))
    }
}

/// An array with its numbers, or one that is filled.
#[derive(Clone, Debug)]
pub struct ArrayText {
    /// The comment before it.
    pub doc: Vec<String>,
    /// What stands before its numbers.
    pub head: String,
    /// The lines of its numbers.
    pub rows: String,
}

/// How rays are walked.
#[derive(Clone, Debug)]
pub struct WalkText<'a> {
    /// The function.
    pub walk: &'a Walk,
    /// The set of squares, where some index is none.
    pub squares: Option<String>,
}

impl FillLoop {
    /// A name for its function.
    #[must_use]
    pub fn name(&self, case: Case) -> String {
        case.join(&self.words.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

/// A lookup that is compared, and the function that walks instead.
#[derive(Clone, Debug)]
pub struct Compared<'a> {
    /// The piece in prose.
    pub spoken: &'a str,
    /// The lookup.
    pub lookup: &'a str,
    /// False for what only unions are compared with.
    pub is_public: bool,
    /// The masks whose subsets are compared: one array for each piece.
    pub masks: Vec<&'a str>,
    /// The pieces whose rays are walked.
    pub pieces: Vec<&'a TestedPiece>,
    /// The function that walks.
    pub walker: String,
    /// What that returns.
    pub walked: Expr,
    /// Its statements.
    pub body: Vec<String>,
}
