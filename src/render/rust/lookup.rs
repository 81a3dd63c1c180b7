//! Pieces and unions in; their lookups, and the index functions that these share with start-up code, out.

use super::Printer;
use super::body::{Wanted, Written};
use super::kinds::Kind;
use super::lines::{WIDTH, joined, signature};
use super::prepare::Prepared;
use crate::model::{Case, Fill, Op, PieceModule};
use crate::render::code::expr::Expr;
use crate::render::text::provenance::wrap;

/// A function, ready to be printed.
#[derive(Debug)]
pub(super) struct Function {
    /// Lines after `///`.
    pub(super) docs: Vec<String>,
    /// Lines between the docs and the head.
    pub(super) attributes: Vec<String>,
    /// The head, to its opening brace.
    pub(super) signature: String,
    /// The lines between the braces.
    pub(super) body: Vec<String>,
}

impl Printer<'_> {
    /// What a caller calls: for every public piece its lookup, for the others a private one.
    pub(super) fn lookup(&self, piece: &PieceModule) -> Function {
        let names = &self.module.names;
        let written = self.lookup_body(piece);
        let mut attributes = vec!["#[inline]".to_owned(), "#[must_use]".to_owned()];
        attributes.extend(self.narrowing(&written));
        let lines = if piece.is_public {
            attributes.extend(self.options.unused("not every program needs every lookup"));
            self.lookup_docs(&piece.name, &[piece])
        } else {
            docs(&format!("Squares attacked by the {} on `square`.", words(&piece.name)))
        };
        let name = names.lookup(&piece.name);
        attributes.extend(self.options.unusual_function(&name));
        let visibility = if piece.is_public { self.visibility() } else { String::new() };
        let keyword = if self.is_const() { "const fn" } else { "fn" };
        let head = format!("{visibility}{keyword} {name}");
        Function { docs: lines, attributes, signature: lookup_head(&head), body: written.lines }
    }

    /// The union of other lookups.
    pub(super) fn union(&self, name: &str, of: &[usize]) -> Function {
        let mut attributes = vec!["#[inline]".to_owned(), "#[must_use]".to_owned()];
        attributes.extend(self.options.unused("not every program needs every lookup"));
        let pieces: Vec<&PieceModule> = of.iter().map(|at| &self.module.pieces[*at]).collect();
        let call = |piece: &&PieceModule| {
            format!("{}(square, occupied)", self.module.names.lookup(&piece.name))
        };
        let calls: Vec<String> = pieces.iter().map(call).collect();
        let lookup = self.module.names.lookup(name);
        attributes.extend(self.options.unusual_function(&lookup));
        let keyword = if self.is_const() { "const fn" } else { "fn" };
        let head = format!("{}{keyword} {lookup}", self.visibility());
        Function {
            docs: self.lookup_docs(name, &pieces),
            attributes,
            signature: lookup_head(&head),
            body: vec![joined("    ", &calls, "|")],
        }
    }

    /// The positions of attack sets, which lookup and start-up code share.
    pub(super) fn index(&self, piece: &PieceModule, fill: &Fill) -> Function {
        let program = Prepared::new(&piece.program).narrowed_late();
        let written = self.body(Wanted {
            value: program.find(fill.index),
            kind: Kind::Usize,
            row_of: fill.is_row.then_some(fill.table),
            ..self.wanted(piece, &program, false)
        });
        let mut attributes = vec!["#[inline]".to_owned()];
        attributes.extend(self.narrowing(&written));
        let along = fill.line.map_or(String::new(), |line| format!(" along the {}", line.word()));
        let docs = docs(&format!(
            "Where the attack set of the {} on `square`{along} stands in its table.",
            words(&piece.name)
        ));
        let head = format!("fn {}", index_name(piece, fill));
        let parameters = ["square: usize".to_owned(), "occupied: u64".to_owned()];
        let signature = signature(&head, &parameters, " -> usize");
        Function { docs, attributes, signature, body: written.lines }
    }

    /// True where lookups can run at compile time: reading a static there is newer than older editions.
    pub(super) fn is_const(&self) -> bool {
        self.options.edition.is_modern()
            && !self.options.unchecked
            && !self.module.fills()
            && !self.needs(is_bmi2)
    }

    /// True where some lookup of the file has an operation.
    pub(super) fn needs(&self, is_it: fn(Op) -> bool) -> bool {
        let mut pieces = self.module.pieces.iter();
        self.module.needs_programs() && pieces.any(|piece| piece.program.has(is_it))
    }

    fn lookup_docs(&self, name: &str, pieces: &[&PieceModule]) -> Vec<String> {
        let indices = self.module.board.indices;
        let mut lines = docs(&format!(
            "Squares attacked by the {} on `square`, the first blocker of each ray included.",
            words(name)
        ));
        lines.push(String::new());
        lines.extend(docs(
            "Bits of `occupied` that are off the rays, the piece's own square among them, change nothing.",
        ));
        if self.module.fills() && pieces.iter().any(|piece| !piece.fills.is_empty()) {
            lines.push(" The first call fills the table.".to_owned());
        }
        lines.push(String::new());
        let is_checked = |piece: &&PieceModule| {
            let by_square = |op| matches!(op, Op::Field(_) | Op::LoadRow(..));
            piece.program.has(by_square)
        };
        let mut when = if self.is_masked() || !pieces.iter().any(is_checked) {
            format!("`square` must be less than {indices}: any other result has no meaning.")
        } else {
            lines.push(" # Panics".to_owned());
            format!("Where `square` is {indices} or more.")
        };
        if self.has_gaps() {
            when.push_str(" For a lesser index that is no square the result has no meaning.");
        }
        lines.extend(docs(&when));
        lines
    }

    fn lookup_body(&self, piece: &PieceModule) -> Written {
        let (program, rows) = self.by_rows(piece);
        if !self.module.fills() {
            let wanted = self.wanted(piece, &program, self.is_const());
            return self.body(Wanted { rows: &rows, ..wanted });
        }
        let call = |fill: &Fill| {
            let call =
                Expr::call(index_name(piece, fill), vec!["square".into(), "occupied".into()]);
            (program.find(fill.index), call)
        };
        let calls: Vec<_> = piece.fills.iter().map(call).collect();
        self.body(Wanted { calls: &calls, ..self.wanted(piece, &program, false) })
    }

    fn wanted<'a>(
        &self,
        piece: &'a PieceModule,
        program: &'a Prepared,
        is_const: bool,
    ) -> Wanted<'a> {
        let (kind, bits) = self.square_parameter();
        Wanted {
            piece: Some(piece),
            program,
            value: program.program.result,
            kind: Kind::U64,
            row_of: None,
            calls: &[],
            rows: &[],
            half: ("square", kind, bits),
            word: "occupied",
            is_const,
        }
    }

    /// The type and the bits of a square.
    pub(super) fn square_parameter(&self) -> (Kind, u8) {
        let indices = u32::from(self.module.board.indices.max(1));
        (Kind::Usize, (u32::BITS - (indices - 1).leading_zeros()) as u8)
    }

    /// Lets lints know why a word that is narrowed fits.
    pub(super) fn narrowing(&self, written: &Written) -> Vec<String> {
        let Some(bits) = written.narrowed else { return Vec::new() };
        if self.options.edition.is_modern() {
            let lint = "clippy::cast_possible_truncation";
            vec![format!("#[expect({lint}, reason = \"{bits} bits remain\")]")]
        } else {
            vec![
                format!("// No more than {bits} bits remain."),
                "#[allow(clippy::cast_possible_truncation)]".to_owned(),
            ]
        }
    }

    /// Functions that are an instruction each, where lookups need them.
    pub(super) fn instructions(&self) -> Vec<Function> {
        let instruction = |name: &str, intrinsic: &str, text: &str| Function {
            docs: docs(text),
            attributes: vec!["#[inline]".to_owned()],
            signature: format!("fn {name}(word: u64, mask: u64) -> u64 {{"),
            body: vec![
                "    // SAFETY: without BMI2 this file doesn't compile.".to_owned(),
                format!("    unsafe {{ core::arch::x86_64::{intrinsic}(word, mask) }}"),
            ],
        };
        let mut functions = Vec::new();
        if self.needs(|op| matches!(op, Op::Extract(..))) {
            let text = "The bits of `word` at the places of `mask`, packed into the low bits.";
            functions.push(instruction("extract", "_pext_u64", text));
        }
        if self.needs(|op| matches!(op, Op::Deposit(..))) {
            let text = "The low bits of `word`, spread to the places of `mask`.";
            functions.push(instruction("deposit", "_pdep_u64", text));
        }
        functions
    }
}

/// True for what only a processor with BMI2 does.
pub(super) fn is_bmi2(op: Op) -> bool {
    matches!(op, Op::Extract(..) | Op::Deposit(..))
}

/// The name of [`Printer::index`]; private, so that no prefix is needed.
pub(super) fn index_name(piece: &PieceModule, fill: &Fill) -> String {
    let line = fill.line.map(crate::model::Line::word);
    let words: Vec<&str> =
        [piece.name.as_str()].into_iter().chain(line.as_deref()).chain(["index"]).collect();
    Case::Snake.join(&words)
}

fn lookup_head(head: &str) -> String {
    let parameters = ["square: usize".to_owned(), "occupied: u64".to_owned()];
    signature(head, &parameters, " -> u64")
}

/// A sentence as lines after `///`.
pub(super) fn docs(text: &str) -> Vec<String> {
    wrap(text, WIDTH - 4).into_iter().map(|line| format!(" {line}")).collect()
}

/// A piece's name in prose.
pub(super) fn words(name: &str) -> String {
    crate::model::words(name)
}
