//! What the templates print of walks, of fills and of a test.

use super::dialect::{Dialect, Parameter};
use super::lines::{CALLS, INNER_CALLS, comment};
use super::syntax::STYLE;
use crate::model::Case;
use crate::render::code::expr::{Expr, Number};
use crate::render::code::print::Style;
use crate::render::page::{Page, SelfTest, TestedPiece, Walk};

/// A lookup's parameters.
pub(super) fn parameters<'a>(
    dialect: &Dialect,
    square: &'a str,
    occupied: &'a str,
) -> Vec<Parameter<'a>> {
    let square = Parameter::new("square", "number", square);
    if dialect.has_words {
        return vec![square, Parameter::new("occupied", "bigint", occupied)];
    }
    let lo = Parameter::new("lo", "number", format!("bits 0 to 31 of {occupied}"));
    vec![square, lo, Parameter::new("hi", "number", "bits 32 to 63")]
}

/// How rays are walked, in a module or in its test.
pub(super) struct WalkView<'a> {
    pub(super) walk: &'a Walk,
    pub(super) dialect: &'a Dialect,
    pub(super) doc: String,
    pub(super) head: String,
    /// The set of squares, where some bit index is none: a word, or two halves.
    pub(super) squares: Option<Vec<String>>,
}

impl<'a> WalkView<'a> {
    pub(super) fn new(walk: &'a Walk, dialect: &'a Dialect, style: &Style) -> Self {
        let squares = |squares: u64| {
            let half = |half: u64| Number::hex(half, 8);
            let numbers = if dialect.has_words {
                vec![Number::hex(squares, 16).suffixed("n")]
            } else {
                vec![half(squares & u64::from(u32::MAX)), half(squares >> 32)]
            };
            numbers.into_iter().map(|number| style.text(&number.into())).collect()
        };
        let mut all = rays(dialect, walk);
        all.extend(parameters(dialect, "where they begin", "the occupied squares"));
        let returns = dialect.bitboard();
        let summary = "Follows each ray to its first blocker, that one included.";
        let doc = dialect.doc(summary, &all, Some((returns, "what is reached")));
        Self {
            walk,
            dialect,
            doc: comment(&doc),
            head: dialect.head(&format!("function {}", walk.name), &all, returns, " {"),
            squares: walk.squares.map(squares),
        }
    }
}

/// The parameters of rays.
fn rays(dialect: &Dialect, walk: &Walk) -> Vec<Parameter<'static>> {
    let bits = if dialect.has_words { "BigUint64Array" } else { "Uint32Array" };
    let steps = "what a step along each ray adds";
    let from = "from where a step may be taken";
    let mut all =
        vec![Parameter::new("steps", "Int8Array", steps), Parameter::new("from", bits, from)];
    if walk.has_range {
        all.push(Parameter::new("range", "number", "the most steps"));
    }
    all
}

/// What fills tables.
pub(super) struct Fills {
    pub(super) doc: String,
    pub(super) head: String,
    /// Statements, one for each loop.
    pub(super) calls: Vec<String>,
    /// What lookups ask, where the first of them fills.
    pub(super) late: Option<Late>,
    /// True where squares share slots.
    pub(super) is_or: bool,
}

/// What the first lookup does.
pub(super) struct Late {
    /// The variable that says that tables are filled.
    pub(super) flag: String,
    /// The function that fills them.
    pub(super) fill: String,
    /// That function's head.
    pub(super) head: String,
}

impl Fills {
    pub(super) fn new(page: &Page<'_>, dialect: &Dialect) -> Option<Self> {
        let walk = page.walk.as_ref()?;
        if page.fills.is_empty() {
            return None;
        }
        let mut taken = page.taken.clone();
        let name = taken.name("fill");
        let is_late = dialect.fills_late(page.module);
        let late = is_late.then(|| {
            let (flag, fill) = (taken.name("isFilled"), taken.name("fillTables"));
            let head = dialect.head(&format!("function {fill}"), &[], "void", " {");
            Late { flag, fill, head }
        });
        let calls = page.fills.iter().flat_map(|fill| {
            let mut arguments: Vec<Expr> =
                [&fill.table_name, &fill.masks].map(|array| array.as_str().into()).into();
            arguments.extend(walk.arguments(
                &fill.rays,
                |array| array.into(),
                [fill.index.as_str()],
            ));
            let calls = if is_late { INNER_CALLS } else { CALLS };
            calls.of(&STYLE, "", "", &Expr::call(name.as_str(), arguments), ";")
        });
        let (bits, index) = if dialect.has_words {
            ("BigUint64Array", "(square: number, occupied: bigint) => number")
        } else {
            ("Uint32Array", "(square: number, lo: number, hi: number) => number")
        };
        let mut all = vec![
            Parameter::new("table", bits, "what is filled"),
            Parameter::new("masks", bits, "relevant occupancy masks by square"),
        ];
        all.extend(rays(dialect, walk));
        all.push(Parameter::new("index", index, "places"));
        let doc =
            dialect.doc("Stores what is walked under every subset of every mask.", &all, None);
        Some(Self {
            doc: comment(&doc),
            head: dialect.head(&format!("function {name}"), &all, "void", " {"),
            calls: calls.collect(),
            late,
            is_or: page.fills.iter().any(|fill| fill.is_or),
        })
    }
}

/// The name of the function that walks a piece's rays in a test.
pub(super) fn walked(spoken: &str) -> String {
    Case::Camel.join(&["walk", spoken])
}

/// What a test compares.
pub(super) struct Compared {
    /// Names of pieces in prose, each with its comparisons.
    pub(super) tests: Vec<(String, Vec<String>)>,
    pub(super) doc: String,
    pub(super) head: String,
    pub(super) indices: u8,
}

impl Compared {
    pub(super) fn new(page: &Page<'_>, test: &SelfTest<'_>, dialect: &Dialect) -> Self {
        let compare = |spoken: &str, lookup: &str, piece: &TestedPiece| {
            let arguments = [
                format!("\"{spoken}\""),
                format!("magics.{lookup}"),
                walked(spoken),
                piece.masks.clone(),
            ];
            INNER_CALLS.lines("", "compare", &arguments, ";")
        };
        let public = test.pieces.iter().filter(|piece| piece.is_public);
        let mut tests: Vec<(String, Vec<String>)> = public
            .map(|piece| (piece.spoken.clone(), compare(&piece.spoken, &piece.lookup, piece)))
            .collect();
        for union in &test.unions {
            let of = union.of.iter().map(|at| &test.pieces[*at]);
            let compared = of.flat_map(|piece| compare(&union.spoken, &union.lookup, piece));
            tests.push((union.spoken.clone(), compared.collect()));
        }
        let bits = if dialect.has_words { "BigUint64Array" } else { "Uint32Array" };
        let all = [
            Parameter::new("piece", "string", "its name"),
            Parameter::new("lookup", "Lookup", "what is compared"),
            Parameter::new("walked", "Lookup", "what it is compared with"),
            Parameter::new("masks", bits, "relevant occupancy masks by square"),
        ];
        let summary = "Compares a lookup with rays walked, under every subset of every mask.";
        Self {
            tests,
            doc: comment(&dialect.doc(summary, &all, None)),
            head: dialect.head("function compare", &all, "void", " {"),
            indices: page.walk.as_ref().map_or(0, |walk| walk.indices),
        }
    }
}
