//! Arrays with a number, or a row of numbers, for each square of a board with more than 64 squares.

use super::layout::is_board;
use crate::group;
use crate::report::TextPlace;
use crate::table::label;
use crate::token::{SourceToken, TokenKind};

/// The most numbers in a row.
const MOST_COLUMNS: usize = 12;

/// The most rows that are read: the halves of 128-bit numbers, one after another.
const MOST_ROWS: usize = 256;

/// The most arrays that are kept.
const MOST_ARRAYS: usize = 1 << 12;

/// Numbers from here on may be factors or masks; shifts and offsets are smaller.
pub(super) const LARGE: u128 = 1 << 20;

/// A column of an array.
#[derive(Clone, Debug)]
pub(super) struct LargeColumn {
    /// The value of each row.
    pub(super) values: Vec<u128>,
    /// The line of each row's number.
    pub(super) lines: Vec<u32>,
    /// The name of the field.
    pub(super) label: Option<String>,
    /// The place of the number in its row, counted from 1; 0 for the halves of one number.
    place: usize,
}

/// An array with a row for each square of some board.
#[derive(Clone, Debug)]
pub(crate) struct LargeArray {
    pub(super) name: Option<String>,
    /// The numbers of each row as they stand in the text.
    pub(super) columns: Vec<LargeColumn>,
    /// The first and the last line.
    pub(super) lines: (usize, usize),
}

impl LargeArray {
    /// The number of rows.
    pub(super) fn rows(&self) -> usize {
        self.columns[0].values.len()
    }

    /// The place of a column, for the report.
    pub(super) fn place(&self, column: &LargeColumn) -> TextPlace {
        let several = self.columns.len() > 1 && column.place > 0;
        TextPlace {
            first_line: self.lines.0,
            last_line: self.lines.1,
            name: self.name.clone(),
            column: several.then_some(column.place),
            field: column.label.clone().filter(|_| several),
        }
    }

    /// The columns of words: those of the text with large numbers, and numbers of 128 bits joined from two columns of
    /// halves in either order.
    pub(super) fn words(&self) -> Vec<LargeColumn> {
        let is_half =
            |column: &LargeColumn| column.values.iter().all(|value| *value <= u128::from(u64::MAX));
        let mut words = Vec::new();
        for (at, first) in self.columns.iter().enumerate() {
            words.push(first.clone());
            // `(Bitboard(0x12) << 64) ^ Bitboard(0x34)` has the shift amount between the halves.
            let next = self.columns.get(at + 1..).unwrap_or_default();
            let is_shift = next.first().is_some_and(|one| one.values.iter().all(|v| *v == 64));
            let Some(second) = next.get(usize::from(is_shift)) else { continue };
            if is_half(first) && is_half(second) {
                words.push(joined(first, second));
                words.push(joined(second, first));
            }
        }
        words.retain(has_large_values);
        words
    }
}

/// True if three quarters of the numbers are large, and they aren't all alike.
fn has_large_values(column: &LargeColumn) -> bool {
    let large = column.values.iter().filter(|value| **value >= LARGE).count();
    let mut distinct = column.values.clone();
    distinct.sort_unstable();
    distinct.dedup();
    large * 4 >= column.values.len() * 3 && distinct.len() * 8 > column.values.len()
}

/// The numbers of 128 bits whose halves are in two columns.
fn joined(high: &LargeColumn, low: &LargeColumn) -> LargeColumn {
    let halves = high.values.iter().zip(&low.values);
    let lines = high.lines.iter().zip(&low.lines).map(|(one, other)| *one.min(other)).collect();
    let values = halves.map(|(high, low)| high << 64 | low).collect();
    LargeColumn { values, lines, label: None, place: 0 }
}

/// A pair of brackets that isn't closed yet.
struct Open {
    at: usize,
    /// The tokens behind which a comma stands, directly inside.
    ends: Vec<usize>,
}

/// Adds the arrays of a text to those of earlier ones, and returns how many were left out.
pub(crate) fn arrays(tokens: &[SourceToken], found: &mut Vec<LargeArray>) -> usize {
    let mut open: Vec<Open> = Vec::new();
    let mut left_out = 0;
    let mut add = |array| {
        if found.len() < MOST_ARRAYS {
            found.push(array);
        } else {
            left_out += 1;
        }
    };
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| !token.comment) {
        match token.kind {
            TokenKind::Open => open.push(Open { at, ends: Vec::new() }),
            TokenKind::Close => {
                let Some(inner) = open.pop() else { continue };
                let name = || group::name(tokens, inner.at).map(str::to_owned);
                for rows in alternatives(tokens, &rows(tokens, &inner, at), inner.at) {
                    if let Some(array) = array(tokens, &rows, name()) {
                        add(array);
                    }
                }
            }
            _ => {}
        }
        if token.comma
            && let Some(top) = open.last_mut()
            && top.ends.len() <= MOST_ROWS
        {
            top.ends.push(at);
        }
    }
    for rows in blocks(tokens) {
        if let Some(array) = array(tokens, &rows, None) {
            add(array);
        }
    }
    left_out
}

/// The rows of successive lines of numbers outside brackets: a row a line, or a row a number.
fn blocks(tokens: &[SourceToken]) -> Vec<Vec<Vec<usize>>> {
    let mut depth = 0_usize;
    let mut blocks: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
    let code = (0..tokens.len()).filter(|at| !tokens[*at].comment).collect::<Vec<_>>();
    for line in code.chunk_by(|one, other| tokens[*one].line == tokens[*other].line) {
        let is_outside = depth == 0;
        for at in line {
            match tokens[*at].kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        let is_number = |at: &usize| tokens[*at].long_value().is_some();
        let row: Vec<usize> = line.iter().copied().filter(is_number).take(MOST_ROWS).collect();
        match blocks.last_mut() {
            Some(block) if is_outside && depth == 0 && !row.is_empty() => block.push(row),
            Some(block) if !block.is_empty() => blocks.push(Vec::new()),
            _ => {}
        }
    }
    blocks
        .into_iter()
        .filter(|block| block.len() <= MOST_ROWS)
        .map(|block| if is_board(block.len()) { block } else { singles(&block) })
        .collect()
}

/// A row for each number.
fn singles(rows: &[Vec<usize>]) -> Vec<Vec<usize>> {
    rows.iter().flatten().take(MOST_ROWS + 1).map(|number| vec![*number]).collect()
}

/// The positions of the numbers of each row of a pair of brackets, if there may be a row for each square.
fn rows(tokens: &[SourceToken], inner: &Open, close: usize) -> Vec<Vec<usize>> {
    if inner.ends.len() < 64 || inner.ends.len() > MOST_ROWS {
        return Vec::new();
    }
    let mut first = inner.at + 1;
    let mut rows = Vec::new();
    for end in inner.ends.iter().map(|end| end + 1).chain([close]) {
        let numbers = (first..end).filter(|at| tokens[*at].long_value().is_some());
        rows.push(numbers.take(MOST_COLUMNS + 1).collect::<Vec<_>>());
        first = end;
    }
    rows.retain(|row| !row.is_empty());
    rows
}

/// The rows with either branch of the conditions inside the brackets: two lists if there are conditions.
fn alternatives(tokens: &[SourceToken], rows: &[Vec<usize>], open: usize) -> Vec<Vec<Vec<usize>>> {
    let depth = tokens[open].branch.depth;
    let is_conditional = |row: &&Vec<usize>| tokens[row[0]].branch.depth > depth;
    if !rows.iter().any(|row| is_conditional(&row)) {
        return vec![rows.to_vec()];
    }
    let branch = |is_later: bool| {
        let kept = rows
            .iter()
            .filter(|row| !is_conditional(row) || tokens[row[0]].branch.is_later == is_later);
        kept.cloned().collect()
    };
    vec![branch(false), branch(true)]
}

/// The array of some rows, if there is one for each square of a board.
fn array(tokens: &[SourceToken], rows: &[Vec<usize>], name: Option<String>) -> Option<LargeArray> {
    // The halves of 128-bit numbers may follow one another without brackets around them.
    let pairs = || rows.iter().all(|row| row.len() == 1) && rows.len().is_multiple_of(2);
    let cells: Vec<Vec<usize>> = if rows.len() > MOST_ROWS {
        return None;
    } else if is_board(rows.len()) {
        rows.to_vec()
    } else if is_board(rows.len() / 2) && pairs() {
        rows.chunks(2).map(<[Vec<usize>]>::concat).collect()
    } else {
        return None;
    };
    let width = cells[0].len();
    if width > MOST_COLUMNS || cells.iter().any(|row| row.len() != width) {
        return None;
    }
    let column = |at: usize| LargeColumn {
        values: cells.iter().filter_map(|row| tokens[row[at]].long_value()).collect(),
        lines: cells.iter().map(|row| tokens[row[at]].line).collect(),
        label: label(tokens, cells[0][at]),
        place: at + 1,
    };
    let lines = (tokens[cells[0][0]].line, tokens[cells[cells.len() - 1][width - 1]].line);
    let lines = (lines.0 as usize, lines.1 as usize);
    Some(LargeArray { name, columns: (0..width).map(column).collect(), lines })
}
