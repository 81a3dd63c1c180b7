//! A module and options in; what the template prints out, in the order in which it stands there.

use askama::Template;

use super::doc::{self, Block, javadoc};
use super::lookups::index_code;
use super::options::JavaOptions;
use super::private::{Taken, reference};
use super::rows::{hex_rows, int_rows};
use super::tables::{self, Fill, Nested};
use crate::model::{Field, Module, Part, PieceModule, Presence, words};
use crate::render::provenance;

/// The file.
#[derive(Debug, Template)]
#[template(path = "java/class.java", escape = "none")]
pub(super) struct ClassView<'a> {
    header: Vec<String>,
    licence: Vec<String>,
    package: Option<&'a str>,
    doc: String,
    annotation: Option<&'static str>,
    modifiers: String,
    name: &'a str,
    /// Declarations of squares, a rank each.
    squares: Vec<Member>,
    arrays: Vec<Array>,
    methods: Vec<Method>,
    /// The name of the method that unpacks string constants.
    unpack: Option<String>,
    fill: Option<Fill>,
    nested: Vec<Nested>,
}

/// A declaration.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) doc: String,
    pub(super) text: String,
}

/// An array: rows of literals, or what holds it.
#[derive(Debug)]
pub(super) struct Array {
    pub(super) doc: String,
    /// `public static final long[] ROOK_MASKS`
    pub(super) head: String,
    pub(super) rows: String,
    pub(super) value: Option<String>,
}

/// A method.
#[derive(Debug)]
pub(super) struct Method {
    pub(super) doc: String,
    /// `public static long rookAttacks(int square, long occupied)`
    pub(super) head: String,
    pub(super) body: Vec<String>,
}

/// The most occupancies that stand as numbers.
const MOST_LITERALS: usize = 2048;

/// What the template prints.
pub(super) fn view<'a>(module: &'a Module, options: &'a JavaOptions) -> ClassView<'a> {
    let visible = if options.is_public { "public " } else { "" };
    let mut taken = Taken::new(module);
    let unpack = taken.name("unpack");
    let mut builder = Builder { module, visible, taken, unpack, nested: Vec::new() };
    let mut arrays = Vec::new();
    for piece in &module.pieces {
        arrays.extend(builder.fields(piece));
    }
    arrays.extend(builder.occupancies());
    let indices: Vec<String> = module
        .pieces
        .iter()
        .filter(|_| module.fills())
        .map(|piece| builder.taken.name(crate::model::Case::Camel.join(&[&piece.name, "index"])))
        .collect();
    let attacks = builder.attacks(&indices);
    arrays.extend(attacks.arrays);
    let mut methods: Vec<Method> = Vec::new();
    if module.emits(Part::Squares) {
        let (square, list) = builder.square();
        methods.push(square);
        arrays.extend(list);
    }
    methods.extend(builder.lookups(&indices, &attacks.references));
    let mut tables = builder.nested.iter().flat_map(|nested| &nested.tables);
    let unpacks = tables.any(|table| table.packed.is_some());
    let annotation = match options.release {
        _ if !options.has_annotation => None,
        8 => Some("javax.annotation.Generated"),
        _ => Some("javax.annotation.processing.Generated"),
    };
    ClassView {
        header: provenance::lines(module).iter().flat_map(|line| doc::header(line)).collect(),
        licence: module.licence.iter().map(|line| doc::spaced(line)).collect(),
        package: options.package.as_deref(),
        doc: builder.class_doc(),
        annotation,
        modifiers: format!("{visible}{}", if options.is_final { "final " } else { "" }),
        name: &module.names.type_name,
        squares: builder.squares(),
        arrays,
        methods,
        unpack: unpacks.then_some(builder.unpack),
        fill: attacks.fill,
        nested: builder.nested,
    }
}

pub(super) struct Builder<'a> {
    pub(super) module: &'a Module,
    /// `public ` or nothing.
    pub(super) visible: &'static str,
    pub(super) taken: Taken,
    /// The method that unpacks string constants.
    pub(super) unpack: String,
    pub(super) nested: Vec<Nested>,
}

/// The attack tables, seen from the class.
#[derive(Default)]
struct Attacks {
    /// What is needed to fill them; then they themselves, where they are public.
    arrays: Vec<Array>,
    fill: Option<Fill>,
    /// How each is written in an expression.
    references: Vec<String>,
}

impl Builder<'_> {
    pub(super) fn visibility(&self, is_public: bool) -> &'static str {
        if is_public { self.visible } else { "private " }
    }

    pub(super) fn has_holes(&self) -> bool {
        let board = &self.module.board;
        board.squares.len() < usize::from(board.width) * usize::from(board.height)
    }

    /// True where some index below the highest is no square.
    pub(super) fn has_gaps(&self) -> bool {
        self.module.board.squares.len() < usize::from(self.module.board.indices)
    }

    fn class_doc(&self) -> String {
        let module = self.module;
        let has_tables = !module.pieces.is_empty() && module.emit != [Part::Squares];
        let first = if module.emits(Part::Lookup) {
            "Attack sets of sliding pieces by magic bitboards."
        } else if has_tables {
            "Tables of magic bitboards for sliding pieces."
        } else {
            "Squares of the board as bit indices."
        };
        let mut squares = "A square is a bit index; a bitboard is a {@code long} in which bit \
                           {@code i} stands for square {@code i}. The squares by rank and file:"
            .to_owned();
        if self.has_holes() {
            squares.insert_str(squares.len() - 1, ", a dot where there is none");
        }
        let mut blocks =
            vec![Block::text(first), Block::Text(squares), Block::Pre(provenance::diagram(module))];
        if module.needs_attacks() {
            let when = match (module.fills(), module.emits(Part::Attacks)) {
                (true, true) => "They are filled when the class is initialised.",
                (true, false) => {
                    "The first lookup fills them, once for all threads; later ones only read."
                }
                (false, true) => "They are unpacked when the class is initialised.",
                (false, false) => {
                    "The first lookup unpacks them, once for all threads; later ones only read."
                }
            };
            let size = provenance::size(module.provenance.bytes);
            blocks.push(Block::Text(format!("The attack sets take {size}. {when}")));
        }
        let shared = module.emit.iter().any(|part| {
            !matches!(part, Part::Lookup | Part::Squares | Part::Bitscan | Part::SelfTest)
        });
        if shared {
            let gaps = if self.has_gaps() {
                " An entry by square is 0 where the index is no square."
            } else {
                ""
            };
            blocks.push(Block::Text(format!("The arrays must not be modified.{gaps}")));
        }
        javadoc(0, &blocks)
    }

    fn fields(&self, piece: &PieceModule) -> Vec<Array> {
        let spoken = words(&piece.name);
        let formula = self.module.emits(Part::Factors) && !self.module.emits(Part::Lookup);
        let mut arrays = Vec::new();
        for (field, role) in ROLES {
            let presence = self.module.field(piece, field);
            let values = piece.fields.all(field);
            let is_absent = field == Field::Offset && piece.fields.offsets.is_empty();
            if presence == Presence::Absent || is_absent {
                continue;
            }
            let (fours, eights) = (self.row_names(4), self.row_names(8));
            let (kind, text, rows) = match field {
                Field::Mask => (
                    "long",
                    format!("Relevant occupancy masks of the {spoken} by square."),
                    hex_rows(&values, 4, &fours),
                ),
                Field::Factor => (
                    "long",
                    format!("Magic factors of the {spoken} by square."),
                    hex_rows(&values, 4, &fours),
                ),
                Field::Shift => (
                    "byte",
                    format!("Right shifts of the {spoken}'s products by square."),
                    int_rows(&values, 4, &eights),
                ),
                Field::Offset => (
                    "int",
                    format!("Where the {spoken}'s attack sets begin in the table, by square."),
                    int_rows(&values, 4, &eights),
                ),
            };
            let mut blocks = vec![Block::Text(text)];
            if formula && field == Field::Factor {
                blocks.push(Block::text("The index of an occupancy among a square's attack sets:"));
                blocks.push(Block::Code(index_code(piece)));
            }
            let visibility = self.visibility(presence == Presence::Public);
            let name = self.module.names.table(&piece.name, role);
            arrays.push(Array {
                doc: javadoc(2, &blocks),
                head: format!("{visibility}static final {kind}[] {name}"),
                rows,
                value: None,
            });
        }
        arrays
    }

    /// First and last square of each row, on the board whose rows are all squares.
    fn row_names(&self, columns: usize) -> Vec<String> {
        let squares = &self.module.board.squares;
        if squares.len() != 64 || usize::from(self.module.board.indices) != 64 {
            return Vec::new();
        }
        let ends = squares.chunks(columns).map(|row| (&row[0].0, &row[columns - 1].0));
        ends.map(|(first, last)| format!(" // {first}-{last}")).collect()
    }

    fn occupancies(&mut self) -> Vec<Array> {
        let pieces = &self.module.pieces;
        if !self.module.emits(Part::Occupancies) {
            return Vec::new();
        }
        let total: usize = pieces.iter().map(|piece| piece.occupancies.len()).sum();
        let nested = (total > MOST_LITERALS)
            .then(|| tables::occupancies(self.module, &mut self.taken, &self.unpack));
        let mut arrays = Vec::new();
        for (index, piece) in pieces.iter().enumerate() {
            let text = format!(
                "Every subset of each relevant occupancy mask of the {}, square after square; those \
                 of a square from 0 on by {{@code subset = (subset - mask) & mask}}.",
                words(&piece.name)
            );
            let name = self.module.names.table(&piece.name, "occupancies");
            let value = nested.as_ref().map(|nested| nested.reference(index));
            arrays.push(Array {
                doc: javadoc(2, &[Block::Text(text)]),
                head: format!("{}static final long[] {name}", self.visible),
                rows: value
                    .as_ref()
                    .map_or_else(|| hex_rows(&piece.occupancies, 4, &[]), |_| String::new()),
                value,
            });
        }
        self.nested.extend(nested);
        arrays
    }

    fn attacks(&mut self, indices: &[String]) -> Attacks {
        let module = self.module;
        if !module.needs_attacks() {
            return Attacks::default();
        }
        let is_public = module.emits(Part::Attacks);
        let tables::Attacks { nested, fill, arrays } =
            tables::attacks(module, &mut self.taken, is_public, indices, &self.unpack);
        let mut attacks = Attacks { arrays, fill, references: Vec::new() };
        for (index, table) in module.tables.iter().enumerate() {
            let holder = nested.reference(index);
            if !is_public {
                attacks.references.push(holder);
                continue;
            }
            let piece = table.piece.map(|piece| module.pieces[piece].name.as_str());
            let name = module.names.attacks(piece);
            let text = match piece {
                Some(piece) => format!("Attack sets of the {} by square and index.", words(piece)),
                None => {
                    "Attack sets of all pieces: those of a square begin at its offset.".to_owned()
                }
            };
            attacks.arrays.push(Array {
                doc: javadoc(2, &[Block::Text(text)]),
                head: format!("{}static final {} {name}", self.visible, nested.tables[index].kind),
                rows: String::new(),
                value: Some(holder),
            });
            attacks.references.push(reference(&module.names.type_name, &name));
        }
        self.nested.push(nested);
        attacks
    }
}

/// Fields and the roles in their names, in the order in which they stand.
pub(super) const ROLES: [(Field, &str); 4] = [
    (Field::Mask, "masks"),
    (Field::Factor, "factors"),
    (Field::Shift, "shifts"),
    (Field::Offset, "offsets"),
];
