//! The header of a file of attack sets as languages write it, to compare it with the file's first bytes.

use magicgen_lookup::model::{Blob, ByteOrder, Module};

/// The header as bytes in lines of twelve: `0x4d, 0x41, ...`.
pub(super) fn header_rows(blob: &Blob) -> Vec<String> {
    let bytes = blob.header.map(|byte| format!("0x{byte:02x}"));
    bytes.chunks(12).map(|bytes| bytes.join(", ")).collect()
}

/// The header between quotes, in languages where `\x` precedes exactly two hexadecimal digits.
#[cfg(feature = "languages")]
pub(super) fn header_text(blob: &Blob) -> String {
    let letter = |byte: u8| match byte {
        b'A'..=b'Z' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    };
    blob.header.into_iter().map(letter).collect()
}

/// The CRC-32 of the file behind its header, in hexadecimal.
#[cfg(feature = "languages")]
pub(super) fn checksum(blob: &Blob) -> String {
    format!("0x{:08x}", blob.crc)
}

/// The header as three words in the file's byte order, in hexadecimal.
#[cfg(feature = "languages")]
pub(super) fn header_words(module: &Module, blob: &Blob) -> [String; 3] {
    [0, 8, 16].map(|at| {
        let bytes: [u8; 8] = std::array::from_fn(|byte| blob.header[at + byte]);
        let word = match module.blob_file.order {
            ByteOrder::Little => u64::from_le_bytes(bytes),
            ByteOrder::Big => u64::from_be_bytes(bytes),
        };
        format!("0x{word:016x}")
    })
}
