//! An array in; its entries as lines of literals out.

use super::{Array, ArrayKind};
use crate::model::{Module, Storage};
use crate::render::text::literal::{Decimal, Form, Lines, Literal, rows_between};

/// Characters of a line.
const WIDTH: usize = 100;

/// How a language's entries look.
#[derive(Clone, Copy, Debug)]
pub struct Look<L> {
    /// An entry of 64 bits.
    pub word: L,
    /// Before each line.
    pub margin: &'static str,
    /// Words a line, where the user names no number.
    pub words: usize,
    /// Smaller entries a line.
    pub numbers: usize,
    /// True where smaller entries stand in columns.
    pub is_aligned: bool,
    /// True where a comma follows the last entry too.
    pub trailing_comma: bool,
    /// What begins the comment at the end of a line that names its squares, with the space before: `" // "`.
    pub comment: Option<&'static str>,
}

impl<L> Look<L> {
    /// What most languages have alike, for words of this look behind this margin.
    #[must_use]
    pub const fn usual(word: L, margin: &'static str) -> Self {
        Self {
            word,
            margin,
            words: 4,
            numbers: 16,
            is_aligned: true,
            trailing_comma: true,
            comment: Some(" // "),
        }
    }
}

impl<L: Literal> Look<L> {
    /// The entries of an array, each line ended by LF but the last.
    #[must_use]
    pub fn rows(&self, array: &Array<'_>, module: &Module) -> String {
        self.rows_between(array, module, (self.margin, ""))
    }

    /// The same with something else before the first entry, its margin included, and something behind the last one.
    #[must_use]
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

    /// The same with so many entries a line, whatever the user wants.
    #[must_use]
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
            return rows_between(&array.values, &word, lines, between, comment);
        }
        let width = if self.is_aligned { array.widest() } else { 0 };
        let number = Decimal { width, form: array.form() };
        rows_between(&array.values, &number, lines, between, comment)
    }

    /// Smaller entries a line: half of them, or a quarter, where lines would be too long with their squares' names.
    #[must_use]
    pub fn numbers_of(&self, array: &Array<'_>) -> usize {
        let length = |columns: usize| self.margin.len() + columns * (array.widest() + 2);
        let mut columns = self.numbers;
        while columns > 4 && length(columns) > WIDTH - " // a1-h1".len() {
            columns /= 2;
        }
        columns
    }
}

/// The first and the last square of a line, on the board whose rows are all squares.
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
    /// An entry in decimals, with its sign where the array has any.
    #[must_use]
    pub fn decimal(&self, value: u64) -> String {
        Decimal { width: 0, form: self.form() }.text(value)
    }

    /// Columns of the longest entry in decimals.
    #[must_use]
    pub fn widest(&self) -> usize {
        Decimal::formed(&self.values, self.form()).width
    }

    /// The same array with each entry as the number of the same bits that has a sign.
    #[must_use]
    pub fn signed(&self) -> Self {
        let unused = 64 - 8 * self.storage.bytes();
        let signed = |value: &u64| ((*value << unused) as i64 >> unused) as u64;
        Self { is_signed: true, values: self.values.iter().map(signed).collect(), ..self.clone() }
    }

    const fn form(&self) -> Form {
        if self.is_signed { Form::Signed } else { Form::Plain }
    }

    /// The greatest entry, of an array without signs.
    #[must_use]
    pub fn most(&self) -> u64 {
        self.values.iter().copied().max().unwrap_or(0)
    }
}
