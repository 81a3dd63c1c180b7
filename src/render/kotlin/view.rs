//! The data of the templates: the object of lookups, and the test object, which needs only Kotlin itself.

use super::syntax::{JVM_OPERATORS, OPERATORS, number, special, word};
use super::{Keys, packed};
use crate::render::blob::{checksum, header_words};
use crate::render::others::jvm::{self, MOST_LITERALS, WIDTH, most_literals, room};
use crate::render::prelude::*;

/// The layout of calls and heads of functions in a method.
const CALLS: Calls = Calls { width: WIDTH, ..Calls::WHOLE };

/// The same, after the indentation of a member.
const MEMBERS: Calls = Calls { width: WIDTH - 4, ..CALLS };

/// The same, in the body of a function.
const STATEMENTS: Calls = Calls { width: WIDTH - 8, ..CALLS };

/// The heads of functions, before ` =` or ` {`.
const HEADS: Calls = Calls { width: MEMBERS.width - 2, ..CALLS };

/// The language.
const LANG: Lang = Lang {
    patterns: Patterns {
        head: ["$visiblefun $name", ": $result"],
        parameter: "$name: $kind",
        variable: "val $name = $value",
        result: ["return ", ""],
        mutable: "var ",
        refusal: "require($name in 0..$last) { \"$name out of range\" }",
        ..Patterns::C
    },
    loops: Loops {
        union: "var $name = 0L",
        around: ["for ($counter in 0..$last) {", "}"],
        add: "$name = $both",
        ..Loops::C
    },
    calls: HEADS,
    // A `Long` literal can't be negative.
    look: Look::usual(Hex { negative: Some("uL.toLong()"), ..Hex::new(16, "L") }, "        "),
    width: WIDTH - 8,
    comment: room(4),
    block: Some(WIDTH - 4),
    special,
    word: Some(word),
    zero: "L",
    unsigned: Some("part"),
    listed: Some(OPERATORS.half),
    switch: Switch {
        head: ["when (", ") {"],
        case: ["", " ->", "}"],
        other: "else ->",
        blocks: Blocks::All,
        is_indented: true,
        ..Switch::C
    },
    enumerated: Some(Enumerated::entry("$to.entries[")),
    ..Lang::new(&OPERATORS, &WORDS)
};

/// The parameters of a function of square and occupancy.
const PLACE: [&str; 2] = ["square: Int", "occupied: Long"];

const WORDS: Words = Words {
    turned: ["word", "turned"],
    index: "Int",
    truth: "Boolean",
    widths: ["Int", "Int", "Int", "Long"],
    ..Words::PLAIN
};

/// The property `value` is the number of a class, which is made of a number.
const CONVERSIONS: Conversions<'_> = Conversions {
    number: "$name.value",
    word: "$name.value",
    set: ["$kind(", ")"],
    piece: "",
    are_overloads: true,
};

/// The object of lookups, with Kotlin's way of writing items.
#[derive(Template)]
#[template(path = "kotlin/object.kt", escape = "none")]
pub(super) struct Object<'a> {
    facts: Facts<'a>,
    keys: &'a Keys,
    /// The most entries of an array that is printed as numbers.
    most: usize,
}

/// The test object.
#[derive(Template)]
#[template(path = "kotlin/test.kt", escape = "none")]
pub(super) struct Test<'a> {
    pub(super) of: &'a Object<'a>,
    pub(super) tested: Tested<'a>,
}

/// A nested object of tables, initialised at its first use.
struct Holder<'a> {
    doc: &'static str,
    name: &'static str,
    filled: &'a [FilledTable],
    /// Arrays that are too long to be printed as numbers.
    packed: Vec<&'a Array<'a>>,
}

impl<'a> Object<'a> {
    pub(super) fn new(page: &'a Page<'a>, keys: &'a Keys) -> Self {
        let operators = if keys.release.is_some() { &JVM_OPERATORS } else { &OPERATORS };
        let public = if keys.visibility == Visibility::Public { "public " } else { "" };
        let patterns = Patterns { visible: ["private ", public], ..LANG.patterns };
        let most = most_literals(&page.arrays.iter().collect::<Vec<_>>(), MOST_LITERALS);
        Self { facts: Facts::new(page, Lang { operators, patterns, ..LANG }), keys, most }
    }

    fn about(&self) -> Vec<String> {
        block(&self.page().about_between(room(0), "", &["", "```"], &["```"]))
    }

    /// A function, written as one expression if it has no variables.
    fn lines(&self, routine: &Routine<'_>) -> Vec<String> {
        if let [_] = &routine.body[..] {
            return expression(&routine.head, &self.text(&routine.value));
        }
        let head = format!("{} {{", routine.head);
        let body = routine.body.iter().map(|line| format!("    {line}"));
        head.lines().map(str::to_owned).chain(body).chain(["}".to_owned()]).collect()
    }

    fn arrays(&self) -> Vec<ArrayText> {
        let page = self.page();
        let arrays = page.arrays.iter().filter(|array| array.is_public || !self.is_packed(array));
        let filled = page.filled.iter().filter(|table| table.is_public);
        let filled = filled
            .map(|table| ArrayText { rows: getter("Tables", &table.name), ..self.filled(table) });
        arrays.map(|array| self.array(array)).chain(filled).collect()
    }

    fn holders(&self) -> Vec<Holder<'a>> {
        let page = self.page();
        let of_name = |name, doc, filled: &'a [FilledTable]| {
            let arrays = page.arrays.iter();
            let packed = arrays.filter(|array| self.is_packed(array) && holder(array.kind) == name);
            Holder { doc, name, filled, packed: packed.collect() }
        };
        let tables = "What lookups read: only the first of them initialises it.";
        let subsets = "Subsets of masks and their attack sets: only the first use initialises it.";
        let mut holders =
            vec![of_name("Tables", tables, &page.filled), of_name("Subsets", subsets, &[])];
        holders.retain(|holder| !holder.filled.is_empty() || !holder.packed.is_empty());
        holders
    }

    /// True if an array is too long to be printed as numbers.
    fn is_packed(&self, array: &Array<'_>) -> bool {
        array.values.len() > self.most
    }

    fn has_packed(&self) -> bool {
        self.page().arrays.iter().any(|array| self.is_packed(array))
    }

    /// The statement that stores the attack set of a subset at `index`.
    fn stored(&self, fill: &FillLoop, walk: &RayFunction) -> Vec<String> {
        let before = if fill.is_or { "table[index] or " } else { "" };
        let call = self.walked(walk, &fill.rays, "subset");
        let (margin, head) = (" ".repeat(16), format!("table[index] = {before}"));
        CALLS.of(&self.facts.style, &margin, &head, &call, "")
    }

    /// The head of the function that stores a set, in lines.
    fn head_of_whole(&self, whole: &WholeSet) -> Vec<String> {
        let given = |one: &ParameterDoc| {
            format!("{}: {}", one.name, if one.is_set { "Long" } else { "Int" })
        };
        let mut parameters: Vec<String> = whole.given().iter().map(given).collect();
        parameters.push(format!("{}: LongArray", whole.array()));
        let start = format!("{}fun {}", self.visible(true), whole.name);
        HEADS.lines("", &start, &parameters, " {")
    }

    /// The head of a function that looks up many sets, in lines.
    fn head_of_batch(&self, batch: &Batch) -> Vec<String> {
        let parameters = ["squares: ByteArray", "occupied: LongArray", "attacks: LongArray"];
        let start = format!("{}fun {}", self.visible(true), batch.name);
        HEADS.lines("", &start, &parameters, " {")
    }

    /// The functions on the user's types, which are overloads.
    fn own(&self) -> Vec<Vec<String>> {
        let functions = self.own_functions(&self.keys.types, &CONVERSIONS);
        let lines = |function: &OwnFunction<'_>| {
            let start = format!("{}fun {}", self.visible(true), function.name);
            let result = format!(": {}", function.result);
            let head = HEADS.lines("", &start, &function.declared("$name: $kind"), &result);
            let call = function.call(&Calls::WHOLE, "", "");
            expression(&head.join("\n"), &call.concat())
        };
        functions.iter().map(lines).collect()
    }

    /// A private function that returns one expression, a bitboard.
    fn private(&self, name: &str, parameters: &[&str], value: &Expr) -> Vec<String> {
        expression(&signature(name, parameters), &self.text(value))
    }
}

shared_by!(Object);

impl<'a> Manner<'a> for Object<'a> {
    fn own_function_doc(&self, _name: &str, doc: &FunctionDoc) -> Option<Vec<String>> {
        Some(jvm::function_doc(4, 4, doc))
    }

    fn own_doc(&self, of: Documented<'_>) -> Option<Vec<String>> {
        let Documented::Item(Item::Scan(scan)) = of else { return None };
        Some(jvm::scan_doc(4, 4, scan, ["", "; the result is undefined for 0", ""]))
    }

    /// Only a public array has an explicit type.
    fn array_head(&self, array: &Array<'_>) -> String {
        let kind = format!(": {}Array", number(array.storage));
        let kind = if array.is_public { kind.as_str() } else { "" };
        format!("{}val {}{kind}", self.visible(array.is_public), array.name)
    }

    /// The call that makes an array: on one line for few numbers, else in lines. A packed array gets a getter that
    /// reads its nested object.
    fn rows(&self, array: &Array<'_>) -> String {
        if self.is_packed(array) {
            return getter(holder(array.kind), &array.name);
        }
        let function = format!("{}ArrayOf", lowered(number(array.storage)));
        let signed = array.signed();
        let (shown, look, columns) = if array.storage == Storage::Word {
            // Literals of words with the highest bit are longer.
            (array, self.facts.look, if array.most() >> 63 == 0 { 4 } else { 2 })
        } else if array.values.len() <= 8 {
            return format!(" = {function}({})", signed.decimals().join(", "));
        } else {
            let columns = if signed.widest() > 3 { 8 } else { 16 };
            (&signed, Look { comment: None, ..self.facts.look }, columns)
        };
        let rows = look.columns(shown, self.page().module, columns, (look.margin, ""));
        format!(" = {function}(\n{rows}\n    )")
    }
}

impl Test<'_> {
    /// The calls that compare, in lines.
    fn calls(&self) -> Vec<String> {
        let lookups = format!("{}::", self.of.name());
        self.tested.calls(&CALLS, "        ", [&lookups, "::"], "")
    }
}

/// The head of a private function that returns a bitboard, on one line or with one parameter a line.
fn signature(name: &str, parameters: &[&str]) -> String {
    HEADS.lines("", &format!("private fun {name}"), parameters, ": Long").join("\n")
}

/// The head of a function with rays and further parameters `place`.
fn head_along(name: &str, walk: &RayFunction, place: &[&str]) -> Vec<String> {
    let parameters = walk.parameters(["steps: ByteArray", "from: LongArray"], "range: Int", place);
    format!("{} {{", signature(name, &parameters)).lines().map(str::to_owned).collect()
}

/// A function of one expression, after its head.
fn expression(head: &str, value: &str) -> Vec<String> {
    let mut lines: Vec<String> = head.lines().map(str::to_owned).collect();
    let last = lines.pop().unwrap_or_default();
    lines.extend(MEMBERS.behind("", &format!("{last} ="), value));
    lines
}

/// The getter of a property that is read in a nested object.
fn getter(holder: &str, name: &str) -> String {
    format!("\n        get() = {holder}.{name}")
}

/// The conversion from a number to an entry.
const fn converted(storage: Storage) -> &'static str {
    match storage {
        Storage::Byte => ".toInt().toByte()",
        Storage::Short => ".toInt().toShort()",
        Storage::Half => ".toInt()",
        Storage::Word | Storage::Set(_) => "",
    }
}

const fn holder(kind: ArrayKind) -> &'static str {
    if matches!(kind, ArrayKind::Subsets) { "Subsets" } else { "Tables" }
}
