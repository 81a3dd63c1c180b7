//! The data of an output: what JSON prints and what the user's templates read. Its names are a promise: a change of
//! their meaning raises [`VERSION`].

use serde::{Serialize, Serializer};

/// The version of the data's form.
pub(super) const VERSION: u8 = 1;

/// A word of 64 bits, as a hexadecimal string: few readers of JSON keep numbers above 2^53.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HexWord(pub(super) u64);

impl Serialize for HexWord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:#018x}", self.0))
    }
}

/// A word of 64 bits in hexadecimal digits.
#[cfg(test)]
impl schemars::JsonSchema for HexWord {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Word".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": "^0x[0-9a-f]{16}$",
            "description": "A word of 64 bits in hexadecimal digits.",
        })
    }
}

/// An entry of an array.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum Entry {
    /// A number of up to 32 bits.
    Number(u32),
    /// A word of 64 bits.
    Word(HexWord),
    /// A set of squares of a board with more than 64 bits: its words, the lowest first.
    Set(Vec<HexWord>),
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Type"))]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// An unsigned number of 64 bits.
    Word,
    /// An unsigned number of 32 bits.
    Half,
    /// A set of squares of a board with more than 64 bits: as many words as `board.words`, the lowest first.
    Set,
}

/// The data of an output.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Data {
    /// The version of this form.
    pub(super) version: u8,
    /// How the data was made.
    pub(super) generated: Generated,
    /// The output's name: for a module, a class or a prefix.
    pub(super) name: String,
    /// The board and its squares.
    pub(super) board: BoardData,
    /// The pieces with a lookup.
    pub(super) pieces: Vec<PieceData>,
    /// The pieces that attack what several others attack together.
    pub(super) unions: Vec<UnionData>,
    /// The tables that lookups, companions and bit scans read.
    pub(super) tables: Vec<TableData>,
    /// The functions beside the lookups.
    pub(super) companions: Vec<FunctionData>,
    /// The bit scans.
    pub(super) scans: Vec<ScanData>,
}

/// How the data was made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Provenance"))]
pub(super) struct Generated {
    /// The lines of the header that files in a programming language have as a comment.
    pub(super) header: Vec<String>,
    /// The lines of the user's licence.
    pub(super) licence: Vec<String>,
    /// The generator's version; null if the config leaves it out.
    pub(super) by: Option<String>,
    /// The command that makes the file again.
    pub(super) command: String,
    /// The variant.
    pub(super) variant: String,
    /// The order of squares.
    pub(super) orientation: String,
    /// The pieces that were asked for.
    pub(super) pieces: Vec<String>,
    /// `full` if tables have their entries, `init` if start-up code is to fill them.
    pub(super) tables: &'static str,
    /// The entries of all attack tables.
    pub(super) entries: usize,
    /// The bytes of all attack tables.
    pub(super) bytes: usize,
    /// The digest of the config's choices.
    pub(super) config: String,
    /// The digest of the factors.
    pub(super) magics: String,
    /// The sources of the factors.
    pub(super) credits: Vec<String>,
}

/// The board and its squares.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Board"))]
pub(super) struct BoardData {
    /// The number of files.
    pub(super) width: u8,
    /// The number of ranks.
    pub(super) height: u8,
    /// The entries of an array by square: the highest bit index plus one.
    pub(super) indices: u16,
    /// The words of a set of squares.
    pub(super) words: u8,
    /// The squares, by bit index.
    pub(super) squares: Vec<SquareData>,
    /// The formula from file and rank to bit index; null if there is none.
    pub(super) formula: Option<FormulaData>,
    /// A drawing of the board, a line for each rank, with the bit index of each square.
    pub(super) diagram: Vec<String>,
}

/// A square.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Square"))]
pub(super) struct SquareData {
    /// The name.
    pub(super) name: String,
    /// The bit index.
    pub(super) bit: u8,
    /// The file, from 0 on; null on a graph.
    pub(super) file: Option<u8>,
    /// The rank, from 0 on; null on a graph.
    pub(super) rank: Option<u8>,
}

/// A bit index is `start + file * by_file + rank * by_rank`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Formula"))]
pub(super) struct FormulaData {
    /// The bit index of the first square.
    pub(super) start: i8,
    /// What a file adds.
    pub(super) by_file: i8,
    /// What a rank adds.
    pub(super) by_rank: i8,
}

/// A piece with a lookup.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Piece"))]
pub(super) struct PieceData {
    /// The name; of a piece that captures otherwise than it moves, with `quiets` or `captures` behind it.
    pub(super) name: String,
    /// False if the piece is only part of a union.
    pub(super) public: bool,
    /// What the lookup finds: `attack`, `quiet` or `capture`.
    pub(super) purpose: &'static str,
    /// The name of the lookup's function.
    pub(super) function: String,
    /// The lookup, of `square` and `occupied`.
    pub(super) lookup: ProgramData,
    /// The arrays by square that the lookup reads.
    pub(super) fields: Vec<FieldData>,
    /// The squares whose pieces change the result, by square.
    pub(super) relevant: Vec<Entry>,
    /// The rays that start-up code walks; null for pieces that don't only slide, and on boards of more than 64 squares.
    pub(super) walk: Option<WalkData>,
    /// The loops of start-up code; empty if it can't fill the tables.
    pub(super) fills: Vec<FillData>,
}

/// An array by square.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Field"))]
pub(super) struct FieldData {
    /// The array's name. Lookups of one piece may share an array.
    pub(super) name: String,
    /// What an entry is: `mask`, `factor`, `shift`, `offset`, ...
    pub(super) role: String,
    /// The line that the field is about, as in `rank`; null for all rays.
    pub(super) line: Option<String>,
    /// A sentence on the entries.
    pub(super) doc: String,
    /// True if the config asks for it by `emit`.
    pub(super) public: bool,
    /// The bits of an entry; of a set, of all its words.
    pub(super) bits: usize,
    /// The type of an entry in a program.
    #[serde(rename = "type")]
    pub(super) kind: Kind,
    /// An entry for each bit index; 0 where there is no square.
    pub(super) values: Vec<Entry>,
}

/// The rays of a piece, as positions of a grid.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Walk"))]
pub(super) struct WalkData {
    /// The rays.
    pub(super) rays: Vec<RayData>,
    /// The most steps along a ray.
    pub(super) range: u8,
    /// The position of each bit index; null if positions are bit indices.
    pub(super) place_of_bit: Option<Vec<u8>>,
    /// The bit index of each position; null if positions are bit indices.
    pub(super) bit_of_place: Option<Vec<u8>>,
}

/// A ray.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Ray"))]
pub(super) struct RayData {
    /// What a step adds to the position.
    pub(super) step: i8,
    /// The set of positions from which a step stays on the board.
    pub(super) from: HexWord,
}

/// A loop of start-up code: for each square, for each subset of its mask, it stores the squares that some rays reach.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Fill"))]
pub(super) struct FillData {
    /// The name of the filled table.
    pub(super) table: String,
    /// The statement of the lookup that computes the index, by its number.
    pub(super) index: usize,
    /// The name of the array of masks.
    pub(super) masks: String,
    /// The rays, by their numbers.
    pub(super) rays: Vec<usize>,
    /// How a set is stored: `assign`, or `or` if squares share entries.
    pub(super) mode: &'static str,
}

/// A function as statements, each of which computes one value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Program"))]
pub(super) struct ProgramData {
    /// The function in one line, in the notation of the literature; null for functions other than lookups.
    pub(super) formula: Option<String>,
    /// The names of the parameters.
    pub(super) parameters: Vec<&'static str>,
    /// The statements, in an order in which they can be computed.
    pub(super) statements: Vec<StatementData>,
    /// The statement with the result, by its number.
    pub(super) result: usize,
}

/// The operations of statements. Lowering leaves no others: data has neither vectors nor rows, nor counts of bits.
pub(super) const OPERATIONS: [&str; 27] = [
    "square", "occupied", "parameter", "field", "load", "const", "and", "and_not", "or", "or_not",
    "xor", "add", "sub", "mul", "shl", "shr", "low", "high", "widen", "join", "part", "pack",
    "reverse_bytes", "reverse_bits", "pext", "pdep", "call",
];

/// A statement, which computes one value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Statement"))]
pub(super) struct StatementData {
    /// The statement's number.
    pub(super) value: usize,
    /// The operation.
    #[cfg_attr(test, schemars(extend("enum" = OPERATIONS)))]
    pub(super) operation: &'static str,
    /// The type of the result.
    #[serde(rename = "type")]
    pub(super) kind: Kind,
    /// The operands: statements, by their numbers.
    pub(super) operands: Vec<usize>,
    /// The name of what is read: of a `field`, of the table of a `load`, of a `parameter`, of the function of a `call`.
    pub(super) of: Option<String>,
    /// The number of a `const` or a `parameter`; the word that a `part` takes; the number of the parameter that a `call`
    /// gives as its square.
    pub(super) number: Option<HexWord>,
    /// True if the exact result may not fit the type, so that its low bits have to be kept.
    pub(super) wraps: bool,
    /// The greatest value that is possible; of a set, of each word.
    pub(super) most: HexWord,
    /// The name of a variable, if the value is worth one; null for others.
    pub(super) name: Option<&'static str>,
    /// The name of a variable that is only made because the value is used twice, or its line is too long.
    pub(super) hint: &'static str,
}

/// A union of pieces.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Union"))]
pub(super) struct UnionData {
    /// The name.
    pub(super) name: String,
    /// The name of the lookup's function.
    pub(super) function: String,
    /// The pieces' names.
    pub(super) of: Vec<String>,
    /// The pieces' functions, whose results are joined by bitwise or.
    pub(super) functions: Vec<String>,
}

/// A table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Table"))]
pub(super) struct TableData {
    /// The name.
    pub(super) name: String,
    /// A sentence on the entries.
    pub(super) doc: String,
    /// True if the table is there for its own sake.
    pub(super) public: bool,
    /// The bits of an entry; of a set, of all its words.
    pub(super) bits: usize,
    /// The type of an entry in a program.
    #[serde(rename = "type")]
    pub(super) kind: Kind,
    /// The number of entries.
    pub(super) length: usize,
    /// The entries; null if start-up code fills the table.
    pub(super) entries: Option<Vec<Entry>>,
}

/// A function beside the lookups.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Function"))]
pub(super) struct FunctionData {
    /// The part of `emit` that asks for it.
    pub(super) part: &'static str,
    /// The name.
    pub(super) function: String,
    /// The parameters.
    pub(super) parameters: Vec<ParameterData>,
    /// What is returned: `square`, `number`, `set`, `key` or `truth`.
    pub(super) sort: &'static str,
    /// The same as a clause.
    pub(super) returns: String,
    /// The statements. A truth is a word, 1 or 0.
    pub(super) program: ProgramData,
}

/// A parameter.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Parameter"))]
pub(super) struct ParameterData {
    /// The name.
    pub(super) name: &'static str,
    /// What it is: `square`, `number`, `set`, `key` or `truth`.
    pub(super) sort: &'static str,
    /// The type.
    #[serde(rename = "type")]
    pub(super) kind: Kind,
    /// The greatest number that is allowed; null for a set.
    pub(super) most: Option<u8>,
    /// What it is, as a clause.
    pub(super) doc: String,
}

/// The bit scans of words of one width.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Scan"))]
pub(super) struct ScanData {
    /// The bits of the word.
    pub(super) width: u8,
    /// The name of the function that finds the lowest one bit.
    pub(super) forward_function: String,
    /// Its statements, of the parameter `word`.
    pub(super) forward: ProgramData,
    /// The name of the function that finds the highest one bit.
    pub(super) reverse_function: String,
    /// Its statements, of the parameter `word`.
    pub(super) reverse: ProgramData,
}
