//! Arrays in an AVR's program memory for avr-gcc, and the functions that read them.
//!
//! An AVR has separate instructions for reading program memory: `pgm_read_byte` and the like of avr-libc for the first
//! 64 KiB, `pgm_read_byte_far` and the like for all of it.

use super::arrays::Array;
use super::comment::{comment, note};
use super::file::File;
use super::options::{Memory, Settings};
use super::syntax::OPERATORS;
use super::view::function;
use crate::render::prelude::*;

/// The largest object in bytes: its size has to fit into a 16-bit `int`.
const LARGEST: usize = 0x7fff;

/// Bytes of each array into which a larger table is split.
const PART: usize = 0x4000;

/// Bytes that near reads reach: 64 KiB without the interrupt vectors, which come before the tables.
const NEAR: usize = 0xff00;

/// Adds an offset to an address; an offset that is a sum gets parentheses.
const TO_ADDRESS: Operator = Operator::left("+").bond(6);

/// Fails if near reads can't reach all tables and fields.
pub(super) fn check_reach(module: &Module, settings: &Settings) -> Result<(), OptionError> {
    let tables = module.tables.iter().filter(|table| module.table(table) != Presence::Absent);
    let columns = module.pieces.iter().flat_map(|piece| {
        let columns = piece.fields.columns().iter();
        columns.filter(|column| module.field(piece, column.field) != Presence::Absent)
    });
    let fields = columns.map(|column| column.values.len() * column.field.storage().bytes());
    let bytes = tables.map(Table::bytes).sum::<usize>() + fields.sum::<usize>();
    if settings.memory() != Memory::Progmem || bytes <= NEAR {
        return Ok(());
    }
    Err(OptionError {
        message: format!(
            "tables and fields of {bytes} bytes exceed the {NEAR} of `memory = \"progmem\"`"
        ),
        help: Some("set `memory = \"progmem-far\"`, or choose a smaller variant".to_owned()),
        span: None,
    })
}

impl File<'_> {
    /// True if the file has something in program memory.
    pub(super) fn has_progmem(&self) -> bool {
        let module = self.module;
        let is_list = matches!(module.board.formula, SquareFormula::List(_));
        self.settings.has_progmem() && (module.emit != [Part::Squares] || is_list)
    }

    /// Entries per array of a table that is split into several; `None` if one array holds it.
    fn part_length(&self, table: &Table) -> Option<usize> {
        let is_large = self.settings.has_progmem() && table.bytes() > LARGEST;
        is_large.then(|| PART / table.storage.bytes())
    }

    /// A table's array, or several where it is too large for one.
    pub(super) fn in_parts(&self, table: &Table, named: &TableName, array: Array) -> Vec<Array> {
        let Some(length) = self.part_length(table) else { return vec![array] };
        let parts = table.entries.chunks(length).enumerate().map(|(at, entries)| {
            let (first, last) = (at * length, at * length + entries.len() - 1);
            let here = format!(
                "Here entries {first} to {last}: no array of avr-gcc has more than {LARGEST} bytes."
            );
            let name = format!("{}_{at}", named.name);
            Array {
                doc: comment(array.is_public, &[self.table_doc(table, named), here]),
                head: format!("{} {name}", self.entry_type(table)),
                name,
                length: entries.len(),
                rows: self.entries(table, entries, "    "),
                check: array.check.as_ref().map(|check| format!("{check} {at}")),
                ..array.clone()
            }
        });
        parts.collect()
    }

    /// The entry of a table at an index.
    pub(super) fn read_entry(&self, table: &Table, name: &str, index: Expr) -> Expr {
        match self.part_length(table) {
            Some(_) => Expr::call(self.reader_name(table), vec![index]),
            None => self.read(name, index, table.storage),
        }
    }

    /// The entry of an array at an index.
    pub(super) fn read(&self, array: &str, index: Expr, storage: Storage) -> Expr {
        if self.settings.memory() == Memory::Data {
            return Expr::index(array, index);
        }
        let suffix = match storage {
            Storage::Byte => "_byte",
            Storage::Short => "_word",
            Storage::Half => "_dword",
            Storage::Word | Storage::Set(_) => "",
        };
        let name = match storage {
            Storage::Word | Storage::Set(_) => self.own_function("read"),
            _ if self.is_far() => format!("pgm_read{suffix}_far"),
            _ => format!("pgm_read{suffix}"),
        };
        if !self.is_far() {
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
        self.names.function(&[&self.check_name(table), "at"])
    }

    /// True if lookups read words of program memory.
    pub(super) fn reads_words(&self) -> bool {
        let is_word = |op| match op {
            Op::Field(field) => field.type_of() == Type::Word,
            Op::Load(table, _) => table.kind == Type::Word,
            _ => false,
        };
        let has_lookups = self.settings.has_progmem() && self.module.emits(Part::Lookup);
        has_lookups && self.module.needs_operation(is_word)
    }

    /// True if the program memory is larger than a pointer can reach.
    pub(super) fn is_far(&self) -> bool {
        self.settings.memory() == Memory::ProgmemFar
    }

    /// The functions that read an entry of a table that is split into several arrays.
    pub(super) fn readers(&self) -> Vec<String> {
        let tables = self.module.tables.iter().zip(&self.page().tables);
        let reader = |(table, named): (&Table, &TableName)| {
            Some(self.table_reader(table, &named.name, self.part_length(table)?))
        };
        tables.filter_map(reader).collect()
    }

    fn table_reader(&self, table: &Table, name: &str, length: usize) -> String {
        let parts = table.entries.len().div_ceil(length);
        let mut lines = vec![
            format!("unsigned place = (unsigned)(at & {}U);", length - 1),
            String::new(),
            format!("switch (at >> {}) {{", length.trailing_zeros()),
        ];
        for part in 0..parts {
            let entry = self.read(&format!("{name}_{part}"), "place".into(), table.storage);
            let is_last = part + 1 == parts;
            lines.push(if is_last { "default:".to_owned() } else { format!("case {part}:") });
            lines.push(format!("    return {};", self.text(&entry)));
        }
        lines.push("}".to_owned());
        let kind = self.storage_type(table.storage);
        let doc = note(&[format!("The entry of {name} at an index, in whichever array it is.")]);
        let head = format!("{} {kind} {}({} at)", self.inline, self.reader_name(table), self.half);
        function(&doc, &head, &lines)
    }
}
