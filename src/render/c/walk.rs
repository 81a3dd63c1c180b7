//! Pieces in; the rays that start-up code and the self-test walk, and the function that walks them, out.

use askama::Template;

use super::fold::{WIDTH, fold};
use super::{File, text};
use crate::model::{Bitboard, GridRay, Line, Part, PieceModule};
use crate::render::code::expr::Expr;
use crate::render::code::print::Marked;
use crate::render::text::literal::{Decimal, Lines, rows};

/// On `uint64_t`.
#[derive(Template)]
#[template(path = "c/walk_words.c", escape = "none")]
struct Words<'a> {
    walk: &'a Walk<'a>,
}

/// On pairs of halves, in C89.
#[derive(Template)]
#[template(path = "c/walk_pairs.c", escape = "none")]
struct Pairs<'a> {
    walk: &'a Walk<'a>,
}

/// How rays are walked.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) word: &'a str,
    pub(super) half: &'a str,
    byte: &'a str,
    /// What the functions begin with.
    pub(super) storage: &'a str,
    /// The type of a ray.
    pub(super) ray: String,
    /// The function.
    pub(super) name: String,
    /// The functions that ask for a bit and set one, on pairs.
    pub(super) has: String,
    pub(super) add: String,
    pub(super) indices: u8,
    /// The set of squares, where some index is none.
    pub(super) squares: Option<String>,
    /// Where a walk from `square` begins.
    start: String,
    /// The bit of the place reached.
    bit: String,
    /// Tables from bits to places and back, where they differ: name, length, rows.
    permutation: Vec<(String, usize, String)>,
    /// True where some piece has a limit of steps.
    pub(super) has_range: bool,
    rays: Vec<Rays>,
}

/// An array of rays.
#[derive(Debug, PartialEq, Eq)]
struct Rays {
    name: String,
    rows: Vec<String>,
}

impl Walk<'_> {
    /// The code.
    pub(super) fn text(&self, is_c89: bool) -> String {
        if is_c89 { text(&Pairs { walk: self }) } else { text(&Words { walk: self }) }
    }

    /// A call: of how many rays, with the limit of steps where there is one.
    pub(super) fn call(&self, rays: Expr, count: usize, range: Expr, rest: &[&str]) -> Expr {
        self.call_of(&self.name, rays, count, range, rest)
    }

    /// A call of another function that takes rays.
    pub(super) fn call_of(
        &self,
        function: &str,
        rays: Expr,
        count: usize,
        range: Expr,
        rest: &[&str],
    ) -> Expr {
        let mut arguments = vec![rays, Expr::decimal(count as u64)];
        arguments.extend(self.has_range.then_some(range));
        arguments.extend(rest.iter().map(|name| Expr::name(*name)));
        Expr::call(function, arguments)
    }
}

impl File<'_> {
    /// How rays are walked, where something walks them.
    pub(super) fn walk(&self) -> Option<Walk<'_>> {
        let module = self.module;
        if !module.walks() {
            return None;
        }
        let board = &module.board;
        let longest = board.width.max(board.height) - 1;
        let (places, bits) = (self.names.constant(&["places"]), self.names.constant(&["bits"]));
        let mut permutation = Vec::new();
        let (mut start, mut bit) = ("(int)square".to_owned(), "at".to_owned());
        let of_board = module.pieces.first().and_then(|piece| piece.walk.permutation.as_ref());
        if let Some(of_board) = of_board {
            (start, bit) = (format!("{places}[square]"), format!("{bits}[at]"));
            permutation.push(table(places, &of_board.grid_of_bit));
            permutation.push(table(bits, &of_board.bit_of_grid));
        }
        let squares = board.squares.iter().fold(0, |set: Bitboard, (_, bit)| set | 1 << bit);
        Some(Walk {
            word: &self.word,
            half: &self.half,
            byte: self.byte,
            storage: self.private_storage(),
            ray: self.names.function(&["ray"]),
            name: self.names.function(&["walk"]),
            has: self.names.function(&["has"]),
            add: self.names.function(&["add"]),
            indices: board.indices,
            squares: self.has_gaps().then(|| self.word_literal(squares)),
            start,
            bit,
            permutation,
            has_range: module.pieces.iter().any(|piece| piece.walk.range < longest),
            rays: self.all_rays(),
        })
    }

    /// What a function begins with that stands where definitions are.
    pub(super) fn private_storage(&self) -> &str {
        if self.is_apart { "static" } else { &self.inline }
    }

    /// The rays of every loop of start-up code, and those that the self-test walks.
    fn all_rays(&self) -> Vec<Rays> {
        let mut all: Vec<Rays> = Vec::new();
        for piece in &self.module.pieces {
            let fills = piece.fills.iter().filter(|_| self.module.fills());
            let of_lines = fills.map(|fill| {
                (fill.line, fill.rays.iter().map(|ray| piece.walk.rays[*ray]).collect::<Vec<_>>())
            });
            let of_test =
                self.module.emits(Part::SelfTest).then(|| (None, piece.walk.rays.clone()));
            for (line, rays) in of_lines.chain(of_test) {
                let rays = Rays { name: self.rays_name(piece, line), rows: self.ray_rows(&rays) };
                if !all.contains(&rays) {
                    all.push(rays);
                }
            }
        }
        all
    }

    /// The array of a piece's rays, or of those of one of its lines.
    pub(super) fn rays_name(&self, piece: &PieceModule, line: Option<Line>) -> String {
        let line = line.map(Line::word).unwrap_or_default();
        self.names.constant(&[&piece.name, &line, "rays"])
    }

    fn ray_rows(&self, rays: &[GridRay]) -> Vec<String> {
        let steps: Vec<String> = rays.iter().map(|ray| ray.delta.to_string()).collect();
        let width = steps.iter().map(String::len).max().unwrap_or(0);
        let lines = rays.iter().zip(steps);
        lines
            .map(|(ray, step)| format!("{{{step:>width$}, {}}},", self.word_literal(ray.from)))
            .collect()
    }
}

/// A table of bytes: name, length, rows.
fn table(name: String, values: &[u8]) -> (String, usize, String) {
    let values: Vec<u64> = values.iter().map(|value| u64::from(*value)).collect();
    let lines = Lines { indent: "    ", columns: 16, trailing_comma: true };
    (name, values.len(), rows(&values, &Decimal::aligned(&values, false), lines))
}

/// A statement at a depth of indentation, on as many lines as it takes.
pub(super) fn indented(statement: &Marked, columns: usize) -> String {
    fold(statement, WIDTH - columns).join(&format!("\n{}", " ".repeat(columns)))
}
