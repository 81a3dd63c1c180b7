//! Tables and fields for an AVR's program memory in; arrays that avr-gcc takes and what reads them out.
//!
//! An AVR reads its program memory by instructions of their own: `pgm_read_byte` and the like of avr-libc for the
//! first 64 KiB, `pgm_read_byte_far` and the like for all of it.

use super::File;
use super::arrays::Array;
use super::code::Function;
use super::options::Memory;
use super::rows::RowText;
use super::syntax::OPERATORS;
use crate::model::{Op, Part, Presence, SquareFormula, Storage, Table, Type};
use crate::render::OptionError;
use crate::render::code::expr::{Expr, Operator};

/// The most bytes of an object: its size has to fit into an `int`.
const LARGEST: usize = 0x7fff;

/// Bytes of each array of a table that is larger.
const PART: usize = 0x4000;

/// What near reads reach, but for the interrupt vectors, which stand before tables.
const NEAR: usize = 0xff00;

/// What adds an offset to an address: an offset that is a sum stands in parentheses.
const TO_ADDRESS: Operator = Operator::left("+").bond(6);

impl File<'_> {
    /// Why tables and fields are out of reach, where they are.
    pub(super) fn check_reach(&self) -> Result<(), OptionError> {
        let module = self.module;
        let tables = module.tables.iter().filter(|table| module.table(table) != Presence::Absent);
        let columns = module.pieces.iter().flat_map(|piece| {
            let columns = piece.fields.columns().iter();
            columns.filter(|column| module.field(piece, column.field) != Presence::Absent)
        });
        let fields = columns.map(|column| column.values.len() * column.field.storage().bytes());
        let bytes = tables.map(Table::bytes).sum::<usize>() + fields.sum::<usize>();
        if self.settings.memory != Memory::Progmem || bytes <= NEAR {
            return Ok(());
        }
        Err(OptionError {
            message: format!(
                "tables and fields of {bytes} bytes are more than the {NEAR} that `memory = \"progmem\"` reaches"
            ),
            help: Some("set `memory = \"progmem-far\"`, or choose a smaller variant".to_owned()),
            span: None,
        })
    }

    /// True where the file has something in program memory.
    pub(super) fn has_progmem(&self) -> bool {
        let module = self.module;
        let is_list = matches!(module.board.formula, SquareFormula::List(_));
        self.settings.has_progmem() && (module.emit != [Part::Squares] || is_list)
    }

    /// How many entries of a table stand in one array, where not all of them can.
    fn part_length(&self, table: &Table) -> Option<usize> {
        let is_large = self.settings.has_progmem() && table.bytes() > LARGEST;
        is_large.then(|| PART / table.storage.bytes())
    }

    /// A table's array, or several where it is too large for one.
    pub(super) fn in_parts<'a>(&self, table: &Table, array: Array<'a>) -> Vec<Array<'a>> {
        let Some(length) = self.part_length(table) else { return vec![array] };
        let parts = table.entries.chunks(length).enumerate().map(|(at, entries)| {
            let (first, last) = (at * length, at * length + entries.len() - 1);
            let here = format!(
                "Here entries {first} to {last}: no array of avr-gcc has more than {LARGEST} bytes."
            );
            Array {
                doc: array.doc.iter().cloned().chain([here]).collect(),
                kind: array.kind.clone(),
                name: format!("{}_{at}", array.name),
                length: entries.len(),
                further: String::new(),
                rows: Some(RowText::Made(self.entries(table, entries, "    "))),
                check: array
                    .check
                    .as_ref()
                    .map(|words| words.iter().cloned().chain([at.to_string()]).collect()),
                ..array
            }
        });
        parts.collect()
    }

    /// The entry of a table at an index.
    pub(super) fn read_entry(&self, table: &Table, index: Expr) -> Expr {
        match self.part_length(table) {
            Some(_) => Expr::call(self.reader_name(table), vec![index]),
            None => self.read(&self.module.table_name(table), index, table.storage),
        }
    }

    /// The entry of an array at an index.
    pub(super) fn read(&self, array: &str, index: Expr, storage: Storage) -> Expr {
        let suffix = match storage {
            Storage::Byte => "_byte",
            Storage::Short => "_word",
            Storage::Half => "_dword",
            Storage::Word => "",
        };
        let is_far = self.settings.memory == Memory::ProgmemFar;
        let name = match storage {
            Storage::Word => self.names.function(&["read"]),
            _ if is_far => format!("pgm_read{suffix}_far"),
            _ => format!("pgm_read{suffix}"),
        };
        if !is_far {
            return Expr::call(name, vec![Expr::unary("&", Expr::index(array, index))]);
        }
        let offset = match storage.bytes() {
            1 => index,
            bytes => Expr::binary(OPERATORS.mul.tight(), Expr::decimal(bytes as u64), index),
        };
        let start = Expr::call("pgm_get_far_address", vec![array.into()]);
        Expr::call(name, vec![Expr::binary(TO_ADDRESS, start, offset)])
    }

    fn reader_name(&self, table: &Table) -> String {
        let words = self.check_words(table);
        let words: Vec<&str> = words.iter().map(String::as_str).chain(["at"]).collect();
        self.names.function(&words)
    }

    /// The functions that lookups read words and tables in several arrays by.
    pub(super) fn readers(&self) -> Vec<Function> {
        if !self.settings.has_progmem() {
            return Vec::new();
        }
        let tables: Vec<&Table> =
            self.module.tables.iter().filter(|table| self.part_length(table).is_some()).collect();
        let word = self.reads_words().then(|| self.word_reader());
        word.into_iter().chain(tables.into_iter().map(|table| self.table_reader(table))).collect()
    }

    fn reads_words(&self) -> bool {
        let is_word = |op| match op {
            Op::Field(field) => field.type_of() == Type::Word,
            Op::Load(table, _) => table.kind == Type::Word,
            _ => false,
        };
        self.module.pieces.iter().any(|piece| piece.program.has(is_word))
    }

    fn word_reader(&self) -> Function {
        let word = &self.word;
        let (parameter, copy) = match self.settings.memory {
            Memory::ProgmemFar => ("uint_farptr_t at".to_owned(), "memcpy_PF"),
            Memory::Progmem | Memory::Data => (format!("const {word} *at"), "memcpy_P"),
        };
        Function {
            doc: Self::note(&["A word of program memory.".to_owned()]),
            head: format!("{} {word} {}({parameter})", self.inline, self.names.function(&["read"])),
            lines: vec![
                format!("{word} word;"),
                String::new(),
                format!("{copy}(&word, at, sizeof word);"),
                "return word;".to_owned(),
            ],
        }
    }

    fn table_reader(&self, table: &Table) -> Function {
        let length = self.part_length(table).unwrap_or(1);
        let name = self.module.table_name(table);
        let parts = table.entries.len().div_ceil(length);
        let mut lines = vec![
            format!("unsigned place = (unsigned)(at & {}U);", length - 1),
            String::new(),
            format!("switch (at >> {}) {{", length.trailing_zeros()),
        ];
        for part in 0..parts {
            let array = format!("{name}_{part}");
            let label =
                if part + 1 == parts { "default".to_owned() } else { format!("case {part}") };
            let entry = self.read(&array, "place".into(), table.storage);
            let entry = self.style().text(&entry);
            lines.extend([format!("{label}:"), format!("    return {entry};")]);
        }
        lines.push("}".to_owned());
        let kind = self.storage_type(table.storage);
        Function {
            doc: Self::note(&[format!(
                "The entry of {name} at an index, in whichever array it is."
            )]),
            head: format!("{} {kind} {}({} at)", self.inline, self.reader_name(table), self.half),
            lines,
        }
    }
}
