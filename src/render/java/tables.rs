//! Big tables in; nested classes out, which Java initialises when they are first used, once for all threads.
//!
//! Code that walks rays stands in the enclosing class: while a class is being initialised, its methods and fields
//! are checked for that at each use, and filling would take four times as long.

use super::doc::{Block, WIDTH, javadoc};
use super::packed;
use super::private::{Taken, reference};
use super::rows::{hex_rows, int_list, int_rows};
use super::view::Array;
use crate::model::Bitboard;
use crate::model::{Case, Module, PieceModule, Rows, words};

/// A nested class that holds tables.
#[derive(Debug)]
pub(super) struct Nested {
    pub(super) doc: String,
    pub(super) name: String,
    pub(super) tables: Vec<Table>,
    /// Calls that fill or unpack the tables.
    pub(super) statements: Vec<String>,
}

/// A table of a nested class.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: String,
    /// `long[]`
    pub(super) kind: &'static str,
    /// `long[102400]`
    pub(super) allocation: String,
    /// Constants that it is unpacked from, where it is.
    pub(super) packed: Option<Packed>,
}

/// String constants.
#[derive(Debug)]
pub(super) struct Packed {
    pub(super) name: String,
    pub(super) elements: String,
}

/// Methods that walk rays.
#[derive(Debug)]
pub(super) struct Fill {
    /// The name of the set of squares, where some index below the highest is none.
    pub(super) squares: Option<String>,
    /// Squares plus gaps.
    pub(super) indices: u8,
    pub(super) has_range: bool,
    /// The head of the method that walks rays.
    pub(super) walk: String,
    /// The names of the arrays that lead to the grid and back.
    pub(super) grid: Option<(String, String)>,
    pub(super) pieces: Vec<FillPiece>,
}

/// What is particular to a piece.
#[derive(Debug)]
pub(super) struct FillPiece {
    /// `fillRook`
    pub(super) method: String,
    /// What the method takes.
    pub(super) kind: &'static str,
    /// The statement that stores what a subset leaves.
    pub(super) store: String,
    /// A square's mask.
    pub(super) mask: String,
}

/// The attack tables' class, and what fills them.
pub(super) struct Attacks {
    pub(super) nested: Nested,
    pub(super) fill: Option<Fill>,
    /// What the methods that fill read.
    pub(super) arrays: Vec<Array>,
}

impl Nested {
    /// A table as the enclosing class writes it.
    pub(super) fn reference(&self, table: usize) -> String {
        format!("{}.{}", self.name, self.tables[table].name)
    }
}

/// The nested class of the attack tables. `indices` are the pieces' index methods, where tables are filled;
/// `unpack` the method that unpacks them, where they are not.
pub(super) fn attacks(
    module: &Module,
    taken: &mut Taken,
    is_public: bool,
    indices: &[String],
    unpack: &str,
) -> Attacks {
    let name = taken.name("Attacks");
    let tables = module.tables.iter().map(|table| {
        let piece = table.piece.map(|piece| module.pieces[piece].name.as_str());
        let name = taken.name(Case::Shouty.join(&[piece.unwrap_or("table")]));
        let (kind, allocation) = match table.rows {
            Rows::No => ("long[]", format!("long[{}]", table.words.len())),
            Rows::Equal(length) => {
                ("long[][]", format!("long[{}][{length}]", table.words.len() / length.max(1)))
            }
        };
        let packed = (!module.fills()).then(|| pack(taken, &name, &table.words));
        Table { name, kind, allocation, packed }
    });
    let tables: Vec<Table> = tables.collect();
    let mut arrays = Vec::new();
    let fill = module.fills().then(|| fill(module, taken, &tables, indices, &mut arrays));
    let statements = match &fill {
        Some(fill) => {
            let pieces = fill.pieces.iter().zip(&module.pieces);
            let call = |(fill, piece): (&FillPiece, &PieceModule)| {
                format!("{}({});", fill.method, tables[piece.table].name)
            };
            pieces.map(call).collect()
        }
        None => unpackings(unpack, &tables),
    };
    let verb = if fill.is_some() { "filled" } else { "unpacked" };
    let text = if is_public {
        format!("The attack sets, {verb} when the class is initialised.")
    } else {
        format!("The attack sets, {verb} by the first lookup: only that initialises the class.")
    };
    let doc = javadoc(2, &[Block::text(text)]);
    Attacks { nested: Nested { doc, name, tables, statements }, fill, arrays }
}

/// The nested class of occupancies too many to stand as numbers.
pub(super) fn occupancies(module: &Module, taken: &mut Taken, unpack: &str) -> Nested {
    let name = taken.name("Occupancies");
    let tables = module.pieces.iter().map(|piece| {
        let name = taken.name(Case::Shouty.join(&[&piece.name, "subsets"]));
        let allocation = format!("long[{}]", piece.occupancies.len());
        let packed = Some(pack(taken, &name, &piece.occupancies));
        Table { name, kind: "long[]", allocation, packed }
    });
    let tables: Vec<Table> = tables.collect();
    let text = "The occupancies, unpacked when the class is initialised.";
    let statements = unpackings(unpack, &tables);
    Nested { doc: javadoc(2, &[Block::text(text)]), name, tables, statements }
}

fn unpackings(unpack: &str, tables: &[Table]) -> Vec<String> {
    let packed = tables.iter().filter_map(|table| Some((table, table.packed.as_ref()?)));
    packed.map(|(table, packed)| format!("{unpack}({}, {});", packed.name, table.name)).collect()
}

fn pack(taken: &mut Taken, name: &str, words: &[Bitboard]) -> Packed {
    let name = taken.name(format!("{name}_PACKED"));
    Packed { name, elements: packed::elements(words, 6) }
}

fn fill(
    module: &Module,
    taken: &mut Taken,
    tables: &[Table],
    indices: &[String],
    arrays: &mut Vec<Array>,
) -> Fill {
    let board = &module.board;
    let longest = board.width.max(board.height).saturating_sub(1).max(1);
    let has_range = module.pieces.iter().any(|piece| piece.walk.range < longest);
    let has_gaps = board.squares.len() < usize::from(board.indices);
    let squares = has_gaps.then(|| {
        let name = taken.name("SQUARES");
        let squares = board.squares.iter().fold(0, |set: Bitboard, (_, bit)| set | 1 << bit);
        let value = Some(format!("0x{squares:016x}L"));
        arrays.push(array("Bit indices that are squares.", &format!("long {name}"), "", value));
        name
    });
    let permutation = module.pieces.iter().find_map(|piece| piece.walk.permutation.as_ref());
    let grid = permutation.map(|permutation| {
        let (there, back) = (taken.name("GRID_OF_BIT"), taken.name("BIT_OF_GRID"));
        let rows = int_rows(&permutation.grid_of_bit, 4, &[]);
        let doc =
            "The place of each bit index in the grid, rank by rank, on which rays are walked.";
        arrays.push(array(doc, &format!("byte[] {there}"), &rows, None));
        let rows = int_rows(&permutation.bit_of_grid, 4, &[]);
        arrays.push(array("The bit index of each place.", &format!("byte[] {back}"), &rows, None));
        (there, back)
    });
    let walk = taken.name("walk");
    let pieces = module.pieces.iter().zip(indices).map(|(piece, index)| {
        let range = has_range.then_some(piece.walk.range);
        fill_piece(module, taken, &tables[piece.table], piece, index, (&walk, range), arrays)
    });
    let pieces = pieces.collect();
    let range = if has_range { "int range, " } else { "" };
    let parameters = format!("int[] steps, long[] from, {range}int square, long occupied)");
    let walk = broken(2, &format!("private static long {walk}("), "", &parameters, " {");
    Fill { squares, indices: board.indices, has_range, walk, grid, pieces }
}

fn fill_piece(
    module: &Module,
    taken: &mut Taken,
    table: &Table,
    piece: &PieceModule,
    index: &str,
    (walk, range): (&str, Option<u8>),
    arrays: &mut Vec<Array>,
) -> FillPiece {
    let spoken = words(&piece.name);
    let rays = &piece.walk.rays;
    let from: Vec<u64> = rays.iter().map(|ray| ray.from).collect();
    let steps: Vec<i8> = rays.iter().map(|ray| ray.delta).collect();
    let row = if table.kind == "long[]" { "" } else { "[square]" };
    let masks = module.names.table(&piece.name, "masks");
    let steps_name = taken.name(Case::Shouty.join(&[&piece.name, "steps"]));
    let from_name = taken.name(Case::Shouty.join(&[&piece.name, "from"]));
    let place = if piece.walk.permutation.is_some() { "place" } else { "index" };
    arrays.push(array(
        &format!("What a step along each ray of the {spoken} adds to the {place}."),
        &format!("int[] {steps_name}"),
        "",
        Some(int_list(&steps, 2)),
    ));
    arrays.push(array(
        &format!("Where a step along each ray of the {spoken} may be taken."),
        &format!("long[] {from_name}"),
        &hex_rows(&from, 4, &[]),
        None,
    ));
    let range = range.map(|range| format!("{range}, ")).unwrap_or_default();
    let slot = format!("table{row}[{index}(square, subset)] =");
    let walked = format!("{walk}({steps_name}, {from_name}, {range}square, subset);");
    FillPiece {
        method: taken.name(Case::Camel.join(&["fill", &piece.name])),
        kind: table.kind,
        store: broken(8, &slot, " ", &walked, ""),
        mask: format!("{}[square]", reference(&module.names.type_name, &masks)),
    }
}

fn array(doc: &str, declaration: &str, rows: &str, value: Option<String>) -> Array {
    Array {
        doc: javadoc(2, &[Block::text(doc)]),
        head: format!("private static final {declaration}"),
        rows: rows.to_owned(),
        value,
    }
}

/// Two parts of a line, broken between them where it would be too long; `after` follows outside.
fn broken(indent: usize, head: &str, between: &str, tail: &str, after: &str) -> String {
    let line = format!("{head}{between}{tail}");
    if indent + line.len() + after.len() <= WIDTH {
        return line;
    }
    format!("{head}\n{}{tail}", " ".repeat(indent + 4))
}
