//! The squares as enumerators, and the body of the function from file and rank.

use super::file::File;
use super::fold::WIDTH;
use super::syntax::OPERATORS;
use crate::render::prelude::*;

impl File<'_> {
    /// Lines of enumerators. Every line begins with an explicit value, and so differs from a document's lines.
    pub(super) fn enumerators(&self) -> Vec<String> {
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
            next = bit.wrapping_add(1);
        }
        rows.push(row);
        rows
    }

    /// The statements before the result of the function from file and rank: its list of squares, or `(void)` for unused
    /// parameters.
    pub(super) fn before_square(&self, square: &SquareFunction) -> Vec<String> {
        if let Some(Linear { by_file, by_rank, .. }) = square.sum {
            let unused =
                [(by_rank, "rank"), (by_file, "file")].into_iter().filter(|(by, _)| *by == 0);
            return unused.map(|(_, name)| format!("(void){name};")).collect();
        }
        let SquareFormula::List(bits) = &self.module.board.formula else { return Vec::new() };
        let place = if self.settings.has_progmem() { " PROGMEM" } else { "" };
        let kind = self.storage_type(Storage::Byte);
        let mut lines = vec![format!("static const {kind} squares[{}]{place} = {{", bits.len())];
        for rank in bits.chunks(usize::from(square.width)) {
            let rank: Vec<String> = rank.iter().map(|bit| format!("{bit:>2}")).collect();
            lines.push(format!("    {},", rank.join(", ")));
        }
        lines.extend(["};".to_owned(), String::new()]);
        lines
    }

    /// The read of the function's local list of squares.
    pub(super) fn listed_square(&self, square: &SquareFunction) -> Expr {
        let width = Expr::decimal(u64::from(square.width));
        let rank = Expr::binary(OPERATORS.mul, "rank".into(), width);
        self.read("squares", Expr::binary(OPERATORS.add, rank, "file".into()), Storage::Byte)
    }
}

/// A linear sum, positive terms first: only intermediate results wrap.
pub(super) fn linear_square(Linear { start, by_file, by_rank }: Linear) -> Expr {
    let term = |(factor, name): (i8, &str)| {
        let times = Expr::decimal(u64::from(factor.unsigned_abs()));
        match factor {
            1 | -1 => Expr::name(name),
            _ => Expr::binary(OPERATORS.mul.tight(), times, name.into()),
        }
    };
    let terms = [(by_rank, "rank"), (by_file, "file")];
    let added = terms.into_iter().filter(|(factor, _)| *factor > 0).map(term);
    let start = (start != 0).then(|| Expr::signed(i64::from(start)));
    let sum = joined(OPERATORS.add.tight(), start.into_iter().chain(added).collect());
    let taken = terms.into_iter().filter(|(factor, _)| *factor < 0).map(term);
    taken.fold(sum, |sum, term| Expr::binary(OPERATORS.sub.tight(), sum, term))
}
