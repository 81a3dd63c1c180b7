//! The page of a file with the template filled out.

use askama::Template;

use super::Printer;
use super::fill::Fill;
use super::functions::{Function, is_bmi2};
use super::lines::ARGUMENTS;
use super::options::Options;
use super::records::Record;
use super::self_test::Tests;
use super::tables::Static;
use crate::model::{BoardDoc, Part, PieceModule, words};
use crate::render::page::list;
use crate::render::text::literal::Literal as _;
use crate::render::text::provenance::wrap;

#[derive(Template)]
#[template(path = "rust/magics.rs", escape = "none")]
struct File<'a> {
    options: &'a Options,
    board: &'a BoardDoc,
    header: Vec<String>,
    licence: Vec<String>,
    docs: Vec<String>,
    lookups: Vec<Function>,
    probes: Vec<String>,
    functions: Vec<Function>,
    needs_bmi2: bool,
    squares: Option<Squares>,
    fill: Option<Fill<'a>>,
    records: Vec<Record>,
    has_rows: bool,
    /// The bit of each place, where no formula gives it.
    places: Option<Static>,
    tables: Vec<Static>,
    tests: Option<Tests<'a>>,
}

/// Names of squares, and a check that they agree with the function of file and rank.
struct Squares {
    name: String,
    function: Function,
    /// As in chess, the identifier, and the bit index, by which they stand.
    constants: Vec<(String, String, u8)>,
    check_attributes: Vec<String>,
    /// The constants as on the board, rank 1 first, each rank as the inside of an array.
    ranks: Vec<String>,
}

impl Printer<'_> {
    /// The file's text.
    pub(super) fn file(&self) -> String {
        let module = self.module;
        let tables = [self.fields(), self.subsets(), self.tables()];
        let scans = self.page.scans.iter().map(|scan| self.scan(scan));
        let file = File {
            options: self.options,
            board: &module.board,
            header: comment(&self.page.header),
            licence: comment(&module.licence),
            docs: comment(&self.docs()),
            lookups: self.lookups(),
            probes: self.probes(),
            functions: scans.chain(self.instructions()).collect(),
            needs_bmi2: self.needs(is_bmi2),
            squares: self.squares(),
            fill: self.fill(),
            records: self.record_types(),
            has_rows: self.has_rows(),
            places: self.bits_of_places(),
            tables: tables.into_iter().flatten().collect(),
            tests: self.self_test(),
        };
        crate::render::text_of(&file)
    }

    fn docs(&self) -> Vec<String> {
        let module = self.module;
        let pieces = module.pieces.iter().filter(|piece| piece.is_public).map(|piece| &piece.name);
        let unions = module.unions.iter().map(|union| &union.name);
        let names: Vec<String> = pieces.chain(unions).map(|name| words(name)).collect();
        let fence = |mark: &str| (!self.options.is_included).then(|| mark.to_owned());
        let mut docs = vec![
            format!("Magic bitboards: {}.", list(&names)),
            String::new(),
            "A bitboard is a `u64` with a bit for each square. A square is the index of its bit:"
                .to_owned(),
            String::new(),
        ];
        docs.extend(fence("```text"));
        docs.extend(self.page.diagram.iter().cloned());
        docs.extend(fence("```"));
        docs.push(String::new());
        docs.extend(self.requirements());
        docs
    }

    /// What a compiler must know.
    fn requirements(&self) -> Vec<String> {
        let module = self.module;
        let fills = module.fills();
        // LazyLock came with 1.80, constants in array repetitions with 1.79, constant chunks of slices with 1.77,
        // sums of an index and a signed step with 1.66, assertions at compile time with 1.57.
        let version = match (self.options.edition.is_modern(), fills, self.options.no_std) {
            (true, ..) => "1.85",
            (false, false, _) if self.has_rows() => "1.77",
            (false, true, false) => "1.80",
            (false, true, true) => "1.79",
            (false, false, _) if module.emits(Part::SelfTest) => "1.66",
            (false, false, _) => "1.57",
        };
        let mut lines = vec![if fills && !self.options.no_std {
            format!("Needs Rust {version} or later. Tables are filled at the first lookup.")
        } else {
            format!("Needs Rust {version} or later, but no standard library.")
        }];
        if fills && self.options.no_std {
            lines.extend(wrap(
                "Tables are filled at the first lookup, without a lock: threads that come at once fill them \
                 with the same values. The target needs atomic words of 64 bits.",
                96,
            ));
        }
        lines
    }

    /// One lookup of each piece, for the compiler to check.
    fn probes(&self) -> Vec<String> {
        let module = self.module;
        if !self.is_const() || !module.emits(Part::Lookup) {
            return Vec::new();
        }
        let Some((_, bit)) = module.board.squares.first() else { return Vec::new() };
        let probe = |piece: &PieceModule| {
            let lookup = module.names.lookup(&piece.name);
            let attacks = self.hex().text(piece.walk.attacks(*bit, 0));
            format!("{lookup}({bit}, 0) == {attacks}")
        };
        module.pieces.iter().map(probe).filter(|text| text.len() <= ARGUMENTS).collect()
    }

    fn squares(&self) -> Option<Squares> {
        let square = self.page.square.as_ref()?;
        let board = &self.module.board;
        let identifier = |square: &str| self.name(square);
        let constants = board.squares.iter();
        let constants = constants.map(|(square, bit)| (square.clone(), identifier(square), *bit));
        // Places that are no square are left to the function.
        let cell = |(at, place): (usize, &String)| {
            let is_square = board.squares.iter().any(|(square, _)| square == place);
            let (file, rank) = (at % usize::from(board.width), at / usize::from(board.width));
            if is_square { identifier(place) } else { format!("{}({file}, {rank})", square.name) }
        };
        let cells: Vec<String> = board.places.iter().enumerate().map(cell).collect();
        let ranks = cells.chunks(usize::from(board.width));
        Some(Squares {
            name: square.name.clone(),
            function: self.square(square),
            constants: constants.collect(),
            check_attributes: self.options.unused("this names every square, a program names some"),
            ranks: ranks.map(|rank| wrap(&rank.join(", "), 88).join("\n         ")).collect(),
        })
    }
}

/// Lines behind a comment's mark: a space before what isn't empty, none at the end.
fn comment(lines: &[String]) -> Vec<String> {
    let marked = |line: &String| format!(" {line}").trim_end().to_owned();
    lines.iter().map(marked).collect()
}
