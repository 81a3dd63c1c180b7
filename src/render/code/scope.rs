//! The names of the parameters, arrays and functions that the expressions of a function read.

use super::expr::Expr;
use magicgen_ir::{Field, LookupRef, Parameter, Storage, TableRef};

/// The parameters, arrays and functions that a function's expressions may name.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    /// The parameter that is a square or, in a bit scan, a word of fewer bits than 64; as a value of 32 bits.
    pub square: Expr,
    /// The square as the index of an array.
    pub place: Expr,
    /// The parameter that is an occupancy or, in a bit scan, a word of 64 bits.
    pub occupied: Expr,
    /// The piece's fields, each with the name of its array.
    pub fields: &'a [(Field, String)],
    /// The array of records whose members these fields are, if squares have records of all pieces.
    pub records: Option<Expr>,
    /// The name and the width of entries of each table, in the order of the tables' numbers in programs.
    pub tables: Vec<(&'a str, Storage)>,
    /// The parameters of a companion.
    pub parameters: Vec<Expr>,
    /// The names of lookups: pieces first, then unions.
    pub lookups: Vec<&'a str>,
    /// The file's own function that returns a word's bytes in the opposite order, if it has one.
    pub reverse_bytes: Option<&'a str>,
    /// The file's own function that returns a word's bits in the opposite order, if it has one.
    pub reverse_bits: Option<&'a str>,
    /// The function that packs bits, the file's own or the library's.
    pub extract: Option<&'a str>,
    /// The function that spreads bits.
    pub deposit: Option<&'a str>,
    /// The file's own function that picks between PEXT and a product.
    pub pick: Option<&'a str>,
}

impl Scope<'_> {
    /// A scope of parameters alone, for a dialect that names arrays itself.
    pub fn new(square: Expr, occupied: Expr) -> Self {
        let (place, tables) = (square.clone(), Vec::new());
        Self {
            square,
            place,
            occupied,
            fields: &[],
            records: None,
            tables,
            parameters: Vec::new(),
            lookups: Vec::new(),
            reverse_bytes: None,
            reverse_bits: None,
            extract: None,
            deposit: None,
            pick: None,
        }
    }

    /// The name of a field's array.
    pub fn field(&self, field: Field) -> &str {
        self.fields.iter().find(|(other, _)| *other == field).map_or("", |(_, name)| name)
    }

    /// A parameter of a companion.
    pub fn parameter(&self, parameter: Parameter) -> Expr {
        self.parameters[usize::from(parameter.number)].clone()
    }

    /// The name of a lookup.
    pub fn lookup(&self, lookup: LookupRef) -> &str {
        self.lookups[usize::from(lookup.0)]
    }

    /// The name of a table, and the width of its entries.
    pub fn table(&self, table: TableRef) -> (&str, Storage) {
        self.tables[usize::from(table.index)]
    }
}
