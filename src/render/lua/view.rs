//! An outline in; what the template of a module prints out.

use askama::Template;

use super::Dialect;
use super::arrays::{ArrayView, view};
use super::functions::{Writer, reversals};
use crate::render::calls::Calls;
use crate::render::expr::Expr;
use crate::render::outline::{FillLoop, FilledTable, Outline, RankOfSquares, Rays, Walk};
use crate::render::provenance::{lines_within, wrap};

/// The most characters of a line.
pub(super) const WIDTH: usize = 100;

/// How calls are broken up.
pub(super) const CALLS: Calls = Calls { width: WIDTH, indent: "  ", trailing_comma: false };

/// A module.
#[derive(Template)]
#[template(path = "lua/module.lua", escape = "none")]
pub(super) struct File<'a> {
    header: Vec<String>,
    licence: &'a [String],
    doc: Vec<String>,
    libraries: Vec<String>,
    /// The table of what would be too many local variables.
    holder: Option<String>,
    arrays: Vec<ArrayView>,
    walker: Option<Walker<'a>>,
    fills: Vec<Fill>,
    filled: Vec<Filled>,
    functions: Vec<Function>,
    /// The function of file and rank: last, since others have a parameter of its name.
    square: Option<Function>,
    ranks: &'a [RankOfSquares],
    /// Entries of the table that the file returns.
    exports: Vec<String>,
}

/// A function.
pub(super) struct Function {
    pub(super) doc: Vec<String>,
    pub(super) name: String,
    pub(super) parameters: &'static str,
    pub(super) body: Vec<String>,
}

/// How rays are walked, and subsets listed.
pub(super) struct Walker<'a> {
    pub(super) walk: &'a Walk,
    pub(super) is_jit: bool,
    /// A word of no bit.
    pub(super) zero: String,
    /// The condition under which a ray goes on.
    pub(super) goes_on: String,
    pub(super) reached: String,
    pub(super) united: String,
    /// The next subset of a mask.
    pub(super) next: String,
    /// What is true where an index is no square, where there is such.
    pub(super) is_none: Option<String>,
}

/// A table that requiring the module fills.
struct Filled {
    comment: Vec<String>,
    head: String,
    name: String,
    /// The index of the last entry, where they have to be set to zero first.
    last: Option<usize>,
    loops: Vec<String>,
}

/// A function that stores what is walked.
struct Fill {
    doc: Vec<String>,
    name: String,
    masks: String,
    lines: Vec<String>,
}

/// A comment that editors show.
pub(super) fn comment(text: &str) -> Vec<String> {
    wrap(text, WIDTH - 4).iter().map(|line| format!("--- {line}")).collect()
}

impl Dialect {
    /// What a bitboard is to editors.
    pub(super) fn set(self) -> &'static str {
        match self {
            Self::Lua54 => "integer",
            Self::LuaJit => "ffi.cdata*",
        }
    }
}

impl<'a> Walker<'a> {
    pub(super) fn new(walk: &'a Walk, dialect: Dialect) -> Self {
        let name = |name: &str| Expr::atom(name);
        let bit = walk.grid.as_ref().map_or("at".to_owned(), |grid| format!("{}[at]", grid.bit_of));
        let (one, zero) = (name(&dialect.word(1)), dialect.word(0));
        let is_in = |set: &Expr, at: &str| dialect.and(&dialect.shr(set, &name(at)), &name("1"));
        let from = is_in(&name("origins[ray]"), "at");
        let hit = dialect.and(&name("reached"), &name("occupied"));
        Self {
            walk,
            is_jit: dialect == Dialect::LuaJit,
            goes_on: format!("{} ~= 0 and {} == 0", from.operand(), hit.operand()),
            reached: dialect.shl(&one, &name(&bit)).text,
            united: dialect.or(&name("attacks"), &name("reached")).text,
            next: dialect.and(&Expr::infix("subset - mask"), &name("mask")).text,
            is_none: walk.squares.map(|squares| {
                format!("{} == 0", is_in(&name(&dialect.word(squares)), "square").operand())
            }),
            zero,
        }
    }

    /// A call of the function that walks, after what stands before it.
    pub(super) fn call(
        &self,
        margin: &str,
        head: &str,
        rays: &Rays,
        last: [&str; 2],
    ) -> Vec<String> {
        let most = self.walk.has_range.then(|| rays.range.to_string());
        let arguments = [rays.steps.clone(), rays.from.clone()].into_iter().chain(most);
        let arguments: Vec<String> = arguments.chain(last.map(str::to_owned)).collect();
        CALLS.lines(margin, &format!("{head}{}", self.walk.name), &arguments, "")
    }
}

/// Functions of the bit library that a text calls, and the FFI, as local variables.
pub(super) fn libraries(text: &str, dialect: Dialect) -> Vec<String> {
    if dialect == Dialect::Lua54 {
        return Vec::new();
    }
    let is_called = |name: &str| text.contains(&format!("{name}("));
    let mut lines = Vec::new();
    if is_called("ffi.new") {
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
    pub(super) fn new(outline: &'a Outline<'a>, dialect: Dialect) -> Self {
        let module = outline.module;
        let mut taken = outline.taken.clone();
        let count = outline.arrays.len() + outline.filled.len();
        let holder = (count > LOCALS).then(|| taken.name("DATA"));
        let held = |name: &str| match &holder {
            Some(holder) => format!("{holder}.{name}"),
            None => name.to_owned(),
        };
        let place = |name: &str| match &holder {
            Some(holder) => format!("{holder}.{name}"),
            None => format!("local {name}"),
        };
        let walk = outline.walk.as_ref().filter(|_| module.fills());
        let walker = walk.map(|walk| Walker::new(walk, dialect));
        let tables = outline.tables.iter().map(|table| held(&table.name)).collect();
        let writer = Writer { outline, dialect, tables, held: &held };
        let mut functions: Vec<Function> = Vec::new();
        functions.extend(reversals(&outline.reversals, dialect));
        functions.extend(outline.indices.iter().map(|index| writer.lookup(index)));
        functions.extend(outline.lookups.iter().map(|lookup| writer.lookup(lookup)));
        functions.extend(
            outline.unions.iter().map(|union| writer.union(&union.name, &union.doc, &union.of)),
        );
        functions.extend(outline.scans.iter().map(|scan| writer.scan(scan)));
        let mut fills = Vec::new();
        let mut filled = Vec::new();
        for table in outline.filled.iter().filter(|_| walker.is_some()) {
            let mut loops = Vec::new();
            let own = outline.fills.iter().filter(|fill| fill.table == table.index);
            for (fill, walker) in own.zip(walker.iter().cycle()) {
                let name = taken.name(fill.words.join("_").replace('-', "_"));
                loops.push(name.clone());
                fills.push(store(fill, name, walker, &held, dialect));
            }
            filled.push(fill_table(table, &place(&table.name), held(&table.name), loops, dialect));
        }
        let arrays =
            outline.arrays.iter().map(|array| view(array, &place(&array.name), module, dialect));
        let mut file = Self {
            header: lines_within(module, WIDTH - "-- ".len()),
            licence: &module.licence,
            doc: doc(outline, dialect),
            libraries: Vec::new(),
            exports: exports(outline, &held),
            arrays: arrays.collect(),
            holder: holder.clone(),
            walker,
            fills,
            filled,
            functions,
            square: writer.square(),
            ranks: &outline.ranks,
        };
        // What is called shows in the text.
        file.libraries = libraries(&file.render().unwrap_or_default(), dialect);
        file
    }
}

fn doc(outline: &Outline<'_>, dialect: Dialect) -> Vec<String> {
    let mut lines = comment(outline.summary);
    for (at, note) in outline.notes.iter().enumerate() {
        lines.push("---".to_owned());
        lines.extend(comment(note));
        if at == 0 {
            lines.push("---".to_owned());
            lines.extend(outline.diagram.iter().map(|line| format!("---     {}", line.trim_end())));
        }
    }
    if dialect == Dialect::LuaJit {
        lines.push("---".to_owned());
        lines.extend(comment("Bitboards are of the type uint64_t: 0x8001ULL."));
    }
    lines
}

fn exports(outline: &Outline<'_>, held: &dyn Fn(&str) -> String) -> Vec<String> {
    let entry = |(name, value): (String, String)| {
        let line = format!("  {name} = {value},");
        if line.len() <= WIDTH { line } else { format!("  {name} =\n    {value},") }
    };
    let arrays = outline.arrays.iter().filter(|array| array.is_public).map(|array| &array.name);
    let filled = outline.filled.iter().filter(|table| table.is_public).map(|table| &table.name);
    let arrays = arrays.chain(filled).map(|name| (name.clone(), held(name)));
    let lookups = outline.lookups.iter().filter(|lookup| lookup.is_public);
    let functions = outline.square.iter().map(|square| &square.name);
    let functions = functions.chain(lookups.map(|lookup| &lookup.name));
    let functions = functions.chain(outline.unions.iter().map(|union| &union.name));
    let functions = functions.chain(outline.scans.iter().map(|scan| &scan.name));
    arrays.chain(functions.map(|name| (name.clone(), name.clone()))).map(entry).collect()
}

fn fill_table(
    table: &FilledTable,
    place: &str,
    name: String,
    loops: Vec<String>,
    dialect: Dialect,
) -> Filled {
    let mut comment = comment(&table.doc);
    let (kind, head, last) = match dialect {
        Dialect::Lua54 => ("integer[]", format!("{place} = {{}}"), Some(table.length - 1)),
        Dialect::LuaJit => {
            ("ffi.cdata*", format!("{place} = ffi.new(\"uint64_t[{}]\")", table.length), None)
        }
    };
    comment.push(format!("---@type {kind}"));
    Filled { comment, head, name, last, loops }
}

fn store(
    fill: &FillLoop,
    name: String,
    walker: &Walker<'_>,
    held: &dyn Fn(&str) -> String,
    dialect: Dialect,
) -> Fill {
    let rays =
        Rays { steps: held(&fill.rays.steps), from: held(&fill.rays.from), ..fill.rays.clone() };
    let table = held(&fill.table_name);
    let subset = ["square", "subset"];
    let margin = "      ";
    let mut lines = vec![format!("{margin}local place = {}(square, subset)", fill.index)];
    if fill.is_or {
        lines.extend(walker.call(margin, "local attacks = ", &rays, subset));
        let slot = Expr::atom(format!("{table}[place]"));
        let both = dialect.or(&slot, &Expr::atom("attacks"));
        lines.push(format!("{margin}{} = {}", slot.text, both.text));
    } else {
        lines.extend(walker.call(margin, &format!("{table}[place] = "), &rays, subset));
    }
    Fill {
        doc: comment(&format!("Stores the attack sets of the {}.", fill.owner)),
        name,
        masks: held(&fill.masks),
        lines,
    }
}
