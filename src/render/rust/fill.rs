//! Pieces and their walks in; the code that fills attack tables at the first lookup out.

use super::Printer;
use super::lines::{assignment, call, signature};
use super::lookup::{Function, index_name};
use super::syntax::{HEX, decimal, literal};
use super::tables::Static;
use crate::model::{AttackTable, Case, FieldStyle, Part, Rows};

/// Start-up code.
#[derive(Debug)]
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
    /// Rays, by piece.
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
        let is_limited = self.is_limited();
        let mut parameters = vec![
            if self.options.no_std {
                format!("attacks: &[{ATOMIC}]")
            } else {
                "attacks: &mut [u64]".to_owned()
            },
            if has_records {
                format!("magics: &[{}]", self.record_name())
            } else {
                "masks: &[u64]".to_owned()
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
            indices: module.pieces.iter().filter_map(|piece| self.index(piece)).collect(),
            tables: module.tables.iter().map(|table| self.filled_table(table)).collect(),
            signature: signature("fn fill", &parameters, ""),
            walk_signature: signature(&format!("fn {walk}"), &walk_parameters, " -> u64"),
            has_records,
            walk: format!("{walk}(rays, {range}square, occupied)"),
            squares: self.has_gaps().then(|| literal(&HEX, set)),
            squares_name: names.constant(&["squares"]),
            is_limited,
            places: self.places_of_bits(),
            places_name: names.constant(&["PLACE_OF_BIT"]),
            bits_name: names.constant(&["BIT_OF_PLACE"]),
            rays: module.pieces.iter().map(|piece| self.rays(piece)).collect(),
        })
    }

    /// True where some piece's range is less than the board's.
    fn is_limited(&self) -> bool {
        let board = &self.module.board;
        let longest = board.width.max(board.height).saturating_sub(1).max(1);
        self.module.pieces.iter().any(|piece| piece.walk.range < longest)
    }

    fn filled_table(&self, table: &AttackTable) -> FilledTable {
        let module = self.module;
        let names = &module.names;
        let piece = table.piece.map(|piece| module.pieces[piece].name.as_str());
        let is_public = module.emits(Part::Attacks);
        let visibility = if is_public { self.visibility() } else { String::new() };
        let name = self.attacks_name(table);
        let length = decimal(table.words.len() as u64);
        let function = self.table_function(piece);
        let word = |word: &'static str| {
            let words: Vec<&str> =
                [word].into_iter().chain(piece).chain(["attack_table"]).collect();
            Case::Snake.join(&words)
        };
        let flag: Vec<&str> = piece.into_iter().chain(["attacks_are_filled"]).collect();
        let flag = names.constant(&flag);
        let bool = "core::sync::atomic::AtomicBool";
        let mut docs = self.attack_docs(table);
        if let Rows::Equal(row) = table.rows {
            docs.push(format!(" A square has a row of {row}."));
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
        let pieces =
            module.pieces.iter().filter(|piece| self.attacks_name(module.table(piece)) == name);
        let calls = pieces.map(|piece| {
            let masks = if module.fields == FieldStyle::Records {
                self.records_name(&piece.name)
            } else {
                names.table(&piece.name, "masks")
            };
            let mut arguments =
                vec![target.clone(), format!("&{masks}"), format!("&{}", self.rays_name(piece))];
            if self.is_limited() {
                arguments.push(piece.walk.range.to_string());
            }
            arguments.push(index_name(piece));
            call("    ", "fill", &arguments)
        });
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
