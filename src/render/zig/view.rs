//! The data of the template: a file with its tests.

use super::syntax::{
    HALF, OPERATORS, WIDE_WORDS, WORD, WORDS, element_of_field, element_of_table, special, to,
};
use crate::render::blob::{checksum, header_text};
use crate::render::prelude::*;
use magicgen_lookup::model::Blob;

/// Columns of a comment without its slashes.
const COMMENT: usize = 100 - "/// ".len();

/// The layout of long calls, as zig fmt has it.
const CALLS: Calls = Calls { width: 100, ..Calls::WHOLE };

/// The language.
const LANG: Lang = Lang {
    nested: Some(Nested {
        row: "[$length]$element",
        around: [".{", "},"],
        margins: ["    ", "    "],
    }),
    // The type of squares, `u6`, has no number above 63.
    patterns: Patterns {
        visible: ["", "pub "],
        head: ["$visiblefn $name", " $result"],
        parameter: "$name: $kind",
        variable: "const $name = $value;",
        typed: Some("const $name: $kind = $value;"),
        refusal: "std.debug.assert($name <= $last);",
        array: "$visibleconst $name = [$length]$element",
        ..Patterns::C
    },
    loops: Loops {
        union: "var $name: $kind = 0;",
        around: ["for (0..$count) |$counter| {", "}"],
        ..Loops::C
    },
    squares: 64,
    passed: |array| Expr::unary("&", array),
    // Columns as zig fmt aligns them.
    look: Look { digits: 4, has_columns: true, ..Look::usual(Hex::new(16, ""), "    ") },
    switch: Switch {
        case: ["", " =>", "},"],
        other: "else =>",
        blocks: Blocks::All,
        is_indented: true,
        unread: Some(["_ = ", ";"]),
        ..Switch::C
    },
    enumerated: Some(Enumerated::entry("$to.all[")),
    set_look: SetLook::list([".{ ", " }"], Hex::new(16, "")),
    pack: Some(CastForm::new("Array", "$to{ ", " }", CastOperand::Enclosed)),
    case: str::to_owned,
    comment: COMMENT,
    begins: Some(["`sq` is", "`occupied` is"]),
    has_paragraphs: true,
    ..Lang::new(&OPERATORS, &WORDS)
};

/// A file, with Zig's way of writing items.
#[derive(Template)]
#[template(path = "zig/file.zig", escape = "none")]
pub(super) struct File<'a> {
    facts: Facts<'a>,
    /// The guard of the filled tables, if there are any.
    guard: Option<&'a Guard>,
    types: &'a OwnTypes,
    /// The names of the namespace of functions on the user's types, of the file with these types, of this file, and of
    /// the functions that return a square's number and a piece.
    typed: [String; 5],
    /// The fill loops, each with its function's name.
    loops: Vec<(String, &'a FillLoop)>,
    compared: Vec<Compared<'a>>,
    /// The name of the function that compares.
    compare: String,
    /// The name of the file of attack sets.
    data: String,
}

shared_by!(File);

impl<'a> Manner<'a> for File<'a> {
    fn array_head(&self, array: &Array<'_>) -> String {
        let element = match array.content {
            Content::Field(piece, field) => element_of_field(&piece.program, field),
            Content::Table(index) => element_of_table(self.page().module, index),
            Content::Other if array.kind == ArrayKind::Places && array.most() < 64 => "u6",
            Content::Other => self.element(array),
        };
        self.facts.patterns.array(array, &self.facts.row_type(array, element))
    }

    fn returned(&self, _item: Item<'_>, result: &Node) -> Expr {
        let value = &result.written;
        value.cast_from(HALF).or_else(|| value.cast_from(WORD)).unwrap_or(value).clone()
    }

    /// The check that tables are filled, before a lookup reads them.
    fn before(&self, item: Item<'_>, _body: &Body) -> Vec<String> {
        match (item, self.guard) {
            (Item::Lookup(lookup), Some(guard)) if !lookup.calls.is_empty() => guard.check(),
            _ => Vec::new(),
        }
    }

    /// A union checks once.
    fn stated(&self, item: Option<Item<'_>>, parts: &[Expr]) -> Option<Vec<String>> {
        let sets: Vec<Expr> = match item {
            Some(Item::Union(union)) => {
                union.of.iter().zip(parts).map(|(name, call)| self.inlined(name, call)).collect()
            }
            Some(_) => return None,
            None => parts.to_vec(),
        };
        let is_read = sets.iter().any(|set| !matches!(set, Expr::Call(..)));
        let check = self.guard.filter(|_| is_read).map(Guard::check);
        let mut lines: Vec<String> = check.into_iter().flatten().collect();
        let last = self.finished(&self.united(sets.clone()));
        if !is_read || self.fits(&last) {
            lines.extend(last);
            return Some(lines);
        }
        let names: Vec<String> = (0..sets.len()).map(name_of_set).collect();
        lines.extend(names.iter().zip(&sets).map(|(name, set)| self.set_line(name, set)));
        lines.extend(self.finished(&self.united(names.into_iter().map(Expr::name).collect())));
        Some(lines)
    }

    fn special(&self, item: Item<'_>, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        special(node, scope, item.program()?)
    }

    fn square(&self, square: &SquareFunction) -> Expr {
        // A place in a list may exceed 63, the highest number of a square's type.
        let rank = Expr::name("rank");
        let rank = if square.list.is_some() { rank.cast(to("usize")) } else { rank };
        square.value(&OPERATORS, [Expr::name("file"), rank], |list, place| Expr::index(list, place))
    }
}

impl<'a> File<'a> {
    pub(super) fn new(
        page: &'a Page<'a>,
        (guard, types): (Option<&'a Guard>, &'a OwnTypes),
        mut taken: Taken,
    ) -> Self {
        let is_wide = page.module.board.set.words() > 1;
        let wide = Lang { words: &WIDE_WORDS, squares: 0, ..LANG };
        let facts = Facts::new(page, if is_wide { wide } else { LANG });
        let typed = ["typed", "types", "lookups", "number", "pieceOf"].map(|name| taken.name(name));
        let mut own = |name: &str| taken.name(page.module.names.function(&[name]));
        let loops = page.fills.iter().map(|fill| (own(&fill.words.join(" ")), fill)).collect();
        let (compared, compare) = (Vec::new(), String::new());
        let data = String::new();
        let mut file = Self { facts, guard, types, typed, loops, compared, compare, data };
        let mut name = |what: &str, spoken: &str| own(&format!("{what} {spoken}"));
        let compared = page.test().map(|test| file.compared(test, &mut name));
        (file.compared, file.compare) = (compared.unwrap_or_default(), own("compare"));
        file.data = own("attack sets");
        file
    }

    /// The functions on the user's types.
    fn own(&self) -> Vec<OwnFunction<'a>> {
        let [_, declared, _, number, piece] = &self.typed;
        let within = |name: &Option<String>| name.as_ref().map(|name| format!("{declared}.{name}"));
        let [square, bitboard] = [&self.types.square, &self.types.bitboard].map(within);
        let mut types = OwnTypes { square, bitboard, include: None, ..self.types.clone() };
        if let Some(piece) = &mut types.piece {
            *piece.get_mut() = format!("{declared}.{}", piece.get_ref());
        }
        // A square's number may have any integer type.
        let called = format!("{number}($name)");
        let number = if types.square_value.is_some() { "@intCast($name)" } else { &called };
        let word = if types.bitboard_value.is_some() { "$name" } else { "@bitCast($name)" };
        // Only packed structures have the bits of a word.
        let field = types.set_field().map(|field| format!(".{{ .{field} = "));
        let set = field.as_ref().map_or(["@bitCast(", ")"], |start| [start, " }"]);
        let conversions = Conversions { number, word, set, piece, are_overloads: false };
        self.own_functions(&types, &conversions)
    }

    /// The lines of such a function.
    fn own_lines(&self, function: &OwnFunction<'_>) -> Vec<String> {
        let (margin, [before, after]) = ("    ", &function.around);
        let start = format!("pub fn {}", function.name);
        let end = format!(" {} {{", function.result);
        let mut lines = CALLS.lines(margin, &start, &function.declared("$name: $kind"), &end);
        let [_, _, file, ..] = &self.typed;
        let start = format!("return {before}{file}.{}", function.name);
        let margin = margin.repeat(2);
        lines.extend(CALLS.lines(&margin, &start, &function.arguments, &format!("{after};")));
        lines.push("    }".to_owned());
        lines
    }

    /// The records of all pieces, whose shift amounts have the types that number the shifted operands' bits.
    fn typed_records(&self) -> Option<RecordTexts<'a>> {
        self.records_with(|piece, field| element_of_field(&piece.program, field))
    }

    /// A lookup in a union, without its check if it is one short expression: compilers don't merge acquiring loads.
    fn inlined(&self, name: &str, call: &Expr) -> Expr {
        let reads = |one: &&Function<'_>| one.name == name && !one.calls.is_empty();
        let lookup = self.page().lookups.iter().find(reads).filter(|_| self.guard.is_some());
        // A private lookup exists to be called, and a lookup with an assertion must be called.
        let is_plain =
            |one: &&Function<'_>| one.is_public && self.checks(Item::Lookup(one)).is_empty();
        let routine = lookup.filter(is_plain).map(|lookup| self.routine(Item::Lookup(lookup)));
        let is_short = |value: &Expr| self.fits(&[self.set_line("set2", value)]);
        let routine = routine.filter(|routine| routine.lets.is_empty() && is_short(&routine.value));
        routine.map_or_else(|| call.clone(), |routine| routine.value)
    }

    /// The statement that names a set.
    fn set_line(&self, name: &str, set: &Expr) -> String {
        format!("const {name} = {};", self.text(set))
    }

    /// True if no statement of a function is too long.
    fn fits(&self, lines: &[String]) -> bool {
        lines.iter().all(|line| line.len() <= self.facts.width)
    }

    /// A statement that walks rays, on several lines if it is too long.
    fn walking(&self, margin: &str, start: &str, call: &Expr) -> Vec<String> {
        CALLS.of(&self.facts.style, margin, start, call, ";")
    }
}

/// The guard that lets tables be filled once.
pub(super) struct Guard {
    /// The variable with the state of filling.
    pub(super) state: String,
    /// The function that fills the tables.
    pub(super) fill: String,
    /// True if lookups call that function; else the user calls it before the first lookup.
    pub(super) is_lazy: bool,
}

impl Guard {
    pub(super) fn new(names: &Names, is_lazy: bool, taken: &mut Taken) -> Self {
        Self {
            state: taken.name(names.constant(&["filling"])),
            fill: taken.name(names.function(&["fill", "tables"])),
            is_lazy,
        }
    }

    /// The lines before a read of a filled table.
    pub(super) fn check(&self) -> Vec<String> {
        let Self { state, fill, is_lazy } = self;
        if *is_lazy {
            vec![format!("if ({state}.load(.acquire) != .done) {fill}();")]
        } else {
            // A build without safety checks has no check, and so no load.
            let is_empty = format!("std.debug.runtime_safety and {state}.load(.acquire) != .done");
            let message = format!("    @panic(\"call {fill}() before the first lookup\");");
            vec![format!("if ({is_empty}) {{"), message, "}".to_owned()]
        }
    }
}

/// The number of bytes before a table in the file of attack sets.
fn start(blob: &Blob, table: &FilledTable) -> usize {
    Blob::HEADER + 8 * blob.table(table.index).map_or(0, |of| of.start)
}
