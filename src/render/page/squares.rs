//! The expression for the square on a file and a rank: `8 * rank + file`, or an entry of a list if bit indices don't
//! depend linearly on file and rank.

use crate::render::prelude::*;

/// A square's bit index as a linear function of file and rank.
#[derive(Clone, Copy, Debug)]
pub struct Linear {
    /// The bit index of a1.
    pub start: i8,
    /// The difference between neighbouring files.
    pub by_file: i8,
    /// The difference between neighbouring ranks.
    pub by_rank: i8,
}

impl SquareFunction {
    /// The returned expression, with these parameters. `entry` writes a list's entry at a place.
    pub fn value(
        &self,
        operators: &Operators,
        [file, rank]: [impl Into<Expr>; 2],
        entry: impl FnOnce(&str, Expr) -> Expr,
    ) -> Expr {
        let (file, rank) = (file.into(), rank.into());
        let Some(Linear { start, by_file, by_rank }) = self.sum else {
            let ranks = Term { factor: i16::from(self.width), length: self.height, place: rank };
            let files = Term { factor: 1, length: self.width, place: file };
            let place = sum(operators, 0, [ranks, files]);
            return entry(self.list.as_deref().unwrap_or(""), place);
        };
        let ranks = Term { factor: i16::from(by_rank), length: self.height, place: rank };
        let files = Term { factor: i16::from(by_file), length: self.width, place: file };
        sum(operators, start, [ranks, files])
    }
}

/// A file or a rank, multiplied by a factor.
struct Term {
    factor: i16,
    /// The number of files or ranks.
    length: u8,
    place: Expr,
}

/// The sum of a start and terms, with the greatest factor first. A term with a negative factor is written with a
/// positive one, and counts places from the other end.
fn sum(operators: &Operators, start: i8, mut terms: [Term; 2]) -> Expr {
    terms.sort_by_key(|term| std::cmp::Reverse(term.factor.unsigned_abs()));
    let mut base = i16::from(start);
    let mut summands = Vec::new();
    for Term { factor, length, place } in terms {
        let last = length.saturating_sub(1);
        let place = if factor < 0 {
            base += factor * i16::from(last);
            Expr::binary(operators.sub, Expr::decimal(u64::from(last)), place)
        } else {
            place
        };
        match factor.unsigned_abs() {
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
