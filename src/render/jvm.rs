//! What Java and Kotlin have in common: comments of summaries and tags, tables in nested classes, and expressions in
//! which all numbers have a sign.

use super::code::expr::{Expr, Number};
use super::code::node::{Dialect, Node, Operators, camel};
use super::code::scope::Scope;
use super::page::{FunctionDoc, Item, Page, block};
use super::text::provenance::{hanging, wrap};
use crate::model::{Binary, Count, Field, PieceModule, Rows, Storage, Table, TableRef, Type};

/// Columns of a line.
pub(super) const WIDTH: usize = 100;

/// What stands around the text of a comment on one line.
const MARKS: &str = "/**  */";

/// A comment behind so many blanks: on one line where it fits.
pub(super) fn comment(indent: usize, text: &str) -> Vec<String> {
    if indent + text.chars().count() + MARKS.len() <= WIDTH {
        return vec![format!("/** {text} */")];
    }
    block(&wrap(text, room(indent)))
}

/// A comment of a summary and tags, whose first lines have so many columns.
pub(super) fn tagged(
    indent: usize,
    first: usize,
    summary: &str,
    tags: &[(&str, &str)],
) -> Vec<String> {
    let mut lines = wrap(summary, room(indent));
    lines.push(String::new());
    for (tag, text) in tags {
        lines.extend(hanging(&format!("@{tag} {text}"), [first, room(indent) - 4], "    "));
    }
    block(&lines)
}

/// The tags of a lookup's comment.
pub(super) fn lookup_tags(doc: &FunctionDoc) -> [(&str, &str); 3] {
    [("param square", &doc.square), ("param occupied", &doc.occupied), ("return", doc.returns)]
}

/// A nested class, or an object, of tables. It is initialised when it is first used, once for all threads.
#[derive(Debug)]
pub(super) struct Holder {
    /// What it holds, in a sentence.
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) tables: Vec<Held>,
}

/// A table in a nested class.
#[derive(Debug)]
pub(super) struct Held {
    /// What the page calls the array, or the table that is filled.
    pub(super) of: String,
    pub(super) class: String,
    /// Its name in the class.
    pub(super) name: String,
    pub(super) storage: Storage,
    pub(super) rows: Rows,
    /// The array of the lengths of rows, where these differ.
    pub(super) lengths: Option<String>,
    /// How many entries all rows have.
    pub(super) length: usize,
    /// The name of the literals that it is unpacked from.
    pub(super) packed: String,
    /// These literals in lines; none of what is filled.
    pub(super) literals: Vec<String>,
}

impl Held {
    /// A table without rows that a class fills, under the page's name of it.
    pub(super) fn new(class: &str, of: &str, storage: Storage, length: usize) -> Self {
        Self {
            of: of.to_owned(),
            class: class.to_owned(),
            name: of.to_owned(),
            storage,
            rows: Rows::No,
            lengths: None,
            length,
            packed: format!("{of}_PACKED"),
            literals: Vec::new(),
        }
    }

    /// The table's name outside of its class.
    pub(super) fn reference(&self) -> String {
        format!("{}.{}", self.class, self.name)
    }
}

/// Columns of a comment's text behind so many blanks.
pub(super) const fn room(indent: usize) -> usize {
    WIDTH - indent - " * ".len()
}

/// What each of the languages writes in a way of its own.
pub(super) struct Speech {
    pub(super) operators: Operators,
    /// True where a number is converted to a longer type by name, and entries of 16 bits have a sign.
    pub(super) converts: bool,
    /// True where factors of 32 bits are hexadecimal, however small: they are patterns of bits.
    pub(super) has_hex_factors: bool,
    /// Writes a constant.
    pub(super) constant: fn(u64, Type) -> Expr,
    /// Writes a count of bits.
    pub(super) count: fn(Count, &Node) -> Expr,
}

/// How a function's expressions are written.
pub(super) struct Jvm<'a> {
    /// What the function reads.
    pub(super) scope: Scope<'a>,
    /// The piece, where it is the lookup of one. Without it, fields are written by plain names, as in a comment.
    piece: Option<&'a PieceModule>,
    /// Tables by number.
    tables: &'a [Table],
    speech: &'static Speech,
}

impl<'a> Jvm<'a> {
    /// What writes the expressions of an item, or of a comment.
    pub(super) fn new(
        page: &'a Page<'_>,
        scope: Scope<'a>,
        item: Option<Item<'a>>,
        speech: &'static Speech,
    ) -> Self {
        let piece = match item {
            Some(Item::Lookup(function) | Item::Index(function)) => Some(function.piece),
            _ => None,
        };
        Self { scope, piece, tables: &page.module.tables, speech }
    }

    /// An array's entry without its sign, where one of these values may be stored with one.
    fn read(&self, array: Expr, index: Expr, storage: Storage, values: &[u64]) -> Expr {
        let entry = Expr::index(array, index);
        let (operators, converts) = (&self.speech.operators, self.speech.converts);
        if storage >= Storage::Half {
            return entry;
        }
        let entry = if converts { entry.cast(operators.half) } else { entry };
        if !is_signed(storage, values, converts) {
            return entry;
        }
        Expr::binary(operators.and, entry, Number::hex(most(storage), 1).into())
    }

    fn table(&self, table: TableRef) -> (Expr, Storage, &[u64]) {
        let index = usize::from(table.index);
        let (name, storage) = self.scope.tables[index];
        (name.into(), storage, &self.tables[index].entries)
    }

    /// A half without a sign as a word.
    fn widened(&self, half: &Expr) -> Expr {
        let Speech { operators, converts, .. } = self.speech;
        let (half, mask) = match self.cut_to_byte(half) {
            Some(entry) => (entry.clone(), most(Storage::Byte)),
            None => (half.clone(), u64::from(u32::MAX)),
        };
        let word = if *converts { half.cast(operators.word) } else { half };
        Expr::binary(operators.and, word, Number::hex(mask, 1).suffixed("L").into())
    }

    /// The entry, where a half is one that has been cut to a byte already: it is cut as a word instead.
    fn cut_to_byte<'e>(&self, half: &'e Expr) -> Option<&'e Expr> {
        let Expr::Binary(operator, both) = half else { return None };
        let [entry, Expr::Number(mask)] = &**both else { return None };
        let is_cut = (*operator, mask.value) == (self.speech.operators.and, 0xff);
        match entry {
            Expr::Cast(_, entry) if is_cut && self.speech.converts => Some(entry),
            Expr::Index(_) if is_cut && !self.speech.converts => Some(entry),
            _ => None,
        }
    }
}

/// The highest number of 8 or 16 bits without a sign.
const fn most(storage: Storage) -> u64 {
    (1 << (8 * storage.bytes())) - 1
}

/// True where some of these values become negative when they are stored, and are read as halves.
pub(super) fn is_signed(storage: Storage, values: &[u64], has_short_sign: bool) -> bool {
    let may_be = storage == Storage::Byte || storage == Storage::Short && has_short_sign;
    may_be && values.iter().any(|value| *value > most(storage) >> 1)
}

impl Dialect for Jvm<'_> {
    fn operators(&self) -> &Operators {
        &self.speech.operators
    }

    fn scope(&self) -> &Scope<'_> {
        &self.scope
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        (self.speech.constant)(value, kind)
    }

    fn field(&self, field: Field) -> Expr {
        let Some(column) = self.piece.and_then(|piece| piece.fields.column(field)) else {
            return Expr::name(camel(&field.singular()));
        };
        let (array, place) = (self.scope.field(field), self.scope.place.clone());
        self.read(array.into(), place, field.storage(), &column.values)
    }

    fn join(&self, node: &Node) -> Expr {
        let operators = self.operators();
        operators.joined(self.widened(&node.first().written), node.b().cast(operators.word))
    }

    fn widen(&self, node: &Node) -> Expr {
        self.widened(&node.first().written)
    }

    fn binary(&self, op: Binary, node: &Node) -> Expr {
        let (a, b) = (node.a(), node.b());
        match (op, node.second().constant()) {
            (Binary::Sub, _) if node.first().constant() == Some(0) => Expr::unary("-", b),
            (Binary::Mul, Some(factor))
                if node.kind == Type::Half && self.speech.has_hex_factors =>
            {
                Expr::binary(self.operators().mul, a, Number::hex(factor, 2).into())
            }
            _ => self.operators().binary(op, a, b),
        }
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        let (array, storage, values) = self.table(table);
        self.read(array, node.a(), storage, values)
    }

    fn load_row(&self, table: TableRef, node: &Node) -> Expr {
        let (array, storage, values) = self.table(table);
        self.read(Expr::index(array, self.scope.place.clone()), node.a(), storage, values)
    }

    fn count(&self, count: Count, node: &Node) -> Expr {
        (self.speech.count)(count, node)
    }
}
