//! The data of the templates: a module, and its test.

use std::borrow::Cow;

use super::Runtime;
use super::syntax::{JIT, OPERATORS};
use crate::render::prelude::*;

/// The most characters of a line.
pub(super) const WIDTH: usize = 100;

/// The layout of calls.
const CALLS: Calls = Calls { width: WIDTH, indent: 2, trailing_comma: false, ..Calls::WHOLE };

/// The most arrays that are local variables of a file: a Lua function has at most 200 locals.
const LOCALS: usize = 120;

/// The most variables of a function that `LuaJIT` compiles: with as many as `qbb` has, its optimizer loses values.
const COMPILED: usize = 40;

/// The most entries that one function returns: `LuaJIT` allows 65,536 constants in a function.
const PART: usize = 16_384;

/// The types of entries: C's, as in arrays of the FFI.
const WORDS: Words =
    Words { widths: ["uint8_t", "uint16_t", "uint32_t", "uint64_t"], ..Words::PLAIN };

/// The language.
const LANG: Lang = Lang {
    patterns: Patterns {
        head: ["$name", ""],
        parameter: "$name",
        variable: "local $name = $value",
        result: ["return ", ""],
        refusal: "assert($name >= 0 and $name <= $last, \"$name out of range\")",
        ..Patterns::C
    },
    loops: Loops {
        union: "local $name = 0",
        around: ["for $counter = 0, $last do", "end"],
        only_if: ["if $condition then", "end"],
        add: "$name = $both",
        indent: "  ",
        ..Loops::C
    },
    look: Look::usual(Hex::new(16, ""), "  "),
    width: WIDTH - "  ".len(),
    case: str::to_owned,
    // A call costs as much as a lookup, so only start-up code calls index functions.
    calls_places: false,
    private_docs: PrivateDocs::ShortIndices,
    word: Some(|set| Runtime::Lua54.word(set)),
    set_look: SetLook::list(["{ ", " }"], Hex::new(16, "")),
    pack: Some(CastForm::new("Table", "{ ", " }", CastOperand::Enclosed)),
    // Lua counts words from 1.
    part: |set, word| Expr::index(set, Expr::decimal(u64::from(word) + 1)),
    ..Lang::new(&OPERATORS, &WORDS)
};

/// The language of `LuaJIT`. A union is an FFI word even if nothing is added to it.
const JIT_LANG: Lang = Lang {
    operators: &JIT,
    loops: Loops { union: "local $name = 0ULL", ..LANG.loops },
    look: Look::usual(Hex::new(16, "ULL"), "  "),
    word: Some(|set| Runtime::LuaJit.word(set)),
    ..LANG
};

/// Functions of the bit library that lookups may call.
const BIT: [&str; 7] = ["band", "bnot", "bor", "bswap", "bxor", "lshift", "rshift"];

/// Functions of the bit library that the walk of rays calls.
const WALKING: &[&str] = &["band", "bor", "lshift", "rshift"];

/// A module, with Lua's way of writing items.
#[derive(Template)]
#[template(path = "lua/module.lua", escape = "none")]
pub(super) struct File<'a> {
    facts: Facts<'a>,
    runtime: Runtime,
    /// The table that holds all arrays, if they would be too many local variables.
    holder: Option<String>,
    /// The fill loops, each with its function's name.
    fills: Vec<(String, &'a FillLoop)>,
}

/// A test of a module.
#[derive(Template)]
#[template(path = "lua/test.lua", escape = "none")]
pub(super) struct Test<'a> {
    file: File<'a>,
    module: String,
    tested: Tested<'a>,
}

/// A comment that editors show. Its first line begins with `mark`: `--- ` before a text, `---` before a tag.
fn marked(mark: &str, text: &str) -> Vec<String> {
    let lines = wrap(text, WIDTH - "--- ".len()).into_iter().enumerate();
    lines.map(|(at, line)| format!("{}{line}", if at == 0 { mark } else { "--- " })).collect()
}

/// A summary and tags, as a comment that editors show.
fn tagged(summary: &str, tags: &[String]) -> Vec<String> {
    let tags = tags.iter().flat_map(|tag| marked("---", tag));
    marked("--- ", summary).into_iter().chain(tags).collect()
}

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, runtime: Runtime, holder: Option<String>) -> Self {
        let lang = if runtime == Runtime::LuaJit { JIT_LANG } else { LANG };
        let facts = Facts::new(page, lang);
        Self { facts, runtime, holder, fills: page.named_fills(Case::Snake) }
    }

    fn is_jit(&self) -> bool {
        self.runtime == Runtime::LuaJit
    }

    /// True if the file has FFI arrays.
    fn has_ffi(&self) -> bool {
        let has_tables = self.is_jit() && !self.page().filled.is_empty();
        has_tables || self.page().arrays.iter().any(|array| self.is_ffi(array))
    }

    /// The functions of the bit library that these routines and the walk of rays call.
    fn called(&self, routines: &[Routine<'_>]) -> Vec<&'static str> {
        let walks = self.is_jit() && self.page().module.fills();
        let is_read = |name: &str| {
            let is_it = |expr: &Expr| *expr == Expr::name(name);
            routines.iter().any(|routine| routine.any(&is_it))
        };
        let called = |name: &&str| walks && WALKING.contains(name) || is_read(name);
        BIT.into_iter().filter(called).collect()
    }

    /// The expression of an array: its name, or an entry of the table that holds all arrays.
    fn held(&self, name: &str) -> String {
        self.holder.as_ref().map_or_else(|| name.to_owned(), |holder| format!("{holder}.{name}"))
    }

    /// The layout of numbers: as many a line as fit, or one rank a line by square.
    fn look(&self, array: &Array<'_>) -> Look<Hex> {
        let is_short = array.storage == Storage::Byte && array.kind != ArrayKind::BySquare;
        let comment = (array.storage != Storage::Word).then_some(" -- ");
        // The first line begins with its index.
        Look { numbers: if is_short { 16 } else { 8 }, digits: 8, comment, ..self.facts.look }
    }

    /// True for a function that `LuaJIT` must interpret.
    fn is_interpreted(&self, function: &Routine<'_>) -> bool {
        self.is_jit() && function.lets.len() > COMPILED
    }

    /// The type that editors show: `ffi.cdata*` for FFI values of `LuaJIT`, else `otherwise`.
    fn cdata(&self, is_cdata: bool, otherwise: &'static str) -> &'static str {
        if is_cdata && self.is_jit() { "ffi.cdata*" } else { otherwise }
    }

    /// The type of a set of squares that editors show.
    fn set_tag(&self) -> &'static str {
        if self.set_words() > 1 { "integer[]" } else { self.cdata(true, "integer") }
    }

    fn is_ffi(&self, array: &Array<'_>) -> bool {
        self.is_jit() && !matches!(array.kind, ArrayKind::Rays | ArrayKind::Places)
    }

    /// The rows of an array, split into parts of one function each.
    fn parts(&self, array: &Array<'_>) -> Vec<String> {
        let (look, is_ffi) = (self.look(array), self.is_ffi(array));
        // Lua counts rays from 1. Arrays that are used from 0 begin with `[0] =`.
        let is_keyed = !is_ffi && array.kind != ArrayKind::Rays;
        let open = if is_keyed { "  [0] = " } else { look.margin };
        if let Storage::Set(_) = array.storage {
            let rows = self.set_rows(array);
            return vec![format!("{open}{}", rows.trim_start())];
        }
        let rows = |values: &[u64]| {
            let part = Array { values: Cow::Borrowed(values), ..array.clone() };
            look.rows_between(&part, self.page().module, (open, ""))
        };
        let most = if is_ffi { PART } else { array.values.len().max(1) };
        array.values.chunks(most).map(rows).collect()
    }

    /// The fields that a function reads first, with their arrays: `LuaJIT` is slower if an offset is loaded after the
    /// other parts of the index.
    fn early_loads<'f>(&self, item: Item<'f>) -> Vec<&'f (Field, String)> {
        let (Item::Lookup(function) | Item::Index(function)) = item else { return Vec::new() };
        let is_read = |field| function.program.reads(function.wanted, field);
        let is_early = |field: Field| field.role == Role::Offset && is_read(field);
        let fields = function.fields.iter().filter(|_| self.is_jit());
        fields.filter(|(field, _)| is_early(*field)).collect()
    }

    /// The statement that assigns the walked attack set: to the slot at `place`, or to `attacks` if slots are shared.
    fn stored(&self, fill: &FillLoop, walk: &RayFunction) -> Vec<String> {
        let slot = || format!("{}[place]", self.held(&fill.table_name));
        let target = if fill.is_or { "local attacks".to_owned() } else { slot() };
        let call = self.walked(walk, &fill.rays, "subset");
        CALLS.of(&self.facts.style, "      ", &format!("{target} = "), &call, "")
    }

    /// The arrays and functions in the table that the file returns.
    fn exports(&self) -> Vec<String> {
        let entry = |(name, value): (&str, String)| {
            CALLS.behind("  ", &format!("{name} ="), &format!("{value},"))
        };
        let page = self.page();
        let arrays = page.public_arrays().map(|name| (name, self.held(name)));
        let functions = page.public_functions().map(|name| (name, name.to_owned()));
        arrays.chain(functions).flat_map(entry).collect()
    }

    /// The statement that returns the set to compare a lookup with.
    fn right(&self, walked: &Expr) -> Vec<String> {
        CALLS.of(&self.facts.style, "  ", "return ", walked, "")
    }
}

shared_by!(File);

impl<'a> Manner<'a> for File<'a> {
    fn comment(&self, _name: &str, text: &str) -> Vec<String> {
        marked("--- ", text)
    }

    fn own_function_doc(&self, _name: &str, doc: &FunctionDoc) -> Option<Vec<String>> {
        let parameter = |one: &ParameterDoc| {
            let kind = if one.is_set { self.set_tag() } else { "integer" };
            format!("@param {} {kind} {}", one.name, one.what)
        };
        let mut tags: Vec<String> = doc.parameters.iter().map(parameter).collect();
        let kind = match doc.result {
            Outcome::Set => self.set_tag(),
            Outcome::Number | Outcome::Direction => "integer",
            Outcome::Truth => "boolean",
        };
        let name = if doc.is_of_lookup() { "attacks" } else { "result" };
        tags.push(format!("@return {kind} {name} {}", doc.returns));
        Some(tagged(&doc.summary, &tags))
    }

    fn own_doc(&self, of: Documented<'_>) -> Option<Vec<String>> {
        Some(match of {
            Documented::Item(Item::Square(square)) => {
                let tags = ["@param file integer", "@param rank integer", "@return integer square"];
                tagged(&square.doc.join(" "), &tags.map(str::to_owned))
            }
            Documented::Item(Item::Scan(scan)) => {
                let kind = self.cdata(scan.width == 64, "integer");
                let word = format!("@param word {kind} the bits; the result is undefined for 0");
                tagged(&scan.summary, &[word, "@return integer index".to_owned()])
            }
            Documented::Array(array) if self.is_ffi(array) => {
                tagged(&array.doc, &["@type ffi.cdata*".to_owned()])
            }
            Documented::Array(array) => {
                let kind = match array.storage {
                    Storage::Set(_) => self.set_tag(),
                    storage => self.cdata(storage == Storage::Word, "integer"),
                };
                tagged(&array.doc, &[format!("@type {kind}[]")])
            }
            Documented::Item(_) => return None,
        })
    }

    fn before(&self, item: Item<'_>, _body: &Body) -> Vec<String> {
        let load = |(field, array): &(Field, String)| {
            format!("local {} = {}[square]", early(*field), self.held(array))
        };
        let widened = || format!("word = {}", self.text(&self.runtime.widened("word".into())));
        match item {
            Item::Scan(scan) if self.is_jit() && scan.width < 64 => vec![widened()],
            _ => self.early_loads(item).into_iter().map(load).collect(),
        }
    }

    fn special(&self, item: Item<'_>, _scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        match node.op {
            Op::Field(field) if self.early_loads(item).iter().any(|(other, _)| *other == field) => {
                return Some(early(field).into());
            }
            _ => {}
        }
        let is_cut = matches!(node.op, Op::Low(_) | Op::Binary(..) | Op::Shl(..))
            && node.kind == Type::Half
            && item.cuts().contains(&node.value);
        self.runtime.special(node, is_cut)
    }

    fn array_read(&self, array: &str) -> Expr {
        self.held(array).into()
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        let local = if self.holder.is_some() { "" } else { "local " };
        format!("{local}{}", self.held(&array.name))
    }
}

/// The name of a variable for an early load of a field.
fn early(field: Field) -> String {
    Case::Snake.join(&[&field.singular()])
}

/// Names the table that holds all arrays, if they would be too many local variables.
pub(super) fn holder(page: &mut Page<'_>) -> Option<String> {
    let count = page.arrays.len() + page.filled.len();
    (count > LOCALS).then(|| page.taken.name("DATA"))
}

impl<'a> Test<'a> {
    /// The test, if the config asks for one, of a module required by this name.
    pub(super) fn new(page: &'a Page<'a>, module: String, runtime: Runtime) -> Option<Self> {
        let file = File::new(page, runtime, None);
        Some(Self { tested: file.test(Case::Snake)?, file, module })
    }

    /// The calls that compare.
    fn calls(&self) -> Vec<String> {
        self.tested.calls(&CALLS, "", ["lookups.", ""], "")
    }
}
