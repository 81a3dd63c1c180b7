//! What the templates print: a module, and the test beside it.

use std::borrow::Cow;

use askama::Template;

use super::Runtime;
use crate::model::{Field, Op, Role, Storage, Type};
use crate::render::code::calls::Calls;
use crate::render::code::expr::Expr;
use crate::render::code::node::{Body, Let, Node};
use crate::render::code::scope::Scope;
use crate::render::page::{
    Array, ArrayKind, ArrayText, Compared, Facts, FillLoop, FilledTable, Function, FunctionDoc,
    Group, Head, Item, Look, Manner, Page, Routine, Scan, SelfTest, SquareFunction, Walk, WalkText,
    Words, comparisons,
};
use crate::render::text::literal::Hex;
use crate::render::text::provenance::{lines_within, wrap};

/// The most characters of a line.
const WIDTH: usize = 100;

/// How calls are broken up.
const CALLS: Calls = Calls { width: WIDTH, indent: "  ", trailing_comma: false };

/// The most arrays that are local variables of a file: a function of Lua has at most 200 of these.
const LOCALS: usize = 120;

/// The most entries that one function returns: `LuaJIT` allows 65,536 constants in each.
const PART: usize = 16_384;

/// Types of entries are those of C, as arrays of the FFI have them.
const WORDS: Words =
    Words { widths: ["uint8_t", "uint16_t", "uint32_t", "uint64_t"], ..Words::PLAIN };

/// Functions of the bit library that the walk of rays calls.
const WALKING: &[&str] = &["band", "bor", "lshift", "rshift"];

/// A module, and how Lua is written.
#[derive(Template)]
#[template(path = "lua/module.lua", escape = "none")]
pub(super) struct File<'a> {
    facts: Facts<'a>,
    runtime: Runtime,
    /// The table that holds all arrays, where they would be too many local variables.
    holder: Option<String>,
    /// Loops that fill, and the name of the function of each.
    fills: Vec<(String, &'a FillLoop)>,
}

/// The statements that fill a long array of the FFI, by functions that return a part each.
#[derive(Template)]
#[template(path = "lua/parts.lua", escape = "none")]
struct Parts {
    name: String,
    parts: Vec<String>,
}

/// A test beside its module.
#[derive(Template)]
#[template(path = "lua/test.lua", escape = "none")]
pub(super) struct Test<'a> {
    file: File<'a>,
    module: String,
    tested: &'a SelfTest<'a>,
    walked: WalkText<'a>,
    compared: Vec<Compared<'a>>,
}

/// A comment that editors show. Its first line begins with `mark`, which is `--- ` before a text and `---` before a
/// tag.
fn marked(mark: &str, text: &str) -> Vec<String> {
    let lines = wrap(text, WIDTH - "--- ".len()).into_iter().enumerate();
    lines.map(|(at, line)| format!("{}{line}", if at == 0 { mark } else { "--- " })).collect()
}

/// The variable of a field that is read before anything else.
fn early(field: Field) -> String {
    field.singular().replace(' ', "_")
}

/// True where a function calls one of this name.
fn calls(routine: &Routine<'_>, name: &str) -> bool {
    let is_call =
        |expr: &Expr| matches!(expr, Expr::Call(called, _) if **called == Expr::name(name));
    let lets = routine.lets.iter().map(|one| &one.value);
    lets.chain(&routine.steps).chain([&routine.value]).any(|expr| expr.any(&is_call))
}

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, runtime: Runtime, holder: Option<String>) -> Self {
        let facts = Facts::new(page, runtime.operators(), &WORDS);
        let (width, look) = (WIDTH - "  ".len(), Look { margin: "  ", ..facts.look });
        // A call takes as long as a lookup: index functions serve start-up code alone.
        let facts = Facts { look, width, calls_places: false, end: "", ..facts };
        let facts = Facts { case: str::to_owned, ..facts };
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

    /// All functions but `square`, which comes last, since the others have a parameter of its name.
    fn functions(&self) -> Vec<Routine<'a>> {
        let order = [Group::Reversals, Group::Indices, Group::Lookups, Group::Unions, Group::Scans];
        self.routines(&order)
    }

    /// What a file with these arrays loads, as local variables: the FFI where there are arrays of it, and functions of
    /// the bit library that it calls.
    fn libraries(&self, arrays: &[Array<'_>], is_called: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.is_jit() {
            return lines;
        }
        if arrays.iter().any(|array| self.is_ffi(array)) || !self.page().filled.is_empty() {
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
    fn loaded(&self, functions: &[Routine<'_>]) -> Vec<String> {
        let walks = self.page().module.fills();
        self.libraries(&self.page().arrays, |name| {
            walks && WALKING.contains(&name) || functions.iter().any(|one| calls(one, name))
        })
    }

    /// How an array is read: by its name, or as an entry of the table that holds all arrays.
    fn held(&self, name: &str) -> String {
        self.holder.as_ref().map_or_else(|| name.to_owned(), |holder| format!("{holder}.{name}"))
    }

    /// What stands before an array's value: its name and `=`, behind `local` where it is a variable.
    fn start(&self, name: &str) -> String {
        format!("{}{} = ", if self.holder.is_some() { "" } else { "local " }, self.held(name))
    }

    /// The type that editors show: that of values of the FFI, which only `LuaJIT` has, or another.
    fn cdata(&self, is_cdata: bool, otherwise: &'static str) -> &'static str {
        if is_cdata && self.is_jit() { "ffi.cdata*" } else { otherwise }
    }

    /// True for an array of the FFI.
    fn is_ffi(&self, array: &Array<'_>) -> bool {
        self.is_jit() && !matches!(array.kind, ArrayKind::Rays | ArrayKind::Places)
    }

    fn array_comment(&self, doc: &str, is_ffi: bool) -> Vec<String> {
        let mut lines = marked("--- ", doc);
        lines.push(format!("---@type {}", self.cdata(is_ffi, "integer[]")));
        lines
    }

    /// True for a field that is read before anything else: `LuaJIT` takes longer where the load of an offset comes
    /// after all that the index is made of.
    fn is_early(&self, function: &Function<'_>, field: Field) -> bool {
        self.is_jit()
            && field.role == Role::Offset
            && function.program.reads(function.wanted, field)
    }

    /// A table that requiring the module fills.
    fn filled(&self, table: &FilledTable) -> ArrayText {
        let new = format!("ffi.new(\"uint64_t[{}]\")", table.length);
        let value = if self.is_jit() { new } else { "{}".to_owned() };
        let (doc, head) = (self.array_comment(&table.doc, true), self.start(&table.name) + &value);
        ArrayText { doc, head, rows: String::new() }
    }

    /// The statements that store the attack set of a subset at `place`.
    fn stored(&self, fill: &FillLoop, walk: &Walk) -> Vec<String> {
        let slot = Expr::index(self.held(&fill.table_name), "place".into());
        let head = if fill.is_or { "local attacks".to_owned() } else { self.text(&slot) };
        let call = self.walked(walk, &fill.rays, "subset");
        let mut lines = CALLS.of(&self.facts.style, "      ", &format!("{head} = "), &call, "");
        if fill.is_or {
            let united = self.united(vec![slot.clone(), "attacks".into()]);
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
        marked("--- ", text)
    }

    fn function_doc(&self, _name: &str, doc: &FunctionDoc) -> Vec<String> {
        let set = self.cdata(true, "integer");
        let mut lines = marked("--- ", &doc.summary);
        lines.extend(marked("---", &format!("@param square integer {}", doc.square)));
        lines.extend(marked("---", &format!("@param occupied {set} {}", doc.occupied)));
        lines.extend(marked("---", &format!("@return {set} attacks {}", doc.returns)));
        lines
    }

    fn private_doc(&self, item: Item<'_>, doc: &FunctionDoc) -> Vec<String> {
        match item {
            Item::Index(_) => marked("--- ", &doc.summary),
            _ => self.function_doc(item.name(), doc),
        }
    }

    fn square_doc(&self, square: &SquareFunction) -> Vec<String> {
        let mut doc = marked("--- ", &square.doc.join(" "));
        doc.extend(["file", "rank"].map(|name| format!("---@param {name} integer")));
        doc.push("---@return integer square".to_owned());
        doc
    }

    fn scan_doc(&self, scan: &Scan<'_>) -> Vec<String> {
        let kind = self.cdata(scan.width == 64, "integer");
        let mut doc = marked("--- ", &scan.summary);
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

    fn before(&self, item: Item<'_>, _body: &Body) -> Vec<String> {
        match item {
            Item::Lookup(function) | Item::Index(function) => {
                let load = |(field, array): &(Field, String)| {
                    format!("local {} = {}[square]", early(*field), self.held(array))
                };
                let fields = function.fields.iter();
                fields.filter(|(field, _)| self.is_early(function, *field)).map(load).collect()
            }
            Item::Scan(scan) if self.is_jit() && scan.width < 64 => {
                vec![format!("word = {}", self.text(&self.runtime.widened("word".into())))]
            }
            _ => Vec::new(),
        }
    }

    fn special(&self, item: Item<'_>, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        let entry = |field| match item {
            Item::Lookup(function) | Item::Index(function) if self.is_early(function, field) => {
                Expr::name(early(field))
            }
            _ => Expr::index(self.held(scope.field(field)), "square".into()),
        };
        let is_cut = matches!(node.op, Op::Low(_) | Op::Binary(..) | Op::Shl(..))
            && node.kind == Type::Half
            && item.cuts().contains(&node.value);
        self.runtime.special(node, is_cut, entry)
    }

    fn set(&self, squares: u64) -> Expr {
        self.runtime.word(squares)
    }

    fn square(&self, square: &SquareFunction) -> Expr {
        let entry = |list: &str, place| Expr::index(self.held(list), place);
        square.value(self.operators(), ["file", "rank"], entry)
    }

    fn passed(&self, array: &str) -> Expr {
        self.held(array).into()
    }

    fn arrays(&self) -> Vec<ArrayText> {
        let arrays = self.page().arrays.iter().map(|array| self.array(array));
        arrays.chain(self.page().filled.iter().map(|table| self.filled(table))).collect()
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        self.start(&array.name)
    }

    fn array(&self, array: &Array<'_>) -> ArrayText {
        let (look, module, is_ffi) = (self.look(array), self.page().module, self.is_ffi(array));
        let (start, length) = (self.array_head(array), array.values.len());
        let new = format!("ffi.new(\"{}[{length}]\"", WORDS.entry(array.storage, false));
        let is_walked = array.kind == ArrayKind::Rays;
        let (head, rows) = if is_walked && array.storage == Storage::Byte {
            let steps: Vec<String> =
                array.values.iter().map(|value| array.decimal(*value)).collect();
            (format!("{start}{{ {} }}", steps.join(", ")), String::new())
        } else if is_ffi && length > PART {
            let part = |values: &[u64]| {
                look.rows(&Array { values: Cow::Borrowed(values), ..array.clone() }, module)
            };
            let parts = array.values.chunks(PART).map(part).collect();
            let parts = Parts { name: self.held(&array.name), parts };
            (format!("{start}{new})"), format!("\n{parts}"))
        } else if is_ffi {
            (format!("{start}{new}, {{"), format!("\n{}\n}})", look.rows(array, module)))
        } else {
            // Rays are counted from 1; the first of what is counted from 0 needs its key.
            let open = if is_walked { look.margin } else { "  [0] = " };
            let rows = look.rows_between(array, module, (open, ""));
            (format!("{start}{{"), format!("\n{rows}\n}}"))
        };
        ArrayText { doc: self.array_comment(&array.doc, is_ffi), head, rows }
    }

    /// As many numbers a line as fit; a rank where they are by square.
    fn look(&self, array: &Array<'_>) -> Look<Hex> {
        let is_short = array.storage == Storage::Byte && array.kind != ArrayKind::BySquare;
        let comment = (array.storage != Storage::Word).then_some(" -- ");
        Look { numbers: if is_short { 16 } else { 8 }, comment, ..self.facts.look }
    }
}

/// Chooses the table that holds all arrays, where they would be too many local variables, and reads tables through it.
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
        let (walked, compared) = (file.walk(walk), file.compared(test, walk, name));
        Self { file, module, tested: test, walked, compared }
    }

    /// What the test loads; `tohex` is for words in messages.
    fn libraries(&self) -> Vec<String> {
        let is_called = |name: &str| name == "tohex" || WALKING.contains(&name);
        self.file.libraries(&self.tested.arrays, is_called)
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
