//! An outline in; what the template of a module prints out.

use askama::Template;

use super::Dialect;
use super::arrays::{ArrayView, view};
use super::syntax::{LuaSyntax, Reads};
use crate::model::{Field, Program, Role, Value};
use crate::render::calls::Calls;
use crate::render::expr::{Expr, Let, Syntax};
use crate::render::outline::{
    FillLoop, FilledTable, Function as Lookup, FunctionDoc, Outline, RankOfSquares, Rays,
    Reversals, Scan, Walk,
};
use crate::render::provenance::{lines_within, wrap};
use crate::render::statements::Statements;

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
    doc: Vec<String>,
    name: String,
    parameters: &'static str,
    body: Vec<String>,
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
    fn set(self) -> &'static str {
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

/// What writes functions of programs.
struct Writer<'a> {
    outline: &'a Outline<'a>,
    dialect: Dialect,
    tables: Vec<String>,
    held: &'a dyn Fn(&str) -> String,
}

impl Writer<'_> {
    fn reads<'b>(&'b self, fields: &'b [(Field, String)]) -> Reads<'b> {
        Reads {
            occupied: "occupied",
            square: "square",
            fields,
            tables: &self.tables,
            reversals: &self.outline.reversals,
        }
    }

    fn square(&self) -> Option<Function> {
        let square = self.outline.square.as_ref()?;
        let value = match (&square.linear, &square.list) {
            (Some(linear), _) => linear.clone(),
            (_, list) => {
                let list = list.as_deref().unwrap_or("");
                format!("{}[{} * rank + file]", (self.held)(list), square.width)
            }
        };
        let mut doc = comment(&square.doc.join(" "));
        doc.extend(["file", "rank"].map(|name| format!("---@param {name} integer")));
        doc.push("---@return integer square".to_owned());
        Some(Function {
            doc,
            name: square.name.clone(),
            parameters: "file, rank",
            body: vec![format!("return {value}")],
        })
    }

    fn doc(&self, doc: &FunctionDoc) -> Vec<String> {
        let set = self.dialect.set();
        let mut lines = comment(&doc.summary);
        lines.extend(tag(&format!("@param square integer {}", doc.square)));
        lines.extend(tag(&format!("@param occupied {set} {}", doc.occupied)));
        lines.extend(tag(&format!("@return {set} attacks {}", doc.returns)));
        lines
    }

    fn lookup(&self, function: &Lookup<'_>) -> Function {
        let Lookup { program, wanted, bounds, .. } = function;
        let mut loaded = Vec::new();
        let mut fields: Vec<(Field, String)> = Vec::new();
        for (field, name) in &function.fields {
            let entry = format!("{}[square]", (self.held)(name));
            let is_offset = field.role == Role::Offset && program.reads(*wanted, *field);
            if is_offset && self.dialect == Dialect::LuaJit {
                // LuaJIT takes longer where the load comes after all that the index is made of.
                let variable = field.singular().replace(' ', "_");
                loaded.push(format!("local {variable} = {entry}"));
                fields.push((*field, variable));
            } else {
                fields.push((*field, entry));
            }
        }
        let syntax = LuaSyntax::new(self.dialect, self.reads(&fields), program, *wanted, bounds);
        loaded.extend(statements(&syntax, program, *wanted));
        Function {
            doc: if *wanted == program.result {
                self.doc(&function.doc)
            } else {
                comment(&function.doc.summary)
            },
            name: function.name.clone(),
            parameters: "square, occupied",
            body: loaded,
        }
    }

    fn union(&self, name: &str, doc: &FunctionDoc, of: &[String]) -> Function {
        let call = |name: &String| Expr::atom(format!("{name}(square, occupied)"));
        let calls: Vec<Expr> = of.iter().map(call).collect();
        let both = calls.into_iter().reduce(|a, b| self.dialect.or(&a, &b));
        Function {
            doc: self.doc(doc),
            name: name.to_owned(),
            parameters: "square, occupied",
            body: vec![format!("return {}", both.map(|both| both.text).unwrap_or_default())],
        }
    }

    fn scan(&self, scan: &Scan<'_>) -> Function {
        let (program, wanted) = (scan.program, scan.program.result);
        let reads = Reads { occupied: "word", square: "word", ..self.reads(&[]) };
        let syntax = LuaSyntax::new(self.dialect, reads, program, wanted, &scan.bounds);
        let mut body = statements(&syntax, program, wanted);
        let is_short = self.dialect == Dialect::LuaJit && scan.width < 64;
        if is_short {
            body.insert(0, "word = 0ULL + word".to_owned());
        }
        let kind = if is_short { "integer" } else { self.dialect.set() };
        let mut doc = comment(&scan.summary);
        doc.push(format!("---@param word {kind} the bits; the result is undefined for 0"));
        doc.push("---@return integer index".to_owned());
        Function { doc, name: scan.name.clone(), parameters: "word", body }
    }
}

/// A tag of a comment that editors show.
fn tag(text: &str) -> Vec<String> {
    let lines = wrap(text, WIDTH - 4);
    let line =
        |(at, line): (usize, &String)| format!("{}{line}", if at == 0 { "---" } else { "--- " });
    lines.iter().enumerate().map(line).collect()
}

fn statements(syntax: &dyn Syntax, program: &Program, wanted: Value) -> Vec<String> {
    let case = |name: &str| name.to_owned();
    let declare = |variable: &Let| format!("local {} = {}", variable.name, variable.value.text);
    let finish = |result: &Expr| format!("return {}", result.text);
    let statements = Statements {
        syntax,
        case: &case,
        declare: &declare,
        finish: &finish,
        break_up: None,
        width: WIDTH - 2,
    };
    // A call takes as long as a lookup: index functions serve start-up code alone.
    statements.write(program, wanted, &[])
}

/// The functions that turn words round, neighbours of ever fewer bits changing places.
fn reversals(names: &Reversals, dialect: Dialect) -> Vec<Function> {
    let function = |name: &str, what: &str, swaps: &[(u64, u8)], last: String| {
        let swap = |(lower, places): &(u64, u8)| {
            let (word, lower) = (Expr::atom("word"), Expr::atom(dialect.word(*lower)));
            let places = Expr::atom(places.to_string());
            let up = dialect.shl(&dialect.and(&word, &lower), &places);
            let down = dialect.and(&dialect.shr(&word, &places), &lower);
            format!("word = {}", dialect.or(&up, &down).text)
        };
        Function {
            doc: comment(&format!("Returns a word with its {what} in the opposite order.")),
            name: name.to_owned(),
            parameters: "word",
            body: swaps.iter().map(swap).chain([last]).collect(),
        }
    };
    let swaps = [
        (0x5555_5555_5555_5555, 1),
        (0x3333_3333_3333_3333, 2),
        (0x0f0f_0f0f_0f0f_0f0f, 4),
        (0x00ff_00ff_00ff_00ff, 8),
        (0x0000_ffff_0000_ffff, 16),
    ];
    if dialect == Dialect::LuaJit {
        let last = "return bswap(word)".to_owned();
        return names
            .bits
            .iter()
            .map(|name| function(name, "bits", &swaps[..3], last.clone()))
            .collect();
    }
    let last = "return (word << 32) | (word >> 32)".to_owned();
    let bytes = names.bytes.iter().map(|name| function(name, "bytes", &swaps[3..], last.clone()));
    bytes
        .chain(names.bits.iter().map(|name| function(name, "bits", &swaps, last.clone())))
        .collect()
}
