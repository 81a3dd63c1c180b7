//! The types that the shared views hand to templates: a file's items, and the texts of functions, arrays, walks, fills
//! and comparisons.

use std::borrow::Cow;
use std::fmt;

use super::TestedPiece;
use crate::render::prelude::*;

/// An item that becomes a function.
#[derive(Clone, Copy, Debug)]
pub enum Item<'a> {
    /// The function from file and rank to square.
    Square(&'a SquareFunction),
    /// The lookup of a piece.
    Lookup(&'a Function<'a>),
    /// The lookup of a union.
    Union(&'a Union),
    /// The function that computes the index of an attack set, for start-up code.
    Index(&'a Function<'a>),
    /// A companion of the lookups.
    Companion(&'a CompanionFunction<'a>),
    /// A bit scan.
    Scan(&'a Scan<'a>),
    /// The function of this name that returns the bytes of a word in the opposite order.
    Bytes(&'a str),
    /// The function of this name that returns the bits of a word in the opposite order.
    Bits(&'a str),
}

/// What a comment is about.
#[derive(Clone, Copy, Debug)]
pub enum Documented<'a> {
    /// A function.
    Item(Item<'a>),
    /// An array.
    Array(&'a Array<'a>),
}

impl<'a> Item<'a> {
    /// The function's name.
    pub fn name(&self) -> &'a str {
        match self {
            Self::Square(square) => &square.name,
            Self::Lookup(function) | Self::Index(function) => &function.name,
            Self::Union(union) => &union.name,
            Self::Companion(companion) => &companion.name,
            Self::Scan(scan) => &scan.name,
            Self::Bytes(name) | Self::Bits(name) => name,
        }
    }

    /// The function of square and occupancy, if it is one.
    pub const fn function(&self) -> Option<&'a Function<'a>> {
        match self {
            Self::Lookup(function) | Self::Index(function) => Some(function),
            _ => None,
        }
    }

    /// The program from which the function computes a value, if it has one.
    pub fn program(&self) -> Option<&'a Program> {
        match self {
            Self::Lookup(function) | Self::Index(function) => Some(function.program),
            Self::Scan(scan) => Some(scan.program),
            Self::Companion(companion) => Some(&companion.program),
            Self::Square(_) | Self::Union(_) | Self::Bytes(_) | Self::Bits(_) => None,
        }
    }

    /// The program and the values that the function computes, if it has a program.
    pub fn computed(&self) -> Option<Computed<'a>> {
        match self {
            Self::Lookup(function) | Self::Index(function) => Some(Computed {
                program: function.program,
                wanted: function.wanted,
                calls: &function.calls,
                bounds: &function.bounds,
            }),
            Self::Scan(scan) => Some(Computed::whole(scan.program, &scan.bounds)),
            Self::Companion(companion) => {
                let CompanionFunction { program, wanted, bounds, .. } = companion;
                Some(Computed { wanted: *wanted, ..Computed::whole(program, bounds) })
            }
            Self::Square(_) | Self::Union(_) | Self::Bytes(_) | Self::Bits(_) => None,
        }
    }

    /// The values whose high bits must be cut off in languages with integers of unlimited length.
    pub fn cuts(&self) -> Vec<Value> {
        let computed = self.computed();
        computed.map(|of| cuts(of.program, of.wanted, of.bounds)).unwrap_or_default()
    }

    /// True for the lookups of pieces.
    pub const fn is_lookup(&self) -> bool {
        matches!(self, Self::Lookup(_))
    }

    /// True for functions that return a small number from a table.
    pub fn is_number(&self) -> bool {
        match self {
            Self::Scan(_) => true,
            Self::Companion(companion) => companion.is_number(),
            _ => false,
        }
    }

    /// True for public functions.
    pub const fn is_public(&self) -> bool {
        match self {
            Self::Square(_) | Self::Union(_) | Self::Companion(_) | Self::Scan(_) => true,
            Self::Lookup(function) | Self::Index(function) => function.is_public,
            Self::Bytes(_) | Self::Bits(_) => false,
        }
    }
}

/// The values that a function computes.
#[derive(Clone, Debug)]
pub struct Computed<'a> {
    /// The program.
    pub program: &'a Program,
    /// The value that the function returns.
    pub wanted: Value,
    /// Values that called functions return.
    calls: &'a [(Value, String)],
    /// The upper bounds of the program's values.
    pub bounds: &'a Bounds,
}

impl<'a> Computed<'a> {
    fn whole(program: &'a Program, bounds: &'a Bounds) -> Self {
        Self { program, wanted: program.result, calls: &[], bounds }
    }

    /// The values that the function computes itself, in order. Values that called functions return are left out, and
    /// values that only these functions need.
    pub fn values(&self) -> Vec<Value> {
        let is_called = |value: Value| self.calls.iter().any(|(called, _)| *called == value);
        let mut found = self.program.needed_above(self.wanted, is_called);
        found.retain(|value| !is_called(*value));
        found
    }
}

/// A group of items with the same purpose; a list of groups is the order of a file's functions.
#[derive(Clone, Copy, Debug)]
pub enum Group {
    /// The function from file and rank to square.
    Square,
    /// Lookups of pieces.
    Lookups,
    /// Lookups of unions.
    Unions,
    /// Companions of the lookups.
    Companions,
    /// Functions that compute indices of attack sets.
    Indices,
    /// Bit scans.
    Scans,
    /// Functions that reverse words.
    Reversals,
}

impl Group {
    /// Public functions before the private ones that they call.
    pub const DOWNWARDS: &[Self] = &[
        Self::Square,
        Self::Lookups,
        Self::Unions,
        Self::Companions,
        Self::Indices,
        Self::Scans,
        Self::Reversals,
    ];

    /// All public functions, then the private ones.
    pub const PUBLIC_FIRST: &[Self] = &[
        Self::Square,
        Self::Lookups,
        Self::Unions,
        Self::Companions,
        Self::Scans,
        Self::Indices,
        Self::Reversals,
    ];

    /// Each function after the functions that it calls.
    pub const UPWARDS: &[Self] = &[
        Self::Square,
        Self::Reversals,
        Self::Indices,
        Self::Lookups,
        Self::Unions,
        Self::Companions,
        Self::Scans,
    ];
}

/// The result and the steps of a reversal, if a function's `parts` are these.
pub fn reversal_of<'p>(
    item: Option<Item<'_>>,
    parts: &'p [Expr],
) -> Option<(&'p Expr, &'p [Expr])> {
    parts.split_last().filter(|_| matches!(item, Some(Item::Bytes(_) | Item::Bits(_))))
}

/// The name of a variable for one of several sets to be or-ed: `set`, `set2`, and so on.
pub fn name_of_set(at: usize) -> String {
    if at == 0 { "set".to_owned() } else { format!("set{}", at + 1) }
}

/// A parameter in a function's first line.
#[derive(Clone, Debug)]
pub struct HeadParameter {
    /// The name.
    pub name: Cow<'static, str>,
    /// The type.
    pub kind: &'static str,
    /// The sort of its values: square, set or another.
    pub sort: Sort,
    /// The greatest value.
    pub most: u64,
}

/// The contents of a function's first line.
#[derive(Clone, Debug)]
pub struct Head<'a> {
    /// The item that becomes the function.
    pub item: Item<'a>,
    /// The parameters.
    pub parameters: Vec<HeadParameter>,
    /// The type of the result.
    pub result: Cow<'static, str>,
    /// The sort of the result.
    pub returned: Sort,
}

impl Head<'_> {
    /// All parameters, each as `write` makes it from name and type.
    pub fn each(&self, write: impl Fn(&str, &str) -> String) -> Vec<String> {
        self.parameters.iter().map(|one| write(&one.name, one.kind)).collect()
    }
}

/// A lookup before it stands in a file.
#[derive(Clone, Debug)]
pub struct LookupText {
    /// Its functions as nodes, for `magicgen explain --stage nodes`.
    pub nodes: String,
    /// The statements of its last function, a line each.
    pub statements: Vec<String>,
}

/// The text of a function.
#[derive(Clone, Debug)]
pub struct Routine<'a> {
    /// The item that the function computes.
    pub item: Item<'a>,
    /// The comment before the function.
    pub doc: Vec<String>,
    /// The function's first line, broken up if it is too long.
    pub head: String,
    /// The function's variables.
    pub lets: Vec<Let>,
    /// The values that a function for reversals assigns to its variable, step by step.
    pub steps: Vec<Expr>,
    /// The value that the function returns.
    pub value: Expr,
    /// The function's statements.
    pub body: Vec<String>,
}

/// The function's name, its variables and its result, for people who work on the generator.
impl fmt::Display for Routine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:", self.item.name())?;
        self.lets.iter().try_for_each(|variable| writeln!(f, "    {variable}"))?;
        writeln!(f, "    return {}", self.value)
    }
}

impl Routine<'_> {
    /// True if an expression of the function, or a part of one, has a property.
    pub fn any(&self, has_property: &dyn Fn(&Expr) -> bool) -> bool {
        let lets = self.lets.iter().map(|variable| &variable.value);
        lets.chain(&self.steps).chain([&self.value]).any(|expr| expr.any(has_property))
    }
}

/// The text of an array with its numbers, or of a table that is filled.
#[derive(Clone, Debug)]
pub struct ArrayText {
    /// The comment before the array.
    pub doc: Vec<String>,
    /// The declaration up to the numbers.
    pub head: String,
    /// The lines of numbers; empty for a table that is filled.
    pub rows: String,
}

/// The text of the function that walks rays.
#[derive(Clone, Debug)]
pub struct WalkText<'a> {
    /// The function.
    pub walk: &'a RayFunction,
    /// The set of squares, if some bit index below the highest is no square.
    pub squares: Option<String>,
}

impl FillLoop {
    /// A name for the loop's function.
    pub fn name(&self, case: Case) -> String {
        case.join(&self.words.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

/// A lookup of a test, and the function that walks rays for comparison.
#[derive(Clone, Debug)]
pub struct Compared<'a> {
    /// The piece's name in prose.
    pub spoken: &'a str,
    /// The name of the lookup.
    pub lookup: &'a str,
    /// False for pieces whose lookup only unions call; the function that walks their rays is still needed.
    pub is_public: bool,
    /// The names of the functions that return the squares whose subsets are compared, one for each piece.
    pub relevant: Vec<String>,
    /// The call that this function returns, for a piece.
    pub squares: Option<Expr>,
    /// The pieces whose rays are walked.
    pub pieces: Vec<&'a TestedPiece>,
    /// The name of the function that walks.
    pub walker: String,
    /// The value that this function returns.
    pub walked: Expr,
    /// The statements of this function.
    pub body: Vec<String>,
}

/// The data of the template of a self-test.
#[derive(Clone, Debug)]
pub struct Tested<'a> {
    /// The test.
    pub test: &'a SelfTest<'a>,
    /// The arrays of a test in a separate file.
    pub arrays: Vec<ArrayText>,
    /// The function that walks rays.
    pub walked: WalkText<'a>,
    /// The lookups that are compared.
    pub compared: Vec<Compared<'a>>,
}

impl Tested<'_> {
    /// The comparisons of public lookups.
    pub fn comparisons(&self) -> Vec<[&str; 4]> {
        comparisons(&self.compared)
    }

    /// The lines of the calls that compare, each with the piece in quotes, the lookup, and the test's two functions. The
    /// first text precedes the lookup, the second the test's functions.
    pub fn calls(
        &self,
        calls: &Calls,
        margin: &str,
        [before_lookup, before_own]: [&str; 2],
        end: &str,
    ) -> Vec<String> {
        let call = |[spoken, lookup, walker, relevant]: [&str; 4]| {
            let [walker, relevant] = [walker, relevant].map(|own| format!("{before_own}{own}"));
            let arguments =
                [format!("\"{spoken}\""), format!("{before_lookup}{lookup}"), walker, relevant];
            calls.lines(margin, "compare", &arguments, end)
        };
        self.comparisons().into_iter().flat_map(call).collect()
    }
}

/// The comparisons of public lookups, each as piece in prose, lookup, function that walks and function that returns
/// relevant squares. A union has one for each of its pieces.
pub fn comparisons<'c>(compared: &'c [Compared<'_>]) -> Vec<[&'c str; 4]> {
    let public = compared.iter().filter(|lookup| lookup.is_public);
    let by_piece = |lookup: &'c Compared<'_>| {
        let Compared { spoken, lookup, walker, relevant, .. } = lookup;
        relevant.iter().map(|relevant| [*spoken, *lookup, walker.as_str(), relevant])
    };
    public.flat_map(by_piece).collect()
}

/// Lines as a block comment: `/**`, each line behind ` * `, and ` */`.
pub fn block(lines: &[String]) -> Vec<String> {
    let inner = lines.iter().map(|line| format!(" * {line}").trim_end().to_owned());
    ["/**".to_owned()].into_iter().chain(inner).chain([" */".to_owned()]).collect()
}

/// Lines as a block comment; a single line as `/** text */`, if that fits.
pub fn block_or_line(lines: &[String], width: usize) -> Vec<String> {
    match lines {
        [only] if only.chars().count() + "/**  */".len() <= width => {
            vec![format!("/** {only} */")]
        }
        _ => block(lines),
    }
}
