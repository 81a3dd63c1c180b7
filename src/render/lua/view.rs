//! What stands in a module.

use askama::Template;

use super::Runtime;
use super::arrays::ArrayView;
use super::functions::{Function, Functions};
use super::syntax::OPERATORS;
use crate::render::code::calls::Calls;
use crate::render::code::expr::{Expr, Operator};
use crate::render::code::print::Style;
use crate::render::page::{FillLoop, FilledTable, Page, RankOfSquares, Walk};
use crate::render::text::provenance::{lines_within, wrap};
use crate::render::text::taken::Taken;

/// The most characters of a line.
pub(super) const WIDTH: usize = 100;

/// How calls are broken up.
pub(super) const CALLS: Calls = Calls { width: WIDTH, indent: "  ", trailing_comma: false };

/// A module.
#[derive(Template)]
#[template(path = "lua/module.lua", escape = "none")]
pub(super) struct File<'a> {
    style: Style,
    header: Vec<String>,
    licence: &'a [String],
    doc: Vec<String>,
    libraries: Vec<String>,
    /// The table of what would be too many local variables.
    holder: Option<String>,
    arrays: Vec<ArrayView>,
    walker: Option<Walker<'a>>,
    filled: Vec<Filled>,
    functions: Vec<Function>,
    /// The function of file and rank: last, since others have a parameter of its name.
    square: Option<Function>,
    ranks: &'a [RankOfSquares],
    /// Entries of the table that the file returns.
    exports: Vec<String>,
}

/// How rays are walked, and subsets listed.
pub(super) struct Walker<'a> {
    pub(super) walk: &'a Walk,
    pub(super) runtime: Runtime,
    /// A word of no bit.
    pub(super) zero: Expr,
    /// The condition under which a ray goes on.
    pub(super) goes_on: Expr,
    pub(super) reached: Expr,
    pub(super) united: Expr,
    /// The next subset of a mask.
    pub(super) next: Expr,
    /// What is true where an index is no square, where there is such.
    pub(super) is_none: Option<Expr>,
}

/// A table that requiring the module fills.
struct Filled {
    comment: Vec<String>,
    head: String,
    name: String,
    /// The index of the last entry, where they have to be set to zero first.
    last: Option<usize>,
    fills: Vec<Fill>,
}

/// A function that stores what is walked.
struct Fill {
    doc: Vec<String>,
    name: String,
    masks: String,
    index: String,
    /// Where it stores.
    slot: Expr,
    /// The call that walks, and what gets its value.
    walked: Vec<String>,
    /// What is stored, where that is more than what is walked.
    united: Option<Expr>,
}

/// A comment that editors show.
pub(super) fn comment(text: &str) -> Vec<String> {
    wrap(text, WIDTH - 4).iter().map(|line| format!("--- {line}")).collect()
}

impl Runtime {
    /// What a bitboard is to editors.
    pub(super) fn set(self) -> &'static str {
        match self {
            Self::Lua54 => "integer",
            Self::LuaJit => "ffi.cdata*",
        }
    }
}

/// Comparisons bind tighter than `and`, but not than operators on bits.
const IS: Operator = Operator::left("==").tight();
const IS_NOT: Operator = Operator::left("~=").tight();
const AND: Operator = Operator::chain("and");

impl<'a> Walker<'a> {
    pub(super) fn new(walk: &'a Walk, runtime: Runtime) -> Self {
        let name = |name: &str| Expr::name(name);
        let is_in = |set, at| runtime.and(runtime.shr(set, name(at)), Expr::decimal(1));
        let compared = |operator, value| Expr::binary(operator, value, Expr::decimal(0));
        let bit = match &walk.grid {
            Some(grid) => Expr::index(grid.bit_of.as_str(), name("at")),
            None => name("at"),
        };
        let from = is_in(Expr::index("origins", name("ray")), "at");
        let hit = runtime.and(name("reached"), name("occupied"));
        let less = Expr::binary(OPERATORS.sub, name("subset"), name("mask"));
        Self {
            walk,
            runtime,
            zero: runtime.word(0),
            goes_on: Expr::binary(AND, compared(IS_NOT, from), compared(IS, hit)),
            reached: runtime.shl(runtime.word(1), bit),
            united: runtime.or(name("attacks"), name("reached")),
            next: runtime.and(less, name("mask")),
            is_none: walk.squares.map(|set| compared(IS, is_in(runtime.word(set), "square"))),
        }
    }

    /// All expressions.
    pub(super) fn exprs(&self) -> impl Iterator<Item = &Expr> {
        [&self.goes_on, &self.reached, &self.united, &self.next].into_iter().chain(&self.is_none)
    }
}

/// Functions of the bit library that expressions call, and the FFI where there are arrays of it, as local variables.
pub(super) fn libraries(runtime: Runtime, has_arrays: bool, code: &[&Expr]) -> Vec<String> {
    if runtime == Runtime::Lua54 {
        return Vec::new();
    }
    let is_called = |name: &str| {
        let is_it =
            |expr: &Expr| matches!(expr, Expr::Call(function, _) if **function == Expr::name(name));
        code.iter().any(|expr| expr.any(&is_it))
    };
    let mut lines = Vec::new();
    if has_arrays {
        lines.push("local ffi = require(\"ffi\")".to_owned());
    }
    let functions = ["band", "bnot", "bor", "bswap", "bxor", "lshift", "rshift", "tohex"];
    let called: Vec<&str> = functions.into_iter().filter(|name| is_called(name)).collect();
    if !called.is_empty() {
        lines.push("local bit = require(\"bit\")".to_owned());
        lines.extend(called.chunks(4).map(|names| {
            let from: Vec<String> = names.iter().map(|name| format!("bit.{name}")).collect();
            format!("local {} = {}", names.join(", "), from.join(", "))
        }));
    }
    lines
}

/// Local variables of a file that may be arrays; a function of Lua has at most 200.
const LOCALS: usize = 120;

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, runtime: Runtime) -> Self {
        let module = page.module;
        let style = page.styled(Style::PLAIN);
        let mut taken = page.taken.clone();
        let count = page.arrays.len() + page.filled.len();
        let holder = (count > LOCALS).then(|| taken.name("DATA"));
        let held = |name: &str| match &holder {
            Some(holder) => format!("{holder}.{name}"),
            None => name.to_owned(),
        };
        let local = if holder.is_some() { "" } else { "local " };
        let walk = page.walk.as_ref().filter(|_| module.fills());
        let walker = walk.map(|walk| Walker::new(walk, runtime));
        let tables = page.tables.iter().map(|table| held(&table.name)).collect();
        let writer = Functions { page, runtime, style, tables, held: &held };
        let functions = writer.all();
        let mut filled = Vec::new();
        for (table, walker) in page.filled.iter().zip(walker.iter().cycle()) {
            let own = page.fills.iter().filter(|fill| fill.table == table.index);
            let fills = own.map(|fill| Fill::new(fill, walker, &mut taken, &held, &style));
            filled.push(Filled::new(table, local, held(&table.name), fills.collect(), runtime));
        }
        let array = |array| ArrayView::new(array, local, held(&array.name), module, runtime);
        let arrays: Vec<ArrayView> = page.arrays.iter().map(array).collect();
        let body = functions.iter().flat_map(|function| &function.body);
        let code = body.map(|line| &line.1).chain(walker.iter().flat_map(Walker::exprs));
        let code: Vec<&Expr> = code.collect();
        let has_arrays = !filled.is_empty() || arrays.iter().any(|array| array.is_ffi);
        Self {
            style,
            header: lines_within(module, WIDTH - "-- ".len()),
            licence: &module.licence,
            doc: doc(page, runtime),
            libraries: libraries(runtime, has_arrays, &code),
            exports: exports(page, &held),
            arrays,
            holder: holder.clone(),
            walker,
            filled,
            functions,
            square: writer.square(),
            ranks: &page.ranks,
        }
    }
}

fn doc(page: &Page<'_>, runtime: Runtime) -> Vec<String> {
    let about = page.about(WIDTH - "--- ".len(), "    ").into_iter();
    let jit = ["", "Bitboards are of the type uint64_t: 0x8001ULL."].map(str::to_owned);
    let lines = about.chain(jit.into_iter().filter(|_| runtime == Runtime::LuaJit));
    lines.map(|line| format!("--- {line}").trim_end().to_owned()).collect()
}

fn exports(page: &Page<'_>, held: &dyn Fn(&str) -> String) -> Vec<String> {
    let entry = |(name, value): (&str, String)| {
        let line = format!("  {name} = {value},");
        if line.len() <= WIDTH { line } else { format!("  {name} =\n    {value},") }
    };
    let arrays = page.public_arrays().map(|name| (name, held(name)));
    let functions = page.public_functions().map(|name| (name, name.to_owned()));
    arrays.chain(functions).map(entry).collect()
}

impl Filled {
    fn new(
        table: &FilledTable,
        local: &str,
        name: String,
        fills: Vec<Fill>,
        runtime: Runtime,
    ) -> Self {
        let (kind, value, last) = match runtime {
            Runtime::Lua54 => ("integer[]", "{}".to_owned(), Some(table.length - 1)),
            Runtime::LuaJit => {
                ("ffi.cdata*", format!("ffi.new(\"uint64_t[{}]\")", table.length), None)
            }
        };
        let mut comment = comment(&table.doc);
        comment.push(format!("---@type {kind}"));
        Self { comment, head: format!("{local}{name} = {value}"), name, last, fills }
    }
}

impl Fill {
    fn new(
        fill: &FillLoop,
        walker: &Walker<'_>,
        taken: &mut Taken,
        held: &dyn Fn(&str) -> String,
        style: &Style,
    ) -> Self {
        let slot = Expr::index(held(&fill.table_name), "place".into());
        let head = if fill.is_or { "local attacks".to_owned() } else { style.text(&slot) };
        let pass = |array: &str| held(array).into();
        let arguments = walker.walk.arguments(&fill.rays, pass, ["square", "subset"]);
        let call = Expr::call(walker.walk.name.as_str(), arguments);
        let united = || walker.runtime.or(slot.clone(), "attacks".into());
        Self {
            doc: comment(&format!("Stores the attack sets of the {}.", fill.owner)),
            name: taken.name(fill.words.join("_").replace('-', "_")),
            masks: held(&fill.masks),
            index: fill.index.clone(),
            walked: CALLS.of(style, "      ", &format!("{head} = "), &call, ""),
            united: fill.is_or.then(united),
            slot,
        }
    }
}
