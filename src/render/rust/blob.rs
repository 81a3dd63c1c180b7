//! The file of attack sets: embedded as a structure of its header and its tables, which the statics begin with.

use super::file::File;
use super::lines::{WIDTH, assignment};
use super::syntax::decimal;
use crate::render::prelude::*;
use magicgen_lookup::model::{Blob, LoadedTable};

impl File<'_> {
    /// The member of the structure that holds a table.
    pub(super) fn loaded_member(&self, table: &LoadedTable) -> String {
        Case::Snake.join(&self.words_of(&self.module.tables[table.index], "attacks"))
    }

    /// The type of a table.
    pub(super) fn loaded_type(table: &LoadedTable) -> String {
        format!("[u64; {}]", decimal(table.length as u64))
    }

    /// The doc comment of a table.
    pub(super) fn loaded_docs(&self, table: &LoadedTable) -> Vec<String> {
        self.flat_docs(table.index)
    }

    /// The static of a table.
    pub(super) fn loaded_static(&self, table: &LoadedTable) -> String {
        let of = &self.module.tables[table.index];
        let visible = self.visibility(self.module.table(of) == Presence::Public);
        let (name, kind) = (self.module.table_name(of), Self::loaded_type(table));
        let value = format!("{}.{}", self.name("blob"), self.loaded_member(table));
        assignment(&format!("{visible}static {name}: {kind}"), &value, WIDTH).join("\n")
    }

    /// The processor's byte order as the compiler calls it.
    pub(super) fn endian(&self) -> &'static str {
        self.module.blob_file.order.id()
    }

    /// The CRC-32 of the file's tables.
    pub(super) fn crc(blob: &Blob) -> String {
        let (high, low) = (blob.crc >> 16, blob.crc & 0xffff);
        format!("0x{high:04x}_{low:04x}")
    }

    /// The file's length in bytes.
    pub(super) fn blob_length(blob: &Blob) -> String {
        decimal(blob.length() as u64)
    }
}
