//! What the expressions of a function read, by the names that the file has for it.

use super::expr::Expr;
use crate::model::{Field, Storage, TableRef};

/// Parameters, arrays and functions that a function's expressions may name.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    /// The parameter that is a square, or a word of fewer bits than 64 that is scanned: as a half.
    pub square: Expr,
    /// The square as the index of an array.
    pub place: Expr,
    /// The parameter of 64 bits.
    pub occupied: Expr,
    /// The array of each field that the piece has.
    pub fields: &'a [(Field, String)],
    /// Tables by the number by which programs speak of them: name, and how wide an entry is.
    pub tables: Vec<(&'a str, Storage)>,
    /// The file's own function that returns a word's bytes in the opposite order.
    pub reverse_bytes: Option<&'a str>,
    /// The same for bits.
    pub reverse_bits: Option<&'a str>,
}

impl Scope<'_> {
    /// A scope of parameters alone, for a dialect that knows the names of arrays by itself.
    #[must_use]
    pub fn new(square: Expr, occupied: Expr) -> Self {
        let (place, tables) = (square.clone(), Vec::new());
        Self {
            square,
            place,
            occupied,
            fields: &[],
            tables,
            reverse_bytes: None,
            reverse_bits: None,
        }
    }

    /// The name of a field's array.
    #[must_use]
    pub fn field(&self, field: Field) -> &str {
        self.fields.iter().find(|(other, _)| *other == field).map_or("", |(_, name)| name)
    }

    /// The name of a table, and how wide its entries are.
    #[must_use]
    pub fn table(&self, table: TableRef) -> (&str, Storage) {
        self.tables[usize::from(table.index)]
    }
}
