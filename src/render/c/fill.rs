//! Rays in; the code that walks them and fills the attack tables at start-up out.

use askama::Template;

use super::fold::{WIDTH, fold};
use super::records::member_name;
use super::syntax::Writer;
use super::{File, text};
use crate::model::{FieldStyle, Fill, FillMode, Line, PieceModule};
use crate::render::literal::{Decimal, Lines, rows};

/// Start-up code on `uint64_t`.
#[derive(Template)]
#[template(path = "c/fill_words.c", escape = "none")]
struct FillWords<'a> {
    fill: Plan<'a>,
}

/// Start-up code on pairs of halves, in C89.
#[derive(Template)]
#[template(path = "c/fill_pairs.c", escape = "none")]
struct FillPairs<'a> {
    fill: Plan<'a>,
    has: String,
    add: String,
}

struct Plan<'a> {
    word: &'a str,
    half: &'a str,
    byte: &'a str,
    ray: String,
    walk: String,
    init: String,
    indices: u8,
    /// The set of squares, where some index is none.
    squares: Option<String>,
    /// Where a walk from `square` begins.
    start: String,
    /// The bit of the place reached.
    bit: String,
    /// Tables from bits to places and back, where they differ: name, length, rows.
    permutation: Vec<(String, usize, String)>,
    /// True where some piece has a limit of steps.
    has_range: bool,
    loops: Vec<FillLoop>,
}

/// All subsets of all masks of a piece, or of one of its lines.
struct FillLoop {
    rays: String,
    rows: Vec<String>,
    /// The most steps, as an argument.
    range: String,
    mask: String,
    /// What stores `set`, or declares a pointer to where it is or-ed.
    store: String,
    /// True where squares share slots.
    is_or: bool,
}

impl File<'_> {
    pub(super) fn init_doc(&self) -> String {
        let tables = self.module.tables.iter().filter(|table| self.module.is_filled(table));
        let tables: Vec<String> = tables.map(|table| self.shown_name(table)).collect();
        Self::doc(
            &[format!(
                "Fills {}. Call it once before the first lookup, and before there are threads that look up; \
             further calls do nothing.",
                tables.join(" and ")
            )],
            Vec::new(),
        )
    }

    pub(super) fn fill(&self) -> String {
        let fill = self.plan();
        if self.settings.is_c89() {
            let (has, add) = (self.names.function(&["has"]), self.names.function(&["add"]));
            text(&FillPairs { fill, has, add })
        } else {
            text(&FillWords { fill })
        }
    }

    fn plan(&self) -> Plan<'_> {
        let board = &self.module.board;
        let longest = board.width.max(board.height) - 1;
        let has_range = self.module.pieces.iter().any(|piece| piece.walk.range < longest);
        let permutation =
            self.module.pieces.first().and_then(|piece| piece.walk.permutation.as_ref());
        let (places, bits) = (self.names.constant(&["places"]), self.names.constant(&["bits"]));
        let table = |name: &str, values: &[u8]| {
            let values: Vec<u64> = values.iter().map(|value| u64::from(*value)).collect();
            let lines = Lines { indent: "    ", columns: 16, trailing_comma: true };
            (name.to_owned(), values.len(), rows(&values, &Decimal::aligned(&values, false), lines))
        };
        let (start, bit) = match permutation {
            Some(_) => (format!("{places}[square]"), format!("{bits}[at]")),
            None => ("(int)square".to_owned(), "at".to_owned()),
        };
        let squares = board.squares.iter().fold(0_u64, |set, (_, bit)| set | 1 << bit);
        Plan {
            word: &self.word,
            half: &self.half,
            byte: self.byte,
            ray: self.names.function(&["ray"]),
            walk: self.names.function(&["walk"]),
            init: self.names.function(&["init"]),
            indices: board.indices,
            squares: self.has_gaps().then(|| self.word_literal(squares)),
            start,
            bit,
            permutation: permutation.map_or_else(Vec::new, |permutation| {
                vec![
                    table(&places, &permutation.grid_of_bit),
                    table(&bits, &permutation.bit_of_grid),
                ]
            }),
            has_range,
            loops: self.fill_loops(has_range),
        }
    }

    fn fill_loops(&self, has_range: bool) -> Vec<FillLoop> {
        let of_piece = |piece: &PieceModule| {
            let fills = piece.fills.iter();
            fills.filter_map(|fill| self.fill_loop(piece, fill, has_range)).collect::<Vec<_>>()
        };
        self.module.pieces.iter().flat_map(of_piece).collect()
    }

    fn fill_loop(&self, piece: &PieceModule, fill: &Fill, has_range: bool) -> Option<FillLoop> {
        let rays: Vec<_> = fill.rays.iter().map(|ray| &piece.walk.rays[*ray]).collect();
        let steps: Vec<String> = rays.iter().map(|ray| ray.delta.to_string()).collect();
        let width = steps.iter().map(String::len).max().unwrap_or(0);
        let lines = rays.iter().zip(steps);
        let lines = lines
            .map(|(ray, step)| format!("{{{step:>width$}, {}}},", self.word_literal(ray.from)));
        let mask = if self.module.fields == FieldStyle::Arrays {
            format!("{}[square]", self.names.field(&piece.name, fill.mask()))
        } else {
            let records = self.names.constant(&[&piece.name]);
            format!("{records}[square].{}", member_name(fill.mask()))
        };
        let rows = self.program(piece);
        let (load, _) = rows.load(&piece.program, fill)?;
        let index = format!("{}(square, occupied)", self.index_name(piece, fill.line));
        let line = fill.line.map(Line::word).unwrap_or_default();
        let slot = Writer::of_piece(self, piece, &rows, &[]).slot(fill, load, &index);
        let store = match fill.mode {
            FillMode::Assign => format!("{slot} = set;"),
            FillMode::Or if self.settings.is_c89() => format!("{} *slot = &{slot};", self.word),
            FillMode::Or => format!("{slot} |= set;"),
        };
        Some(FillLoop {
            rays: self.names.constant(&[&piece.name, &line, "rays"]),
            rows: lines.collect(),
            range: if has_range { format!("{}, ", piece.walk.range) } else { String::new() },
            mask,
            store: fold(&store, WIDTH - 12).join("\n            "),
            is_or: fill.mode == FillMode::Or,
        })
    }
}
