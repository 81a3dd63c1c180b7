//! Cuts the numbers of an array into rows: a number each, records, halves or bytes of words, and lists that run together.

use super::group::{BracketItem, Brackets};
use super::marks;
use super::padding;
use super::table::{MOST_COLUMNS, TokenRow};
use super::token::SourceToken;

/// Numbers from here on may be factors or masks; shifts and offsets are smaller.
const LARGE: i128 = 1 << 20;

/// The most lists of 64 numbers that run together.
const MOST_LISTS: usize = 8;

/// The cells of each row, as positions of tokens, and the rows.
pub(super) type Shape = (Vec<Vec<usize>>, Vec<TokenRow>);

pub(super) fn is_length(count: usize) -> bool {
    matches!(count, 64 | 128)
}

/// True for the lengths of lines of numbers that may be one array, or several that run together.
pub(super) fn is_whole(count: usize) -> bool {
    let is_together = count.is_multiple_of(64) && (1..=MOST_LISTS).contains(&(count / 64));
    is_together || count == 16 * 64 || padding::may_be_padded(count)
}

/// The tables that the numbers of a pair of brackets make.
pub(super) fn shapes(
    group: &Brackets,
    groups: &[Brackets],
    tokens: &[SourceToken],
    numbers: &[usize],
) -> Vec<Shape> {
    let scalars = group.items.len() == numbers.len();
    let cells = || {
        group.items.iter().map(|item| match item {
            BracketItem::Number(number) => vec![*number],
            BracketItem::Group(index) => groups[*index].numbers(tokens),
        })
    };
    let row_of = |item: &BracketItem| match item {
        BracketItem::Number(number) => TokenRow { first: *number, end: number + 1 },
        BracketItem::Group(index) => {
            TokenRow { first: groups[*index].open, end: groups[*index].close }
        }
    };
    let plain = || {
        let rows = group.items.iter().map(row_of).collect();
        let cells: Vec<Vec<usize>> = cells().collect();
        let width = cells.first()?.len();
        let even = width <= MOST_COLUMNS && cells.iter().all(|row| row.len() == width);
        let (cells, rows) = without_padding(tokens, (cells, rows));
        (even && is_length(cells.len())).then_some((cells, rows))
    };
    // Nested arrays, such as `[8][8]` and `[2][8][8]`.
    let nested = || {
        let groups_only = group.items.iter().map_while(|item| match item {
            BracketItem::Group(index) => Some(groups[*index].numbers(tokens).len()),
            BracketItem::Number(_) => None,
        });
        let lengths: Vec<usize> = groups_only.collect();
        let even = lengths.len() == group.items.len() && lengths.iter().all(|n| *n == lengths[0]);
        (is_length(numbers.len()) && even && lengths[0] > 1).then(|| singles(numbers))
    };
    let flat = || (scalars || group.items.len() < 64).then(|| together(tokens, numbers)).flatten();
    let found = if scalars {
        flat().or_else(|| Some(vec![records(tokens, numbers, true).or_else(plain)?]))
    } else {
        let one = plain().or_else(|| records(tokens, numbers, false)).or_else(nested);
        one.map(|one| vec![one]).or_else(flat)
    };
    found.unwrap_or_default()
}

/// The tables that numbers without brackets make.
pub(super) fn loose(tokens: &[SourceToken], numbers: &[usize]) -> Vec<Shape> {
    if let Some(found) = mixed(tokens, numbers) {
        return found;
    }
    let (cells, rows) = without_padding(tokens, singles(numbers));
    if is_length(cells.len()) { vec![(cells, rows)] } else { Vec::new() }
}

/// The tables of numbers without brackets that differ in kind: lists that run together, or rows of several numbers.
pub(super) fn mixed(tokens: &[SourceToken], numbers: &[usize]) -> Option<Vec<Shape>> {
    let alternating = || {
        [64, 128].into_iter().find_map(|rows| {
            let width = numbers.len() / rows;
            let fits = numbers.len().is_multiple_of(rows) && (2..=MOST_LISTS).contains(&width);
            (fits && do_alternate(tokens, numbers, width)).then(|| vec![chunks(numbers, width)])
        })
    };
    together(tokens, numbers).or_else(alternating)
}

/// A row for each number.
fn singles(numbers: &[usize]) -> Shape {
    numbers
        .iter()
        .map(|number| (vec![*number], TokenRow { first: *number, end: number + 1 }))
        .unzip()
}

/// Rows of equally many numbers.
fn chunks(numbers: &[usize], width: usize) -> Shape {
    let row = |row: &[usize]| (row.to_vec(), TokenRow { first: row[0], end: row[width - 1] + 1 });
    numbers.chunks_exact(width).map(row).unzip()
}

/// The rows of squares on the board, if the other rows are padding.
fn without_padding(tokens: &[SourceToken], (cells, rows): Shape) -> Shape {
    if !padding::may_be_padded(cells.len()) {
        return (cells, rows);
    }
    let value = |cell: &usize| tokens[*cell].value().unwrap_or(0);
    let values: Vec<Vec<i128>> = cells.iter().map(|row| row.iter().map(value).collect()).collect();
    match padding::on_board(&values) {
        Some(places) => places.into_iter().map(|at| (cells[at].clone(), rows[at])).unzip(),
        None => (cells, rows),
    }
}

/// Rows of three kinds: with the index first, as in `[0] = 0x12` or `0: {0x12, 52}`; with the two halves of a word; or
/// without brackets, with large and small numbers that alternate, for example factors and shifts.
fn records(tokens: &[SourceToken], numbers: &[usize], scalars: bool) -> Option<Shape> {
    [64, 128].into_iter().find_map(|rows| {
        let width = numbers.len() / rows;
        if !numbers.len().is_multiple_of(rows) || !(2..=MOST_COLUMNS).contains(&width) {
            return None;
        }
        let first: Vec<i128> =
            numbers.iter().step_by(width).filter_map(|cell| tokens[*cell].value()).collect();
        let halves = scalars && width == 2 && are_halves(tokens, numbers);
        let is_record = halves
            || marks::indices(&first).is_some()
            || scalars && do_alternate(tokens, numbers, width);
        is_record.then(|| chunks(numbers, width))
    })
}

/// True if large and small numbers alternate in the same way in all rows of `width` numbers, and not in shorter rows.
fn do_alternate(tokens: &[SourceToken], numbers: &[usize], width: usize) -> bool {
    let is_large =
        |at: usize| tokens[numbers[at]].value().is_some_and(|value| value.abs() >= LARGE);
    let repeats =
        |width: usize| (width..numbers.len()).all(|at| is_large(at) == is_large(at % width));
    (1..=width).find(|width| repeats(*width)) == Some(width)
}

/// True for numbers of 32 bits that are halves of words: 128 factors wouldn't all be so small, and offsets wouldn't be
/// so large. Halves may be signed.
fn are_halves(tokens: &[SourceToken], numbers: &[usize]) -> bool {
    let values = || numbers.iter().filter_map(|number| tokens[*number].value());
    let large = values().filter(|value| value.abs() >= 1 << 12).count();
    values().all(|value| (-(1 << 31)..1 << 32).contains(&value))
        && values().any(|value| value.abs() >= 1 << 24)
        && large * 8 > numbers.len()
}

/// The tables of numbers that stand together without brackets between them: words in bytes or in parts of 16 bits, or
/// several lists of 64, such as factors and then shifts.
fn together(tokens: &[SourceToken], numbers: &[usize]) -> Option<Vec<Shape>> {
    let lists = numbers.len() / 64;
    if !numbers.len().is_multiple_of(64) || lists < 2 {
        return None;
    }
    let all = |least: i128, most: i128| {
        let mut values = numbers.iter().filter_map(|number| tokens[*number].value());
        values.all(|value| (least..most).contains(&value))
    };
    if matches!(lists, 8 | 16) && all(-(1 << 7), 1 << 8) {
        return Some(vec![chunks(numbers, 8)]);
    }
    let is_part = || numbers.iter().any(|number| tokens[*number].value() >= Some(1 << 12));
    if matches!(lists, 4 | 8) && all(-(1 << 15), 1 << 16) && is_part() {
        return Some(vec![chunks(numbers, 4)]);
    }
    if lists > MOST_LISTS || lists == 4 && are_halves(tokens, numbers) {
        return None;
    }
    let are_large: Vec<bool> = numbers
        .chunks(64)
        .map(|list| {
            let is_large =
                |cell: &&usize| tokens[**cell].value().is_some_and(|value| value.abs() >= LARGE);
            list.iter().filter(is_large).count()
        })
        .map_while(|large| matches!(large, 0..=8 | 56..=64).then_some(large > 32))
        .collect();
    let are_lists = are_large.len() == lists && are_large.contains(&true);
    let is_pair = lists == 2 && are_large[..] == [true, true];
    let shapes = || numbers.chunks(64).map(singles).collect();
    (are_lists && !is_pair).then(shapes)
}
