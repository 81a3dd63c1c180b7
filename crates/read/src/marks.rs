//! Reads the words beside numbers, by which rows name their square and their piece.

use super::slider::Slider;

use super::table::TokenRow;
use super::token::{SourceToken, TokenKind};

/// The squares and pieces that the rows of a table name. A list is `None` unless every row names its entry.
#[derive(Clone, Debug, Default)]
pub(super) struct RowMarks {
    /// The square of each row, as rank x 8 + file.
    pub(super) squares: Option<Vec<u8>>,
    /// The piece of each row.
    pub(super) pieces: Option<Vec<Slider>>,
}

/// The square that a word names, as rank x 8 + file: `a1`, `SQ_A1`, `Square.A1`.
pub(super) fn square(word: &str) -> Option<u8> {
    let last = word.rsplit('_').next()?;
    let [file, rank @ b'1'..=b'8'] = last.as_bytes() else { return None };
    let file = file.to_ascii_lowercase();
    (b'a'..=b'h').contains(&file).then(|| (rank - b'1') * 8 + (file - b'a'))
}

/// The piece that a word names.
pub(super) fn piece(word: &str) -> Option<Slider> {
    let word = word.to_ascii_lowercase();
    let is = |letter: &str, name: &str| word == letter || word.contains(name);
    match (is("r", "rook"), is("b", "bishop")) {
        (true, false) => Some(Slider::Rook),
        (false, true) => Some(Slider::Bishop),
        _ => None,
    }
}

/// Reads the marks of rows. Words in a row or after it are preferred to words before it.
pub(super) fn read(tokens: &[SourceToken], rows: &[TokenRow]) -> RowMarks {
    let behind: Vec<TokenRow> =
        rows.iter().map(|row| TokenRow { end: line_end(tokens, *row), ..*row }).collect();
    let before: Vec<TokenRow> =
        rows.iter().map(|row| TokenRow { first: line_start(tokens, *row), end: row.end }).collect();
    let squares = |rows: &[TokenRow]| {
        let named: Vec<u8> = rows.iter().map_while(|row| only(tokens, *row, square)).collect();
        (named.len() == rows.len() && is_even(&named)).then_some(named)
    };
    let pieces = |rows: &[TokenRow]| {
        let named: Vec<Slider> = rows.iter().map_while(|row| only(tokens, *row, piece)).collect();
        let rooks = named.iter().filter(|piece| **piece == Slider::Rook).count();
        (named.len() == rows.len() && matches!(rooks, 0 | 64 | 128)).then_some(named)
    };
    RowMarks {
        squares: squares(&behind).or_else(|| squares(&before)),
        pieces: pieces(&behind).or_else(|| pieces(&before)),
    }
}

/// The indices of squares, from 0, if a column holds such indices: 0 to 63 or 1 to 64 (each twice in 128 rows), or 0 to
/// 127 or 1 to 128.
pub(super) fn indices(values: &[i128]) -> Option<Vec<u8>> {
    [0, 1].into_iter().find_map(|base| {
        let small = |value: &i128| u8::try_from(value - base).ok().filter(|index| *index < 128);
        let indices: Vec<u8> = values.iter().map_while(small).collect();
        if indices.len() != values.len() {
            return None;
        }
        let wrapped: Vec<u8> = indices.iter().map(|index| index % 64).collect();
        // Indices from 1 have a 64 where those from 0 have a 0.
        let is_base = values.contains(&base) && (base == 0 || !values.contains(&0));
        let fits = indices.len() == 128 || indices.iter().all(|index| *index < 64);
        (is_base && fits && is_even(&wrapped)).then_some(wrapped)
    })
}

/// True if all 64 squares occur equally often.
pub(super) fn is_even(squares: &[u8]) -> bool {
    let mut counts = [0; 64];
    for square in squares {
        if let Some(count) = counts.get_mut(usize::from(*square)) {
            *count += 1;
        }
    }
    counts.iter().all(|count| *count * 64 == squares.len())
}

/// The only square or piece that a row's words name; `None` if they name none or several.
fn only<T: PartialEq>(
    tokens: &[SourceToken],
    row: TokenRow,
    read: impl Fn(&str) -> Option<T>,
) -> Option<T> {
    let mut named = tokens[row.first..row.end]
        .iter()
        .filter(|token| token.kind == TokenKind::Word)
        .filter_map(|token| read(token.text));
    let first = named.next()?;
    named.all(|other| other == first).then_some(first)
}

/// The end of the tokens after a row, up to the next number or bracket on the line on which the row ends.
fn line_end(tokens: &[SourceToken], row: TokenRow) -> usize {
    let Some(line) = tokens.get(row.end.max(1) - 1).map(|token| token.line) else { return row.end };
    let rest = tokens[row.end..].iter().take_while(|token| {
        token.line == line
            && token.value().is_none()
            && (token.comment || token.kind != TokenKind::Open)
    });
    row.end + rest.count()
}

/// The start of the tokens before a row, back to the last number or bracket on the line on which the row begins.
fn line_start(tokens: &[SourceToken], row: TokenRow) -> usize {
    let Some(line) = tokens.get(row.first).map(|token| token.line) else { return row.first };
    let rest = tokens[..row.first].iter().rev().take_while(|token| {
        let ends =
            token.value().is_some() || matches!(token.kind, TokenKind::Open | TokenKind::Close);
        token.line == line && (token.comment || !ends || token.text == "[" || token.text == "]")
    });
    row.first - rest.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_squares_and_pieces() {
        assert_eq!([square("a1"), square("SQ_H8"), square("C3")], [Some(0), Some(63), Some(18)]);
        assert_eq!([square("a9"), square("i1"), square("aa1"), square("é1")], [None; 4]);
        assert_eq!(piece("R"), Some(Slider::Rook));
        assert_eq!(piece("BISHOP_MAGICS"), Some(Slider::Bishop));
        assert_eq!([piece("rook_or_bishop"), piece("knight")], [None; 2]);
    }
}
