//! The file of attack sets beside a source with `tables = "blob"`: a header, then the words of all loaded tables.
//!
//! The source holds the header that it expects, so one comparison of 24 bytes finds a file of another config, with the
//! other order of bytes, or with another number of words.

use super::{Module, Presence};
use magicgen_ir::{Storage, Table, TableRole};

/// The order of a word's bytes in a file of attack sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByteOrder {
    /// The lowest byte comes first.
    #[default]
    Little,
    /// The highest byte comes first.
    Big,
}

impl ByteOrder {
    /// The word in a config.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Little => "little",
            Self::Big => "big",
        }
    }

    /// A number as bytes in this order.
    fn bytes<const LENGTH: usize>(self, mut little: [u8; LENGTH]) -> [u8; LENGTH] {
        if self == Self::Big {
            little.reverse();
        }
        little
    }
}

/// What a config says about the file of attack sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlobFile {
    /// The file's name, in the folder of the source.
    pub name: String,
    /// The order of each word's bytes.
    pub order: ByteOrder,
}

/// A file of attack sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    /// The file's first bytes.
    pub header: [u8; Blob::HEADER],
    /// The CRC-32 of all bytes behind the header.
    pub crc: u32,
    /// The number of words behind the header.
    pub words: usize,
    /// The tables in the file, one after another.
    pub tables: Vec<LoadedTable>,
}

/// A table in a file of attack sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadedTable {
    /// The table's number in the module.
    pub index: usize,
    /// The words in the file before the table's, the header's not counted.
    pub start: usize,
    /// The number of the table's words.
    pub length: usize,
}

impl Blob {
    /// The header's bytes: `MAGICGEN`, the format's version, the bytes of a word, the order (`L` or `B`), 0, then as
    /// numbers in that order the CRC-32 (4 bytes) and the number of words (8 bytes).
    pub const HEADER: usize = 24;

    /// The first bytes of every file of attack sets.
    const MAGIC: [u8; 8] = *b"MAGICGEN";

    /// The format's version.
    const VERSION: u8 = 1;

    /// The file of a module; `None` where no table is loaded from it.
    pub(super) fn of(module: &Module) -> Option<Self> {
        let (mut tables, mut words) = (Vec::new(), 0);
        for (index, table) in module.tables.iter().enumerate() {
            if module.is_loaded(table) {
                let length = table.length();
                tables.push(LoadedTable { index, start: words, length });
                words += length;
            }
        }
        if tables.is_empty() {
            return None;
        }
        let order = module.blob_file.order;
        let mut blob = Self { header: [0; Self::HEADER], crc: 0, words, tables };
        blob.crc = crc32(&blob.content(&module.tables, order));
        let letter = if order == ByteOrder::Little { b'L' } else { b'B' };
        blob.header[..8].copy_from_slice(&Self::MAGIC);
        blob.header[8..12].copy_from_slice(&[Self::VERSION, 8, letter, 0]);
        blob.header[12..16].copy_from_slice(&order.bytes(blob.crc.to_le_bytes()));
        blob.header[16..].copy_from_slice(&order.bytes((words as u64).to_le_bytes()));
        Some(blob)
    }

    /// The file's length in bytes.
    #[must_use]
    pub const fn length(&self) -> usize {
        Self::HEADER + 8 * self.words
    }

    /// The file's bytes.
    #[must_use]
    pub fn bytes(&self, module: &Module) -> Vec<u8> {
        [&self.header[..], &self.content(&module.tables, module.blob_file.order)].concat()
    }

    /// The part of the file that is a table's, if the table is loaded.
    #[must_use]
    pub fn table(&self, index: usize) -> Option<LoadedTable> {
        self.tables.iter().copied().find(|table| table.index == index)
    }

    /// The bytes behind the header.
    fn content(&self, tables: &[Table], order: ByteOrder) -> Vec<u8> {
        let entries = self.tables.iter().flat_map(|loaded| &tables[loaded.index].entries);
        entries.flat_map(|word| order.bytes(word.to_le_bytes())).collect()
    }
}

impl Module {
    /// True where a table's entries are in a file beside the source.
    #[must_use]
    pub fn is_loaded(&self, table: &Table) -> bool {
        self.when == super::Tables::Blob
            && (table.role, table.storage) == (TableRole::Attacks, Storage::Word)
            && self.table(table) != Presence::Absent
    }
}

/// The CRC-32 of bytes, as zlib, gzip and PNG compute it.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value of CRC-32/ISO-HDLC in Greg Cook's catalogue of CRC algorithms.
    #[test]
    fn the_digest_is_the_usual_crc_32() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn a_number_has_its_bytes_in_either_order() {
        assert_eq!(ByteOrder::Little.bytes(0x0102_u16.to_le_bytes()), [2, 1]);
        assert_eq!(ByteOrder::Big.bytes(0x0102_u16.to_le_bytes()), [1, 2]);
    }
}
