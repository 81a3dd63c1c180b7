//! The file as its template prints it.

use std::cell::Cell;

use super::functions::{self, FunctionText};
use super::lines::{self, ARGUMENTS};
use super::options::Options;
use super::rows::Row;
use super::syntax::{HEX, OPERATORS, TableText, grouped};
use crate::render::blob::header_rows;
use crate::render::prelude::*;
use crate::render::vectors::dispatch::chosen_kinds;
use crate::render::vectors::{RegisterKind, printed};

/// A file, with Rust's way of writing items.
#[derive(Debug, Template)]
#[template(path = "rust/magics.rs", escape = "none")]
pub(super) struct File<'a> {
    pub(super) facts: Facts<'a>,
    pub(super) module: &'a Module,
    pub(super) options: &'a Options,
    /// The rows of tables that lookups read, by piece.
    pub(super) windows: &'a [Vec<Row>],
    /// The way to read each table of the module.
    pub(super) tables: Vec<TableText>,
    /// The kinds of registers for which the file has functions; any other of an architecture implies its last one.
    pub(super) registers: Vec<RegisterKind>,
    /// The most bits of a narrowed word in the function printed last, if a lint can't see that it is small.
    pub(super) narrowed: Cell<Option<u8>>,
}

/// The names of parameters and types.
pub(super) const WORDS: Words = Words {
    index: "usize",
    widths: ["u8", "u16", "u32", "u64"],
    places: Some(["u32"; 4]),
    sets: ["u128", "[u64; 3]", "[u64; 4]"],
    ..Words::PLAIN
};

/// The same where a set of two words is an array, too.
const ARRAY_WORDS: Words = Words { sets: ["[u64; 2]", "[u64; 3]", "[u64; 4]"], ..WORDS };

/// The language.
const LANG: Lang = Lang {
    patterns: Patterns {
        variable: "let $name = $value;",
        result: [""; 2],
        refusal: "debug_assert!($name <= $last, \"$name out of range\");",
        array: "static $name: [$element; $length] = [",
        ..Patterns::C
    },
    loops: Loops {
        union: "let mut $name = 0;",
        around: ["for $counter in 0..$count {", "}"],
        only_if: ["if $condition {", "}"],
        ..Loops::C
    },
    case: str::to_owned,
    switch: Switch {
        head: ["match ", " {"],
        case: ["", " =>", "}"],
        other: "_ =>",
        blocks: Blocks::Long,
        is_indented: true,
        unread: Some(["let _ = ", ";"]),
        ..Switch::C
    },
    chains_unions: true,
    set_look: SetLook::list(["[", "]"], HEX),
    word: Some(|set| Expr::Number(grouped(set, 16))),
    // `match` turns numbers into members, not a conversion.
    enumerated: Some(Enumerated::plain(CastForm::AS)),
    ..Lang::new(&OPERATORS, &WORDS)
};

/// The lines around a loop in a `const fn`, which can't use an iterator.
pub(super) const CONST_LOOP: [&str; 2] =
    ["let mut $counter = 0;\nwhile $counter < $count {", "    $counter += 1;\n}"];

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, options: &'a Options, windows: &'a [Vec<Row>]) -> Self {
        let most = options.words_of_numbers();
        let is_number = page.module.board.set.words() <= most;
        let set_look = if is_number { SetLook::number(false) } else { LANG.set_look };
        let words = if most > 1 { &WORDS } else { &ARRAY_WORDS };
        let facts = Facts::new(page, Lang { words, set_look, ..LANG });
        let (module, registers) = (page.module, printed(page));
        let (tables, narrowed) = (Vec::new(), Cell::new(None));
        let mut file = Self { facts, module, options, windows, tables, registers, narrowed };
        file.tables = page.module.tables.iter().map(|table| file.table_text(table)).collect();
        file
    }

    /// True where a set of squares is an array of words.
    pub(super) fn has_arrays(&self) -> bool {
        self.set_words() > self.options.words_of_numbers()
    }

    /// The type of a set of squares in prose.
    fn bitboard(&self) -> String {
        format!("{} `{}`", if self.has_arrays() { "an" } else { "a" }, self.set_kind())
    }

    /// The visibility modifier of public items, for example `pub `; empty for private ones.
    pub(super) fn visibility(&self, is_public: bool) -> String {
        if is_public { format!("{} ", self.options.visibility()) } else { String::new() }
    }

    /// The name of a constant with the file's prefix.
    pub(super) fn name(&self, words: &str) -> String {
        self.module.names.constant(&[words])
    }

    fn functions(&self, order: &[Group]) -> Vec<FunctionText> {
        let both = |item| [Some(self.function(item)), self.for_constants(item)];
        self.items(order).into_iter().flat_map(both).flatten().collect()
    }

    /// The mark of inner doc comments; a plain comment in included text.
    fn inner_mark(&self) -> &'static str {
        if self.options.is_included() { "//" } else { "//!" }
    }

    /// True if lookups use BMI2 instructions when the compiler may.
    pub(super) fn takes_bmi2(&self) -> bool {
        self.page().movers.own().next().is_some()
    }

    /// True if the file compiles only for processors with BMI2.
    fn needs_bmi2(&self) -> bool {
        self.takes_bmi2() && self.options.bmi2 == Bmi2::Require
    }

    /// The names of pieces and unions with public lookups.
    fn pieces(&self) -> String {
        let pieces = self.module.pieces.iter().filter(|piece| piece.is_public);
        let unions = self.module.unions.iter().map(|union| &union.name);
        let names = pieces.map(|piece| &piece.name).chain(unions);
        list(&names.map(|name| words(name)).collect::<Vec<_>>())
    }

    /// The oldest Rust that compiles the file.
    fn version(&self) -> &'static str {
        let fills = self.module.fills();
        // Functions may use AVX-512 since 1.89.
        if !chosen_kinds(self.page()).is_empty() {
            return "1.89";
        }
        // Intrinsics are safe functions since 1.87, and `cast_signed` exists since then.
        if !self.registers.is_empty() {
            return "1.87";
        }
        // LazyLock came with 1.80, constants in array repetitions with 1.79, constant chunks of slices with 1.77, sums
        // of an index and a signed step with 1.66, compile-time assertions with 1.57.
        match (self.options.edition.is_modern(), fills, self.options.no_std) {
            (true, ..) => "1.85",
            (false, false, _) if self.has_rows() => "1.77",
            (false, true, false) => "1.80",
            (false, true, true) => "1.79",
            (false, false, _) if self.module.emits(Part::SelfTest) => "1.66",
            (false, false, _) => "1.57",
        }
    }

    /// A lookup of each piece, compared by the compiler.
    fn probes(&self) -> Vec<String> {
        let module = self.module;
        if !self.has_const() || !module.emits(Part::Lookup) || self.set_words() > 1 {
            return Vec::new();
        }
        let Some((_, bit)) = module.board.squares.first() else { return Vec::new() };
        let probe = |piece: &PieceModule| {
            let lookup = self.name_for_constants(&module.names.lookup(&piece.name));
            let attacks = self.hex().text(piece.found(*bit, 0));
            format!("{lookup}({bit}, 0) == {attacks}")
        };
        module.pieces.iter().map(probe).filter(|text| text.len() <= ARGUMENTS).collect()
    }

    /// The constants of squares, rank 1 first, each rank as the content of an array. A place without a square gets a
    /// call of the function instead.
    fn ranks(&self, square: &SquareFunction) -> Vec<String> {
        let board = &self.module.board;
        let width = usize::from(board.width);
        let cell = |(at, place): (usize, &String)| {
            let is_square = board.squares.iter().any(|(square, _)| square == place);
            let (file, rank) = (at % width, at / width);
            if is_square { self.name(place) } else { format!("{}({file}, {rank})", square.name) }
        };
        let cells: Vec<String> = board.places.iter().enumerate().map(cell).collect();
        let line = |rank: &[String]| wrap(&rank.join(", "), 88).join("\n         ");
        cells.chunks(width).map(line).collect()
    }
}
