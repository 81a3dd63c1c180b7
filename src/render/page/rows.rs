//! Prints the entries of an array as lines of literals: of a fixed number, whatever their width, and without documents,
//! since tables have 100,000 entries.

use crate::render::prelude::*;

/// The most characters of a line.
const WIDTH: usize = 100;

/// The look of an array's entries in a language.
#[derive(Clone, Copy, Debug)]
pub struct Look<L> {
    /// The format of an entry of 64 bits.
    pub word: L,
    /// The indentation of each line.
    pub margin: &'static str,
    /// The number of words in a line, if the user names no other.
    pub words: usize,
    /// The number of smaller entries in a line.
    pub numbers: usize,
    /// The most digits of these; entries with more digits get half as many per line.
    pub digits: usize,
    /// True if smaller entries are padded to the same width.
    pub is_aligned: bool,
    /// True if smaller entries are padded after their commas instead, so that each column is as wide as its widest
    /// entry.
    pub has_columns: bool,
    /// True if a comma also follows the last entry.
    pub trailing_comma: bool,
    /// The begin of the comment at a line's end that names the line's squares, with the space before: `" // "`.
    pub comment: Option<&'static str>,
}

impl<L> Look<L> {
    /// The look that most languages have, with this format of words and this indentation.
    pub const fn usual(word: L, margin: &'static str) -> Self {
        Self {
            word,
            margin,
            words: 4,
            numbers: 16,
            digits: usize::MAX,
            is_aligned: true,
            has_columns: false,
            trailing_comma: true,
            comment: Some(" // "),
        }
    }
}

impl<L: Literal + Clone> Look<L> {
    /// The entries of an array in lines, with LF between lines.
    pub fn rows(&self, array: &Array<'_>, module: &Module) -> String {
        self.rows_between(array, module, (self.margin, ""))
    }

    /// The entries of an array in lines. The first text of `between` replaces the first line's indentation, and the
    /// second one follows the last entry.
    pub fn rows_between(
        &self,
        array: &Array<'_>,
        module: &Module,
        between: (&str, &str),
    ) -> String {
        let is_word = array.storage == Storage::Word;
        let columns = match module.style.columns {
            Some(columns) if is_word && array.kind != ArrayKind::Rays => columns,
            _ if is_word => self.words,
            _ => self.numbers_of(array),
        };
        self.columns(array, module, columns, between)
    }

    /// The entries like [`rows_between`](Self::rows_between), with this many entries in a line.
    pub fn columns(
        &self,
        array: &Array<'_>,
        module: &Module,
        columns: usize,
        between: (&str, &str),
    ) -> String {
        let lines = Lines { indent: self.margin, columns, trailing_comma: self.trailing_comma };
        let comment = |first: usize| {
            let names = squares_of(array, module, columns, first)?;
            Some(format!("{}{names}", self.comment?))
        };
        if array.storage == Storage::Word {
            let word = self.word.cased(module.style.has_upper_hex);
            return rows_between(&array.values, &word, lines, between, &comment);
        }
        if self.has_columns {
            return in_columns(array, self.margin, columns);
        }
        let width = if self.is_aligned { array.widest() } else { 0 };
        let number = Decimal { width, form: array.form() };
        rows_between(&array.values, &number, lines, between, &comment)
    }

    /// The number of smaller entries in a line: halved until the line fits with its squares' names.
    fn numbers_of(&self, array: &Array<'_>) -> usize {
        let widest = array.widest();
        let length = |columns: usize| self.margin.len() + columns * (widest + 2);
        let mut columns = if widest > self.digits { self.numbers / 2 } else { self.numbers };
        while columns > 4 && length(columns) > WIDTH - " // a1-h1".len() {
            columns /= 2;
        }
        columns
    }
}

/// Numbers in columns, each as wide as its widest entry, with the padding after the commas.
fn in_columns(array: &Array<'_>, margin: &str, columns: usize) -> String {
    let cells: Vec<String> =
        array.values.iter().map(|value| format!("{},", array.decimal(*value))).collect();
    let widest = |column: usize| cells.iter().skip(column).step_by(columns).map(String::len).max();
    let widths: Vec<usize> = (0..columns).filter_map(widest).collect();
    let line = |line: &[String]| {
        let mut text = margin.to_owned();
        for (at, (cell, width)) in line.iter().zip(&widths).enumerate() {
            let width = if at + 1 < line.len() { width + 1 } else { 0 };
            let _ = write!(text, "{cell:width$}");
        }
        text
    };
    cells.chunks(columns).map(line).collect::<Vec<_>>().join("\n")
}

/// The names of a line's first and last squares, on boards with 64 squares; `None` for other boards and arrays.
fn squares_of(array: &Array<'_>, module: &Module, columns: usize, first: usize) -> Option<String> {
    let squares = &module.board.squares;
    let is_chess = squares.len() == 64 && module.board.indices == 64;
    if array.kind != ArrayKind::BySquare || !is_chess {
        return None;
    }
    let last = (first + columns).min(64) - 1;
    let (first, last) = (&squares[first].0, &squares[last].0);
    Some(if first == last { first.clone() } else { format!("{first}-{last}") })
}

impl Array<'_> {
    /// An entry as a decimal number; signed in a signed array.
    pub fn decimal(&self, value: u64) -> String {
        Decimal { width: 0, form: self.form() }.text(value)
    }

    /// The entries as decimal numbers.
    pub fn decimals(&self) -> Vec<String> {
        self.values.iter().map(|value| self.decimal(*value)).collect()
    }

    /// The number of columns of the longest entry as a decimal number.
    pub fn widest(&self) -> usize {
        Decimal::formed(&self.values, self.form()).width
    }

    /// The array with each entry as the signed number that has the same bits.
    pub fn signed(&self) -> Self {
        let unused = 64 - 8 * self.storage.bytes();
        let signed = |value: &u64| ((*value << unused) as i64 >> unused) as u64;
        Self { is_signed: true, values: self.values.iter().map(signed).collect(), ..self.clone() }
    }

    const fn form(&self) -> Form {
        if self.is_signed { Form::Signed } else { Form::Plain }
    }

    /// The bytes of the entries, each entry's lowest byte first.
    pub fn bytes(&self) -> Vec<u8> {
        little_endian(&self.values, self.storage.bytes())
    }

    /// The greatest entry of an unsigned array.
    pub fn most(&self) -> u64 {
        self.values.iter().copied().max().unwrap_or(0)
    }
}
