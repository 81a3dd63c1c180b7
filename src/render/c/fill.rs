//! Loops of start-up code in; the function that fills the attack tables out.

use askama::Template;

use super::records::member_name;
use super::syntax::Writer;
use super::walk::{Walk, indented};
use super::{File, text};
use crate::model::{FieldStyle, Fill, FillMode, PieceModule};
use crate::render::code::expr::Expr;

/// Start-up code on `uint64_t`.
#[derive(Template)]
#[template(path = "c/fill_words.c", escape = "none")]
struct FillWords<'a> {
    walk: &'a Walk<'a>,
    fill: Plan,
}

/// Start-up code on pairs of halves, in C89.
#[derive(Template)]
#[template(path = "c/fill_pairs.c", escape = "none")]
struct FillPairs<'a> {
    walk: &'a Walk<'a>,
    fill: Plan,
}

struct Plan {
    init: String,
    is_filled: String,
    loops: Vec<FillLoop>,
}

/// All subsets of all masks of a piece, or of one of its lines.
struct FillLoop {
    /// What declares `set` as what is reached.
    walk: String,
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

    /// The variable that is 0 until tables are filled.
    pub(super) fn is_filled(&self) -> String {
        self.names.function(&["is", "filled"])
    }

    /// The macro by which a lookup fails in a debug build where nobody has filled its table.
    pub(super) fn assertion(&self) -> String {
        self.names.constant(&["assert", "filled"])
    }

    pub(super) fn fill(&self, walk: &Walk) -> String {
        let of_piece = |piece| self.fill_loops(walk, piece);
        let loops = self.module.pieces.iter().flat_map(of_piece).collect();
        let (init, is_filled) = (self.names.function(&["init"]), self.is_filled());
        let fill = Plan { init, is_filled, loops };
        if self.settings.is_c89() {
            text(&FillPairs { walk, fill })
        } else {
            text(&FillWords { walk, fill })
        }
    }

    fn fill_loops(&self, walk: &Walk, piece: &PieceModule) -> Vec<FillLoop> {
        let fills = piece.fills.iter();
        fills.filter_map(|fill| self.fill_loop(walk, piece, fill)).collect()
    }

    fn fill_loop(&self, walk: &Walk, piece: &PieceModule, fill: &Fill) -> Option<FillLoop> {
        let square = || Expr::name("square");
        let mask = if self.module.fields == FieldStyle::Arrays {
            Expr::index(self.names.field(&piece.name, fill.mask()), square())
        } else {
            let records = self.names.constant(&[&piece.name]);
            Expr::index(records, square()).member(member_name(fill.mask()))
        };
        let rows = self.program(piece);
        let (load, _) = rows.load(&piece.program, fill)?;
        let index = self.index_name(piece, fill.line);
        let index = Expr::call(index, vec![square(), "occupied".into()]);
        let slot = Writer::of_piece(self, piece, &rows, &[]).slot(fill, load, index);
        let set = Expr::name("set");
        let store = match fill.mode {
            FillMode::Assign => self.assigned(&slot, "=", &set),
            FillMode::Or if self.settings.is_c89() => {
                self.declared(&format!("{} *slot", self.word), &Expr::unary("&", slot))
            }
            FillMode::Or => self.assigned(&slot, "|=", &set),
        };
        let rays = Expr::name(self.rays_name(piece, fill.line));
        let range = Expr::decimal(u64::from(piece.walk.range));
        let reached = walk.call(rays, fill.rays.len(), range, &["square", "occupied"]);
        let reached = self.declared(&format!("{} set", self.word), &reached);
        Some(FillLoop {
            walk: indented(&reached, 12),
            mask: self.style().text(&mask),
            store: indented(&store, 12),
            is_or: fill.mode == FillMode::Or,
        })
    }
}
