//! The rows of initialisers.

use super::file::File;
use crate::render::prelude::*;

impl File<'_> {
    /// Rows of bitboards.
    pub(super) fn bitboards(&self, values: &[u64], indent: &str) -> String {
        let own = if self.settings.is_c89() { 2 } else { 4 };
        let columns = self.module.style.columns.unwrap_or(own);
        let lines = Lines { indent, columns, trailing_comma: true };
        if self.settings.is_c89() {
            rows(values, &self.cased(&PAIR), lines)
        } else {
            rows(values, &self.cased(&WORD), lines)
        }
    }

    /// Rows of sets of several words.
    pub(super) fn sets(&self, values: &[u64], storage: Storage, indent: &str) -> String {
        let words = storage.words();
        let own = if words == 2 && !self.has_int128() { 2 } else { 1 };
        let high = format!("({})", self.set);
        let columns = self.module.style.columns.unwrap_or(own);
        let pair = self.cased(&PAIR);
        let word = self.cased(&WORD);
        let literal: &dyn Literal = if self.settings.is_c89() { &pair } else { &word };
        // Tables are long, so that nothing is allocated for a set.
        let mut out = Vec::with_capacity(values.len() * 24);
        for (at, set) in values.chunks(words).enumerate() {
            let is_first = at % columns == 0;
            out.extend_from_slice(match at {
                _ if !is_first => b" ",
                0 => b"",
                _ => b"\n",
            });
            out.extend_from_slice(if is_first { indent.as_bytes() } else { b"" });
            if let ([low, highest], true) = (set, self.has_int128()) {
                out.extend_from_slice(high.as_bytes());
                literal.write(&mut out, *highest);
                out.extend_from_slice(b" << 64 | ");
                literal.write(&mut out, *low);
                out.push(b',');
                continue;
            }
            out.extend_from_slice(b"{{");
            for (number, word) in set.iter().enumerate() {
                out.extend_from_slice(if number == 0 { b"" } else { b", " });
                literal.write(&mut out, *word);
            }
            out.extend_from_slice(b"}},");
        }
        String::from_utf8(out).unwrap_or_default()
    }

    /// A set of several words in an initialiser.
    pub(super) fn set_literal(&self, words: &[u64]) -> String {
        let words: Vec<String> = words.iter().map(|word| self.word_literal(*word)).collect();
        if let ([low, high], true) = (&words[..], self.has_int128()) {
            return format!("({}){high} << 64 | {low}", self.set);
        }
        format!("{{{{{}}}}}", words.join(", "))
    }

    /// A literal with hexadecimal digits in the user's case.
    fn cased<L: Literal + Clone>(&self, literal: &L) -> L {
        literal.cased(self.module.style.has_upper_hex)
    }

    /// A bitboard in an initialiser.
    pub(super) fn word_literal(&self, value: u64) -> String {
        if self.settings.is_c89() {
            self.cased(&PAIR).text(value)
        } else {
            self.cased(&WORD).text(value)
        }
    }

    /// Rows of a table's entries: sets in hexadecimal, all else in decimal.
    pub(super) fn entries(&self, table: &Table, values: &[u64], indent: &str) -> String {
        let is_set = matches!(table.role, TableRole::Attacks | TableRole::LineAttacks);
        let hex = |digits| self.cased(&Hex::new(digits, ""));
        let lines = |columns| Lines { indent, columns, trailing_comma: true };
        match table.storage {
            Storage::Word => self.bitboards(values, indent),
            Storage::Set(_) => self.sets(values, table.storage, indent),
            Storage::Half => rows(values, &self.cased(&HALF), lines(8)),
            Storage::Short if is_set => rows(values, &hex(4), lines(8)),
            Storage::Byte if is_set => rows(values, &hex(2), lines(8)),
            Storage::Short | Storage::Byte => {
                // As wide as the table's widest entry, so that all rows line up.
                let decimal = Decimal::aligned(&table.entries, None);
                let columns = if decimal.width > 4 { 8 } else { 16 };
                rows(values, &decimal, lines(columns))
            }
        }
    }

    /// Each square's row after the square's name in a comment, flat or in nested braces.
    pub(super) fn rows_by_square(&self, table: &Table, is_nested: bool) -> String {
        let (indent, open, close) =
            if is_nested { ("        ", "    { ", "\n    },") } else { ("    ", "    ", "") };
        // A table may have megabytes: rows are appended as they are made.
        let mut rows = String::new();
        for square in self.module.board.bit_indices() {
            let entries = self.entries(table, table.row(square), indent);
            let name = self.square_name(square);
            if square == 0 {
                rows.reserve((entries.len() + 64) * usize::from(self.module.board.indices));
            } else {
                rows.push('\n');
            }
            rows.extend([open, "/* ", name, " */\n", entries.as_str(), close]);
        }
        rows
    }

    /// The rows of a companion's array of two dimensions, in nested braces. Each has its square's name or its number in a
    /// comment.
    pub(super) fn rows_of(&self, table: &Table, row: usize) -> String {
        let rows = table.entries.chunks(row * table.storage.words());
        let is_by_square = rows.len() == usize::from(self.module.board.indices);
        let text = |(at, row): (usize, &[u64])| {
            let entries = self.entries(table, row, "        ");
            let name =
                if is_by_square { self.square_name(at as u8).to_owned() } else { at.to_string() };
            format!("    {{ /* {name} */\n{entries}\n    }},")
        };
        rows.enumerate().map(text).collect::<Vec<_>>().join("\n")
    }

    /// Rows of numbers, eight a line, with the names of the first and last square.
    pub(super) fn numbers(&self, values: &[u64]) -> String {
        let board = &self.module.board;
        let comment = |first: usize| {
            let last = (first + 7).min(values.len() - 1) as u8;
            let first = (first as u8..=last).find_map(|bit| board.square_name(bit))?;
            let last = (0..=last).rev().find_map(|bit| board.square_name(bit))?;
            Some(format!(" /* {first} to {last} */"))
        };
        let lines = Lines { indent: "    ", columns: 8, trailing_comma: true };
        rows_with(values, &number(values), lines, &comment)
    }

    /// The square's name in comments; `-` for a bit that is no square.
    pub(super) fn square_name(&self, bit: u8) -> &str {
        self.module.board.square_name(bit).unwrap_or("-")
    }
}

/// Numbers of at most 32 bits, all as wide as the widest. An offset that wraps needs all 32 bits, a signed literal has
/// 31.
pub(super) fn number(values: &[u64]) -> Decimal {
    Decimal::formed(values, Form::Marked("U"))
}

const HALF: Hex = Hex::new(8, "UL");
const PAIR: Halves = Halves { open: "{", between: ", ", close: "}", half: HALF };
const WORD: Hex = Hex::new(16, "ULL");
