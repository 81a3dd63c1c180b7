//! The page's start-up code: tables that are filled at the first lookup, and the rays that are walked for them.

use super::Printer;
use super::functions::{Function, PARAMETERS, index_name};
use super::lines::{assignment, call, signature};
use super::records::record_field;
use super::syntax::decimal;
use super::tables::Static;
use crate::model::{Case, FieldStyle, Rows, words};
use crate::render::page::{FillLoop, FilledTable, Walk};
use crate::render::text::literal::Literal as _;

/// Start-up code.
#[derive(Debug)]
pub(super) struct Fill<'a> {
    pub(super) indices: Vec<Function>,
    pub(super) tables: Vec<Filled>,
    /// The head of the function that fills one piece's part of a table, and that of its loop over squares.
    pub(super) heads: [String; 2],
    /// True where squares share slots.
    pub(super) is_or: bool,
    pub(super) walk: &'a Walk,
    /// The head of the function that walks.
    pub(super) walk_signature: String,
    /// A call of that.
    pub(super) walked: &'static str,
    /// The name of the set of squares and the set itself, where some index is none.
    pub(super) squares: Option<[String; 2]>,
    /// Names of the place of each bit, and of the way back.
    pub(super) grid: [String; 2],
    /// Rays, by loop.
    pub(super) rays: Vec<Static>,
    /// The place of each bit, where rays are walked on places.
    pub(super) places: Option<Static>,
}

/// A table that is filled.
#[derive(Debug)]
pub(super) struct Filled {
    pub(super) docs: Vec<String>,
    pub(super) attributes: Vec<String>,
    pub(super) declaration: String,
    pub(super) name: String,
    /// Entries.
    pub(super) length: String,
    /// The head of the function that fills it, and its name.
    pub(super) signature: String,
    pub(super) filler: String,
    /// A call for each loop.
    pub(super) calls: Vec<String>,
    pub(super) atomic: Option<Atomic>,
}

/// What stands around a table of atomic words, which doesn't see to it itself that it is filled.
#[derive(Debug)]
pub(super) struct Atomic {
    pub(super) attributes: Vec<String>,
    /// The head of the function that returns it filled.
    pub(super) accessor: String,
    /// What says that it has been filled: its name and its declaration.
    pub(super) flag: [String; 2],
}

const ATOMIC: &str = "core::sync::atomic::AtomicU64";

impl<'a> Printer<'a> {
    /// The function that returns a table, filled.
    pub(super) fn table_function(&self, piece: Option<&str>) -> String {
        let words: Vec<&str> = piece.into_iter().chain(["attack_table"]).collect();
        self.module.names.function(&words)
    }

    /// Start-up code, where the file needs it.
    pub(super) fn fill(&self) -> Option<Fill<'a>> {
        let walk = self.page.walk.as_ref().filter(|_| self.module.fills())?;
        let loops = &self.page.fills;
        let attacks = if self.options.no_std {
            format!("attacks: &[{ATOMIC}]")
        } else {
            "attacks: &mut [u64]".to_owned()
        };
        let (masks, squares) = match self.module.fields {
            FieldStyle::Records if self.is_iterated() => (
                "masks: impl Iterator<Item = u64>".to_owned(),
                "(square, mask) in masks.enumerate() {",
            ),
            FieldStyle::Records => (
                format!("magics: &[{}]", self.record_name()),
                "(square, magic) in magics.iter().enumerate() {\n        let mask = magic.mask;",
            ),
            _ => ("masks: &[u64]".to_owned(), "(square, &mask) in masks.iter().enumerate() {"),
        };
        let range = walk.has_range.then_some("range: usize");
        let rays = ["rays: &[Ray]"].into_iter().chain(range);
        let mut parameters = vec![attacks.as_str(), &masks];
        parameters.extend(rays.clone());
        parameters.push("index: fn(usize, u64) -> usize");
        let walked: Vec<&str> = rays.chain(PARAMETERS).collect();
        let indices = self.page.indices.iter().zip(loops);
        Some(Fill {
            indices: indices.map(|(index, one)| self.index(index, one)).collect(),
            tables: self.page.filled.iter().map(|table| self.filled(table)).collect(),
            heads: [signature("", "fn fill", &parameters, ""), format!("for {squares}")],
            is_or: loops.iter().any(|one| one.is_or),
            walk,
            walk_signature: signature("", "fn walk", &walked, " -> u64"),
            walked: if walk.has_range {
                "walk(rays, range, square, occupied)"
            } else {
                "walk(rays, square, occupied)"
            },
            squares: walk.squares.map(|set| [self.name("squares"), self.hex().text(set)]),
            grid: [self.name("PLACE_OF_BIT"), self.name("BIT_OF_PLACE")],
            rays: loops.iter().map(|one| self.rays(one)).collect(),
            places: self.places_of_bits(),
        })
    }

    /// True where masks come one by one: records of several pieces have one type only where they have the same fields.
    fn is_iterated(&self) -> bool {
        self.page.fills.iter().any(|one| one.rays.line.is_some())
    }

    fn fill_call(&self, target: &str, one: &FillLoop) -> String {
        let piece = &self.module.pieces[one.rays.piece];
        let masks = match self.module.fields {
            FieldStyle::Records if self.is_iterated() => {
                let mask = record_field(one.mask);
                format!("{}.iter().map(|magic| magic.{mask})", self.records_name(&piece.name))
            }
            FieldStyle::Records => format!("&{}", self.records_name(&piece.name)),
            _ => format!("&{}", one.masks),
        };
        let mut arguments = vec![target.to_owned(), masks, format!("&{}", one.rays.name)];
        let walk = self.page.walk.as_ref().filter(|walk| walk.has_range);
        arguments.extend(walk.map(|_| one.rays.range.to_string()));
        arguments.push(index_name(piece, one.rays.line));
        call("    ", "fill", &arguments)
    }

    fn filled(&self, filled: &FilledTable) -> Filled {
        let FilledTable { name, is_public, .. } = filled;
        let table = &self.module.tables[filled.index];
        let piece = table.piece.map(|piece| self.module.pieces[piece].name.as_str());
        let length = decimal(filled.length as u64);
        let mut docs = self.table_docs(filled.index, table);
        match table.rows {
            Rows::No => {}
            Rows::Equal(row) => docs.push(format!(" A square has a row of {row}.")),
            Rows::Ragged(_) => docs.push(format!(
                " A square's row begins where [`{}`] says.",
                self.starts_name(table)
            )),
        }
        let filler = if self.options.no_std { "fill" } else { "filled" };
        let words: Vec<&str> = [filler].into_iter().chain(piece).chain(["attack_table"]).collect();
        let filler = Case::Snake.join(&words);
        let visibility = self.visibility(*is_public);
        let (declaration, head, target) = if self.options.no_std {
            let left = format!("static {name}: [{ATOMIC}; {length}]");
            let value = format!("[const {{ {ATOMIC}::new(0) }}; {length}]");
            (assignment("", &left, &value), format!("fn {filler}() {{"), format!("&{name}"))
        } else {
            let left = format!("{visibility}static {name}: std::sync::LazyLock<Box<[u64]>>");
            let value = format!("std::sync::LazyLock::new({filler})");
            let head = signature("", &format!("fn {filler}"), &[], " -> Box<[u64]>");
            (assignment("", &left, &value), head, "&mut attacks".to_owned())
        };
        let loops = self.page.fills.iter().filter(|one| one.table == filled.index);
        Filled {
            docs,
            attributes: self.static_attributes(*is_public && !self.options.no_std, name),
            declaration,
            name: name.clone(),
            signature: head,
            filler,
            calls: loops.map(|one| self.fill_call(&target, one)).collect(),
            atomic: self.options.no_std.then(|| self.atomic(*is_public, piece, &length)),
            length,
        }
    }

    fn atomic(&self, is_public: bool, piece: Option<&str>, length: &str) -> Atomic {
        let unused = is_public.then(|| self.options.unused("not every program needs every table"));
        let function = self.table_function(piece);
        let head = format!("{}fn {function}", self.visibility(is_public));
        let flag: Vec<&str> = piece.into_iter().chain(["attacks_are_filled"]).collect();
        let flag = self.module.names.constant(&flag);
        let bool = "core::sync::atomic::AtomicBool";
        let declared =
            assignment("", &format!("static {flag}: {bool}"), &format!("{bool}::new(false)"));
        let attributes = unused.into_iter().flatten();
        Atomic {
            attributes: attributes.chain(self.options.unusual_function(&function)).collect(),
            accessor: signature("", &head, &[], &format!(" -> &'static [{ATOMIC}; {length}]")),
            flag: [flag, declared],
        }
    }

    /// The rays of a loop, as rows of `Ray`.
    fn rays(&self, one: &FillLoop) -> Static {
        let row = |(step, from): (&i8, &u64)| {
            format!("    Ray {{ step: {step}, from: {} }},", self.hex().text(*from))
        };
        let rows: Vec<String> =
            one.rays.step_values.iter().zip(&one.rays.from_values).map(row).collect();
        let spoken = words(&self.module.pieces[one.rays.piece].name);
        let along =
            one.rays.line.map_or(String::new(), |line| format!(" along the {}", line.word()));
        let docs = vec![format!(" Rays of the {spoken}{along}.")];
        let kind = format!("[Ray; {}]", rows.len());
        self.item(false, &one.rays.name, &kind, docs, rows.join("\n"))
    }
}
