//! A package as the templates of its specification and its body print it.

use askama::Template;

use super::arrays::{Declaration, WIDTH, array, comment, qualified, variable};
use super::syntax::{
    Ada, HALF, OPERATORS, SQUARE, STYLE, element, hex, natural, shift_left, shift_right,
};
use crate::model::{Case, Storage, Type};
use crate::render::code::expr::Expr;
use crate::render::code::node::{Let, Node, Wanted, Writer};
use crate::render::code::print::{Mark, Marked};
use crate::render::code::statements::Statements;
use crate::render::page::{
    Array, FillLoop, Function, FunctionDoc, Page, RankOfSquares, SWAPS, Scan, Union, Walk,
};
use crate::render::text::provenance::wrap;
use crate::render::text_of;

/// What files begin with.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) header: &'a [String],
    pub(super) licence: &'a [String],
    pub(super) package: &'a str,
}

/// A function.
#[derive(Default)]
pub(super) struct Routine {
    doc: Vec<String>,
    /// Without what ends it: `;` or `is`.
    head: String,
    name: String,
    is_public: bool,
    declarations: Vec<String>,
    body: Vec<String>,
}

/// How rays are walked.
pub(super) struct WalkView<'a> {
    pub(super) walk: &'a Walk,
    /// The set of squares, where some index is none.
    pub(super) squares: Option<String>,
}

/// A loop that fills.
struct LoopView<'a> {
    name: String,
    fill: &'a FillLoop,
}

/// A package.
pub(super) struct Package<'a> {
    frame: Frame<'a>,
    page: &'a Page<'a>,
    public: Vec<Declaration>,
    private: Vec<Declaration>,
    routines: Vec<Routine>,
    walk: Option<WalkView<'a>>,
    loops: Vec<LoopView<'a>>,
}

#[derive(Template)]
#[template(path = "ada/package.ads", escape = "none")]
struct Spec<'a> {
    of: &'a Package<'a>,
    doc: Vec<String>,
    last: u8,
    has_words: bool,
    is_pure: bool,
    squares: Vec<Squares>,
}

#[derive(Template)]
#[template(path = "ada/package.adb", escape = "none")]
struct Body<'a> {
    of: &'a Package<'a>,
    /// Whether the specification has the clause.
    has_with: bool,
    has_use: bool,
}

/// Constants of a rank.
struct Squares {
    doc: String,
    lines: Vec<String>,
}

impl<'a> WalkView<'a> {
    pub(super) fn new(walk: &'a Walk) -> Self {
        let squares = walk.squares.map(|squares| STYLE.text(&hex(squares, 16)));
        Self { walk, squares }
    }
}

impl LoopView<'_> {
    /// The arguments between rays and subset.
    fn range(&self, walk: &Walk) -> String {
        if walk.has_range { format!("{}, ", self.fill.rays.range) } else { String::new() }
    }
}

impl<'a> Package<'a> {
    pub(super) fn new(page: &'a Page<'a>, frame: Frame<'a>) -> Self {
        let module = page.module;
        let data = |is_public: bool| {
            let arrays = page.arrays.iter().filter(move |one| one.is_public == is_public);
            let filled = page.filled.iter().filter(move |one| one.is_public == is_public);
            arrays.map(|one| array(one, module, false)).chain(filled.map(variable)).collect()
        };
        let mut routines: Vec<Routine> = square(page).into_iter().collect();
        routines.extend(page.lookups.iter().map(|one| function(one, page)));
        routines.extend(page.unions.iter().map(union));
        routines.extend(page.scans.iter().map(|one| scan(one, page)));
        routines.extend(page.indices.iter().map(|one| function(one, page)));
        routines.extend(reversals(page));
        let walk = page.walk.as_ref().filter(|_| module.fills());
        let mut taken = page.taken.clone();
        let loops = page.fills.iter().map(|fill| {
            let words: Vec<&str> = fill.words.iter().map(String::as_str).collect();
            LoopView { name: taken.name(Case::Mixed.join(&words)), fill }
        });
        Self {
            frame,
            page,
            public: data(true),
            private: data(false),
            routines,
            walk: walk.map(WalkView::new),
            loops: loops.collect(),
        }
    }

    /// Whether the specification names bitboards.
    fn has_words(&self) -> bool {
        let page = self.page;
        !page.lookups.is_empty()
            || page.walk.is_some()
            || page.arrays.iter().any(|one| one.storage == Storage::Word)
            || page.filled.iter().any(|one| one.is_public)
            || page.scans.iter().any(|one| one.width == 64)
    }

    /// Whether the specification names anything of `Interfaces`.
    fn has_with(&self) -> bool {
        let is_foreign =
            |one: &Array<'_>| one.is_public && element(one.storage, one.is_signed) != "Integer";
        self.has_words() || !self.page.scans.is_empty() || self.page.arrays.iter().any(is_foreign)
    }

    pub(super) fn spec(&self) -> String {
        let page = self.page;
        let spec = Spec {
            of: self,
            doc: page.about(WIDTH - 4, "  "),
            last: page.module.board.indices.saturating_sub(1),
            has_words: self.has_words(),
            is_pure: !page.module.fills(),
            squares: page.ranks.iter().map(squares).collect(),
        };
        text_of(&spec)
    }

    /// The body, where there is anything in it.
    pub(super) fn body(&self) -> Option<String> {
        if self.routines.is_empty() && self.loops.is_empty() {
            return None;
        }
        let page = self.page;
        let is_computed = !page.lookups.is_empty() || !page.scans.is_empty();
        let body = Body {
            of: self,
            has_with: self.has_with(),
            has_use: is_computed || !self.loops.is_empty() || !self.private.is_empty(),
        };
        Some(text_of(&body))
    }
}

fn squares(rank: &RankOfSquares) -> Squares {
    let line = |(name, bit): &(String, u8)| format!("{name} : constant Square_Index := {bit};");
    Squares { doc: rank.doc.clone(), lines: rank.squares.iter().map(line).collect() }
}

pub(super) const PARAMETERS: &str = "(Square : Square_Index; Occupied : Bitboard)";

fn head(name: &str, parameters: &str, kind: &str) -> String {
    let line = format!("function {name} {parameters} return {kind}");
    if line.len() + 3 <= WIDTH {
        return line;
    }
    format!("function {name}\n     {parameters} return {kind}")
}

/// The lines of a header, which are wider in other languages.
pub(super) fn narrow(header: &[String]) -> Vec<String> {
    let width = WIDTH - "--  ".len();
    let mut lines = Vec::new();
    for line in header {
        let text = line.trim_start();
        let margin = &line[..line.len() - text.len()];
        let width = width - margin.len() - 2;
        for (at, part) in wrap(text, width).iter().enumerate() {
            let more = if at == 0 { "" } else { "  " };
            let mut rest = part.as_str();
            // A list that is longer than a line is broken behind a comma.
            while let Some(comma) = rest.get(..width).and_then(|line| line.rfind(',')) {
                if rest.len() <= width {
                    break;
                }
                lines.push(format!("{margin}{more}{}", &rest[..=comma]));
                rest = &rest[comma + 1..];
            }
            lines.push(format!("{margin}{more}{rest}"));
        }
    }
    lines
}

fn function_doc(doc: &FunctionDoc) -> Vec<String> {
    let mut lines = comment(&doc.summary);
    lines.extend(comment(&format!("Square is {}.", doc.square)));
    lines.extend(comment(&format!("Occupied is {}.", doc.occupied)));
    lines
}

fn square(page: &Page<'_>) -> Option<Routine> {
    let square = page.square.as_ref()?;
    let entry = |list: &str, place| Expr::index(list, place).cast(SQUARE);
    let value = square.value(&OPERATORS, ["File", "Rank"], entry);
    Some(Routine {
        doc: comment(&square.doc.join(" ")),
        head: head(&square.name, "(File, Rank : Natural)", "Square_Index"),
        name: square.name.clone(),
        is_public: true,
        body: vec![format!("return {};", STYLE.text(&value))],
        ..Routine::default()
    })
}

fn union(union: &Union) -> Routine {
    let value = union.value(OPERATORS.or, &["Square", "Occupied"]);
    let line = format!("return {};", STYLE.text(&value));
    let body = if line.len() + MARGIN <= WIDTH { vec![line] } else { or_ed("return", &value) };
    Routine {
        doc: function_doc(&union.doc),
        head: head(&union.name, PARAMETERS, "Bitboard"),
        name: union.name.clone(),
        is_public: true,
        body,
        ..Routine::default()
    }
}

const fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::Word => "Bitboard",
        Type::Half => "Unsigned_32",
    }
}

/// Columns before a statement of a function.
const MARGIN: usize = 6;

/// A statement whose value is or-ed, each operand on a line.
fn or_ed(beginning: &str, value: &Expr) -> Vec<String> {
    let mut lines = vec![beginning.to_owned()];
    for (at, operand) in STYLE.operands(value).into_iter().enumerate() {
        let operator = if at > 0 { "or " } else { "" };
        lines.push(format!("  {operator}{operand}"));
    }
    lines.last_mut().into_iter().for_each(|line| line.push(';'));
    lines
}

/// A statement on one line, or on more where it is too long: broken behind its beginning, then before the first
/// parenthesis, then behind the first comma in it.
fn broken(beginning: &str, value: &Expr) -> Vec<String> {
    let Marked { mut text, marks } = STYLE.marked(value);
    text.push(';');
    let line = format!("{beginning} {text}");
    if line.len() + MARGIN <= WIDTH {
        return vec![line];
    }
    let mut lines = vec![beginning.to_owned()];
    // A parenthesis at the beginning, or right behind another, leaves nothing before it.
    let is_open = |at: usize| marks.contains(&(at, Mark::Open));
    let mut opening = marks.iter().map(|(at, _)| *at).filter(|at| is_open(*at));
    match opening.find(|at| *at > 0 && !is_open(at - 1)) {
        Some(open) if text.len() + MARGIN + 2 > WIDTH => {
            lines.push(format!("  {}", &text[..open - 1]));
            let is_comma = |mark: &Mark| matches!(mark, Mark::Gap { operator: 0, .. });
            let mut commas = marks.iter().filter(|(at, mark)| *at > open && is_comma(mark));
            match commas.next() {
                Some((comma, _)) if text.len() - open + MARGIN + 4 > WIDTH => {
                    lines.push(format!("    {}", &text[open..*comma]));
                    lines.push(format!("     {}", &text[comma + 1..]));
                }
                _ => lines.push(format!("    {}", &text[open..])),
            }
        }
        _ => lines.push(format!("  {text}")),
    }
    lines
}

/// `entry` is a keyword.
fn mixed(name: &str) -> String {
    Case::Mixed.join(&[&name.replace("entry", "item")])
}

/// Declarations in columns, and the last statement, which returns what `result` makes of the value.
fn statements(wanted: Wanted<'_>, result: fn(&Expr) -> Expr) -> (Vec<String>, Vec<String>) {
    // A value may stand on a line of its own: its name and its type hardly count for the width.
    let declare = |one: &Let| vec![format!("{}: {};", one.name, STYLE.text(&one.value))];
    let finish = |last: &Node| vec![format!("{};", STYLE.text(&result(&last.written)))];
    let statements = Statements {
        wanted,
        declare: &declare,
        finish: &finish,
        break_up: None,
        width: WIDTH - MARGIN,
    };
    let body = statements.written().body;
    let widest = body.lets.iter().map(|one| one.name.len()).max().unwrap_or(0);
    let declarations = body.lets.iter().flat_map(|one| {
        let beginning = format!("{:widest$} : constant {} :=", one.name, type_name(one.kind));
        broken(&beginning, &one.value)
    });
    (declarations.collect(), broken("return", &result(&body.result.written)))
}

fn function(function: &Function<'_>, page: &Page<'_>) -> Routine {
    let dialect = Ada {
        square: Expr::name("Square").cast(HALF),
        occupied: "Occupied",
        fields: &function.fields,
        tables: &page.tables,
        reversals: &page.reversals,
    };
    let given = function.called(&["Square", "Occupied"]);
    let writer = Writer { dialect: &dialect, style: &STYLE, case: mixed };
    let (declarations, body) = statements(function.wanted(&given, writer), Expr::clone);
    Routine {
        doc: function_doc(&function.doc),
        head: head(&function.name, PARAMETERS, type_name(function.kind())),
        name: function.name.clone(),
        is_public: function.is_public,
        declarations,
        body,
    }
}

fn scan(scan: &Scan<'_>, page: &Page<'_>) -> Routine {
    let word = Expr::name("Bits");
    let dialect = Ada {
        square: if scan.width < 32 { word.cast(HALF) } else { word },
        occupied: "Bits",
        fields: &[],
        tables: &page.tables,
        reversals: &page.reversals,
    };
    let kind = qualified(scan.storage(), false, true);
    let writer = Writer { dialect: &dialect, style: &STYLE, case: mixed };
    let (declarations, body) = statements(scan.wanted(writer), natural);
    Routine {
        doc: comment(&format!("{} The result is undefined for 0.", scan.summary)),
        head: head(&scan.name, &format!("(Bits : {kind})"), "Natural"),
        name: scan.name.clone(),
        is_public: true,
        declarations,
        body,
    }
}

/// The functions that turn words round.
fn reversals(page: &Page<'_>) -> Vec<Routine> {
    let result = || Expr::name("Result");
    let routine = |name: &str, what: &str, swaps: &[(u64, u8)]| {
        let mut body = Vec::new();
        for (lower, places) in swaps {
            let (lower, places) = (hex(*lower, 16), Expr::decimal(u64::from(*places)));
            let up = Expr::binary(OPERATORS.and, result(), lower.clone());
            let down = Expr::binary(OPERATORS.and, shift_right(result(), places.clone()), lower);
            let swapped = Expr::binary(OPERATORS.or, shift_left(up, places), down);
            body.extend(or_ed("Result :=", &swapped));
        }
        let half = || Expr::decimal(32);
        let (up, down) = (shift_left(result(), half()), shift_right(result(), half()));
        body.extend(broken("return", &Expr::binary(OPERATORS.or, up, down)));
        Routine {
            doc: comment(&format!("Returns a word with its {what} in the opposite order.")),
            head: format!("function {name} (Bits : Bitboard) return Bitboard"),
            name: name.to_owned(),
            is_public: false,
            declarations: vec!["Result : Bitboard := Bits;".to_owned()],
            body,
        }
    };
    let names = &page.reversals;
    let bytes = names.bytes.iter().map(|name| routine(name, "bytes", &SWAPS[3..]));
    bytes.chain(names.bits.iter().map(|name| routine(name, "bits", &SWAPS))).collect()
}
