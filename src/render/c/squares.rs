//! The squares as enumerators, and the function of file and rank.

use std::fmt::Write as _;

use super::comment::{doc, parameters};
use super::file::File;
use super::fold::WIDTH;
use super::functions::function;
use super::syntax::OPERATORS;
use crate::model::{SquareFormula, Storage};
use crate::render::code::expr::Expr;
use crate::render::page::Linear;

impl File<'_> {
    /// Lines of enumerators, and the function from file and rank.
    pub(super) fn squares(&self) -> Option<(Vec<String>, String)> {
        let square = self.page.square.as_ref()?;
        let files = format!("0 to {}, 0 for the a file", square.width - 1);
        let ranks = format!("0 to {}, 0 for the first rank", square.height - 1);
        let parameters = parameters(&[("file", files), ("rank", ranks)]);
        let doc = doc(&["The square on a file and a rank.".to_owned()], parameters);
        let head =
            format!("{} unsigned {}(unsigned file, unsigned rank)", self.inline, square.name);
        let lines = square.sum.map_or_else(|| self.listed(), |sum| self.linear(sum));
        Some((self.enumerators(), function(&doc, &head, &lines)))
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
            let mut text = self.own_constant(name);
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

    /// An entry of a list, which is the function's own.
    fn listed(&self) -> Vec<String> {
        let SquareFormula::List(bits) = &self.module.board.formula else { return Vec::new() };
        let place = if self.settings.has_progmem() { " PROGMEM" } else { "" };
        let head = format!("static const {} squares[{}]{place} = {{", self.byte, bits.len());
        let width = self.module.board.width;
        let mut lines = vec![head];
        for rank in bits.chunks(usize::from(width)) {
            let rank: Vec<String> = rank.iter().map(|bit| format!("{bit:>2}")).collect();
            lines.push(format!("    {},", rank.join(", ")));
        }
        let rank = Expr::binary(OPERATORS.mul, "rank".into(), Expr::decimal(u64::from(width)));
        let at = Expr::binary(OPERATORS.add, rank, "file".into());
        let square = if self.settings.has_progmem() {
            self.read("squares", at, Storage::Byte)
        } else {
            Expr::index("squares", at)
        };
        lines.extend(["};".to_owned(), String::new(), self.returned(&square).text]);
        lines
    }

    /// The sum, what is added before what is taken away; it wraps nowhere else than in between.
    fn linear(&self, Linear { start, by_file, by_rank }: Linear) -> Vec<String> {
        let terms = [(by_rank, "rank"), (by_file, "file")];
        let unused = terms.iter().filter(|(factor, _)| *factor == 0);
        let mut lines: Vec<String> = unused.map(|(_, name)| format!("(void){name};")).collect();
        let mut sum = (start != 0).then(|| Expr::signed(i64::from(start)));
        for is_added in [true, false] {
            let sign = if is_added { OPERATORS.add.tight() } else { OPERATORS.sub.tight() };
            for (factor, name) in terms {
                if factor == 0 || (factor > 0) != is_added {
                    continue;
                }
                let times = Expr::decimal(u64::from(factor.unsigned_abs()));
                let term = match factor {
                    1 | -1 => Expr::name(name),
                    _ => Expr::binary(OPERATORS.mul.tight(), times, name.into()),
                };
                sum = Some(match sum {
                    Some(sum) => Expr::binary(sign, sum, term),
                    None => term,
                });
            }
        }
        lines.push(self.returned(&sum.unwrap_or_else(|| Expr::decimal(0))).text);
        lines
    }
}
