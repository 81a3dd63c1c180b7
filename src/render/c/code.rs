//! Lookup programs, unions and bit scans in; functions out.

use super::arrays::prose;
use super::fold::{WIDTH, fold, head};
use super::options::Pass;
use super::rewrite::RowProgram;
use super::syntax::{OPERATORS, Writer};
use super::tables::Assert;
use super::{File, parameters};
use crate::model::{
    Fill, Line, Op, Part, PieceModule, Program, Rows, ScanModule, UnionModule, Value,
};
use crate::render::code::expr::{Expr, Number, Operator};
use crate::render::page::{SWAPS, joined, swapped};

/// A function, declared nowhere else.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) doc: String,
    /// Everything before the body.
    pub(super) head: String,
    /// The body.
    pub(super) lines: Vec<String>,
}

impl File<'_> {
    /// All functions of the header but the one of squares: lookups, those of searched pieces first, and bit scans.
    pub(super) fn functions(&self) -> Vec<Function> {
        let mut functions = Vec::new();
        if self.module.emits(Part::Lookup) {
            functions.extend(self.readers());
            functions.extend(self.reversals());
            functions.extend(self.indices(&self.inline));
            functions.extend(self.module.pieces.iter().map(|piece| self.lookup(piece)));
            functions.extend(self.module.unions.iter().map(|union| self.union(union)));
        }
        functions.extend(self.module.scans.iter().flat_map(|scan| self.scans(scan)));
        functions
    }

    /// The functions that turn words, or halves, round, where lookups call them. Compilers know the first for what
    /// it is.
    fn reversals(&self) -> Vec<Function> {
        let calls =
            |is_it: fn(Op) -> bool| self.module.pieces.iter().any(|piece| piece.program.has(is_it));
        let bits = calls(|op| matches!(op, Op::ReverseBits(_)));
        let bytes = calls(|op| matches!(op, Op::ReverseBytes(_)));
        let is_half = self.settings.is_c89();
        let kind = if is_half { &self.half } else { &self.word };
        let turn = |places: u32| format!("word = (word << {places}) | (word >> {places});");
        let style = self.style();
        let swap = |(mask, places): &(u64, u8)| {
            let mask = if is_half {
                Number::hex(mask >> 32, 8).suffixed("U")
            } else {
                Number::hex(*mask, 16).suffixed("ULL")
            };
            let halves = swapped(&OPERATORS, "word", mask.into(), *places);
            format!("word = {};", style.text(&joined(OPERATORS.or, halves.into())))
        };
        let function = |what: &str, first: String, neighbours: &[(u64, u8)]| {
            let mut lines = vec![first];
            lines.extend(neighbours.iter().rev().map(swap));
            lines.extend([String::new(), "return word;".to_owned()]);
            let of = if is_half { "32 bits" } else { "a word" };
            let function = self.names.function(&["reverse", what]);
            Function {
                doc: Self::note(&[format!("The {what} of {of} in the opposite order.")]),
                head: format!("{} {kind} {function}({kind} word)", self.inline),
                lines,
            }
        };
        let mut functions = Vec::new();
        if bytes || bits {
            functions.push(if is_half {
                function("bytes", turn(16), &SWAPS[3..4])
            } else {
                function("bytes", turn(32), &SWAPS[3..])
            });
        }
        if bits {
            let bytes = self.names.function(&["reverse", "bytes"]);
            let first = format!("word = {bytes}(word);");
            functions.push(function("bits", first, &SWAPS[..3]));
        }
        functions
    }

    /// Functions that lookups and start-up code share; none where tables are literals.
    pub(super) fn indices(&self, storage: &str) -> Vec<Function> {
        if !self.module.fills() {
            return Vec::new();
        }
        let of_piece = |piece| {
            let rows = self.program(piece);
            let fills = piece.fills.iter();
            fills.filter_map(|fill| self.index(storage, piece, &rows, fill)).collect::<Vec<_>>()
        };
        self.module.pieces.iter().flat_map(of_piece).collect()
    }

    fn index(
        &self,
        storage: &str,
        piece: &PieceModule,
        rows: &RowProgram,
        fill: &Fill,
    ) -> Option<Function> {
        let (load, index) = rows.load(&piece.program, fill)?;
        let table = &self.module.tables[fill.table];
        let of_row = table.rows != Rows::No || matches!(load, Op::LoadRow(..));
        let name = prose(&piece.name);
        let place = if of_row { "the square's row of " } else { "" };
        let along =
            fill.line.map_or_else(String::new, |line| format!(" along the {}", line.word()));
        let table = self.shown_name(table);
        Some(Function {
            doc: Self::note(&[format!(
                "Where in {place}{table} the {name}'s attack set{along} stands."
            )]),
            head: self.head_of(storage, &self.half, &self.index_name(piece, fill.line)),
            lines: Writer::of_piece(self, piece, rows, &[]).lines(&rows.program, index),
        })
    }

    /// The name of a piece's index function.
    pub(super) fn index_name(&self, piece: &PieceModule, line: Option<Line>) -> String {
        let line = line.map(Line::word).unwrap_or_default();
        self.names.function(&[&piece.name, &line, "index"])
    }

    fn lookup(&self, piece: &PieceModule) -> Function {
        let rows = self.program(piece);
        let program = &rows.program;
        Function {
            doc: self.lookup_doc(&piece.name, piece.is_public),
            head: self.head_of(&self.inline, &self.word, &self.names.lookup(&piece.name)),
            lines: if self.module.fills() && !piece.fills.is_empty() {
                self.asserted(self.lookup_by_index(piece, &rows))
            } else {
                Writer::of_piece(self, piece, &rows, &[]).lines(program, program.result)
            },
        }
    }

    /// A lookup's lines, with an assertion behind its declarations that its table is filled.
    fn asserted(&self, mut lines: Vec<String>) -> Vec<String> {
        let at = lines.iter().position(String::is_empty).map_or(0, |blank| blank + 1);
        lines.insert(at, format!("{}();", self.assertion()));
        lines
    }

    /// The lines of a lookup that calls index functions.
    fn lookup_by_index(&self, piece: &PieceModule, rows: &RowProgram) -> Vec<String> {
        let call = |fill: &Fill| called(&self.index_name(piece, fill.line));
        let program = &rows.program;
        if let [fill] = piece.fills.as_slice()
            && let Some((load, _)) = rows.load(&piece.program, fill)
            && program.op(program.result) == load
        {
            let slot = Writer::of_piece(self, piece, rows, &[]).slot(fill, load, call(fill));
            return fold(&self.returned(&slot), WIDTH - 4);
        }
        let index = |fill: &Fill| {
            let (_, index) = rows.load(&piece.program, fill)?;
            Some((index, call(fill)))
        };
        let calls: Vec<(Value, Expr)> = piece.fills.iter().filter_map(index).collect();
        Writer::of_piece(self, piece, rows, &calls).lines(program, program.result)
    }

    /// Both bit scans of a width.
    fn scans(&self, scan: &ScanModule) -> [Function; 2] {
        let width = scan.width;
        let parameter = match width {
            8 => self.byte,
            16 => self.short,
            32 => &self.half,
            _ => &self.word,
        };
        let function = |direction: &str, which: &str, program: &Program| {
            let name = self.names.bit_scan(direction, width);
            let doc = format!(
                "The index of the {which} significant one bit of {width}, by de Bruijn multiplication."
            );
            let word = "the bits, not all 0: for 0 the result is undefined".to_owned();
            Function {
                doc: Self::doc(&[doc], parameters(&[("word", word)])),
                head: if width == 64 && self.by_pointer() {
                    format!("{} unsigned {name}(const {parameter} *word)", self.inline)
                } else {
                    format!("{} unsigned {name}({parameter} word)", self.inline)
                },
                lines: Writer::of_scan(self, parameter).lines(program, program.result),
            }
        };
        [function("forward", "least", &scan.forward), function("reverse", "most", &scan.reverse)]
    }

    fn union(&self, union: &UnionModule) -> Function {
        let lookup = |piece: &usize| called(&self.names.lookup(&self.module.pieces[*piece].name));
        let calls: Vec<Expr> = union.of.iter().map(lookup).collect();
        let lines = if self.by_pointer() {
            self.union_by_pointer(union)
        } else if self.settings.is_c89() {
            let mut lines = Vec::new();
            for (at, call) in calls.iter().enumerate() {
                let call = self.style().text(call);
                match at {
                    0 => lines.push(format!("{} set = {call};", self.word)),
                    1 => lines.extend([format!("{} other = {call};", self.word), String::new()]),
                    _ => lines.push(format!("other = {call};")),
                }
                if at > 0 {
                    lines.extend(["set.lo |= other.lo;", "set.hi |= other.hi;"].map(str::to_owned));
                }
            }
            lines.push("return set;".to_owned());
            lines
        } else {
            let or = Operator { is_associative: true, ..OPERATORS.or };
            let union = calls.into_iter().reduce(|a, b| Expr::binary(or, a, b));
            union.map_or_else(Vec::new, |union| fold(&self.returned(&union), WIDTH - 4))
        };
        Function {
            doc: self.lookup_doc(&union.name, true),
            head: self.head_of(&self.inline, &self.word, &self.names.lookup(&union.name)),
            lines,
        }
    }

    fn union_by_pointer(&self, union: &UnionModule) -> Vec<String> {
        let lookup = |piece: &usize| self.names.lookup(&self.module.pieces[*piece].name);
        let mut lines = Vec::new();
        for (at, piece) in union.of.iter().enumerate() {
            let name = lookup(piece);
            if at == 0 {
                lines.extend([format!("{} other;", self.word), String::new()]);
                lines.push(format!("{name}(square, occupied, attacks);"));
                continue;
            }
            lines.push(format!("{name}(square, occupied, &other);"));
            lines.extend(["lo", "hi"].map(|half| format!("attacks->{half} |= other.{half};")));
        }
        lines
    }

    /// True where pairs are passed by their address.
    pub(super) fn by_pointer(&self) -> bool {
        self.settings.pass == Pass::Pointer
    }

    fn head_of(&self, storage: &str, kind: &str, name: &str) -> String {
        if self.by_pointer() {
            let word = &self.word;
            let parameters = [
                "unsigned square".to_owned(),
                format!("const {word} *occupied"),
                format!("{word} *attacks"),
            ];
            return fold(&head(&format!("{storage} void {name}"), &parameters), WIDTH).join("\n");
        }
        format!("{storage} {kind} {name}(unsigned square, {} occupied)", self.word)
    }

    fn lookup_doc(&self, piece: &str, is_public: bool) -> String {
        let piece = prose(piece);
        if !is_public {
            let purpose = format!("The squares that the {piece} attacks, for the lookups below.");
            return Self::note(&[purpose]);
        }
        let mut doc = vec![format!(
            "The squares that the {piece} attacks, the first blocker of each ray included."
        )];
        if self.module.fills() {
            let init = self.names.function(&["init"]);
            doc.push(format!("{init}() has to be called before, which is asserted."));
        }
        let occupied = "the occupied squares; other bits than relevant ones don't matter";
        let square = self.square_range(&format!("the {piece}'s square"));
        let mut all = vec![("square", square), ("occupied", occupied.to_owned())];
        if self.by_pointer() {
            all.push((
                "attacks",
                "where the attack set goes, but not the occupied squares".to_owned(),
            ));
        }
        Self::doc(&doc, parameters(&all))
    }

    /// Which squares there are.
    fn square_range(&self, what: &str) -> String {
        let board = &self.module.board;
        let last = board.indices - 1;
        let gaps = if self.has_gaps() { " if it is one" } else { "" };
        format!("{what}, 0 to {last}{gaps}; the result for any other is undefined")
    }

    /// True where some index below the last is no square.
    pub(super) fn has_gaps(&self) -> bool {
        self.module.board.squares.len() < usize::from(self.module.board.indices)
    }

    /// True where a pair is made of two halves.
    pub(super) fn joins(&self) -> bool {
        let joins = |piece: &PieceModule| piece.program.has(|op| matches!(op, Op::Join(..)));
        self.settings.is_c89()
            && !self.by_pointer()
            && self.module.needs_programs()
            && self.module.pieces.iter().any(joins)
    }

    /// True where a lookup takes an instruction of BMI2.
    pub(super) fn has_pext(&self) -> bool {
        let is_it = |op| matches!(op, Op::Extract(..) | Op::Deposit(..));
        let mut pieces = self.module.pieces.iter();
        self.module.needs_programs() && pieces.any(|piece| piece.program.has(is_it))
    }

    /// Checks of types that the file chooses itself.
    pub(super) fn type_asserts(&self) -> Vec<String> {
        if !self.settings.is_c89() || !self.settings.asserts {
            return Vec::new();
        }
        let condition = format!("({})-1 == 0xffffffffUL", self.half);
        let Assert { text, .. } = self.assert(&["u32".to_owned()], &condition, "");
        vec![text]
    }
}

/// A call of a function of square and occupancy.
fn called(function: &str) -> Expr {
    Expr::call(function, vec!["square".into(), "occupied".into()])
}
