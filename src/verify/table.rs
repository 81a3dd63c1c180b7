//! Tokens and brackets in; out come tables of 64 or 128 rows, as arrays, rows of records or lines of text have
//! them, with what their rows say about themselves.

use std::collections::BTreeSet;

use super::group::{self, Group, Item};
use super::marks::{self, Marks};
use super::scan::{Kind, Token};

/// Records with more numbers than this are not looked at.
const MOST_COLUMNS: usize = 12;

/// Numbers that stand one below the other.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// By row.
    pub(super) values: Vec<i128>,
    /// By row; of a pair the first.
    pub(super) lines: Vec<usize>,
    /// A field's name.
    pub(super) label: Option<String>,
    /// Counted from 1 in the row; of a pair the first.
    pub(super) place: usize,
}

/// 64 or 128 rows.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// At least one.
    pub(super) columns: Vec<Column>,
    /// The array's name.
    pub(super) name: Option<String>,
    /// What rows say about themselves.
    pub(super) marks: Marks,
    /// The first and the last line.
    pub(super) lines: (usize, usize),
}

impl Table {
    /// 64 or 128.
    pub(super) fn rows(&self) -> usize {
        self.columns[0].values.len()
    }
}

/// What a text holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    /// In the order of the text.
    pub(super) tables: Vec<Table>,
    /// The most numbers in one array or block of lines, and its lines.
    pub(super) longest: Option<(usize, usize, usize)>,
}

/// A row as a range of tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Its first token.
    pub(super) first: usize,
    /// One past its last token.
    pub(super) end: usize,
}

/// Finds everything that could hold factors, shifts or offsets.
pub(super) fn tables(tokens: &[Token]) -> Tables {
    let mut found = Tables::default();
    let mut used = vec![false; tokens.len()];
    let groups = group::groups(tokens);
    for group in &groups {
        let numbers = group.numbers(tokens);
        found.saw(tokens, &numbers);
        let Some((cells, rows)) = shape(group, &groups, tokens, &numbers) else { continue };
        if numbers.iter().all(|number| used[*number]) {
            continue;
        }
        for number in &numbers {
            used[*number] = true;
        }
        let name = group::name(tokens, group.open).map(str::to_owned);
        found.tables.push(build(tokens, &cells, &rows, name));
    }
    for block in blocks(tokens) {
        let numbers: Vec<usize> = block.concat();
        found.saw(tokens, &numbers);
        if numbers.iter().any(|number| used[*number]) {
            continue;
        }
        let even = block.iter().all(|line| line.len() == block[0].len());
        if even && is_length(block.len()) && block[0].len() <= MOST_COLUMNS {
            let rows: Vec<Row> = block.iter().map(|line| whole_line(tokens, line[0])).collect();
            found.tables.push(build(tokens, &block, &rows, None));
        } else if is_length(numbers.len()) {
            let cells: Vec<Vec<usize>> = numbers.iter().map(|number| vec![*number]).collect();
            let rows: Vec<Row> =
                numbers.iter().map(|number| Row { first: *number, end: *number + 1 }).collect();
            found.tables.push(build(tokens, &cells, &rows, None));
        }
    }
    found.tables.sort_by_key(|table| table.lines);
    found
}

impl Tables {
    fn saw(&mut self, tokens: &[Token], numbers: &[usize]) {
        let [first, .., last] = numbers else { return };
        if self.longest.is_none_or(|(count, ..)| count < numbers.len()) {
            self.longest = Some((numbers.len(), tokens[*first].line, tokens[*last].line));
        }
    }
}

fn is_length(count: usize) -> bool {
    matches!(count, 64 | 128)
}

/// The cells of a bracket's rows, and the rows.
type Shape = (Vec<Vec<usize>>, Vec<Row>);

fn shape(group: &Group, groups: &[Group], tokens: &[Token], numbers: &[usize]) -> Option<Shape> {
    let row_of = |item: &Item| match item {
        Item::Number(number) => Row { first: *number, end: number + 1 },
        Item::Group(index) => Row { first: groups[*index].open, end: groups[*index].close },
    };
    let scalars = group.items.len() == numbers.len();
    let records = || {
        // `[0] = 0x12`, `0: {0x12, 52}`: each row begins with its index. Or halves of words follow each other.
        [64, 128].into_iter().find_map(|rows| {
            let width = numbers.len() / rows;
            if !numbers.len().is_multiple_of(rows) || !(2..=MOST_COLUMNS).contains(&width) {
                return None;
            }
            let cells: Vec<Vec<usize>> = numbers.chunks(width).map(<[usize]>::to_vec).collect();
            let first: Vec<i128> = cells.iter().filter_map(|row| tokens[row[0]].value()).collect();
            let halves = scalars && width == 2 && are_halves(tokens, numbers);
            (halves || marks::indices(&first).is_some()).then(|| {
                let row = |cells: &Vec<usize>| Row { first: cells[0], end: cells[width - 1] + 1 };
                let rows = cells.iter().map(row).collect();
                (cells, rows)
            })
        })
    };
    let plain = || {
        let cells: Vec<Vec<usize>> = group
            .items
            .iter()
            .map(|item| match item {
                Item::Number(number) => vec![*number],
                Item::Group(index) => groups[*index].numbers(tokens),
            })
            .collect();
        let width = cells.first().filter(|_| is_length(cells.len()))?.len();
        let even = width <= MOST_COLUMNS && cells.iter().all(|row| row.len() == width);
        even.then(|| (cells, group.items.iter().map(row_of).collect()))
    };
    if scalars { records().or_else(plain) } else { plain().or_else(records) }
}

/// Numbers of 32 bits, most of which need many of them.
fn are_halves(tokens: &[Token], numbers: &[usize]) -> bool {
    let values = || numbers.iter().filter_map(|number| tokens[*number].value());
    let large = values().filter(|value| *value >= 1 << 20).count();
    values().all(|value| (0..1 << 32).contains(&value)) && large * 2 > numbers.len()
}

/// Lines with numbers, as blocks that blank lines and comments don't end, but other words do, and so does
/// another count of numbers where it makes rows uneven for good.
fn blocks(tokens: &[Token]) -> Vec<Vec<Vec<usize>>> {
    let mut lines: Vec<Vec<usize>> = Vec::new();
    let mut line = 0;
    for (index, token) in tokens.iter().enumerate().filter(|(_, token)| !token.comment) {
        if token.line != line {
            line = token.line;
            lines.push(Vec::new());
        }
        if token.value().is_some()
            && let Some(last) = lines.last_mut()
        {
            last.push(index);
        }
    }
    let mut found = Vec::new();
    for block in lines.split(Vec::is_empty).filter(|block| !block.is_empty()) {
        let runs: Vec<&[Vec<usize>]> = block.chunk_by(|a, b| a.len() == b.len()).collect();
        if is_length(block.iter().map(Vec::len).sum()) {
            found.push(block.to_vec());
        } else {
            found.extend(runs.into_iter().map(<[Vec<usize>]>::to_vec));
        }
    }
    found
}

fn whole_line(tokens: &[Token], number: usize) -> Row {
    let line = tokens[number].line;
    let first =
        tokens[..number].iter().rposition(|token| token.line != line).map_or(0, |at| at + 1);
    let end = tokens[number..].iter().position(|token| token.line != line);
    Row { first, end: end.map_or(tokens.len(), |at| number + at) }
}

fn build(tokens: &[Token], cells: &[Vec<usize>], rows: &[Row], name: Option<String>) -> Table {
    let width = cells[0].len();
    let value = |cell: usize| tokens[cell].value().unwrap_or(0);
    let mut columns: Vec<Column> = (0..width)
        .map(|column| Column {
            values: cells.iter().map(|row| value(row[column])).collect(),
            lines: cells.iter().map(|row| tokens[row[column]].line).collect(),
            label: label(tokens, cells[0][column]),
            place: column + 1,
        })
        .collect();
    for first in 0..width.saturating_sub(1) {
        columns.extend(halves(&columns[first], &columns[first + 1]));
    }
    let first_line = tokens[rows[0].first].line;
    let last_line =
        cells.last().and_then(|row| row.last()).map_or(first_line, |cell| tokens[*cell].line);
    Table { columns, name, marks: marks::read(tokens, rows), lines: (first_line, last_line) }
}

/// Two columns of 32-bit numbers as one of 64 bits, in both orders.
fn halves(first: &Column, second: &Column) -> Vec<Column> {
    let is_half = |column: &Column| {
        let distinct: BTreeSet<i128> = column.values.iter().copied().collect();
        let in_range = column.values.iter().all(|value| (0..1 << 32).contains(value));
        in_range && distinct.iter().any(|value| *value >= 1 << 12) && distinct.len() >= 8
    };
    if !is_half(first) || !is_half(second) {
        return Vec::new();
    }
    let join = |low: &Column, high: &Column| Column {
        values: low.values.iter().zip(&high.values).map(|(low, high)| high << 32 | low).collect(),
        ..first.clone()
    };
    vec![join(first, second), join(second, first)]
}

/// `factor` of `factor: 0x12` and `.factor = 0x12`.
fn label(tokens: &[Token], cell: usize) -> Option<String> {
    let mut before = tokens[..cell].iter().rev().filter(|token| !token.comment);
    let sign = before.next()?;
    let word = before.next()?;
    let named = matches!(sign.kind, Kind::Sign(b':' | b'=')) && word.kind == Kind::Word;
    named.then(|| word.text.to_owned())
}
