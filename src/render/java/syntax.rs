//! Operations in; Java's expressions out. There are no unsigned types: shifts to the right are `>>>`.

use crate::model::{Binary, Count, Field, Fields, Storage, Table, TableRef, Type};
use crate::render::code::expr::{Cast, CastForm, Expr, Number, Operator};
use crate::render::code::node::{Dialect, Node, Operators, camel};

/// Java's operators.
pub(super) const OPERATORS: Operators =
    Operators { shr: Operator::left(">>>"), negative: Some("-"), ..Operators::C };

/// A conversion to 32 bits.
const INT: Cast = Cast { to: "int", form: CastForm::PrefixWithBlank };

/// A conversion to 64 bits.
const LONG: Cast = Cast { to: "long", form: CastForm::PrefixWithBlank };

/// How a program's parameters, fields and tables are written.
#[derive(Clone, Debug)]
pub(super) struct Java<'a> {
    /// The parameter of type `int`: a square, or a short word that is scanned.
    pub(super) square: &'static str,
    /// The parameter of type `long`.
    pub(super) occupied: &'static str,
    /// The array of each field.
    pub(super) fields: Vec<(Field, Cells)>,
    /// Tables, in the module's order.
    pub(super) tables: &'a [Cells],
}

/// An array as expressions read it.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    /// Its name, with its class where it needs one.
    name: String,
    /// True where an entry above 127 is stored as a negative byte.
    is_masked: bool,
}

impl Cells {
    /// The array of a table.
    pub(super) fn of_table(name: String, table: &Table) -> Self {
        Self { name, is_masked: is_masked(table.storage, &table.entries) }
    }

    /// An entry, in a row where there is one.
    fn at(&self, row: Option<Expr>, index: Expr) -> Expr {
        let array = Expr::name(self.name.as_str());
        let array = match row {
            Some(row) => Expr::index(array, row),
            None => array,
        };
        let entry = Expr::index(array, index);
        if !self.is_masked {
            return entry;
        }
        Expr::binary(OPERATORS.and, entry, Number::hex(BYTE, 1).into())
    }
}

/// What a byte is cut by, so that its sign is lost.
const BYTE: u64 = 0xff;

/// The type of an array's elements. `char` is the one that has 16 bits and no sign.
pub(super) const fn element(storage: Storage) -> &'static str {
    match storage {
        Storage::Byte => "byte",
        Storage::Short => "char",
        Storage::Half => "int",
        Storage::Word => "long",
    }
}

/// True where some of these values become negative when they are stored.
pub(super) fn is_masked(storage: Storage, values: &[u64]) -> bool {
    storage == Storage::Byte && values.iter().any(|value| *value > 127)
}

/// A field of the class inside a method.
///
/// Parameters and variables would hide one that the user has called so. All are single lower-case words, some with a number.
pub(super) fn reference(class: &str, field: &str) -> String {
    if field.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()) {
        format!("{class}.{field}")
    } else {
        field.to_owned()
    }
}

/// A set of squares.
pub(super) fn set(value: u64) -> Expr {
    Number::hex(value, 16).suffixed("L").into()
}

impl<'a> Java<'a> {
    /// A lookup's, where `name` says how a field's array is written.
    pub(super) fn new(
        fields: &Fields,
        name: impl Fn(Field) -> String,
        tables: &'a [Cells],
    ) -> Self {
        let cells = |column: &crate::model::Column| {
            let is_masked = is_masked(column.field.storage(), &column.values);
            (column.field, Cells { name: name(column.field), is_masked })
        };
        let fields = fields.columns().iter().map(cells).collect();
        Self { square: "square", occupied: "occupied", fields, tables }
    }

    /// For a comment: fields and tables by plain names.
    pub(super) const fn plain() -> Self {
        Self { square: "square", occupied: "occupied", fields: Vec::new(), tables: &[] }
    }

    /// A bit scan's.
    pub(super) const fn scan(parameter: &'static str, tables: &'a [Cells]) -> Self {
        Self { square: parameter, occupied: parameter, fields: Vec::new(), tables }
    }

    fn entry(&self, table: TableRef, row: Option<Expr>, index: Expr) -> Expr {
        let plain = Cells { name: "table".to_owned(), is_masked: false };
        self.tables.get(usize::from(table.index)).unwrap_or(&plain).at(row, index)
    }
}

/// A half as a word.
fn widened(half: Expr) -> Expr {
    // What has been cut to a byte already is cut by a wider constant instead.
    if let Expr::Binary(operator, both) = &half
        && let [entry @ Expr::Index(_), Expr::Number(mask)] = &**both
        && (*operator, mask.value) == (OPERATORS.and, BYTE)
    {
        return Expr::binary(OPERATORS.and, entry.clone(), mask.suffixed("L").into());
    }
    let mask = Number::hex(u64::from(u32::MAX), 1).suffixed("L");
    Expr::binary(OPERATORS.and, half, mask.into())
}

impl Dialect for Java<'_> {
    fn operators(&self) -> &Operators {
        &OPERATORS
    }

    fn square(&self) -> Expr {
        Expr::name(self.square)
    }

    fn occupied(&self) -> Expr {
        Expr::name(self.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        match kind {
            Type::Word if value <= 64 => Number::decimal(value).suffixed("L").into(),
            Type::Word => set(value),
            Type::Half if value <= 64 => Expr::decimal(value),
            Type::Half => Number::hex(value, 1).into(),
        }
    }

    fn field(&self, field: Field) -> Expr {
        let cells = self.fields.iter().find(|(other, _)| *other == field);
        cells.map_or_else(
            || Expr::name(camel(&field.singular())),
            |(_, cells)| cells.at(None, Expr::name("square")),
        )
    }

    fn low(&self, node: &Node) -> Expr {
        node.a().cast(INT)
    }

    fn high(&self, node: &Node) -> Expr {
        node.high_half(OPERATORS.shr).cast(INT)
    }

    fn join(&self, node: &Node) -> Expr {
        OPERATORS.joined(widened(node.a()), node.b().cast(LONG))
    }

    fn widen(&self, node: &Node) -> Expr {
        widened(node.a())
    }

    fn binary(&self, op: Binary, node: &Node) -> Expr {
        let (a, b) = (node.a(), node.b());
        match (op, node.second().constant()) {
            (Binary::Sub, _) if node.first().constant() == Some(0) => Expr::unary("-", b),
            // A factor is a pattern of bits, however small.
            (Binary::Mul, Some(factor)) if node.kind == Type::Half && factor <= 64 => {
                Expr::binary(OPERATORS.mul, a, Number::hex(factor, 2).into())
            }
            _ => OPERATORS.binary(op, a, b),
        }
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        self.entry(table, None, node.a())
    }

    fn load_row(&self, table: TableRef, node: &Node) -> Expr {
        self.entry(table, Some(Expr::name("square")), node.a())
    }

    fn count(&self, count: Count, node: &Node) -> Expr {
        let class = if node.first().kind == Type::Word { "Long" } else { "Integer" };
        let name = match count {
            Count::LeadingZeros => "numberOfLeadingZeros",
            Count::TrailingZeros => "numberOfTrailingZeros",
            Count::PopulationCount => "bitCount",
        };
        Expr::call(format!("{class}.{name}"), vec![node.a()])
    }

    fn reverse_bytes(&self, node: &Node) -> Expr {
        Expr::call("Long.reverseBytes", vec![node.a()])
    }

    fn reverse_bits(&self, node: &Node) -> Expr {
        Expr::call("Long.reverse", vec![node.a()])
    }
}
