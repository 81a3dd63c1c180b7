//! What the templates print: the class of lookups, and the one that tests them, which needs nothing but Java itself.

use askama::Template;

use super::holders::{Held, Holders};
use super::options::JavaOptions;
use super::syntax::{OPERATORS, SPEECH, element};
use crate::model::{
    Case, Field, Module, Op, Part, PieceModule, Presence, Role, Rows, Storage, Table, TableRole,
    Value, words,
};
use crate::render::code::expr::Expr;
use crate::render::code::node::{Dialect, Let, Node, Wanted};
use crate::render::code::print::Style;
use crate::render::code::scope::Scope;
use crate::render::code::statements::{Print, Statements};
use crate::render::jvm::{self, Jvm, WIDTH, room};
use crate::render::page::{
    Array, ArrayKind, ArrayText, Compared, Facts, FillLoop, FunctionDoc, Group, Head, Item, Look,
    Manner, Page, RankOfSquares, Scan, SelfTest, SquareFunction, Walk, WalkText, Words, block,
    comparisons, has_attacks, has_gaps, has_holes,
};
use crate::render::text::provenance::{hanging_lines, size, wrap};
use crate::render::text::taken::Taken;

/// Types of parameters, results and variables. Those of arrays' entries are shorter.
const WORDS: Words = Words { widths: ["int", "int", "int", "long"], ..Words::PLAIN };

/// The class of lookups, and how Java is written.
#[derive(Template)]
#[template(path = "java/class.java", escape = "none")]
pub(super) struct Class<'a> {
    facts: Facts<'a>,
    options: &'a JavaOptions,
    holders: Holders<'a>,
}

/// The class that tests.
#[derive(Template)]
#[template(path = "java/test.java", escape = "none")]
pub(super) struct Test<'a> {
    of: &'a Class<'a>,
    pub(super) name: String,
    /// The name of the type of functions that are compared.
    lookup: String,
    tested: &'a SelfTest<'a>,
    compared: Vec<Compared<'a>>,
    walked: WalkText<'a>,
}

impl<'a> Class<'a> {
    pub(super) fn new(page: &'a Page<'a>, options: &'a JavaOptions, holders: Holders<'a>) -> Self {
        let facts = Facts::new(page, &OPERATORS, &WORDS);
        let look = Look { numbers: 8, is_aligned: false, ..facts.look };
        let facts =
            Facts { look, width: WIDTH - 4, unsigned: Some("bits"), breaks_unions: true, ..facts };
        Self { facts, options, holders }
    }

    fn module(&self) -> &'a Module {
        self.page().module
    }

    fn name(&self) -> &'a str {
        &self.module().names.type_name
    }

    fn visible(&self, is_public: bool) -> &'static str {
        match (is_public, self.options.is_public) {
            (false, _) => "private ",
            (true, true) => "public ",
            (true, false) => "",
        }
    }

    /// The lines that a file begins with.
    fn head_lines(&self) -> Vec<String> {
        hanging_lines(self.module(), WIDTH - "// ".len())
    }

    fn annotation(&self) -> Option<&'static str> {
        self.options.has_annotation.then_some(match self.options.release {
            8 => "javax.annotation.Generated",
            _ => "javax.annotation.processing.Generated",
        })
    }

    fn about(&self) -> Vec<String> {
        block(&self.page().about_between(room(0), "", &["", "<pre>"], &["</pre>"]))
    }

    /// Declarations of a rank's squares, as many in one as fit a line.
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

    /// All fields, in order.
    fn members(&self) -> Vec<ArrayText> {
        let page = self.page();
        let list = page.square.as_ref().and_then(|square| square.list.as_ref());
        let is_list = |array: &&Array<'_>| list == Some(&array.name);
        let of_kind = |kind| page.arrays.iter().filter(move |array| array.kind == kind);
        let numbers = |array: &Array<'_>| self.array(array);
        let [of_subsets, of_tables] = self.holders.lengths();
        let mut members: Vec<ArrayText> = of_kind(ArrayKind::BySquare).map(numbers).collect();
        members.extend(of_subsets.map(numbers));
        members.extend(self.subsets());
        members.extend(self.set_of_squares());
        members.extend(of_kind(ArrayKind::Places).filter(|array| !is_list(array)).map(numbers));
        members.extend(page.fills.iter().flat_map(|fill| self.rays(fill)));
        members.extend(of_tables.map(numbers));
        members.extend(self.tables());
        members.extend(page.arrays.iter().filter(is_list).map(numbers));
        members
    }

    /// Occupancies and attack sets of them, in the nested classes that hold them or as numbers.
    fn subsets(&self) -> Vec<ArrayText> {
        let mut members = Vec::new();
        for part in [Part::Occupancies, Part::AttackSets] {
            let holder = self.holders.subsets(part);
            let pieces = self.module().pieces.iter().enumerate();
            for (at, piece) in pieces.filter(|_| self.module().emits(part)) {
                let entry = match part {
                    Part::AttackSets => "The attack set under every subset",
                    _ => "Every subset",
                };
                let held = holder.and_then(|holder| holder.find(at));
                let order = if held.is_some_and(|held| held.rows.is_some()) {
                    "a row a square, each"
                } else {
                    "square after square; those of a square"
                };
                let doc = format!(
                    "{entry} of each relevant occupancy mask of the {}, {order} from 0 on by \
                     {{@code subset = (subset - mask) & mask}}.",
                    words(&piece.name)
                );
                let name = self.module().names.table(&piece.name, part.id());
                members.push(self.named(&name, jvm::comment(2, &doc), held));
            }
        }
        members
    }

    /// The array of this name: numbers, or what a nested class holds.
    fn named(&self, name: &str, doc: Vec<String>, held: Option<&Held>) -> ArrayText {
        let array = self.page().arrays.iter().find(|array| array.name == name);
        let (head, rows) = match (held, array) {
            (Some(held), _) => (self.declaration(true, &held.kind, name), held.reference.clone()),
            (None, Some(array)) => (self.array_head(array), self.rows(array)),
            (None, None) => (String::new(), String::new()),
        };
        ArrayText { doc, head, rows }
    }

    /// What loops over squares leave indices out by.
    fn set_of_squares(&self) -> Option<ArrayText> {
        let walk = self.page().walk.as_ref()?;
        let doc = self.comment("", "Bit indices that are squares.");
        let head = self.declaration(false, "long", self.holders.squares.as_ref()?);
        Some(ArrayText { doc, head, rows: self.text(&self.set(walk.squares?)) })
    }

    /// The rays of a loop that fills: their steps, and from where these may be taken.
    fn rays(&self, FillLoop { owner, rays, .. }: &FillLoop) -> [ArrayText; 2] {
        let has_grid = self.page().walk.as_ref().is_some_and(|walk| walk.grid.is_some());
        let place = if has_grid { "place" } else { "index" };
        let steps = format!("What a step along each ray of the {owner} adds to the {place}.");
        let from = format!("Where a step along each ray of the {owner} may be taken.");
        [(&rays.steps, steps), (&rays.from, from)]
            .map(|(name, doc)| self.named(name, jvm::comment(2, &doc), None))
    }

    /// Short tables as numbers, then public names of those in the nested class.
    fn tables(&self) -> Vec<ArrayText> {
        let (mut numbers, mut names) = (Vec::new(), Vec::new());
        let tables = self.module().tables.iter().zip(&self.page().tables).enumerate();
        for (index, (table, named)) in tables {
            let is_public = named.presence == Presence::Public;
            let held = self.holders.held(index);
            let is_absent = named.presence == Presence::Absent || held.is_some() && !is_public;
            if !is_absent {
                let doc = self.table_doc(table, &named.doc(table), is_public);
                let name = self.module().table_name(table);
                let list = if held.is_some() { &mut names } else { &mut numbers };
                list.push(self.named(&name, doc, held));
            }
        }
        numbers.into_iter().chain(names).collect()
    }

    fn table_doc(&self, table: &Table, doc: &str, is_public: bool) -> Vec<String> {
        let piece = table.piece.map(|piece| words(&self.module().pieces[piece].name));
        let text = match (table.role, piece) {
            (TableRole::Attacks, Some(piece)) => {
                let place = if table.rows == Rows::No { "index" } else { "square and index" };
                format!("Attack sets of the {piece} by {place}.")
            }
            (TableRole::Attacks, None) => {
                "Attack sets of all pieces: those of a square begin at its offset.".to_owned()
            }
            _ => doc.to_owned(),
        };
        if !is_public || !jvm::is_signed(table.storage, &table.entries, false) {
            return self.comment("", &text);
        }
        let mut lines = wrap(&text, room(2));
        lines.push(String::new());
        lines.push("<p>Entries are unsigned: read them by {@code & 0xff}.".to_owned());
        block(&lines)
    }

    fn declaration(&self, is_public: bool, kind: &str, name: &str) -> String {
        format!("{}static final {kind} {name}", self.visible(is_public))
    }

    /// How an index is computed, for the comment on an array of factors in a file without lookups.
    fn formula(&self, name: &str) -> Option<Vec<String>> {
        if !self.module().emits(Part::Factors) || self.module().emits(Part::Lookup) {
            return None;
        }
        let is_array = |piece: &PieceModule, field: Field| {
            field.role == Role::Factor && self.module().names.field(&piece.name, field) == name
        };
        let mut fields = self.module().pieces.iter().flat_map(|piece| {
            piece.fields.columns().iter().map(move |column| (piece, column.field))
        });
        let (piece, factor) = fields.find(|(piece, field)| is_array(piece, *field))?;
        let program = &piece.program;
        let reads = |value: &Value| {
            program.needed(*value).into_iter().any(|of| program.op(of) == Op::Field(factor))
        };
        let mut named = program.values().filter(|value| program.name_of(*value) == Some("index"));
        let Some(value) = named.find(reads) else { return Some(Vec::new()) };
        let dialect =
            Jvm::new(self.page(), self.scope(["square", "occupied"], false, &[]), None, &SPEECH);
        let writer = self.writer(&dialect);
        let wanted =
            Wanted { program, value, given: &[], names_calls: false, bounds: None, writer };
        let declare = |one: &Let| vec![self.declare(one)];
        let finish = |result: &Node| vec![format!("int index = {};", self.text(&result.written))];
        let (declare, finish): (Print<'_, Let>, Print<'_, Node>) = (&declare, &finish);
        // It stands two columns and the comment's mark to the right.
        let width = WIDTH - 5;
        Some(Statements { wanted, declare, finish, break_up: None, width }.written().lines)
    }

    /// Loops that fill: the name of the method, the loop, and the type of its table.
    fn filled(&self) -> Vec<(&String, &FillLoop, &str)> {
        let kind = |fill: &FillLoop| self.holders.held(fill.table).map_or("", |held| &held.kind);
        let fills = self.holders.fills.iter().zip(&self.page().fills);
        fills.map(|(name, fill)| (name, fill, kind(fill))).collect()
    }

    /// The statement that stores what a subset leaves.
    fn stored(&self, fill: &FillLoop, walk: &Walk) -> String {
        let mut row = Expr::name("table");
        if self.module().tables[fill.table].rows != Rows::No {
            row = Expr::index(row, "square".into());
        }
        let place = Expr::call_with(fill.index.as_str(), &["square", "subset"]);
        let slot = self.text(&Expr::index(row, place));
        let operator = if fill.is_or { "|=" } else { "=" };
        let walked = self.text(&self.walked(walk, &fill.rays, "subset"));
        broken(8, &format!("{slot} {operator}"), " ", &format!("{walked};"))
    }

    /// The body of the method that walks instead of a lookup.
    fn walker(&self, one: &Compared<'_>) -> Vec<String> {
        match &one.walked {
            Expr::Call(walk, arguments) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| self.text(argument)).collect();
                let (head, tail) = (self.text(walk), format!("{});", arguments.join(", ")));
                vec![broken(4, &format!("return {head}("), "", &tail)]
            }
            union => self.finished(union),
        }
    }
}

impl<'a> Manner<'a> for Class<'a> {
    fn facts(&self) -> &Facts<'a> {
        &self.facts
    }

    fn comment(&self, _name: &str, text: &str) -> Vec<String> {
        jvm::comment(2, text)
    }

    fn array_doc(&self, name: &str, text: &str) -> Vec<String> {
        let Some(formula) = self.formula(name) else { return self.comment(name, text) };
        let mut lines = wrap(text, room(2));
        let about = "<p>The index of an occupancy among a square's attack sets:";
        lines.extend(["", about, "", "<pre>{@code"].map(str::to_owned));
        lines.extend(formula);
        lines.push("}</pre>".to_owned());
        block(&lines)
    }

    fn function_doc(&self, _name: &str, doc: &FunctionDoc) -> Vec<String> {
        jvm::tagged(2, room(2), &doc.summary, &jvm::lookup_tags(doc))
    }

    fn private_doc(&self, item: Item<'_>, doc: &FunctionDoc) -> Vec<String> {
        match item {
            Item::Index(_) => self.comment("", &doc.summary),
            _ => self.function_doc("", doc),
        }
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
        jvm::tagged(2, room(2), "Returns the square on a file and a rank.", &tags)
    }

    fn scan_doc(&self, scan: &Scan<'_>) -> Vec<String> {
        let width = scan.width;
        let above = format!(", in the lowest {width}; those above make no difference");
        let word = format!("the bits{}", if width < 32 { &above } else { "" });
        let result = format!("from 0 to {}; undefined for 0", width - 1);
        let tags = [("param word", word.as_str()), ("return", &result)];
        jvm::tagged(2, room(2), &scan.summary, &tags)
    }

    fn head(&self, head: &Head<'_>) -> String {
        let visible = self.visible(head.item.is_public());
        let parameters = head.list(", ", |name, kind| format!("{kind} {name}"));
        format!("{visible}static {} {}({parameters})", head.result, head.item.name())
    }

    fn declare(&self, one: &Let) -> String {
        format!("{} {} = {};", WORDS.of(one.kind), one.name, self.text(&one.value))
    }

    fn finish_apart(&self, value: &Expr) -> Vec<String> {
        union_in_lines(&self.facts.style, value, "return ")
    }

    fn dialect<'d>(&'d self, scope: Scope<'d>, item: Item<'d>) -> Box<dyn Dialect + 'd> {
        Box::new(Jvm::new(self.page(), scope, Some(item), &SPEECH))
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        let element = if array.is_signed { "int" } else { element(array.storage) };
        self.declaration(array.is_public, &format!("{element}[]"), &array.name)
    }

    /// Between braces, as google-java-format leaves them: it takes padding out, and fills lines with a row and a part of one,
    /// which are no table to it. Steps of rays stand on a line.
    fn rows(&self, array: &Array<'_>) -> String {
        let (module, look) = (self.module(), self.facts.look);
        let between = (look.margin, "");
        if array.storage == Storage::Word {
            return format!("{{\n{}\n  }}", look.columns(array, module, 4, between));
        }
        let is_unsigned = array.storage == Storage::Short;
        let signed = if is_unsigned { array.clone() } else { array.signed() };
        let numbers: Vec<String> =
            signed.values.iter().map(|value| signed.decimal(*value)).collect();
        match numbers.len() {
            0..=8 if array.is_signed => format!("{{{}}}", numbers.join(", ")),
            9..16 => {
                let lines = wrap(&format!("{},", numbers.join(", ")), WIDTH - look.margin.len());
                let line = |line: String| format!("{}{line}\n", look.margin);
                format!("{{\n{}  }}", lines.into_iter().map(line).collect::<String>())
            }
            _ => format!("{{\n{}\n  }}", look.columns(&signed, module, 8, between)),
        }
    }
}

impl<'a> Test<'a> {
    pub(super) fn new(of: &'a Class<'a>, (walk, test): &'a (Walk, SelfTest<'a>)) -> Self {
        let name = format!("{}Test", of.name());
        let walker = |spoken: &str| Case::Camel.join(&["walk", spoken]);
        Self {
            lookup: Taken::new(of.module(), &[name.as_str()]).name("Lookup"),
            compared: of.compared(test, walk, walker),
            walked: of.walk(walk),
            tested: test,
            name,
            of,
        }
    }

    fn doc(&self) -> Vec<String> {
        let of = self.of.name();
        let what = format!(
            "Compares every lookup of {{@link {of}}} with rays walked, under every subset of every mask."
        );
        jvm::comment(0, &what)
    }

    /// The calls that compare.
    fn calls(&self) -> Vec<String> {
        let call = |[spoken, lookup, walker, masks]: [&str; 4]| {
            let lookup = format!("{}::{lookup}", self.of.name());
            let walker = format!("{}::{walker}", self.name);
            let arguments = [format!("\"{spoken}\""), lookup, walker, masks.to_owned()];
            let line = format!("{});", arguments.join(", "));
            if 8 + line.len() <= WIDTH {
                return broken(4, "compare(", "", &line);
            }
            format!("compare(\n        {});", arguments.join(",\n        "))
        };
        comparisons(&self.compared).into_iter().map(call).collect()
    }
}

/// What is said of the whole class.
pub(super) fn notes(page: &Page<'_>, has_holder: bool) -> Vec<String> {
    let module = page.module;
    let holes = if has_holes(&module.board) { ", a dot where there is none" } else { "" };
    let mut notes = vec![format!(
        "<p>A square is a bit index; a bitboard is a {{@code long}} in which bit {{@code i}} stands for square \
         {{@code i}}. The squares by rank and file{holes}:"
    )];
    let verb = if module.fills() { "fill" } else { "unpack" };
    let when = if module.emits(Part::Attacks) {
        format!(" They are {verb}ed when the class is initialised.")
    } else {
        format!(" The first lookup {verb}s them, once for all threads; later ones only read.")
    };
    if has_holder || module.needs_attacks() && module.provenance.bytes > 0 {
        let table = if has_holder || has_attacks(module) {
            "attack sets take"
        } else {
            "table of attacks along a line takes"
        };
        let (size, when) =
            (size(module.provenance.bytes), if has_holder { when.as_str() } else { "" });
        notes.push(format!("<p>The {table} {size}.{when}"));
    }
    let functions = [Part::Lookup, Part::Squares, Part::Bitscan, Part::SelfTest];
    if module.emit.iter().any(|part| !functions.contains(part)) {
        let gaps = " An entry by square is 0 where the index is no square.";
        let gaps = if has_gaps(&module.board) { gaps } else { "" };
        notes.push(format!("<p>The arrays must not be modified.{gaps}"));
    }
    notes
}

/// A line behind the mark of a comment: a space before it, where it isn't empty.
fn spaced(line: &str) -> String {
    if line.is_empty() { String::new() } else { format!(" {}", line.trim_end()) }
}

/// A union over several lines; any other value on one.
fn union_in_lines(style: &Style, value: &Expr, head: &str) -> Vec<String> {
    let operands = match value {
        Expr::Binary(operator, _) if *operator == OPERATORS.or => style.operands(value),
        _ => vec![style.text(value)],
    };
    let last = operands.len() - 1;
    let line = |(at, operand)| {
        let before = if at == 0 { head } else { "    | " };
        format!("{before}{operand}{}", if at == last { ";" } else { "" })
    };
    operands.into_iter().enumerate().map(line).collect()
}

/// Two parts of a line, broken between them where it would be too long.
fn broken(indent: usize, head: &str, between: &str, tail: &str) -> String {
    let is_short = indent + head.len() + between.len() + tail.len() <= WIDTH;
    let end = format!("\n{}", " ".repeat(indent + 4));
    format!("{head}{}{tail}", if is_short { between } else { &end })
}

/// The head of a private method that returns a bitboard.
fn private_head(name: &str, parameters: &str) -> String {
    let parameters = format!("{parameters}int square, long occupied) {{");
    broken(2, &format!("private static long {name}("), "", &parameters)
}

fn walk_head(walk: &Walk) -> String {
    let range = if walk.has_range { "int range, " } else { "" };
    private_head(&walk.name, &format!("int[] steps, long[] from, {range}"))
}
