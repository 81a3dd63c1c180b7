//! A module's parts in; the template filled out.

use askama::Template;

use super::Printer;
use super::fill::Fill;
use super::lines::ARGUMENTS;
use super::lookup::{Function, is_bmi2, words};
use super::records::Record;
use super::self_test::Tests;
use super::squares::Constant;
use super::syntax::literal;
use super::tables::Static;
use crate::model::{Part, PieceModule};
use crate::render::text::provenance;

#[derive(Template)]
#[template(path = "rust/magics.rs", escape = "none")]
struct File {
    header: Vec<String>,
    licence: Vec<String>,
    /// `//!`, or `//` where that is an error.
    mark: &'static str,
    docs: Vec<String>,
    visibility: String,
    constants: Vec<Constant>,
    square: Option<Function>,
    square_name: String,
    width: u8,
    height: u8,
    ranks: Vec<String>,
    check_attributes: Vec<String>,
    lookups: Vec<Function>,
    probes: Vec<String>,
    scans: Vec<Function>,
    instructions: Vec<Function>,
    needs_bmi2: bool,
    fill: Option<Fill>,
    no_std: bool,
    records: Vec<Record>,
    needs_rows: bool,
    indices: u8,
    consts: Vec<Static>,
    tables: Vec<Static>,
    tests: Option<Tests>,
}

impl Printer<'_> {
    /// The file's text.
    pub(super) fn file(&self) -> String {
        let module = self.module;
        let mut tables = self.fields();
        tables.extend(self.subsets());
        tables.extend(self.tables());
        let file = File {
            header: comment(&provenance::lines(module)),
            licence: comment(&module.licence),
            mark: if self.options.is_included { "//" } else { "//!" },
            docs: comment(&self.docs()),
            visibility: self.visibility(),
            constants: self.constants(),
            square: self.square_function(),
            square_name: self.square_name_function(),
            width: module.board.width,
            height: module.board.height,
            ranks: self.ranks(),
            check_attributes: self.options.unused("this names every square, a program names some"),
            lookups: self.lookups(),
            probes: self.probes(),
            scans: self.scans(),
            instructions: self.instructions(),
            needs_bmi2: self.needs(is_bmi2),
            fill: self.fill(),
            no_std: self.options.no_std,
            records: self.record_types(),
            needs_rows: self.needs_rows(),
            indices: module.board.indices,
            consts: self.bits_of_places().into_iter().collect(),
            tables,
            tests: self.self_test(),
        };
        // Rendering fails only where writing to the text does.
        file.render().unwrap_or_default()
    }

    fn docs(&self) -> Vec<String> {
        let module = self.module;
        let pieces = module.pieces.iter().filter(|piece| piece.is_public).map(|piece| &piece.name);
        let unions = module.unions.iter().map(|union| &union.name);
        let names: Vec<String> = pieces.chain(unions).map(|name| words(name)).collect();
        let mut docs = vec![
            format!("Magic bitboards: {}.", super::listed(&names)),
            String::new(),
            "A bitboard is a `u64` with a bit for each square. A square is the index of its bit:"
                .to_owned(),
            String::new(),
        ];
        if !self.options.is_included {
            docs.push("```text".to_owned());
        }
        docs.extend(provenance::diagram(module));
        if !self.options.is_included {
            docs.push("```".to_owned());
        }
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
            (false, false, _) if self.needs_rows() => "1.77",
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
            lines.extend(provenance::wrap(
                "Tables are filled at the first lookup, without a lock: threads that come at once fill them \
                 with the same values. The target needs atomic words of 64 bits.",
                96,
            ));
        }
        lines
    }

    fn lookups(&self) -> Vec<Function> {
        let module = self.module;
        if !module.emits(Part::Lookup) {
            return Vec::new();
        }
        let unions = module.unions.iter().map(|union| self.union(&union.name, &union.of));
        module.pieces.iter().map(|piece| self.lookup(piece)).chain(unions).collect()
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
            let attacks = literal(&self.hex(), piece.walk.attacks(*bit, 0));
            format!("{lookup}({bit}, 0) == {attacks}")
        };
        module.pieces.iter().map(probe).filter(|text| text.len() <= ARGUMENTS).collect()
    }
}

/// Lines behind a comment's mark: a space before what isn't empty, none at the end.
fn comment(lines: &[String]) -> Vec<String> {
    let marked = |line: &String| format!(" {line}").trim_end().to_owned();
    lines.iter().map(marked).collect()
}
