//! Names of squares in; enumerators and the function from file and rank out.

use std::fmt::Write as _;

use super::code::Function;
use super::fold::WIDTH;
use super::syntax::OPERATORS;
use super::{File, parameters};
use crate::model::{Part, SquareFormula, Storage};
use crate::render::code::expr::Expr;

/// Names of squares.
#[derive(Debug)]
pub(super) struct Squares {
    pub(super) doc: String,
    /// Lines of enumerators.
    pub(super) rows: Vec<String>,
    pub(super) function: Function,
}

impl File<'_> {
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
                let place = if self.settings.has_progmem() { " PROGMEM" } else { "" };
                let length = bits.len();
                let mut lines =
                    vec![format!("static const {} squares[{length}]{place} = {{", self.byte)];
                let width = usize::from(self.module.board.width);
                for rank in bits.chunks(width) {
                    let rank: Vec<String> = rank.iter().map(|bit| format!("{bit:>2}")).collect();
                    lines.push(format!("    {},", rank.join(", ")));
                }
                let rank = Expr::binary(OPERATORS.mul, "rank".into(), Expr::decimal(width as u64));
                let at = Expr::binary(OPERATORS.add, rank, "file".into());
                let square = if self.settings.has_progmem() {
                    self.read("squares", at, Storage::Byte)
                } else {
                    Expr::index("squares", at)
                };
                let last = self.returned(&square).text;
                lines.extend(["};".to_owned(), String::new(), last]);
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
