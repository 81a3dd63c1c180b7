//! Finds tables of 64 or 128 rows in arrays, in rows of records and in lines of text, with the squares and pieces that
//! their rows name.

use std::collections::BTreeSet;
use std::path::Path;

use super::group::{self, Group, Item};
use super::list::{self, List};
use super::marks::{self, Marks};
use super::number;
use super::token::{Kind, Token};

/// The most numbers in a record; records with more aren't examined.
const MOST_COLUMNS: usize = 12;

/// Two arrays of halves that belong together are at most so many arrays of halves apart.
const NEAR: usize = 8;

/// The most numbers that are kept in tables with large numbers, which may be factors: more than a text of 50 MB has of
/// words of 64 bits.
const MOST_LARGE: usize = 3 << 20;

/// The most numbers that are kept in tables of small numbers, which may be shifts or offsets.
const MOST_SMALL: usize = 1 << 20;

/// The most short lists that are kept.
const MOST_LISTS: usize = 1 << 16;

/// A column of a table.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The value of each row.
    pub(super) values: Vec<i128>,
    /// The line of each row's number; for a pair of halves, of the first half.
    pub(super) lines: Vec<u32>,
    /// The name of the field.
    pub(super) label: Option<String>,
    /// The place in the row, counted from 1; for a pair of halves, that of the first half. 0 if the numbers stand in
    /// another array.
    pub(super) place: usize,
    /// The two columns whose halves it joins, or twice itself.
    pub(super) of: [usize; 2],
}

/// A table of 64 or 128 rows.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The columns, at least one.
    pub(super) columns: Vec<Column>,
    /// The array's name.
    pub(super) name: Option<String>,
    /// The squares and pieces that rows name.
    pub(super) marks: Marks,
    /// The first and the last line.
    pub(super) lines: (usize, usize),
    /// The tables that it was made of, if it doesn't stand in the text as it is.
    pub(super) of: [Option<usize>; 2],
}

impl Table {
    /// The number of rows: 64 or 128.
    pub(super) fn rows(&self) -> usize {
        self.columns[0].values.len()
    }
}

/// The tables and lists of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    /// The tables in the order of the text.
    pub(super) all: Vec<Table>,
    /// The short lists in the order of the text.
    pub(super) lists: Vec<List>,
    /// The most numbers in one array or block of lines: their count, and their first and last line.
    pub(super) longest: Option<(usize, usize, usize)>,
    /// The count of numbers kept in tables with large numbers.
    large: usize,
    /// The count of numbers kept in other tables.
    small: usize,
    /// The number of tables that were dropped, since there were too many.
    pub(super) left_out: usize,
}

/// A row of a table as a range of tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The position of the first token.
    pub(super) first: usize,
    /// One more than the position of the last token.
    pub(super) end: usize,
}

/// Finds everything that could hold factors, shifts or offsets, and adds it to what was found before.
pub(super) fn tables(tokens: &[Token], found: &mut Tables) {
    let tokens = &group::without_sizes(tokens);
    let mut used = vec![false; tokens.len()];
    let groups = group::groups(tokens);
    for group in &groups {
        let mut numbers = group.numbers(tokens);
        found.saw(tokens, &numbers);
        let mut group = group.clone();
        if is_length(numbers.len().saturating_sub(1)) && tokens[numbers[0] - 1].text == "[" {
            // Lua's `[0] = 0x12, 0x34`: the first entry alone has its index.
            numbers.remove(0);
            group.items.remove(0);
        }
        let group = &group;
        found.add_lists(list::lists(tokens, &numbers, || group::name(tokens, group.open)));
        let Some((cells, rows)) = shape(group, &groups, tokens, &numbers) else { continue };
        if numbers.iter().all(|number| used[*number]) {
            continue;
        }
        for number in &numbers {
            used[*number] = true;
        }
        let name = group::name(tokens, group.open).map(str::to_owned);
        found.add(build(tokens, &cells, &rows, name));
    }
    for block in blocks(tokens) {
        let numbers: Vec<usize> = block.concat();
        found.saw(tokens, &numbers);
        if numbers.iter().any(|number| used[*number]) {
            continue;
        }
        found.add_lists(list::lists(tokens, &numbers, || None));
        let even = block.iter().all(|line| line.len() == block[0].len());
        if even && is_length(block.len()) && block[0].len() <= MOST_COLUMNS {
            let rows: Vec<Row> = block.iter().map(|line| whole_line(tokens, line[0])).collect();
            found.add(build(tokens, &block, &rows, None));
        } else if is_length(numbers.len()) {
            let cells: Vec<Vec<usize>> = numbers.iter().map(|number| vec![*number]).collect();
            let rows: Vec<Row> =
                numbers.iter().map(|number| Row { first: *number, end: *number + 1 }).collect();
            found.add(build(tokens, &cells, &rows, None));
        }
    }
    found.all.sort_by_key(|table| table.lines);
}

impl Tables {
    /// Keeps a table. False if there are too many already.
    fn add(&mut self, table: Table) -> bool {
        // The limits bound the memory for texts of any length.
        let is_large = |column: &Column| column.values.iter().any(|value| value.abs() >= 1 << 20);
        let (count, most) = if table.columns.iter().any(is_large) {
            (&mut self.large, MOST_LARGE)
        } else {
            (&mut self.small, MOST_SMALL)
        };
        let numbers = table.columns.len() * table.rows();
        if *count + numbers <= most {
            *count += numbers;
            self.all.push(table);
            return true;
        }
        self.left_out += 1;
        false
    }

    /// Keeps lists, unless there are too many already.
    fn add_lists(&mut self, lists: Vec<List>) {
        let room = MOST_LISTS - self.lists.len();
        self.left_out += lists.len().saturating_sub(room);
        self.lists.extend(lists.into_iter().take(room));
    }

    /// Notes numbers that stand together.
    fn saw(&mut self, tokens: &[Token], numbers: &[usize]) {
        let [first, .., last] = numbers else { return };
        if self.longest.is_none_or(|(count, ..)| count < numbers.len()) {
            let lines = (tokens[*first].line as usize, tokens[*last].line as usize);
            self.longest = Some((numbers.len(), lines.0, lines.1));
        }
    }
}

fn is_length(count: usize) -> bool {
    matches!(count, 64 | 128)
}

/// The cells of each row, as positions of tokens, and the rows.
type Shape = (Vec<Vec<usize>>, Vec<Row>);

fn shape(group: &Group, groups: &[Group], tokens: &[Token], numbers: &[usize]) -> Option<Shape> {
    let row_of = |item: &Item| match item {
        Item::Number(number) => Row { first: *number, end: number + 1 },
        Item::Group(index) => Row { first: groups[*index].open, end: groups[*index].close },
    };
    let scalars = group.items.len() == numbers.len();
    let records = || {
        // Each row begins with its index, as in `[0] = 0x12` or `0: {0x12, 52}`; or it has the two halves of a word.
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
    // Nested arrays, such as `[8][8]` and `[2][8][8]`.
    let nested = || {
        let groups_only = group.items.iter().map_while(|item| match item {
            Item::Group(index) => Some(groups[*index].numbers(tokens).len()),
            Item::Number(_) => None,
        });
        let lengths: Vec<usize> = groups_only.collect();
        let even = lengths.len() == group.items.len() && lengths.iter().all(|n| *n == lengths[0]);
        (is_length(numbers.len()) && even && lengths[0] > 1).then(|| {
            let cells = numbers.iter().map(|number| vec![*number]).collect();
            (cells, numbers.iter().map(|number| row_of(&Item::Number(*number))).collect())
        })
    };
    let found = if scalars { records().or_else(plain) } else { plain().or_else(records) };
    found.or_else(nested)
}

/// True for numbers of 32 bits that are halves of words: 128 factors wouldn't all be so small, and offsets wouldn't be
/// so large.
fn are_halves(tokens: &[Token], numbers: &[usize]) -> bool {
    let values = || numbers.iter().filter_map(|number| tokens[*number].value());
    let large = values().filter(|value| *value >= 1 << 12).count();
    values().all(|value| (0..1 << 32).contains(&value))
        && values().any(|value| value >= 1 << 24)
        && large * 8 > numbers.len()
}

/// The blocks of successive lines with numbers. Blank lines and comments don't end a block, but lines of code without
/// numbers do. A block is split where the count of numbers in a line changes, unless it has 64 or 128 numbers in all.
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
    let value = |cell: usize, bare: bool| {
        let digits = tokens[cell].text.as_bytes();
        let hex = bare && digits.len() >= 8 && digits.iter().all(u8::is_ascii_hexdigit);
        let hex = if hex { number::parse(digits, 16, false).map(i128::from) } else { None };
        hex.or(tokens[cell].value()).unwrap_or(0)
    };
    let mut columns: Vec<Column> = (0..width)
        .map(|column| {
            // If one number of a column has hexadecimal digits without a prefix, all others are hexadecimal too.
            let bare = cells.iter().any(|row| tokens[row[column]].bare);
            Column {
                values: cells.iter().map(|row| value(row[column], bare)).collect(),
                lines: cells.iter().map(|row| tokens[row[column]].line).collect(),
                label: label(tokens, cells[0][column]),
                place: column + 1,
                of: [column; 2],
            }
        })
        .collect();
    for first in 0..width.saturating_sub(1) {
        columns.extend(halves(&columns[first], &columns[first + 1]));
    }
    let first_line = tokens[rows[0].first].line as usize;
    let last_line = cells
        .last()
        .and_then(|row| row.last())
        .map_or(first_line, |cell| tokens[*cell].line as usize);
    let marks = marks::read(tokens, rows);
    Table { columns, name, marks, lines: (first_line, last_line), of: [None; 2] }
}

/// Two columns of 32-bit numbers joined to columns of 64-bit numbers, with the low half first and last.
fn halves(first: &Column, second: &Column) -> Vec<Column> {
    let in_range = |column: &Column| column.values.iter().all(|value| (0..1 << 32).contains(value));
    let is_half = |column: &Column| {
        let distinct: BTreeSet<i128> = column.values.iter().copied().collect();
        distinct.iter().any(|value| *value >= 1 << 12) && distinct.len() >= 8
    };
    // One of the halves may be 0 on most squares.
    if !in_range(first) || !in_range(second) || !is_half(first) && !is_half(second) {
        return Vec::new();
    }
    let join = |low: &Column, high: &Column| Column {
        values: low.values.iter().zip(&high.values).map(|(low, high)| high << 32 | low).collect(),
        of: [first.of[0], second.of[0]],
        ..first.clone()
    };
    vec![join(first, second), join(second, first)]
}

impl Tables {
    /// Gives arrays without a name the name of their file.
    pub(super) fn name_after(&mut self, path: &Path) {
        let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else { return };
        let names = self.all.iter_mut().map(|table| &mut table.name);
        for name in names.chain(self.lists.iter_mut().map(|list| &mut list.name)) {
            name.get_or_insert_with(|| stem.to_owned());
        }
    }

    /// Adds the tables and lists of another text.
    pub(super) fn append(&mut self, other: Self) {
        self.left_out += other.left_out;
        self.add_lists(other.lists);
        self.longest = self.longest.max(other.longest);
        for table in other.all {
            self.add(table);
        }
    }

    /// Joins arrays of low halves and arrays of high halves that are near one another, and adds the joined tables.
    pub(super) fn join(&mut self) {
        let is_half = |table: &Table| {
            table.columns.len() == 1 && !halves(&table.columns[0], &table.columns[0]).is_empty()
        };
        let half: Vec<usize> = (0..self.all.len()).filter(|at| is_half(&self.all[*at])).collect();
        for (at, first) in half.iter().enumerate() {
            for second in half[at + 1..].iter().take(NEAR) {
                if let Some(table) = joined(&self.all, *first, *second)
                    && !self.add(table)
                {
                    return;
                }
            }
        }
    }
}

fn joined(tables: &[Table], first: usize, second: usize) -> Option<Table> {
    let of = [Some(first), Some(second)];
    let (first, second) = (&tables[first], &tables[second]);
    let mut other = second.columns[0].clone();
    other.of = [1; 2];
    let is_even = first.rows() == second.rows();
    let columns = if is_even { halves(&first.columns[0], &other) } else { Vec::new() };
    let name = match (&first.name, &second.name) {
        (Some(first), Some(second)) => Some(format!("{first}` and `{second}")),
        _ => None,
    };
    let lines = (first.lines.0, second.lines.1);
    let marks = first.marks.clone();
    (!columns.is_empty()).then_some(Table { columns, name, marks, lines, of })
}

/// The name of the field before a number: `factor` in `factor: 0x12` and `.factor = 0x12`.
fn label(tokens: &[Token], cell: usize) -> Option<String> {
    let mut before = tokens[..cell].iter().rev().filter(|token| !token.comment);
    let sign = before.next()?;
    let word = before.next()?;
    let named = matches!(sign.kind, Kind::Sign(b':' | b'=')) && word.kind == Kind::Word;
    named.then(|| word.text.to_owned())
}
