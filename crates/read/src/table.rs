//! Finds tables of 64 or 128 rows in arrays, in rows of records and in lines of text, with the squares and pieces that
//! their rows name.

use std::path::Path;

use super::group::{self, Brackets};
use super::large::{self, KeyFolds, LargeArray};
use super::list::{self, ShortArray};
use super::lookup::ComputedNumber;
use super::marks::{self, RowMarks};
use super::number;
use super::radix;
use super::report::LargeBoard;
use super::shape::{self, is_length};
use super::token::{SourceToken, TokenKind};
use super::words::{halves, parts};

/// The most numbers in a record; records with more aren't examined.
pub(super) const MOST_COLUMNS: usize = 12;

/// The most steps between two arrays of halves that belong together, counting only arrays of halves.
const NEAR: usize = 8;

/// The most numbers that are kept in tables with large numbers, which may be factors: more than the 64-bit words in a
/// text of 50 MB.
const MOST_LARGE: usize = 3 << 20;

/// The most numbers that are kept in tables of small numbers, which may be shifts or offsets.
const MOST_SMALL: usize = 1 << 20;

/// The numbers of squares of boards that variants of chess are played on, apart from 64.
const SIZES: [usize; 12] = [70, 72, 80, 81, 90, 100, 110, 120, 121, 132, 144, 256];

/// The most short lists that are kept.
const MOST_LISTS: usize = 1 << 16;

/// A column of a table.
#[derive(Clone, Debug)]
pub(super) struct SourceColumn {
    /// The value of each row.
    pub(super) values: Vec<i128>,
    /// The line of each row's number, or of its first half.
    pub(super) lines: Vec<u32>,
    /// The name of the field.
    pub(super) label: Option<String>,
    /// The place of the number or its first half in the row, counted from 1. 0 if the numbers stand in another array.
    pub(super) place: usize,
    /// The two columns that it joins as halves, or itself twice.
    pub(super) of: [usize; 2],
    /// True for numbers as they stand in code, which some languages round: neither strings nor numbers with a suffix.
    pub(super) is_plain: bool,
}

impl SourceTable {
    /// The numbers that a text computes from the square instead of reading an array.
    pub(super) fn computed(computed: &ComputedNumber) -> Self {
        let column = SourceColumn {
            values: computed.values.map(i128::from).to_vec(),
            lines: vec![computed.line; 64],
            label: None,
            place: 0,
            of: [0; 2],
            is_plain: true,
        };
        Self {
            columns: vec![column],
            name: Some(computed.text.clone()),
            marks: RowMarks::default(),
            lines: (computed.line as usize, computed.line as usize),
            of: [None; 2],
            is_made: true,
        }
    }
}

/// A table of 64 or 128 rows.
#[derive(Clone, Debug)]
pub(super) struct SourceTable {
    /// The columns, at least one.
    pub(super) columns: Vec<SourceColumn>,
    /// The array's name.
    pub(super) name: Option<String>,
    /// The squares and pieces that rows name.
    pub(super) marks: RowMarks,
    /// The first and the last line.
    pub(super) lines: (usize, usize),
    /// The tables that it joins, if it doesn't stand in the text itself.
    pub(super) of: [Option<usize>; 2],
    /// True for words joined from bytes or 16-bit parts, and for numbers that the text computes. The report doesn't
    /// list them as skipped.
    pub(super) is_made: bool,
}

impl SourceTable {
    /// The number of rows: 64 or 128.
    pub(super) fn rows(&self) -> usize {
        self.columns[0].values.len()
    }
}

/// The tables and lists of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct TextTables {
    /// The tables in the order of the text.
    pub(super) all: Vec<SourceTable>,
    /// The short lists in the order of the text.
    pub(super) lists: Vec<ShortArray>,
    /// The most numbers in one array or block of lines: their count, and their first and last line.
    pub(super) longest: Option<(usize, usize, usize)>,
    /// The arrays with a row for each square of a larger board.
    pub(super) large_arrays: Vec<LargeArray>,
    /// The right shifts that may fold keys of two words.
    pub(super) folds: KeyFolds,
    /// The first array that looks like magics of a board with more than 64 squares.
    pub(super) large_board: Option<LargeBoard>,
    /// The count of numbers kept in tables with large numbers.
    large: usize,
    /// The count of numbers kept in other tables.
    small: usize,
    /// The number of tables that were dropped, since there were too many.
    pub(super) left_out: usize,
}

/// A row of a table as a range of tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokenRow {
    /// The position of the first token.
    pub(super) first: usize,
    /// One more than the position of the last token.
    pub(super) end: usize,
}

/// Finds everything that could hold factors, shifts or offsets, and adds it to what was found before.
pub(super) fn tables(tokens: &[SourceToken], found: &mut TextTables) {
    let mut tokens = group::without_sizes(tokens);
    radix::read(&mut tokens);
    let tokens = &tokens;
    found.left_out += large::arrays(tokens, &mut found.large_arrays);
    let mut used = vec![false; tokens.len()];
    let groups = group::groups(tokens);
    for group in &groups {
        let mut numbers = group.numbers(tokens);
        found.saw(tokens, &numbers);
        found.saw_board(tokens, group, &numbers);
        let mut group = group.clone();
        if is_length(numbers.len().saturating_sub(1)) && tokens[numbers[0] - 1].text == "[" {
            // Lua's `[0] = 0x12, 0x34`: the first entry alone has its index.
            numbers.remove(0);
            group.items.remove(0);
        }
        let group = &group;
        found.add_lists(list::lists(tokens, &numbers, || group::name(tokens, group.open)));
        let shapes = shape::shapes(group, &groups, tokens, &numbers);
        if shapes.is_empty() || numbers.iter().all(|number| used[*number]) {
            continue;
        }
        for number in &numbers {
            used[*number] = true;
        }
        let name = group::name(tokens, group.open).map(str::to_owned);
        for (cells, rows) in shapes {
            found.add(build(tokens, &cells, &rows, name.clone()));
        }
    }
    for block in blocks(tokens) {
        let numbers: Vec<usize> = block.concat();
        found.saw(tokens, &numbers);
        if numbers.iter().any(|number| used[*number]) {
            continue;
        }
        let whole = of_lines(tokens, &block);
        let tables = if whole.is_empty() {
            let runs = block.chunk_by(|a, b| a.len() == b.len());
            runs.flat_map(|run| of_lines(tokens, run)).collect()
        } else {
            whole
        };
        for run in block.chunk_by(|a, b| a.len() == b.len()) {
            found.add_lists(list::lists(tokens, &run.concat(), || None));
        }
        for table in tables {
            found.add(table);
        }
    }
    found.all.sort_by_key(|table| table.lines);
}

impl TextTables {
    /// Keeps a table. False if there are too many already.
    fn add(&mut self, table: SourceTable) -> bool {
        // The limits bound the memory for texts of any length.
        let is_large =
            |column: &SourceColumn| column.values.iter().any(|value| value.abs() >= 1 << 20);
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
    fn add_lists(&mut self, lists: Vec<ShortArray>) {
        let room = MOST_LISTS - self.lists.len();
        self.left_out += lists.len().saturating_sub(room);
        self.lists.extend(lists.into_iter().take(room));
    }

    /// Notes an array that has a large number for each square of a board with more than 64 squares.
    fn saw_board(&mut self, tokens: &[SourceToken], group: &Brackets, numbers: &[usize]) {
        let squares = group.items.len();
        let is_large =
            |at: &&usize| tokens[**at].value().is_some_and(|value| value.abs() >= 1 << 20);
        let large = numbers.iter().filter(is_large).count();
        if self.large_board.is_none() && SIZES.contains(&squares) && large * 4 >= squares * 3 {
            let line = tokens[numbers[0]].line as usize;
            self.large_board = Some(LargeBoard { squares, line });
        }
    }

    /// Notes the numbers of an array or of a block of lines, if they are the most so far.
    fn saw(&mut self, tokens: &[SourceToken], numbers: &[usize]) {
        let [first, .., last] = numbers else { return };
        if self.longest.is_none_or(|(count, ..)| count < numbers.len()) {
            let lines = (tokens[*first].line as usize, tokens[*last].line as usize);
            self.longest = Some((numbers.len(), lines.0, lines.1));
        }
    }
}

/// The blocks of successive lines with numbers. Blank lines and comments don't end a block, but lines of code without
/// numbers do. A block is split where the count of numbers in a line changes, unless all of it may be a table.
fn blocks(tokens: &[SourceToken]) -> Vec<Vec<Vec<usize>>> {
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
        if shape::is_whole(block.iter().map(Vec::len).sum()) {
            found.push(block.to_vec());
        } else {
            found.extend(runs.into_iter().map(<[Vec<usize>]>::to_vec));
        }
    }
    found
}

/// The tables that successive lines of numbers make.
fn of_lines(tokens: &[SourceToken], lines: &[Vec<usize>]) -> Vec<SourceTable> {
    let even = lines.iter().all(|line| line.len() == lines[0].len());
    let is_mixed = || lines[0].len() == 1 && shape::mixed(tokens, &lines.concat()).is_some();
    if even && is_length(lines.len()) && lines[0].len() <= MOST_COLUMNS && !is_mixed() {
        let rows: Vec<TokenRow> = lines.iter().map(|line| whole_line(tokens, line[0])).collect();
        return vec![build(tokens, lines, &rows, None)];
    }
    let shapes = shape::loose(tokens, &lines.concat());
    let table = |(cells, rows): (Vec<Vec<usize>>, Vec<TokenRow>)| {
        let name = group::label_before(tokens, cells[0][0]).map(str::to_owned);
        build(tokens, &cells, &rows, name)
    };
    shapes.into_iter().map(table).collect()
}

fn whole_line(tokens: &[SourceToken], number: usize) -> TokenRow {
    let line = tokens[number].line;
    let first =
        tokens[..number].iter().rposition(|token| token.line != line).map_or(0, |at| at + 1);
    let end = tokens[number..].iter().position(|token| token.line != line);
    TokenRow { first, end: end.map_or(tokens.len(), |at| number + at) }
}

fn build(
    tokens: &[SourceToken],
    cells: &[Vec<usize>],
    rows: &[TokenRow],
    name: Option<String>,
) -> SourceTable {
    let width = cells[0].len();
    let value = |cell: usize, bare: bool| {
        let digits = tokens[cell].text.as_bytes();
        let hex = bare && !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
        let hex = if hex { number::parse(digits, 16, false).map(i128::from) } else { None };
        hex.or(tokens[cell].value()).unwrap_or(0)
    };
    let mut columns: Vec<SourceColumn> = (0..width)
        .map(|column| {
            // If one number of a column has hexadecimal digits without a prefix, all others are hexadecimal too.
            let bare = cells.iter().any(|row| tokens[row[column]].bare);
            SourceColumn {
                values: cells.iter().map(|row| value(row[column], bare)).collect(),
                lines: cells.iter().map(|row| tokens[row[column]].line).collect(),
                label: label(tokens, cells[0][column]),
                place: column + 1,
                of: [column; 2],
                is_plain: cells.iter().all(|row| is_plain(&tokens[row[column]])),
            }
        })
        .collect();
    for first in 0..width.saturating_sub(1) {
        columns.extend(halves(&columns[first], &columns[first + 1]));
    }
    // `bor(lshift(0x1001020, 32), 0x80004100)` has the shift amount between the halves.
    for first in 0..width.saturating_sub(2) {
        if columns[first + 1].values.iter().all(|value| *value == 32) {
            columns.extend(halves(&columns[first], &columns[first + 2]));
        }
    }
    let words = parts(&columns[..width]);
    let is_made = !words.is_empty();
    if is_made && width == 8 {
        columns.clear();
    }
    columns.extend(words);
    let first_line = tokens[rows[0].first].line as usize;
    let last_line = cells
        .last()
        .and_then(|row| row.last())
        .map_or(first_line, |cell| tokens[*cell].line as usize);
    let marks = marks::read(tokens, rows);
    SourceTable { columns, name, marks, lines: (first_line, last_line), of: [None; 2], is_made }
}

impl TextTables {
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
        self.large_arrays.extend(other.large_arrays);
        self.folds.append(&other.folds);
        self.add_lists(other.lists);
        self.longest = self.longest.max(other.longest);
        self.large_board = self.large_board.or(other.large_board);
        for table in other.all {
            self.add(table);
        }
    }

    /// Joins arrays of low halves and arrays of high halves that are near one another, and adds the joined tables.
    pub(super) fn join(&mut self) {
        let is_half = |table: &SourceTable| {
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

fn joined(tables: &[SourceTable], first: usize, second: usize) -> Option<SourceTable> {
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
    (!columns.is_empty()).then_some(SourceTable { columns, name, marks, lines, of, is_made: false })
}

/// True for a number without quotes, and without the suffix of integers in JavaScript (`n`) or R (`L`).
fn is_plain(token: &SourceToken) -> bool {
    !token.quoted && token.value().is_some() && !token.text.ends_with(['n', 'L'])
}

/// The name of the field before a number: `factor` in `factor: 0x12` and `.factor = 0x12`.
pub(super) fn label(tokens: &[SourceToken], cell: usize) -> Option<String> {
    let mut before = tokens[..cell].iter().rev().filter(|token| !token.comment);
    let sign = before.next()?;
    let word = before.next()?;
    let named = matches!(sign.kind, TokenKind::Sign(b':' | b'=')) && word.kind == TokenKind::Word;
    named.then(|| word.text.to_owned())
}
