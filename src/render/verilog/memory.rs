//! Memories: the arrays of numbers that modules read from files, each as wide as its numbers.

use std::borrow::Cow;

use super::syntax::{bits, memory, table_memory};
use crate::render::prelude::*;

/// The width of an array's entries in bits. `set` is the width of a set of squares.
pub(super) fn width(array: &Array<'_>, set: u32) -> u32 {
    // A public array's entries are as wide as its comment says.
    let is_whole = array.is_public || array.storage == Storage::Word;
    match array.storage {
        Storage::Set(_) if array.is_public => set,
        Storage::Set(_) => {
            let words = array.storage.words();
            let highest = array.values.chunks(words).filter_map(|set| set.last()).max();
            u64::BITS * (words as u32 - 1) + bits(highest.copied().unwrap_or(0))
        }
        storage if is_whole => 8 * storage.bytes() as u32,
        _ => bits(array.most()),
    }
}

/// The width of an address into this many entries.
pub(super) fn address(entries: usize) -> u32 {
    bits(entries.saturating_sub(1) as u64)
}

/// The file of an array's numbers, one a line, as `$readmemh` reads them. `set` is the width of a set of squares.
pub(super) fn numbers(array: &Array<'_>, set: u32) -> Artifact {
    // Simulators warn of digits beyond a memory's width.
    let digits = width(array, set).div_ceil(4) as usize;
    let mut text = format!("// {}\n", array.doc);
    for words in array.values.chunks(array.storage.words()) {
        // The highest word has the first digits.
        let (highest, others) = words.split_last().unwrap_or((&0, &[]));
        let digits = digits - 16 * others.len();
        let _ = write!(text, "{highest:0digits$x}");
        for word in others.iter().rev() {
            let _ = write!(text, "{word:016x}");
        }
        text.push('\n');
    }
    Artifact::of(format!("{}.hex", array.name), text)
}

/// The content of a memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    Field(Field),
    /// A table, by its number.
    Table(usize),
    /// Data that no program reads.
    Other,
}

/// A memory of a module.
pub(super) struct Memory<'a> {
    pub(super) name: String,
    pub(super) holds: Holds,
    /// The array with the numbers of the file.
    pub(super) array: &'a Array<'a>,
    /// The width of an entry in bits.
    pub(super) width: u32,
}

impl<'a> Memory<'a> {
    /// The memory of an array, under the array's name. `set` is the width of a set of squares.
    pub(super) fn of(array: &'a Array<'a>, set: u32) -> Self {
        let width = width(array, set);
        Self { name: array.name.clone(), holds: Holds::Other, array, width }
    }

    /// The memory of a public array.
    pub(super) fn rom(array: &'a Array<'_>, set: u32) -> Self {
        Self { name: "entries".to_owned(), ..Self::of(array, set) }
    }

    pub(super) fn field(field: Field, array: &'a Array<'a>, set: u32) -> Self {
        Self { name: memory(field), holds: Holds::Field(field), ..Self::of(array, set) }
    }

    pub(super) fn table(number: usize, name: String, array: &'a Array<'a>, set: u32) -> Self {
        Self { name, holds: Holds::Table(number), ..Self::of(array, set) }
    }

    /// The declaration: `reg [63:0] masks [0:63];`.
    pub(super) fn declaration(&self) -> String {
        let last = self.array.length().saturating_sub(1);
        format!("reg [{}:0] {} [0:{last}];", self.width - 1, self.name)
    }

    /// The statement that reads the file.
    pub(super) fn reading(&self) -> String {
        format!("$readmemh(\"{}.hex\", {});", self.array.name, self.name)
    }

    /// The highest bit of an index.
    pub(super) fn index_top(&self) -> u32 {
        address(self.array.length()) - 1
    }
}

/// The part of a table that one piece's lookup reads.
pub(super) struct Slice<'a> {
    pub(super) lookup: &'a str,
    /// The table's number.
    pub(super) table: usize,
    /// The part's entries.
    pub(super) array: Array<'a>,
    /// The indices, if the part doesn't begin with the table's first entry.
    pub(super) moved: Option<Moved<'a>>,
}

/// Indices counted from the first entry of a part.
pub(super) struct Moved<'a> {
    /// The sum of offset and index.
    pub(super) index: Value,
    /// The difference: the index of the part's first entry in the table.
    pub(super) start: u64,
    pub(super) field: Field,
    /// The offsets, counted from the part's first entry.
    pub(super) offsets: Array<'a>,
}

impl<'a> Slice<'a> {
    /// The parts of tables that a lookup reads.
    pub(super) fn all(page: &'a Page<'a>, lookup: &'a Function<'a>) -> Vec<Self> {
        let mut slices: Vec<Self> = Vec::new();
        for (_, table, _) in lookup.program.loads() {
            if slices.iter().all(|slice| slice.table != usize::from(table.index)) {
                slices.extend(Self::of(page, lookup, table));
            }
        }
        slices
    }

    /// The part of a table, if the lookup doesn't read all of it.
    fn of(page: &'a Page<'a>, lookup: &'a Function<'a>, wanted: TableRef) -> Option<Self> {
        let number = usize::from(wanted.index);
        let table = Some(&page.module.tables[number]).filter(|table| table.piece.is_none())?;
        let loads = || lookup.program.loads().filter(|(_, table, _)| *table == wanted);
        let (_, _, index) = loads().next()?;
        let is_one = loads().count() == 1;
        let moved = if is_one { Moved::of(page, lookup, index) } else { None };
        let start = moved.as_ref().map_or(0, |moved| moved.start as usize);
        let most = loads().map(|(_, _, index)| lookup.bounds.most(index) as usize).max()?;
        let end = table.length().checked_sub(1)?.min(most);
        if start == 0 && end + 1 == table.length() || start > end {
            return None;
        }
        let doc = format!("{}.", table.sentence(&format!("the {}", lookup.doc.spoken)));
        let is_last =
            matches!(lookup.program.op(lookup.program.result), Op::Load(last, _) if last == wanted);
        let name = if is_last { "table".to_owned() } else { table_memory(table) };
        let words = table.storage.words();
        let entries = &table.entries[words * start..words * (end + 1)];
        let name = format!("{}_{name}", lookup.name);
        let array = Array::new(name, doc, ArrayKind::Table, table.storage, entries);
        Some(Self { lookup: &lookup.name, table: number, array, moved })
    }
}

impl<'a> Moved<'a> {
    /// The indices of a part that begins after the first entry: sums of an offset and an index that never wrap.
    fn of(page: &'a Page<'a>, lookup: &'a Function<'a>, index: Value) -> Option<Self> {
        let program = lookup.program;
        let Op::Binary(Binary::Add, a, b) = program.op(index) else { return None };
        let role = |value| match program.op(value) {
            Op::Field(field) if field.role == Role::Offset => Some(field),
            _ => None,
        };
        let field = role(a).or_else(|| role(b)).filter(|_| !lookup.bounds.wraps(index))?;
        // The sum must be the offset's only use, and the load the sum's only use.
        let uses = |of: Value| {
            let all = program.needed(program.result).into_iter();
            all.flat_map(|user| program.op(user).operands()).filter(|one| *one == of).count()
        };
        let offset = if role(a).is_some() { a } else { b };
        if uses(offset) != 1 || uses(index) != 1 {
            return None;
        }
        let fields = &lookup.piece.fields;
        let start = fields.squares().map(|square| fields.get(field, square)).min()?;
        let values = fields.column(field)?.values.iter();
        let array = page.arrays.iter().find(|array| array.name == lookup.field(field))?;
        // The public array has the offsets in the table of all pieces.
        let is_own = matches!(array.content, Content::Field(..)) && !array.is_public;
        let name =
            if is_own { array.name.clone() } else { format!("{}_{}", lookup.name, memory(field)) };
        let values: Cow<'_, [u64]> = values.map(|value| value.saturating_sub(start)).collect();
        let offsets = Array::new(name, array.doc.clone(), array.kind, array.storage, values);
        Some(Self { index, start, field, offsets }).filter(|moved| moved.start > 0)
    }
}
