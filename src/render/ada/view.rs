//! An outline in; what the templates of specification and body print out.

use askama::Template;

use super::arrays::{Declaration, WIDTH, array, comment, variable};
use super::syntax::{AdaSyntax, element, hex, natural};
use crate::model::{Case, Program, Storage, Type, Value};
use crate::render::expr::{Expr, Let};
use crate::render::outline::{
    Array, FillLoop, Function, FunctionDoc, Outline, RankOfSquares, SWAPS, Scan, Walk,
};
use crate::render::provenance::wrap;
use crate::render::statements::Statements;

/// What files begin with.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) header: &'a [String],
    pub(super) licence: &'a [String],
    pub(super) package: &'a str,
}

/// A function.
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
    outline: &'a Outline<'a>,
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
        let squares = walk.squares.map(|squares| hex(squares, 16));
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
    pub(super) fn new(outline: &'a Outline<'a>, frame: Frame<'a>) -> Self {
        let module = outline.module;
        let data = |is_public: bool| {
            let arrays = outline.arrays.iter().filter(move |one| one.is_public == is_public);
            let filled = outline.filled.iter().filter(move |one| one.is_public == is_public);
            arrays.map(|one| array(one, module, false)).chain(filled.map(variable)).collect()
        };
        let mut routines: Vec<Routine> = square(outline).into_iter().collect();
        routines.extend(outline.lookups.iter().map(|one| function(one, outline)));
        routines.extend(outline.unions.iter().map(|union| {
            let calls: Vec<String> =
                union.of.iter().map(|lookup| format!("{lookup} (Square, Occupied)")).collect();
            let line = format!("return {};", calls.join(" or "));
            let body = if line.len() + 6 <= WIDTH {
                vec![line]
            } else {
                vec!["return".to_owned(), format!("  {};", calls.join("\n        or "))]
            };
            Routine {
                doc: function_doc(&union.doc),
                head: head(&union.name, PARAMETERS, "Bitboard"),
                name: union.name.clone(),
                is_public: true,
                declarations: Vec::new(),
                body,
            }
        }));
        routines.extend(outline.scans.iter().map(|one| scan(one, outline)));
        routines.extend(outline.indices.iter().map(|one| function(one, outline)));
        routines.extend(reversals(outline));
        let walk = outline.walk.as_ref().filter(|_| module.fills());
        let mut taken = outline.taken.clone();
        let loops = outline.fills.iter().map(|fill| {
            let words: Vec<&str> = fill.words.iter().map(String::as_str).collect();
            LoopView { name: taken.name(Case::Mixed.join(&words)), fill }
        });
        Self {
            frame,
            outline,
            public: data(true),
            private: data(false),
            routines,
            walk: walk.map(WalkView::new),
            loops: loops.collect(),
        }
    }

    /// Whether the specification names bitboards.
    fn has_words(&self) -> bool {
        let outline = self.outline;
        !outline.lookups.is_empty()
            || outline.walk.is_some()
            || outline.arrays.iter().any(|one| one.storage == Storage::Word)
            || outline.filled.iter().any(|one| one.is_public)
            || outline.scans.iter().any(|one| one.width == 64)
    }

    /// Whether the specification names anything of `Interfaces`.
    fn has_with(&self) -> bool {
        let is_foreign =
            |one: &Array<'_>| one.is_public && element(one.storage, one.is_signed) != "Integer";
        self.has_words()
            || !self.outline.scans.is_empty()
            || self.outline.arrays.iter().any(is_foreign)
    }

    pub(super) fn spec(&self) -> String {
        let outline = self.outline;
        let spec = Spec {
            of: self,
            doc: package_doc(outline),
            last: outline.module.board.indices.saturating_sub(1),
            has_words: self.has_words(),
            is_pure: !outline.module.fills(),
            squares: outline.ranks.iter().map(squares).collect(),
        };
        // The only way for a template to fail is a failing writer, and a text never fails.
        spec.render().unwrap_or_default() + "\n"
    }

    /// The body, where there is anything in it.
    pub(super) fn body(&self) -> Option<String> {
        if self.routines.is_empty() && self.loops.is_empty() {
            return None;
        }
        let outline = self.outline;
        let is_computed = !outline.lookups.is_empty() || !outline.scans.is_empty();
        let body = Body {
            of: self,
            has_with: self.has_with(),
            has_use: is_computed || !self.loops.is_empty() || !self.private.is_empty(),
        };
        Some(body.render().unwrap_or_default() + "\n")
    }
}

fn package_doc(outline: &Outline<'_>) -> Vec<String> {
    let mut lines = vec![outline.summary.to_owned()];
    for (at, note) in outline.notes.iter().enumerate() {
        lines.push(String::new());
        lines.extend(wrap(note, WIDTH - 4));
        if at == 0 {
            lines.push(String::new());
            lines.extend(outline.diagram.iter().map(|line| format!("  {}", line.trim_end())));
        }
    }
    lines
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

fn square(outline: &Outline<'_>) -> Option<Routine> {
    let square = outline.square.as_ref()?;
    let value = match (&square.linear, &square.list) {
        (Some(linear), _) => linear.replace("file", "File").replace("rank", "Rank"),
        (_, list) => {
            let list = list.as_deref().unwrap_or("");
            format!("Square_Index ({list} ({} * Rank + File))", square.width)
        }
    };
    Some(Routine {
        doc: comment(&square.doc.join(" ")),
        head: head(&square.name, "(File, Rank : Natural)", "Square_Index"),
        name: square.name.clone(),
        is_public: true,
        declarations: Vec::new(),
        body: vec![format!("return {value};")],
    })
}

const fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::Word => "Bitboard",
        Type::Half => "Unsigned_32",
    }
}

/// A statement on one line, or on more where it is too long: broken behind its beginning, then before the first
/// parenthesis, then behind the first comma.
fn broken(beginning: &str, value: &str) -> Vec<String> {
    let line = format!("{beginning} {value}");
    if line.len() + 6 <= WIDTH {
        return vec![line];
    }
    let mut lines = vec![beginning.to_owned()];
    match value.split_once(" (") {
        Some((before, after)) if value.len() + 8 > WIDTH => {
            lines.push(format!("  {before}"));
            match after.split_once(", ") {
                Some((first, second)) if after.len() + 11 > WIDTH => {
                    lines.extend([format!("    ({first},"), format!("     {second}")]);
                }
                _ => lines.push(format!("    ({after}")),
            }
        }
        _ => lines.push(format!("  {value}")),
    }
    lines
}

/// Declarations in columns, and the last statement.
fn statements(
    syntax: &AdaSyntax<'_>,
    program: &Program,
    wanted: Value,
    given: &[(Value, Expr)],
    finish: &dyn Fn(&Expr) -> String,
) -> (Vec<String>, Vec<String>) {
    // `entry` is a keyword.
    let case = |name: &str| Case::Mixed.join(&[&name.replace("entry", "item")]);
    // A value may stand on a line of its own: its name and its type hardly count for the width.
    let declare = |variable: &Let| {
        let mark = if variable.kind == Type::Word { 'W' } else { 'H' };
        format!("{}:{mark}{};", variable.name, variable.value.text)
    };
    let statements = Statements {
        syntax,
        case: &case,
        declare: &declare,
        finish,
        break_up: None,
        width: WIDTH - 6,
    };
    let mut lines = statements.write(program, wanted, given);
    let last = lines.pop().unwrap_or_default();
    let variables: Vec<(&str, &str)> =
        lines.iter().filter_map(|line| line.split_once(':')).collect();
    let widest = variables.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let declarations = variables.iter().flat_map(|(name, rest)| {
        let kind = type_name(if rest.starts_with('W') { Type::Word } else { Type::Half });
        broken(&format!("{name:widest$} : constant {kind} :="), &rest[1..])
    });
    (declarations.collect(), broken("return", &last))
}

fn function(function: &Function<'_>, outline: &Outline<'_>) -> Routine {
    let syntax = AdaSyntax::of_function(function, &outline.tables, &outline.reversals);
    let given = function.given(|name| format!("{name} (Square, Occupied)"));
    let finish = |result: &Expr| format!("{};", result.text);
    let (declarations, body) =
        statements(&syntax, function.program, function.wanted, &given, &finish);
    Routine {
        doc: function_doc(&function.doc),
        head: head(&function.name, PARAMETERS, type_name(function.kind())),
        name: function.name.clone(),
        is_public: function.is_public,
        declarations,
        body,
    }
}

fn scan(scan: &Scan<'_>, outline: &Outline<'_>) -> Routine {
    let kind = match scan.width {
        8 => "Interfaces.Unsigned_8",
        16 => "Interfaces.Unsigned_16",
        32 => "Interfaces.Unsigned_32",
        _ => "Bitboard",
    };
    let syntax = AdaSyntax::of_scan(scan, &outline.tables, &outline.reversals);
    let finish = |result: &Expr| format!("{};", natural(result));
    let (declarations, body) = statements(&syntax, scan.program, scan.program.result, &[], &finish);
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
fn reversals(outline: &Outline<'_>) -> Vec<Routine> {
    let routine = |name: &str, what: &str, swaps: &[(u64, u8)]| {
        let mut body = Vec::new();
        for (lower, places) in swaps {
            let lower = hex(*lower, 16);
            body.push("Result :=".to_owned());
            body.push(format!("  Shift_Left (Result and {lower}, {places})"));
            body.push(format!("  or (Shift_Right (Result, {places}) and {lower});"));
        }
        body.push("return Shift_Left (Result, 32) or Shift_Right (Result, 32);".to_owned());
        Routine {
            doc: comment(&format!("Returns a word with its {what} in the opposite order.")),
            head: format!("function {name} (Bits : Bitboard) return Bitboard"),
            name: name.to_owned(),
            is_public: false,
            declarations: vec!["Result : Bitboard := Bits;".to_owned()],
            body,
        }
    };
    let names = &outline.reversals;
    let bytes = names.bytes.iter().map(|name| routine(name, "bytes", &SWAPS[3..]));
    bytes.chain(names.bits.iter().map(|name| routine(name, "bits", &SWAPS))).collect()
}
