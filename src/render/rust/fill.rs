//! Pieces and their walks in; the code that fills attack tables at the first lookup out.

use super::Printer;
use super::lines::{assignment, call, signature};
use super::lookup::{Function, index_name};
use super::syntax::{decimal, literal};
use super::tables::Static;
use crate::model::{
    Case, Field, FieldStyle, Fill as Loop, FillMode, PieceModule, Presence, Rows, Table,
};

/// Start-up code.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of the template")]
pub(super) struct Fill {
    /// Indices, by piece.
    pub(super) indices: Vec<Function>,
    /// Tables with what fills them.
    pub(super) tables: Vec<FilledTable>,
    /// The head of the function that fills one piece's part of a table.
    pub(super) signature: String,
    /// The head of the function that walks.
    pub(super) walk_signature: String,
    /// True where the masks are in records.
    pub(super) has_records: bool,
    /// True where masks come one by one, each from a field of its record.
    pub(super) is_iterated: bool,
    /// `magic.mask`, as records have it.
    pub(super) mask: String,
    /// True where squares share slots.
    pub(super) is_or: bool,
    /// `walk(...)`
    pub(super) walk: String,
    /// Squares as a set, where some indices are none.
    pub(super) squares: Option<String>,
    /// The name of that set.
    pub(super) squares_name: String,
    /// True where a ray may end before the board does.
    pub(super) is_limited: bool,
    /// The place of each bit, where rays are walked on places.
    pub(super) places: Option<Static>,
    /// Its name.
    pub(super) places_name: String,
    /// The name of the way back.
    pub(super) bits_name: String,
    /// Rays, by loop.
    pub(super) rays: Vec<Static>,
}

/// A table that is filled.
#[derive(Debug)]
pub(super) struct FilledTable {
    /// Lines after `///`.
    pub(super) docs: Vec<String>,
    /// Lines between the docs and the table.
    pub(super) attributes: Vec<String>,
    /// The same of the function that returns it.
    pub(super) accessor_attributes: Vec<String>,
    /// The declaration of the table.
    pub(super) declaration: String,
    /// Its name.
    pub(super) name: String,
    /// Entries.
    pub(super) length: String,
    /// The head of the function that fills it.
    pub(super) signature: String,
    /// Its name.
    pub(super) filler: String,
    /// A call for each piece.
    pub(super) calls: Vec<String>,
    /// The head of the function that returns it filled; empty where the table sees to it itself.
    pub(super) accessor: String,
    /// The name of what says that it has been filled.
    pub(super) flag: String,
    /// Its declaration.
    pub(super) flag_declaration: String,
}

const ATOMIC: &str = "core::sync::atomic::AtomicU64";

impl Printer<'_> {
    /// The function that returns a table, filled.
    pub(super) fn table_function(&self, piece: Option<&str>) -> String {
        let words: Vec<&str> = piece.into_iter().chain(["attack_table"]).collect();
        self.module.names.function(&words)
    }

    /// Start-up code, where the file needs it.
    pub(super) fn fill(&self) -> Option<Fill> {
        let module = self.module;
        if !module.fills() {
            return None;
        }
        let names = &module.names;
        let has_records = module.fields == FieldStyle::Records;
        let walk = "walk";
        let loops: Vec<(&PieceModule, &Loop)> = self.loops();
        // Records of several pieces have one type only where they have the same fields.
        let is_iterated = has_records && loops.iter().any(|(_, fill)| fill.line.is_some());
        let is_limited = self.is_limited();
        let mut parameters = vec![
            if self.options.no_std {
                format!("attacks: &[{ATOMIC}]")
            } else {
                "attacks: &mut [u64]".to_owned()
            },
            match (has_records, is_iterated) {
                (_, true) => "masks: impl Iterator<Item = u64>".to_owned(),
                (true, false) => format!("magics: &[{}]", self.record_name()),
                (false, false) => "masks: &[u64]".to_owned(),
            },
            "rays: &[Ray]".to_owned(),
        ];
        let mut walk_parameters = vec!["rays: &[Ray]".to_owned()];
        if is_limited {
            parameters.push("range: usize".to_owned());
            walk_parameters.push("range: usize".to_owned());
        }
        parameters.push("index: fn(usize, u64) -> usize".to_owned());
        walk_parameters.extend(["square: usize".to_owned(), "occupied: u64".to_owned()]);
        let range = if is_limited { "range, " } else { "" };
        let set = module.board.squares.iter().fold(0, |set, (_, bit)| set | 1_u64 << bit);
        Some(Fill {
            indices: loops.iter().map(|(piece, fill)| self.index(piece, fill)).collect(),
            tables: (module.tables.iter().enumerate())
                .filter(|(_, table)| module.is_filled(table))
                .map(|(at, table)| self.filled_table(at, table))
                .collect(),
            signature: signature("fn fill", &parameters, ""),
            walk_signature: signature(&format!("fn {walk}"), &walk_parameters, " -> u64"),
            has_records,
            is_iterated,
            mask: Case::Snake.join(&[&Field::MASK.singular()]),
            is_or: loops.iter().any(|(_, fill)| fill.mode == FillMode::Or),
            walk: format!("{walk}(rays, {range}square, occupied)"),
            squares: self.has_gaps().then(|| literal(&self.hex(), set)),
            squares_name: names.constant(&["squares"]),
            is_limited,
            places: self.places_of_bits(),
            places_name: names.constant(&["PLACE_OF_BIT"]),
            bits_name: names.constant(&["BIT_OF_PLACE"]),
            rays: loops.iter().map(|(piece, fill)| self.rays(piece, fill)).collect(),
        })
    }

    /// The loops of start-up code, each with its piece.
    fn loops(&self) -> Vec<(&PieceModule, &Loop)> {
        let pieces = self.module.pieces.iter();
        pieces.flat_map(|piece| piece.fills.iter().map(move |fill| (piece, fill))).collect()
    }

    /// A loop's call.
    fn fill_call(
        &self,
        target: &str,
        piece: &PieceModule,
        fill: &Loop,
        is_iterated: bool,
    ) -> String {
        let masks = if is_iterated {
            let mask = Case::Snake.join(&[&fill.mask().singular()]);
            format!("{}.iter().map(|magic| magic.{mask})", self.records_name(&piece.name))
        } else if self.module.fields == FieldStyle::Records {
            format!("&{}", self.records_name(&piece.name))
        } else {
            format!("&{}", self.module.names.field(&piece.name, fill.mask()))
        };
        let rays = format!("&{}", self.rays_name(piece, fill));
        let mut arguments = vec![target.to_owned(), masks, rays];
        if self.is_limited() {
            arguments.push(piece.walk.range.to_string());
        }
        arguments.push(index_name(piece, fill));
        call("    ", "fill", &arguments)
    }

    /// True where some piece's range is less than the board's.
    fn is_limited(&self) -> bool {
        let board = &self.module.board;
        let longest = board.width.max(board.height).saturating_sub(1).max(1);
        self.module.pieces.iter().any(|piece| piece.walk.range < longest)
    }

    fn filled_table(&self, at: usize, table: &Table) -> FilledTable {
        let module = self.module;
        let names = &module.names;
        let piece = table.piece.map(|piece| module.pieces[piece].name.as_str());
        let is_public = module.table(table) == Presence::Public;
        let visibility = if is_public { self.visibility() } else { String::new() };
        let name = module.table_name(table);
        let length = decimal(table.entries.len() as u64);
        let function = self.table_function(piece);
        let word = |word: &'static str| {
            let words: Vec<&str> =
                [word].into_iter().chain(piece).chain(["attack_table"]).collect();
            Case::Snake.join(&words)
        };
        let flag: Vec<&str> = piece.into_iter().chain(["attacks_are_filled"]).collect();
        let flag = names.constant(&flag);
        let bool = "core::sync::atomic::AtomicBool";
        let mut docs = self.table_docs(at, table);
        match table.rows {
            Rows::No => {}
            Rows::Equal(row) => docs.push(format!(" A square has a row of {row}.")),
            Rows::Ragged(_) => docs.push(format!(
                " A square's row begins where [`{}`] says.",
                self.starts_name(table)
            )),
        }
        let attributes = self.static_attributes(is_public && !self.options.no_std, &name);
        let mut accessor_attributes = Vec::new();
        if self.options.no_std {
            if is_public {
                accessor_attributes
                    .extend(self.options.unused("not every program needs every table"));
            }
            accessor_attributes.extend(self.options.unusual_function(&function));
        }
        let (filler, declaration, signature, accessor, target) = if self.options.no_std {
            let filler = word("fill");
            let left = format!("static {name}: [{ATOMIC}; {length}]");
            let value = format!("[const {{ {ATOMIC}::new(0) }}; {length}]");
            let head = format!("{visibility}fn {function}");
            let accessor = signature(&head, &[], &format!(" -> &'static [{ATOMIC}; {length}]"));
            let own = format!("fn {filler}() {{");
            (filler, assignment("", &left, &value), own, accessor, format!("&{name}"))
        } else {
            let filler = word("filled");
            let left = format!("{visibility}static {name}: std::sync::LazyLock<Box<[u64]>>");
            let value = format!("std::sync::LazyLock::new({filler})");
            let own = signature(&format!("fn {filler}"), &[], " -> Box<[u64]>");
            let declaration = assignment("", &left, &value);
            (filler, declaration, own, String::new(), "&mut attacks".to_owned())
        };
        let loops = self.loops();
        let is_records = module.fields == FieldStyle::Records;
        let is_iterated = is_records && loops.iter().any(|(_, fill)| fill.line.is_some());
        let loops = loops.iter().filter(|(_, fill)| fill.table == at);
        let calls = loops.map(|(piece, fill)| self.fill_call(&target, piece, fill, is_iterated));
        FilledTable {
            docs,
            attributes,
            accessor_attributes,
            declaration,
            length,
            signature,
            filler,
            calls: calls.collect(),
            accessor,
            flag_declaration: assignment(
                "",
                &format!("static {flag}: {bool}"),
                &format!("{bool}::new(false)"),
            ),
            flag,
            name,
        }
    }
}
