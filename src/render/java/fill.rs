//! What start-up code stores in; methods that walk rays out.
//!
//! They stand in the enclosing class: while a class is being initialised, its methods and fields are checked for
//! that at each use, and filling would take four times as long.

use super::doc::{Block, javadoc};
use super::rows::{hex_rows, int_list, int_rows};
use super::statements::broken;
use super::syntax::{reference, set};
use super::tables::Nested;
use super::view::{Array, Builder};
use crate::model::{Case, Rows};
use crate::render::code::expr::Expr;
use crate::render::page::{FillLoop, Walk};

/// Methods that walk rays.
#[derive(Debug)]
pub(super) struct Fill {
    /// The name of the set of squares, where some index below the highest is none.
    pub(super) squares: Option<String>,
    /// Squares plus gaps.
    pub(super) indices: u8,
    pub(super) walker: Walker,
    pub(super) loops: Vec<FillView>,
}

/// The method that walks rays.
#[derive(Debug)]
pub(super) struct Walker {
    pub(super) has_range: bool,
    pub(super) head: String,
    /// The names of the arrays that lead to the grid and back.
    pub(super) grid: Option<[String; 2]>,
}

impl Walker {
    pub(super) fn new(name: &str, has_range: bool, grid: Option<[String; 2]>) -> Self {
        let range = if has_range { "int range, " } else { "" };
        let parameters = format!("int[] steps, long[] from, {range}int square, long occupied)");
        let head = broken(2, &format!("private static long {name}("), "", &parameters, " {");
        Self { has_range, head, grid }
    }
}

/// What is particular to a piece, or to a line of it.
#[derive(Debug)]
pub(super) struct FillView {
    /// `fillRook`
    pub(super) method: String,
    /// What the method takes.
    pub(super) kind: String,
    /// The table that it is called with.
    pub(super) table: String,
    /// The statement that stores what a subset leaves.
    pub(super) store: String,
    /// A square's mask.
    pub(super) mask: String,
}

impl Builder<'_> {
    /// The methods, and in `arrays` what they read.
    pub(super) fn fill(&mut self, walk: &Walk, nested: &Nested, arrays: &mut Vec<Array>) -> Fill {
        let squares = walk.squares.map(|squares| {
            let name = self.taken.name("SQUARES");
            let value = Some(self.style.text(&set(squares)));
            arrays.push(array("Bit indices that are squares.", &format!("long {name}"), "", value));
            name
        });
        let grid = walk.grid.as_ref().map(|grid| {
            let names = [(&grid.of_bit, "GRID_OF_BIT"), (&grid.bit_of, "BIT_OF_GRID")];
            names.map(|(given, name)| {
                let name = self.taken.name(name);
                let found = self.page.arrays.iter().find(|array| array.name == *given);
                let found = found.map(|places| {
                    let rows = int_rows(&places.values, 4, &[]);
                    array(&places.doc, &format!("byte[] {name}"), &rows, None)
                });
                arrays.extend(found);
                name
            })
        });
        let name = self.taken.name("walk");
        let fills = self.page.fills.iter().zip(self.indices.clone());
        let loops =
            fills.map(|(fill, index)| self.one(fill, &index, (&name, walk), nested, arrays));
        let loops = loops.collect();
        let walker = Walker::new(&name, walk.has_range, grid);
        Fill { squares, indices: walk.indices, walker, loops }
    }

    /// `index` is the method that says where to store, `name` the one that walks.
    fn one(
        &mut self,
        fill: &FillLoop,
        index: &str,
        (name, walk): (&str, &Walk),
        nested: &Nested,
        arrays: &mut Vec<Array>,
    ) -> FillView {
        let words: Vec<&str> = fill.words[1..].iter().map(String::as_str).collect();
        let mut own = |what| self.taken.name(Case::Shouty.join(&[&words[..], &[what]].concat()));
        let (steps, from) = (own("steps"), own("from"));
        let place = if walk.grid.is_some() { "place" } else { "index" };
        let (rays, owner) = (&fill.rays, &fill.owner);
        arrays.push(array(
            &format!("What a step along each ray of the {owner} adds to the {place}."),
            &format!("int[] {steps}"),
            "",
            Some(int_list(&rays.step_values, 2)),
        ));
        arrays.push(array(
            &format!("Where a step along each ray of the {owner} may be taken."),
            &format!("long[] {from}"),
            &hex_rows(&rays.from_values, 4, &[], self.page.module),
            None,
        ));
        let table = nested.tables.iter().find(|table| table.index == fill.table);
        let square = || Expr::name("square");
        let mut row = Expr::name("table");
        if self.module.tables[fill.table].rows != Rows::No {
            row = Expr::index(row, square());
        }
        let slot = Expr::index(row, Expr::call_with(index, &["square", "subset"]));
        let range = walk.has_range.then(|| Expr::decimal(u64::from(rays.range)));
        let walked = [steps, from].map(Expr::Name).into_iter().chain(range);
        let walked = walked.chain(["square", "subset"].map(Expr::name)).collect();
        let walked = self.style.text(&Expr::call(name, walked));
        let slot = self.style.text(&slot);
        let operator = if fill.is_or { "|=" } else { "=" };
        let masks = reference(&self.module.names.type_name, &fill.masks);
        FillView {
            method: self.taken.name(Case::Camel.join(&[&["fill"], &words[..]].concat())),
            kind: table.map(|table| table.kind.clone()).unwrap_or_default(),
            table: table.map(|table| table.name.clone()).unwrap_or_default(),
            store: broken(8, &format!("{slot} {operator}"), " ", &format!("{walked};"), ""),
            mask: self.style.text(&Expr::index(masks, square())),
        }
    }
}

pub(super) fn array(doc: &str, declaration: &str, rows: &str, value: Option<String>) -> Array {
    Array {
        doc: javadoc(2, &[Block::text(doc)]),
        head: format!("private static final {declaration}"),
        rows: rows.to_owned(),
        value,
    }
}
