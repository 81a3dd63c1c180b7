//! The page's functions as functions of Rust: lookups, unions of them, index functions, bit scans, and the function of file and
//! rank.

use std::cmp::Reverse;

use super::Printer;
use super::body::{Wanted, Written};
use super::kinds::Kind;
use super::lines::{WIDTH, joined, signature};
use super::prepare::Prepared;
use super::rows::Lookup;
use super::syntax::{OPERATORS, as_type};
use crate::model::{Case, Fill, Line, Op, PieceModule, words};
use crate::render::code::expr::Expr;
use crate::render::page::{self, FillLoop, Linear, Scan, SquareFunction, has_gaps, has_holes};
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

/// The head of a function that is called for its result.
struct Head<'a> {
    name: &'a str,
    /// Why a program may leave it unused, where it is public.
    unused: Option<&'static str>,
    is_const: bool,
    parameters: &'a [&'a str],
    result: &'static str,
}

/// The parameters of lookups, and of what computes a part of them.
pub(super) const PARAMETERS: [&str; 2] = ["square: usize", "occupied: u64"];

impl Printer<'_> {
    fn function(&self, head: &Head<'_>, docs: Vec<String>, written: Written) -> Function {
        let mut attributes = vec!["#[inline]".to_owned(), "#[must_use]".to_owned()];
        attributes.extend(self.narrowing(&written));
        attributes.extend(head.unused.iter().flat_map(|reason| self.options.unused(reason)));
        attributes.extend(self.options.unusual_function(head.name));
        let visibility = self.visibility(head.unused.is_some());
        let keyword = if head.is_const { "const fn" } else { "fn" };
        let start = format!("{visibility}{keyword} {}", head.name);
        let signature = signature("", &start, head.parameters, &format!(" -> {}", head.result));
        Function { docs, attributes, signature, body: written.lines }
    }

    /// Lookups of pieces, then those of unions.
    pub(super) fn lookups(&self) -> Vec<Function> {
        let pieces = self.page.lookups.iter().zip(self.lookups).map(|(function, lookup)| {
            let piece = function.piece;
            let docs = if function.is_public {
                self.lookup_docs(&piece.name, &[piece])
            } else {
                docs(&format!("Squares attacked by the {} on `square`.", words(&piece.name)))
            };
            self.lookup(&function.name, function.is_public, docs, self.lookup_body(piece, lookup))
        });
        let unions = self.page.unions.iter().zip(&self.module.unions).map(|(union, of)| {
            let calls = union.calls(&["square", "occupied"]);
            let calls: Vec<String> = calls.iter().map(|call| self.style().text(call)).collect();
            let body = Written { lines: vec![joined("    ", &calls, "|")], narrowed: None };
            let pieces: Vec<_> = of.of.iter().map(|at| &self.module.pieces[*at]).collect();
            self.lookup(&union.name, true, self.lookup_docs(&of.name, &pieces), body)
        });
        pieces.chain(unions).collect()
    }

    fn lookup(&self, name: &str, is_public: bool, docs: Vec<String>, body: Written) -> Function {
        let unused = is_public.then_some("not every program needs every lookup");
        let is_const = self.is_const();
        let head = Head { name, unused, is_const, parameters: &PARAMETERS, result: "u64" };
        self.function(&head, docs, body)
    }

    /// The position of an attack set, which lookup and start-up code share.
    pub(super) fn index(&self, index: &page::Function<'_>, one: &FillLoop) -> Function {
        let (piece, line) = (index.piece, one.rays.line);
        let lookup = &self.lookups[one.rays.piece];
        let written = self.body(Wanted {
            value: lookup.program.find(index.wanted),
            kind: Kind::Usize,
            row_of: Some(one.table),
            ..self.wanted(piece, lookup)
        });
        let mut attributes = vec!["#[inline]".to_owned()];
        attributes.extend(self.narrowing(&written));
        let along = line.map_or(String::new(), |line| format!(" along the {}", line.word()));
        let spoken = words(&piece.name);
        let docs = docs(&format!(
            "Where the attack set of the {spoken} on `square`{along} stands in its table."
        ));
        let head = format!("fn {}", index_name(piece, line));
        let signature = signature("", &head, &PARAMETERS, " -> usize");
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
        let board = &self.module.board;
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
        let by_square = |op| matches!(op, Op::Field(_) | Op::LoadRow(..));
        let is_checked = pieces.iter().any(|piece| piece.program.has(by_square));
        let mut when = if self.is_masked() || !is_checked {
            format!(
                "`square` must be less than {}: any other result has no meaning.",
                board.indices
            )
        } else {
            lines.push(" # Panics".to_owned());
            format!("Where `square` is {} or more.", board.indices)
        };
        if has_gaps(board) {
            when.push_str(" For a lesser index that is no square the result has no meaning.");
        }
        lines.extend(docs(&when));
        lines
    }

    fn lookup_body(&self, piece: &PieceModule, lookup: &Lookup) -> Written {
        let call = |fill: &Fill| {
            let call = Expr::call_with(index_name(piece, fill.line), &["square", "occupied"]);
            (lookup.program.find(fill.index), call)
        };
        let fills = piece.fills.iter().filter(|_| self.module.fills());
        let calls: Vec<_> = fills.map(call).collect();
        self.body(Wanted { calls: &calls, ..self.wanted(piece, lookup) })
    }

    fn wanted<'a>(&self, piece: &'a PieceModule, lookup: &'a Lookup) -> Wanted<'a> {
        Wanted {
            piece: Some(piece),
            program: &lookup.program,
            value: lookup.program.program.result,
            kind: Kind::U64,
            row_of: None,
            calls: &[],
            rows: &lookup.rows,
            is_const: self.is_const(),
        }
    }

    /// Lets lints know why a word that is narrowed fits.
    fn narrowing(&self, written: &Written) -> Vec<String> {
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

    /// A bit scan. What is computed is wider than a short word, as in the other languages.
    pub(super) fn scan(&self, scan: &Scan<'_>) -> Function {
        let program = Prepared::new(scan.program);
        let is_const = self.options.edition.is_modern();
        let mut written = self.body(Wanted {
            piece: None,
            value: program.program.result,
            program: &program,
            kind: Kind::U32,
            row_of: None,
            calls: &[],
            rows: &[],
            is_const,
        });
        if scan.width < 32 {
            let wide = if is_const { "word as u32" } else { "u32::from(word)" };
            written.lines.insert(0, format!("    let word = {wide};"));
        }
        let Scan { end, width, .. } = scan;
        let mut lines = docs(&format!(
            "Index of the {end} significant one bit of `word`, by a de Bruijn factor of {width} bits."
        ));
        lines.push(String::new());
        lines.push(" Of 0, which has none, the result has no meaning.".to_owned());
        let head = Head {
            name: &scan.name,
            unused: Some("not every program needs every width"),
            is_const,
            parameters: &[&format!("word: u{width}")],
            result: "u32",
        };
        self.function(&head, lines, written)
    }

    /// The bit index of a file and a rank. A coordinate that is always 0 stands in the sum too: no parameter is unused.
    fn square_value(&self, square: &SquareFunction) -> Expr {
        let times = |place: Expr, factor: u8| match factor {
            0 | 1 => place,
            _ => Expr::binary(OPERATORS.mul.tight(), place, Expr::decimal(u64::from(factor))),
        };
        let Some(Linear { by_file, by_rank, .. }) = square.sum else {
            let place = vec![times("rank".into(), square.width), "file".into()];
            let place = page::joined(OPERATORS.add, place);
            return Expr::index(self.name("BIT_OF_PLACE"), place).cast(as_type("usize"));
        };
        let term = |(by, length, name): (i8, u8, &str)| {
            let last = Expr::decimal(u64::from(length) - 1);
            let turned = || Expr::binary(OPERATORS.sub, last, name.into());
            times(if by < 0 { turned() } else { name.into() }, by.unsigned_abs())
        };
        let mut terms = [(by_rank, square.height, "rank"), (by_file, square.width, "file")];
        // The longer step first, as one counts.
        terms.sort_by_key(|(by, ..)| Reverse(by.unsigned_abs()));
        page::joined(OPERATORS.add, terms.into_iter().map(term).collect())
    }

    /// `square(file, rank)`.
    pub(super) fn square(&self, square: &SquareFunction) -> Function {
        let SquareFunction { width, height, .. } = square;
        let mut lines = docs(
            "Bit index of the square on `file` and `rank`, both counted from 0: the file from a, the rank from 1.",
        );
        lines.push(String::new());
        lines.push(format!(
            " `file` must be less than {width} and `rank` less than {height}; anything else has no meaning."
        ));
        if has_holes(&self.module.board) {
            lines.push(" Nor has a place that is no square of the board.".to_owned());
        }
        let head = Head {
            name: &square.name,
            unused: Some("not every program counts in files and ranks"),
            is_const: true,
            parameters: &["file: usize", "rank: usize"],
            result: "usize",
        };
        let body = vec![format!("    {}", self.style().text(&self.square_value(square)))];
        self.function(&head, lines, Written { lines: body, narrowed: None })
    }
}

/// True for what only a processor with BMI2 does.
pub(super) fn is_bmi2(op: Op) -> bool {
    matches!(op, Op::Extract(..) | Op::Deposit(..))
}

/// The name of [`Printer::index`]; private, so that no prefix is needed.
pub(super) fn index_name(piece: &PieceModule, line: Option<Line>) -> String {
    let line = line.map(Line::word);
    let words = [Some(piece.name.as_str()), line.as_deref(), Some("index")];
    Case::Snake.join(&words.into_iter().flatten().collect::<Vec<&str>>())
}

/// A sentence as lines after `///`.
pub(super) fn docs(text: &str) -> Vec<String> {
    wrap(text, WIDTH - 4).into_iter().map(|line| format!(" {line}")).collect()
}
