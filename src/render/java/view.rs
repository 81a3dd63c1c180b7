//! A module and options in; what the template prints out, in the order in which it stands there.

use askama::Template;

use super::doc::{self, Block, javadoc};
use super::fill::Fill;
use super::methods::index_code;
use super::options::JavaOptions;
use super::rows::stored_rows;
use super::syntax::element;
use super::tables::Nested;
use super::unpack::Unpacker;
use crate::model::{Case, Module, Part, PieceModule, Presence, Role, words};
use crate::render::code::print::Style;
use crate::render::page::{Page, has_attacks, has_gaps, has_holes};
use crate::render::text::provenance;
use crate::render::text::taken::Taken;

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
    /// The methods that unpack string constants, one a type of elements.
    unpackers: Vec<Unpacker>,
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

/// What the template prints.
pub(super) fn view<'a>(page: &'a Page<'a>, options: &'a JavaOptions) -> ClassView<'a> {
    let module = page.module;
    let visible = if options.is_public { "public " } else { "" };
    let mut taken = Taken::new(module, super::HIDING);
    let unpack = taken.name("unpack");
    let style = page.styled(Style::PLAIN);
    let (lengths, indices) = (Vec::new(), Vec::new());
    let mut builder = Builder { page, module, style, visible, taken, unpack, lengths, indices };
    let mut arrays = Vec::new();
    for piece in &module.pieces {
        arrays.extend(builder.fields(piece));
    }
    let mut nested = Vec::new();
    builder.subsets(&mut arrays, &mut nested);
    builder.indices = builder.index_names();
    let mut lengths = Vec::new();
    let mut held = builder.held(&mut lengths);
    let fill = page.walk.as_ref().filter(|_| module.fills());
    let fill = fill.map(|walk| builder.fill(walk, &held, &mut arrays));
    for one in fill.iter().flat_map(|fill| &fill.loops) {
        held.fills.push((one.method.clone(), one.table.clone()));
    }
    arrays.extend(lengths);
    let cells = builder.tables(&held, &mut arrays);
    let mut methods: Vec<Method> = Vec::new();
    if let Some(square) = &page.square {
        let (square, list) = builder.square(square);
        methods.push(square);
        arrays.extend(list);
    }
    methods.extend(builder.functions(&cells));
    let has_holder = !held.tables.is_empty();
    if has_holder {
        held.doc = builder.holder_doc(fill.is_some());
        nested.push(held);
    }
    let unpackers = Unpacker::all(&builder.unpack, &nested);
    let annotation = match options.release {
        _ if !options.has_annotation => None,
        8 => Some("javax.annotation.Generated"),
        _ => Some("javax.annotation.processing.Generated"),
    };
    ClassView {
        header: page.header.iter().flat_map(|line| doc::header(line)).collect(),
        licence: module.licence.iter().map(|line| doc::spaced(line)).collect(),
        package: options.package.as_deref(),
        doc: builder.class_doc(has_holder),
        annotation,
        modifiers: format!("{visible}{}", if options.is_final { "final " } else { "" }),
        name: &module.names.type_name,
        squares: builder.squares(),
        arrays,
        methods,
        unpackers,
        fill,
        nested,
    }
}

pub(super) struct Builder<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) module: &'a Module,
    /// How expressions look.
    pub(super) style: Style,
    /// `public ` or nothing.
    pub(super) visible: &'static str,
    pub(super) taken: Taken,
    /// The methods that unpack string constants.
    pub(super) unpack: String,
    /// Arrays of the lengths of a piece's rows: piece, lengths, name.
    pub(super) lengths: Vec<(String, Vec<usize>, String)>,
    /// Names of the index methods, in the page's order.
    pub(super) indices: Vec<String>,
}

impl Builder<'_> {
    pub(super) fn visibility(&self, is_public: bool) -> &'static str {
        if is_public { self.visible } else { "private " }
    }

    fn class_doc(&self, has_holder: bool) -> String {
        let module = self.module;
        let holes = if has_holes(&module.board) { ", a dot where there is none" } else { "" };
        let squares = format!(
            "A square is a bit index; a bitboard is a {{@code long}} in which bit {{@code i}} stands for square \
             {{@code i}}. The squares by rank and file{holes}:"
        );
        let mut blocks = vec![
            Block::text(self.page.summary),
            Block::Text(squares),
            Block::Pre(self.page.diagram.clone()),
        ];
        let size = provenance::size(module.provenance.bytes);
        if has_holder {
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
            blocks.push(Block::Text(format!("The attack sets take {size}. {when}")));
        } else if module.needs_attacks() && module.provenance.bytes > 0 {
            let what = if has_attacks(module) {
                "The attack sets take"
            } else {
                "The table of attacks along a line takes"
            };
            blocks.push(Block::Text(format!("{what} {size}.")));
        }
        let shared = module.emit.iter().any(|part| {
            !matches!(part, Part::Lookup | Part::Squares | Part::Bitscan | Part::SelfTest)
        });
        if shared {
            let gaps = if has_gaps(&module.board) {
                " An entry by square is 0 where the index is no square."
            } else {
                ""
            };
            blocks.push(Block::Text(format!("The arrays must not be modified.{gaps}")));
        }
        javadoc(0, &blocks)
    }

    /// What the nested class of the attack sets says of itself.
    fn holder_doc(&self, is_filled: bool) -> String {
        let verb = if is_filled { "filled" } else { "unpacked" };
        let text = if self.module.emits(Part::Attacks) {
            format!("The attack sets, {verb} when the class is initialised.")
        } else {
            format!("The attack sets, {verb} by the first lookup: only that initialises the class.")
        };
        javadoc(2, &[Block::Text(text)])
    }

    fn index_names(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        for piece in self.module.pieces.iter().filter(|_| self.module.fills()) {
            for fill in &piece.fills {
                let line = fill.line.map(crate::model::Line::word);
                let words = [Some(piece.name.as_str()), line.as_deref(), Some("index")];
                let words: Vec<&str> = words.into_iter().flatten().collect();
                names.push(self.taken.name(Case::Camel.join(&words)));
            }
        }
        names
    }

    fn fields(&self, piece: &PieceModule) -> Vec<Array> {
        let spoken = words(&piece.name);
        let formula = self.module.emits(Part::Factors) && !self.module.emits(Part::Lookup);
        let mut arrays = Vec::new();
        for column in piece.fields.columns() {
            let field = column.field;
            let presence = self.module.field(piece, field);
            if presence == Presence::Absent {
                continue;
            }
            let rows = stored_rows(
                field.storage(),
                &column.values,
                &|columns| self.row_names(columns),
                self.module,
            );
            let mut blocks = vec![Block::Text(field.sentence(&spoken))];
            if formula && field.role == Role::Factor {
                blocks.push(Block::text("The index of an occupancy among a square's attack sets:"));
                blocks.push(Block::Code(index_code(piece, field, &self.style)));
            }
            let visibility = self.visibility(presence == Presence::Public);
            let name = self.module.names.field(&piece.name, field);
            arrays.push(Array {
                doc: javadoc(2, &blocks),
                head: format!("{visibility}static final {}[] {name}", element(field.storage())),
                rows,
                value: None,
            });
        }
        arrays
    }

    /// First and last square of each row, on the board whose rows are all squares.
    pub(super) fn row_names(&self, columns: usize) -> Vec<String> {
        row_names(self.module, columns)
    }
}

/// First and last square of each row, on the board whose rows are all squares.
pub(super) fn row_names(module: &Module, columns: usize) -> Vec<String> {
    let squares = &module.board.squares;
    if squares.len() != 64 || usize::from(module.board.indices) != 64 {
        return Vec::new();
    }
    let ends = squares.chunks(columns).map(|row| (&row[0].0, &row[columns - 1].0));
    ends.map(|(first, last)| format!(" // {first}-{last}")).collect()
}
