//! What the templates print: a module, and the test beside it.

use askama::Template;

use super::Runtime;
use super::arrays::ArrayView;
use super::syntax::{Lua, OPERATORS};
use crate::model::{Field, Role};
use crate::render::code::calls::Calls;
use crate::render::code::expr::{Expr, Operator};
use crate::render::code::node::{Body, Dialect, Let};
use crate::render::code::scope::Scope;
use crate::render::page::{
    Array, Compared, Facts, FillLoop, FilledTable, Function, FunctionDoc, Group, Head, Item,
    Manner, Page, Routine, Scan, SelfTest, SquareFunction, Walk, WalkText, Words, comparisons,
};
use crate::render::text::provenance::{lines_within, wrap};

/// The most characters of a line.
const WIDTH: usize = 100;

/// How calls are broken up.
const CALLS: Calls = Calls { width: WIDTH, indent: "  ", trailing_comma: false };

/// Local variables of a file that may be arrays; a function of Lua has at most 200.
const LOCALS: usize = 120;

/// A module, and how Lua is written.
#[derive(Template)]
#[template(path = "lua/module.lua", escape = "none")]
pub(super) struct File<'a> {
    facts: Facts<'a>,
    runtime: Runtime,
    /// The table of what would be too many local variables.
    holder: Option<String>,
    /// Loops that fill, and the name of the function of each.
    fills: Vec<(String, &'a FillLoop)>,
}

/// A test beside its module.
#[derive(Template)]
#[template(path = "lua/test.lua", escape = "none")]
pub(super) struct Test<'a> {
    file: File<'a>,
    module: String,
    arrays: Vec<ArrayView>,
    walked: WalkText<'a>,
    compared: Vec<Compared<'a>>,
}

/// A comment that editors show.
pub(super) fn comment(text: &str) -> Vec<String> {
    wrap(text, WIDTH - 4).iter().map(|line| format!("--- {line}")).collect()
}

/// A tag of a comment that editors show.
fn tag(text: &str) -> Vec<String> {
    let lines = wrap(text, WIDTH - 4);
    let line =
        |(at, line): (usize, &String)| format!("{}{line}", if at == 0 { "---" } else { "--- " });
    lines.iter().enumerate().map(line).collect()
}

/// Functions of the bit library that the walk of rays calls.
const WALKING: &[&str] = &["band", "bor", "lshift", "rshift"];

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, runtime: Runtime, holder: Option<String>) -> Self {
        let facts = Facts::new(page, runtime.operators(), &Words::PLAIN);
        let (width, case) = (WIDTH - "  ".len(), str::to_owned);
        // A call takes as long as a lookup: index functions serve start-up code alone.
        let facts = Facts { width, case, calls_places: false, ..facts };
        let mut taken = page.taken.clone();
        let mut named = |fill: &FillLoop| taken.name(fill.words.join("_").replace('-', "_"));
        let fills = page.fills.iter().map(|fill| (named(fill), fill)).collect();
        Self { facts, runtime, holder, fills }
    }

    fn is_jit(&self) -> bool {
        self.runtime == Runtime::LuaJit
    }

    /// The lines that a file begins with, which are shorter than those of others.
    fn head_lines(&self) -> Vec<String> {
        lines_within(self.page().module, WIDTH - "-- ".len())
    }

    /// The comment on the whole file.
    fn about(&self) -> Vec<String> {
        let about = self.page().about(WIDTH - "--- ".len(), "    ").into_iter();
        let jit = ["", "Bitboards are of the type uint64_t: 0x8001ULL."].map(str::to_owned);
        let lines = about.chain(jit.into_iter().filter(|_| self.is_jit()));
        lines.map(|line| format!("--- {line}").trim_end().to_owned()).collect()
    }

    /// All functions but that of file and rank, which comes last: others have a parameter of its name.
    fn functions(&self) -> Vec<Routine<'a>> {
        let order = [Group::Reversals, Group::Indices, Group::Lookups, Group::Unions, Group::Scans];
        self.routines(&order)
    }

    /// What the file loads, as local variables: the FFI where there are arrays of it, and functions of the bit library that it calls.
    fn libraries(&self, arrays: &[ArrayView], code: &[Expr], others: &[&str]) -> Vec<String> {
        if !self.is_jit() {
            return Vec::new();
        }
        let is_called = |name: &str| {
            let is_it = |expr: &Expr| matches!(expr, Expr::Call(function, _) if **function == Expr::name(name));
            others.contains(&name) || code.iter().any(|expr| expr.any(&is_it))
        };
        let mut lines = Vec::new();
        if arrays.iter().any(|array| array.is_ffi) || !self.page().filled.is_empty() {
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

    /// What the module loads.
    fn loaded(&self, functions: &[Routine<'_>], arrays: &[ArrayView]) -> Vec<String> {
        let walking = if self.page().module.fills() { WALKING } else { &[] };
        self.libraries(arrays, &self.exprs(functions), walking)
    }

    /// What a bitboard is to editors.
    const fn type_of_sets(&self) -> &'static str {
        match self.runtime {
            Runtime::Lua54 => "integer",
            Runtime::LuaJit => "ffi.cdata*",
        }
    }

    /// What an array is called.
    fn held(&self, name: &str) -> String {
        match &self.holder {
            Some(holder) => format!("{holder}.{name}"),
            None => name.to_owned(),
        }
    }

    /// What declares an array.
    const fn local(&self) -> &'static str {
        if self.holder.is_some() { "" } else { "local " }
    }

    /// The fields that are read before anything else: `LuaJIT` takes longer where the load of an offset comes after all that the
    /// index is made of.
    fn early(&self, function: &Function<'_>) -> Vec<(Field, String)> {
        let is_early = |field: Field| {
            self.runtime == Runtime::LuaJit
                && field.role == Role::Offset
                && function.program.reads(function.wanted, field)
        };
        let fields = function.fields.iter().filter(|(field, _)| is_early(*field));
        fields.map(|(field, _)| (*field, field.singular().replace(' ', "_"))).collect()
    }

    /// Everything that the functions of a file compute, to know what of the libraries they call.
    fn exprs(&self, functions: &[Routine<'_>]) -> Vec<Expr> {
        let all = functions.iter().flat_map(|function| {
            let steps = match function.item {
                Item::Bytes(_) | Item::Bits(_) => {
                    self.reversal(matches!(function.item, Item::Bits(_))).0
                }
                _ => function.lets.iter().map(|one| one.value.clone()).collect(),
            };
            steps.into_iter().chain([function.value.clone()])
        });
        all.collect()
    }

    fn array_views(&self) -> Vec<ArrayView> {
        self.page().arrays.iter().map(|array| self.array_view(array)).collect()
    }

    fn array_view(&self, array: &Array<'_>) -> ArrayView {
        let name = self.held(&array.name);
        ArrayView::new(array, self.local(), name, self.page().module, self.runtime)
    }

    /// The declaration of a table that requiring the module fills.
    fn filled(&self, table: &FilledTable) -> Vec<String> {
        let (kind, value) = match self.runtime {
            Runtime::Lua54 => ("integer[]", "{}".to_owned()),
            Runtime::LuaJit => ("ffi.cdata*", format!("ffi.new(\"uint64_t[{}]\")", table.length)),
        };
        let mut lines = comment(&table.doc);
        lines.push(format!("---@type {kind}"));
        lines.push(format!("{}{} = {value}", self.local(), self.held(&table.name)));
        lines
    }

    /// The statements that store what is walked at `place`.
    fn stored(&self, fill: &FillLoop, walk: &Walk) -> Vec<String> {
        let slot = Expr::index(self.held(&fill.table_name), "place".into());
        let head = if fill.is_or { "local attacks".to_owned() } else { self.text(&slot) };
        let call = self.walked(walk, &fill.rays, "subset");
        let mut lines = CALLS.of(&self.facts.style, "      ", &format!("{head} = "), &call, "");
        if fill.is_or {
            let united = self.runtime.or(slot.clone(), "attacks".into());
            lines.push(format!("      {} = {}", self.text(&slot), self.text(&united)));
        }
        lines
    }

    /// Entries of the table that the file returns.
    fn exports(&self) -> Vec<String> {
        let entry = |(name, value): (&str, String)| {
            let line = format!("  {name} = {value},");
            if line.len() <= WIDTH { line } else { format!("  {name} =\n    {value},") }
        };
        let page = self.page();
        let arrays = page.public_arrays().map(|name| (name, self.held(name)));
        let functions = page.public_functions().map(|name| (name, name.to_owned()));
        arrays.chain(functions).map(entry).collect()
    }

    /// The statement that returns what a lookup is compared with.
    fn right(&self, walked: &Expr) -> Vec<String> {
        CALLS.of(&self.facts.style, "  ", "return ", walked, "")
    }
}

impl<'a> Manner<'a> for File<'a> {
    fn facts(&self) -> &Facts<'a> {
        &self.facts
    }

    fn comment(&self, _name: &str, text: &str) -> Vec<String> {
        comment(text)
    }

    fn function_doc(&self, _name: &str, doc: &FunctionDoc) -> Vec<String> {
        let set = self.type_of_sets();
        let mut lines = comment(&doc.summary);
        lines.extend(tag(&format!("@param square integer {}", doc.square)));
        lines.extend(tag(&format!("@param occupied {set} {}", doc.occupied)));
        lines.extend(tag(&format!("@return {set} attacks {}", doc.returns)));
        lines
    }

    fn private_doc(&self, item: Item<'_>, doc: &FunctionDoc) -> Vec<String> {
        match item {
            Item::Index(_) => comment(&doc.summary),
            _ => self.function_doc(item.name(), doc),
        }
    }

    fn square_doc(&self, square: &SquareFunction) -> Vec<String> {
        let mut doc = comment(&square.doc.join(" "));
        doc.extend(["file", "rank"].map(|name| format!("---@param {name} integer")));
        doc.push("---@return integer square".to_owned());
        doc
    }

    fn scan_doc(&self, scan: &Scan<'_>) -> Vec<String> {
        let kind = if scan.width < 64 { "integer" } else { self.type_of_sets() };
        let mut doc = comment(&scan.summary);
        doc.push(format!("---@param word {kind} the bits; the result is undefined for 0"));
        doc.push("---@return integer index".to_owned());
        doc
    }

    fn head(&self, head: &Head<'_>) -> String {
        format!("{}({})", head.item.name(), head.list(", ", |name, _| name.to_owned()))
    }

    fn declare(&self, one: &Let) -> String {
        format!("local {} = {}", one.name, self.text(&one.value))
    }

    fn finish(&self, value: &Expr) -> String {
        format!("return {}", self.text(value))
    }

    fn before(&self, item: Item<'_>, _body: &Body) -> Vec<String> {
        match item {
            Item::Lookup(function) | Item::Index(function) => {
                let load = |(field, name): (Field, String)| {
                    format!("local {name} = {}[square]", self.held(function.field(field)))
                };
                self.early(function).into_iter().map(load).collect()
            }
            Item::Scan(scan) if self.runtime == Runtime::LuaJit && scan.width < 64 => {
                vec![format!("word = {}", self.text(&self.runtime.widened("word".into())))]
            }
            _ => Vec::new(),
        }
    }

    fn dialect<'d>(&'d self, scope: Scope<'d>, item: Item<'d>) -> Box<dyn Dialect + 'd> {
        let runtime = self.runtime;
        let fields = match item {
            Item::Lookup(function) | Item::Index(function) => {
                let early = self.early(function);
                let entry = |(field, name): &(Field, String)| {
                    let variable = early.iter().find(|(other, _)| other == field);
                    let entry = || Expr::index(self.held(name), "square".into());
                    (*field, variable.map_or_else(entry, |(_, name)| Expr::name(name)))
                };
                function.fields.iter().map(entry).collect()
            }
            _ => Vec::new(),
        };
        Box::new(Lua { runtime, scope, fields, cuts: item.cuts() })
    }

    fn set(&self, squares: u64) -> Expr {
        self.runtime.word(squares)
    }

    fn operation(&self, operator: Operator, first: Expr, second: Expr) -> Expr {
        self.runtime.operation(operator, first, second)
    }

    fn square(&self, square: &SquareFunction) -> Expr {
        let entry = |list: &str, place| Expr::index(self.held(list), place);
        square.value(&OPERATORS, ["file", "rank"], entry)
    }

    fn passed(&self, array: &str) -> Expr {
        self.held(array).into()
    }

    fn turning(&self, _item: Item<'_>, steps: &[Expr], last: &Expr) -> Vec<String> {
        let step = |step: &Expr| format!("word = {}", self.text(step));
        steps.iter().map(step).chain([self.finish(last)]).collect()
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        format!("{}{}", self.local(), self.held(&array.name))
    }
}

/// The table of what would be too many local variables, by which tables are read then.
pub(super) fn holder(page: &mut Page<'_>) -> Option<String> {
    let count = page.arrays.len() + page.filled.len();
    let holder = (count > LOCALS).then(|| page.taken.name("DATA"))?;
    for table in &mut page.tables {
        table.name = format!("{holder}.{}", table.name);
    }
    Some(holder)
}

impl<'a> Test<'a> {
    pub(super) fn new(
        page: &'a Page<'a>,
        (test, walk): (&'a SelfTest<'a>, &'a Walk),
        module: String,
        runtime: Runtime,
    ) -> Self {
        let file = File::new(page, runtime, None);
        let name = |spoken: &str| format!("walk_{}", spoken.replace([' ', '-'], "_"));
        Self {
            module,
            arrays: test.arrays.iter().map(|one| file.array_view(one)).collect(),
            walked: file.walk(walk),
            compared: file.compared(test, walk, name),
            file,
        }
    }

    /// What the test loads: words are shown in messages.
    fn libraries(&self) -> Vec<String> {
        self.file.libraries(&self.arrays, &[], &[WALKING, &["tohex"]].concat())
    }

    /// Calls that compare.
    fn calls(&self) -> Vec<String> {
        let call = |[spoken, lookup, walker, masks]: [&str; 4]| {
            let lookup = format!("lookups.{lookup}");
            let given = [format!("\"{spoken}\""), lookup, walker.to_owned(), masks.to_owned()];
            CALLS.lines("", "compare", &given, "")
        };
        comparisons(&self.compared).into_iter().flat_map(call).collect()
    }
}
