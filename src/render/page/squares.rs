//! The function of file and rank as an expression: `8 * rank + file`, or an entry of a list where squares stand in no order.

use super::{SquareFunction, joined};
use crate::render::code::expr::Expr;
use crate::render::code::node::Operators;

/// A square's bit as a sum: a start, and what each file and each rank add to it.
#[derive(Clone, Copy, Debug)]
pub struct Linear {
    /// The bit of a1.
    pub start: i8,
    /// What a file adds.
    pub by_file: i8,
    /// What a rank adds.
    pub by_rank: i8,
}

impl SquareFunction {
    /// What the function returns, from these parameters; `entry` reads a list at a place.
    pub fn value(
        &self,
        operators: &Operators,
        [file, rank]: [impl Into<Expr>; 2],
        entry: impl FnOnce(&str, Expr) -> Expr,
    ) -> Expr {
        let (file, rank) = (file.into(), rank.into());
        let Some(Linear { start, by_file, by_rank }) = self.sum else {
            let width = i16::from(self.width);
            let place = sum(operators, 0, [(width, self.height, rank), (1, self.width, file)]);
            return entry(self.list.as_deref().unwrap_or(""), place);
        };
        let terms =
            [(i16::from(by_rank), self.height, rank), (i16::from(by_file), self.width, file)];
        sum(operators, start, terms)
    }
}

/// A start and terms of (factor, length, place), the greatest factor first. A term that counts down is written as counting
/// from the other end.
fn sum(operators: &Operators, start: i8, mut terms: [(i16, u8, Expr); 2]) -> Expr {
    terms.sort_by_key(|(by, ..)| std::cmp::Reverse(by.unsigned_abs()));
    let mut base = i16::from(start);
    let mut summands = Vec::new();
    for (by, length, place) in terms {
        let last = length.saturating_sub(1);
        let place = if by < 0 {
            base += by * i16::from(last);
            Expr::binary(operators.sub, Expr::decimal(u64::from(last)), place)
        } else {
            place
        };
        match by.unsigned_abs() {
            0 => {}
            1 => summands.push(place),
            factor => {
                let factor = Expr::decimal(u64::from(factor));
                summands.push(Expr::binary(operators.mul.tight(), factor, place));
            }
        }
    }
    if base != 0 || summands.is_empty() {
        summands.insert(0, Expr::signed(i64::from(base)));
    }
    joined(operators.add, summands)
}
