//! The data of the templates: the class of lookups, and the test class, which needs only Java itself.

use std::iter;

use super::Keys;
use super::holders::{Holder, Holders};
use super::syntax::{OPERATORS, element, special};
use super::vectors::{self, Constants};
use crate::render::blob::{checksum, header_words};
use crate::render::others::jvm::{self, WIDTH, room};
use crate::render::prelude::*;

/// Types of parameters, results and variables. Entries of arrays may be shorter.
const WORDS: Words =
    Words { truth: "boolean", widths: ["int", "int", "int", "long"], ..Words::PLAIN };

/// The layout of calls and heads of methods, as google-java-format has it.
pub(super) const CALLS: Calls = Calls { style: IndentStyle::Hanging, ..Calls::WHOLE };

/// The same, for statements of a method, and for its head before the brace.
pub(super) const STATEMENTS: Calls = Calls { width: WIDTH - 4, ..CALLS };

/// The language.
const LANG: Lang = Lang {
    patterns: Patterns {
        head: ["$visiblestatic $result $name", ""],
        refusal: "assert $name >= 0 && $name <= $last : $name;",
        ..Patterns::C
    },
    loops: Loops { indent: "  ", ..Loops::C },
    look: Look { numbers: 8, is_aligned: false, ..Look::usual(Hex::new(16, "L"), "    ") },
    width: WIDTH - 4,
    comment: room(2),
    block: Some(WIDTH - 2),
    private_docs: PrivateDocs::ShortIndices,
    unsigned: Some("bits"),
    breaks: Some(|_| true),
    special,
    switch: Switch { blocks: Blocks::Apart, is_indented: true, indent: "  ", ..Switch::C },
    enumerated: Some(Enumerated::entry("$to.ALL[")),
    ..Lang::new(&OPERATORS, &WORDS)
};

/// The class of lookups, with Java's way of writing items.
#[derive(Template)]
#[template(path = "java/class.java", escape = "none")]
pub(super) struct Class<'a> {
    facts: Facts<'a>,
    pub(super) keys: &'a Keys,
    pub(super) holders: Holders<'a>,
    /// The constants of batches on vectors; none if batches are loops.
    vectors: Option<Constants>,
}

/// The test class.
#[derive(Template)]
#[template(path = "java/test.java", escape = "none")]
pub(super) struct Test<'a> {
    of: &'a Class<'a>,
    pub(super) name: String,
    /// The name of the functional interface of compared methods.
    lookup: String,
    tested: Tested<'a>,
}

impl<'a> Class<'a> {
    pub(super) fn new(page: &'a Page<'a>, keys: &'a Keys, holders: Holders<'a>) -> Self {
        let public = if keys.is_public() { "public " } else { "" };
        let patterns = Patterns { visible: ["private ", public], ..LANG.patterns };
        let facts = Facts::new(page, Lang { patterns, ..LANG });
        let vectors = keys.has_vectors().then(|| Constants::new(&holders.taken));
        Self { facts, keys, holders, vectors }
    }

    fn module(&self) -> &'a Module {
        self.page().module
    }

    fn about(&self) -> Vec<String> {
        block(&self.page().about_between(room(0), "", &["", "<pre>"], &["</pre>"]))
    }

    /// Declarations of a rank's squares, each with as many squares as fit on a line. They are no document, since every
    /// line is a declaration of its own.
    fn squares(&self, rank: &RankOfSquares) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for (name, bit) in &rank.squares {
            let more = format!(", {name} = {bit}");
            match lines.last_mut() {
                Some(line) if 2 + line.len() + more.len() < WIDTH => line.push_str(&more),
                _ => lines.push(format!("{}static final int {name} = {bit}", self.visible(true))),
            }
        }
        lines
    }

    fn declaration(&self, is_public: bool, kind: &str, name: &str) -> String {
        format!("{}static final {kind} {name}", self.visible(is_public))
    }

    /// The statements that compute an index, for the comment on factors in a file without lookups.
    fn formula(&self, array: &Array<'_>) -> Option<Vec<String>> {
        let module = self.module();
        let Content::Field(piece, factor @ Field { role: Role::Factor, .. }) = array.content else {
            return None;
        };
        if !module.emits(Part::Factors) || module.emits(Part::Lookup) {
            return None;
        }
        let program = &piece.program;
        let reads = |value: &Value| {
            program.needed(*value).into_iter().any(|of| program.op(of) == Op::Field(factor))
        };
        let mut named = program.values().filter(|value| program.name_of(*value) == Some("index"));
        let Some(value) = named.find(reads) else { return Some(Vec::new()) };
        // All items have the same dialect, so any serves for a comment.
        let dialect = self.dialect(self.scope(["square", "occupied"], false, &[]), Item::Bits(""));
        let writer = self.writer(&*dialect);
        let bounds = Bounds::new(program, &piece.fields, &module.tables, module.board.indices);
        let wanted = Wanted { value, ..Wanted::whole(program, &bounds, writer) };
        let declare = |one: &Let| vec![self.declare(one)];
        let finish = |result: &Node| vec![format!("int index = {};", self.text(&result.written))];
        let (declare, finish) = (&declare, &finish);
        // The comment's mark and two more columns precede it.
        let width = WIDTH - 5;
        Some(Statements { wanted, declare, finish, break_up: None, width }.written().lines)
    }

    /// The fill loops, each with its method's name and its table.
    fn filled(&self) -> Vec<(&String, &FillLoop, &Holder<'a>)> {
        let fills = self.holders.fills.iter().zip(&self.page().fills);
        let held = |fill: &FillLoop| self.holders.held(&fill.table_name);
        fills.filter_map(|(name, fill)| Some((name, fill, held(fill)?))).collect()
    }

    fn square_doc(&self, square: &SquareFunction) -> Vec<String> {
        let has_holes = has_holes(&self.module().board);
        let nowhere = if has_holes { "; undefined where there is no square" } else { "" };
        let last = |length: u8| length.saturating_sub(1);
        let tags = [
            ("param file", format!("the file, from 0 for a to {}", last(square.width))),
            ("param rank", format!("the rank, from 0 for rank 1 to {}", last(square.height))),
            ("return", format!("its bit index{nowhere}")),
        ];
        let tags = tags.each_ref().map(|(tag, text)| (*tag, text.as_str()));
        jvm::tagged(2, 0, "Returns the square on a file and a rank.", &tags)
    }

    fn doc_of_array(&self, array: &Array<'_>) -> Vec<String> {
        let mut more = Vec::new();
        if let Some(formula) = self.formula(array) {
            let about = "<p>The index of an occupancy among a square's attack sets:";
            more.extend(["", about, "", "<pre>{@code"].map(str::to_owned));
            more.extend(formula);
            more.push("}</pre>".to_owned());
        } else if array.is_public && jvm::is_signed(array.storage, array.most(), false) {
            let about = "<p>Entries are unsigned: read them by {@code & 0xff}.";
            more.extend(["", about].map(str::to_owned));
        }
        match &more[..] {
            [] => self.comment(&array.name, &array.doc),
            _ => block(&[wrap(&array.doc, room(2)), more].concat()),
        }
    }

    /// The head of the method that stores a set.
    fn head_of_whole(&self, whole: &WholeSet) -> String {
        let given = |one: &ParameterDoc| {
            format!("{} {}", if one.is_set { "long" } else { "int" }, one.name)
        };
        let mut parameters: Vec<String> = whole.given().iter().map(given).collect();
        parameters.push(format!("long[] {}", whole.array()));
        let start = format!("{}static void {}", self.visible(true), whole.name);
        let calls = Calls { width: WIDTH - 2, ..CALLS };
        calls.lines("", &start, &parameters, " {").join("\n  ")
    }

    /// True for the set of squares, which is one number.
    fn is_set(&self, array: &Array<'_>) -> bool {
        self.holders.squares.as_deref() == Some(&*array.name)
    }

    /// The statement that stores the attack set of a subset.
    fn stored(&self, fill: &FillLoop, held: &Holder<'_>, walk: &RayFunction) -> String {
        let row = if held.table.rows == Rows::No { "table" } else { "table[square]" };
        let operator = if fill.is_or { "|=" } else { "=" };
        let slot = format!("{row}[{}(square, subset)] {operator}", fill.index);
        let walked = self.text(&self.walked(walk, &fill.rays, "subset"));
        let calls = Calls { width: WIDTH - 8, ..CALLS };
        calls.behind("", &slot, &format!("{walked};")).join("\n        ")
    }
}

shared_by!(Class);

impl<'a> Manner<'a> for Class<'a> {
    fn head(&self, head: &Head<'_>) -> String {
        self.facts.patterns.head(&STATEMENTS, head).join("\n  ")
    }

    fn own_function_doc(&self, _name: &str, doc: &FunctionDoc) -> Option<Vec<String>> {
        Some(jvm::function_doc(2, 0, doc))
    }

    fn own_doc(&self, of: Documented<'_>) -> Option<Vec<String>> {
        Some(match of {
            Documented::Item(Item::Square(square)) => self.square_doc(square),
            Documented::Item(Item::Scan(scan)) => {
                let clauses = ["; those above make no difference", "", "; undefined for 0"];
                jvm::scan_doc(2, 0, scan, clauses)
            }
            Documented::Array(array) => self.doc_of_array(array),
            Documented::Item(_) => return None,
        })
    }

    /// Each operand of a union, or the arguments of a call, on a separate line.
    fn finished(&self, value: &Expr) -> Vec<String> {
        match value {
            Expr::Binary(operator, _) if *operator == OPERATORS.or => {
                let mut line = Document::all(4);
                line.text("return ").append(&self.facts.style.chain(value)).text(";");
                line.lines(self.facts.width)
            }
            _ => {
                vec![STATEMENTS.of(&self.facts.style, "", "return ", value, ";").join("\n    ")]
            }
        }
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        if let Some(held) = self.holders.held(&array.name) {
            return self.declaration(true, &kind(held), &array.name);
        }
        if self.is_set(array) {
            return self.declaration(false, "long", &array.name);
        }
        let element = if array.is_signed { "int" } else { element(array.storage) };
        self.declaration(array.is_public, &format!("{element}[]"), &array.name)
    }

    /// A table in a nested class, one number for the set of squares, or numbers in braces, as google-java-format leaves
    /// them: it removes padding, and fills lines if there are fewer numbers than two rows hold. Steps of rays are on one
    /// line.
    fn rows(&self, array: &Array<'_>) -> String {
        if let Some(held) = self.holders.held(&array.name) {
            return self.holders.reference(held);
        }
        if self.is_set(array) {
            return self.text(&self.set(array.most()));
        }
        let (module, look) = (self.module(), self.facts.look);
        let between = (look.margin, "");
        if array.storage == Storage::Word {
            return format!("{{\n{}\n  }}", look.columns(array, module, 4, between));
        }
        let is_unsigned = array.storage == Storage::Short;
        let signed = if is_unsigned { array.clone() } else { array.signed() };
        let numbers = signed.decimals();
        match numbers.len() {
            0..=8 if array.is_signed => format!("{{{}}}", numbers.join(", ")),
            9..16 => {
                let mut line = Document::few(0);
                let lines = line.list(&numbers, ",").text(",").lines_behind(look.margin, WIDTH);
                format!("{{\n{}\n  }}", lines.join("\n"))
            }
            _ => format!("{{\n{}\n  }}", look.columns(&signed, module, 8, between)),
        }
    }
}

impl<'a> Test<'a> {
    pub(super) fn new(of: &'a Class<'a>, (walk, test): &'a (RayFunction, SelfTest<'a>)) -> Self {
        let name = format!("{}Test", of.name());
        let mut taken = Taken::new(of.module(), &[name.as_str()]);
        let lookup = taken.name("Lookup");
        let tested = of.tested((walk, test), Case::Camel, &mut taken);
        Self { of, name, lookup, tested }
    }

    /// The calls that compare.
    fn calls(&self) -> Vec<String> {
        let classes = [self.of.name(), &self.name].map(|class| format!("{class}::"));
        let calls = Calls { width: WIDTH, ..CALLS };
        self.tested.calls(&calls, "    ", classes.each_ref().map(String::as_str), ";")
    }
}

/// The type of a table in a nested class: `long[]`, or `long[][]` with rows.
fn kind(held: &Holder<'_>) -> String {
    element(held.table.storage).to_owned() + if held.table.rows == Rows::No { "[]" } else { "[][]" }
}

/// The paragraphs of the comment on the whole class.
pub(super) fn notes(page: &Page<'_>, keys: &Keys, tables: usize) -> Vec<String> {
    let module = page.module;
    let verb = match (module.fills(), &module.blob) {
        (true, _) => "fill",
        (_, Some(_)) => "load",
        _ => "unpack",
    };
    let when = if tables == 0 {
        String::new()
    } else if module.emits(Part::Attacks) {
        format!(" They are {verb}ed when the class is initialised.")
    } else if tables == 1 {
        format!(" The first lookup {verb}s them, once for all threads; later ones only read.")
    } else {
        format!(
            " The first lookup of a table {verb}s it, once for all threads; later ones only read."
        )
    };
    let words = ["{@code i}", "{@code i % 64}", "{@code i / 64}"];
    let mut notes = vec![match module.words_apart() {
        Some(_) => introduction_to_words(module, "type {@code long}", words),
        None => introduction(&module.board, "{@code long}", "{@code i}"),
    }];
    let ends = [when.as_str()].into_iter().chain(iter::repeat(""));
    notes.extend(page.notes.iter().skip(1).zip(ends).map(|(note, end)| format!("{note}{end}")));
    let functions = [Part::Lookup, Part::Squares, Part::Bitscan, Part::SelfTest];
    if module.emit.iter().any(|part| !functions.contains(part)) {
        let gaps = " An entry by square is 0 where the index is no square.";
        let gaps = if has_gaps(&module.board) { gaps } else { "" };
        notes.push(format!("The arrays must not be modified.{gaps}"));
    }
    if keys.has_vectors() {
        let text = "Batches compute on vectors: javac and java take {@code --add-modules jdk.incubator.vector}.";
        notes.push(text.to_owned());
    }
    notes.iter().map(|note| format!("<p>{note}")).collect()
}

/// The byte order of the file of attack sets, as in `ByteOrder.LITTLE_ENDIAN`.
fn order(module: &Module) -> String {
    module.blob_file.order.id().to_uppercase()
}

/// The head of a private method that returns a bitboard.
fn private_head(name: &str, parameters: &[&str]) -> String {
    let calls = Calls { width: WIDTH - 2, ..CALLS };
    calls.lines("", &format!("private static long {name}"), parameters, " {").join("\n  ")
}

fn walk_head(walk: &RayFunction) -> String {
    head_along(&walk.name, walk, &["int square", "long occupied"])
}

/// The head of a private method with rays and further parameters `place`.
fn head_along(name: &str, walk: &RayFunction, place: &[&str]) -> String {
    private_head(name, &walk.parameters(["int[] steps", "long[] from"], "int range", place))
}
