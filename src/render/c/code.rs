//! Lookup programs, unions and the board's formula in; functions out.

use super::syntax::{WIDTH, Writer, fold};
use super::tables::Assert;
use std::fmt::Write as _;

use super::{File, parameters};
use crate::model::{Op, Part, PieceModule, Rows, SquareFormula, UnionModule};

/// A function, declared nowhere else.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) doc: String,
    /// Everything before the body.
    pub(super) head: String,
    /// The body.
    pub(super) lines: Vec<String>,
}

/// Names of squares.
#[derive(Debug)]
pub(super) struct Squares {
    pub(super) doc: String,
    /// Lines of enumerators.
    pub(super) rows: Vec<String>,
    pub(super) function: Function,
}

impl File<'_> {
    /// All lookups, those of searched pieces first.
    pub(super) fn lookups(&self) -> Vec<Function> {
        if !self.module.emits(Part::Lookup) {
            return Vec::new();
        }
        let mut functions = self.indices(&self.inline);
        functions.extend(self.module.pieces.iter().map(|piece| self.lookup(piece)));
        functions.extend(self.module.unions.iter().map(|union| self.union(union)));
        functions
    }

    /// Functions that lookups and start-up code share; none where tables are literals.
    pub(super) fn indices(&self, storage: &str) -> Vec<Function> {
        if !self.module.fills() {
            return Vec::new();
        }
        let index = |piece: &PieceModule| {
            let program = self.program(piece);
            let (_, index) = program.load()?;
            let of_row = self.module.table(piece).rows != Rows::No
                || program.values().any(|value| matches!(program.op(value), Op::LoadRow(_)));
            let table = self.attacks_name(self.module.table(piece));
            let name = piece.name.replace(['-', '_'], " ");
            let place = if of_row { "the square's row of " } else { "" };
            Some(Function {
                doc: Self::note(&[format!(
                    "Where in {place}{table} the {name}'s attack set stands."
                )]),
                head: self.head_of(storage, &self.half, &self.index_name(piece)),
                lines: self.with_writer(piece, |writer| writer.lines(&program, index)),
            })
        };
        self.module.pieces.iter().filter_map(index).collect()
    }

    /// The name of a piece's index function.
    pub(super) fn index_name(&self, piece: &PieceModule) -> String {
        self.names.function(&[&piece.name, "index"])
    }

    fn lookup(&self, piece: &PieceModule) -> Function {
        let program = self.program(piece);
        let is_load = program.load().is_some_and(|(load, _)| load == program.result);
        let lines = if self.module.fills() && is_load {
            let index = format!("{}(square, occupied)", self.index_name(piece));
            let slot = self.with_writer(piece, |writer| writer.slot(&program, &index));
            fold(&format!("return {slot};"), WIDTH - 4)
        } else {
            self.with_writer(piece, |writer| writer.lines(&program, program.result))
        };
        Function {
            doc: self.lookup_doc(&piece.name, piece.is_public),
            head: self.head_of(&self.inline, &self.word, &self.names.lookup(&piece.name)),
            lines,
        }
    }

    fn union(&self, union: &UnionModule) -> Function {
        let calls = union.of.iter().map(|piece| {
            format!("{}(square, occupied)", self.names.lookup(&self.module.pieces[*piece].name))
        });
        let calls: Vec<String> = calls.collect();
        let lines = if self.settings.is_c89() {
            let mut lines = Vec::new();
            for (at, call) in calls.iter().enumerate() {
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
            fold(&format!("return {};", calls.join(" | ")), WIDTH - 4)
        };
        Function {
            doc: self.lookup_doc(&union.name, true),
            head: self.head_of(&self.inline, &self.word, &self.names.lookup(&union.name)),
            lines,
        }
    }

    fn head_of(&self, storage: &str, kind: &str, name: &str) -> String {
        format!("{storage} {kind} {name}(unsigned square, {} occupied)", self.word)
    }

    fn lookup_doc(&self, piece: &str, is_public: bool) -> String {
        let piece = piece.replace(['-', '_'], " ");
        if !is_public {
            let purpose = format!("The squares that the {piece} attacks, for the lookups below.");
            return Self::note(&[purpose]);
        }
        let mut doc = vec![format!(
            "The squares that the {piece} attacks, the first blocker of each ray included."
        )];
        if self.module.fills() {
            let init = self.names.function(&["init"]);
            doc.push(format!("{init}() has to be called before."));
        }
        let occupied = "the occupied squares; other bits than relevant ones don't matter";
        let square = self.square_range(&format!("the {piece}'s square"));
        Self::doc(&doc, parameters(&[("square", square), ("occupied", occupied.to_owned())]))
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

    pub(super) fn with_writer<T>(
        &self,
        piece: &PieceModule,
        f: impl FnOnce(&Writer<'_>) -> T,
    ) -> T {
        f(&Writer {
            names: self.names,
            piece,
            fields: self.module.fields,
            attacks: &self.attacks_name(self.module.table(piece)),
            word: &self.word,
            half: &self.half,
            record: &self.record,
            pairs: self.settings.is_c89(),
        })
    }

    /// True where a pair is made of two halves.
    pub(super) fn joins(&self) -> bool {
        let joins = |piece: &PieceModule| {
            let needed = piece.program.needed(piece.program.result);
            needed.into_iter().any(|value| matches!(piece.program.op(value), Op::Join(..)))
        };
        self.settings.is_c89()
            && self.module.needs_programs()
            && self.module.pieces.iter().any(joins)
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

    /// Constants for squares, and the function from file and rank.
    pub(super) fn squares(&self) -> Option<Squares> {
        if !self.module.emits(Part::Squares) {
            return None;
        }
        let board = &self.module.board;
        let rows = self.enumerators();
        let files = format!("0 to {}, 0 for the a file", board.width - 1);
        let ranks = format!("0 to {}, 0 for the first rank", board.height - 1);
        let doc = ["The square on a file and a rank.".to_owned()];
        let name = self.names.function(&["square"]);
        Some(Squares {
            doc: Self::doc(&["The squares by name.".to_owned()], Vec::new()),
            rows,
            function: Function {
                doc: Self::doc(&doc, parameters(&[("file", files), ("rank", ranks)])),
                head: format!("{} unsigned {name}(unsigned file, unsigned rank)", self.inline),
                lines: self.formula(),
            },
        })
    }

    /// Lines of enumerators: a line begins where squares aren't consecutive, and gives its first value.
    fn enumerators(&self) -> Vec<String> {
        let board = &self.module.board;
        let most = if (4..8).contains(&board.width) { usize::from(board.width) } else { 8 };
        let mut rows = Vec::new();
        let mut row = String::new();
        let mut count = 0;
        let mut next = 0;
        for (at, (name, bit)) in board.squares.iter().enumerate() {
            let mut text = self.names.constant(&[name]);
            if count == most || *bit != next || row.len() + text.len() + 6 > WIDTH {
                rows.extend((count > 0).then(|| std::mem::take(&mut row)));
                count = 0;
            }
            if count == 0 {
                let _ = write!(text, " = {bit}");
            }
            if at + 1 < board.squares.len() {
                text.push(',');
            }
            row.push_str(if count == 0 { "" } else { " " });
            row.push_str(&text);
            count += 1;
            next = bit + 1;
        }
        rows.push(row);
        rows
    }

    fn formula(&self) -> Vec<String> {
        match &self.module.board.formula {
            SquareFormula::Linear { start, by_file, by_rank } => linear(*start, *by_file, *by_rank),
            SquareFormula::List(bits) => {
                let bits: Vec<u64> = bits.iter().map(|bit| u64::from(*bit)).collect();
                let mut lines =
                    vec![format!("static const {} squares[{}] = {{", self.byte, bits.len())];
                let width = usize::from(self.module.board.width);
                for rank in bits.chunks(width) {
                    let rank: Vec<String> = rank.iter().map(|bit| format!("{bit:>2}")).collect();
                    lines.push(format!("    {},", rank.join(", ")));
                }
                lines.extend([
                    "};".to_owned(),
                    String::new(),
                    format!("return squares[rank * {width} + file];"),
                ]);
                lines
            }
        }
    }
}

/// The sum, what is added before what is taken away; it wraps nowhere else than in between.
fn linear(start: i8, by_file: i8, by_rank: i8) -> Vec<String> {
    let mut text = String::new();
    let mut lines = Vec::new();
    let terms = [(by_rank, "rank"), (by_file, "file")];
    for (factor, name) in terms {
        if factor == 0 {
            lines.push(format!("(void){name};"));
        }
    }
    let mut add = |sign: &str, term: String| match (text.is_empty(), sign) {
        (true, _) => text = term,
        (false, sign) => {
            let _ = write!(text, " {sign} {term}");
        }
    };
    let times = |factor: u8, name: &str| {
        if factor == 1 { name.to_owned() } else { format!("{factor} * {name}") }
    };
    if start != 0 {
        add("+", start.to_string());
    }
    for (factor, name) in terms.into_iter().filter(|(factor, _)| *factor > 0) {
        add("+", times(factor.unsigned_abs(), name));
    }
    for (factor, name) in terms.into_iter().filter(|(factor, _)| *factor < 0) {
        add("-", times(factor.unsigned_abs(), name));
    }
    if text.is_empty() {
        text.push('0');
    }
    lines.push(format!("return {text};"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_reads_as_one_would_write_it() {
        assert_eq!(linear(0, 1, 8), ["return 8 * rank + file;"]);
        assert_eq!(linear(7, -1, 8), ["return 7 + 8 * rank - file;"]);
        assert_eq!(linear(63, -1, -8), ["return 63 - 8 * rank - file;"]);
        assert_eq!(linear(0, 1, 0), ["(void)rank;", "return file;"]);
        assert_eq!(linear(0, 0, 0), ["(void)rank;", "(void)file;", "return 0;"]);
    }
}
