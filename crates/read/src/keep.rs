//! Keeps only those tokens that a table of 64 or 128 rows could need, so that a text of any size takes little memory.

use super::fold::Folded;
use super::token::{SourceToken, TokenKind};

/// The most numbers directly inside one pair of brackets that can be a table: 128 rows of twelve.
const LONG: usize = 1536;

/// The fewest numbers inside brackets that can be a table.
const LEAST: usize = 64;

/// The number of tokens kept of a stretch without numbers and brackets, since they may hold a name.
const QUIET: usize = 64;

/// The most successive lines with equally many numbers that are kept; further lines are only counted.
const MOST_LINES: usize = 256;

/// The number of tokens after which the tokens so far are handed on and dropped.
const CHUNK: usize = 1 << 16;

/// The greatest depth of nested brackets that is followed.
const DEEP: usize = 256;

/// The most possible tables inside one pair of brackets that are kept until it closes.
const MOST_LARGE: usize = 128;

/// The most tokens of one line outside brackets that are kept.
const LONG_LINE: usize = 1 << 18;

/// A bracket that isn't closed yet.
#[derive(Clone, Copy, Debug, Default)]
struct Bracket {
    /// The position of the opening token.
    start: usize,
    /// The count of numbers kept, at any depth.
    kept: usize,
    /// The count of numbers and of pairs of brackets with numbers, directly inside.
    direct: usize,
    /// The count of numbers directly inside, kept or not.
    count: usize,
    /// The count of pairs of brackets inside that may be tables.
    large: usize,
    /// The count of words that a row may need, such as names of squares.
    marks: usize,
    /// The lines of the first and the last number.
    lines: (u32, u32),
}

/// The longest run of numbers: its count, and its first and last line.
pub(super) type Longest = Option<(usize, u32, u32)>;

/// The tokens kept so far, and the state of the line and of the brackets that are being read.
#[derive(Debug, Default)]
pub(super) struct TokenKeeper<'t> {
    pub(super) tokens: Vec<SourceToken<'t>>,
    pub(super) longest: Longest,
    /// The tokens of pairs of brackets that are handed on before the brackets around them close.
    pub(super) extracted: Vec<Vec<SourceToken<'t>>>,
    brackets: Vec<Bracket>,
    /// The position of the current line's first token.
    line_start: usize,
    line: u32,
    /// The position of the first token of the present stretch of lines without numbers and brackets.
    quiet_start: usize,
    /// For the last lines with equally many numbers: the count of numbers in each, and the count of lines.
    run: (usize, usize),
    /// The first of these lines.
    run_first: u32,
    /// The number of open brackets that are too deep to be followed.
    deeper: usize,
    /// The number of tokens since the last number or bracket.
    words: usize,
    /// The last expression that was read as one number.
    pub(super) folded: Option<Folded>,
}

impl<'t> TokenKeeper<'t> {
    /// Takes a token of the current line. `is_mark` tells that the token names a square or a piece.
    pub(super) fn push(&mut self, token: SourceToken<'t>, is_mark: bool) {
        if token.comment {
            if let Some(top) = self.brackets.last_mut() {
                top.marks += usize::from(is_mark);
            }
            // Of comments, only words that name a square or a piece are needed.
            if token.kind == TokenKind::Word && is_mark && !self.is_full() {
                self.tokens.push(token);
            }
            return;
        }
        match token.kind {
            TokenKind::Number(_) | TokenKind::Negative(_) | TokenKind::Long => self.number(token),
            TokenKind::Open if self.brackets.len() == DEEP => self.deeper += 1,
            TokenKind::Close if self.deeper > 0 => self.deeper -= 1,
            TokenKind::Open => {
                self.words = 0;
                let start = self.tokens.len();
                self.brackets.push(Bracket { start, ..Bracket::default() });
                self.tokens.push(token);
            }
            TokenKind::Close => {
                self.words = 0;
                if !self.brackets.is_empty() {
                    self.tokens.push(token);
                    self.close();
                }
            }
            TokenKind::Sign(b',') if self.tokens.last().is_some_and(|last| !last.comment) => {
                if let Some(last) = self.tokens.last_mut() {
                    last.comma = true;
                }
            }
            _ => {
                if !self.is_full() {
                    self.tokens.push(token);
                    self.words += 1;
                    if self.words > 64 * QUIET {
                        let end = self.tokens.len() - QUIET;
                        self.tokens.drain(end - 62 * QUIET..end);
                        self.words = 2 * QUIET;
                        self.line_start = self.line_start.min(end - 62 * QUIET);
                        self.quiet_start = self.quiet_start.min(end - 62 * QUIET);
                    }
                }
                if let Some(top) = self.brackets.last_mut() {
                    top.marks += usize::from(is_mark);
                }
            }
        }
    }

    /// True if the current brackets have too many numbers for a table, so that further tokens don't matter.
    fn is_full(&self) -> bool {
        self.brackets.last().is_some_and(|top| top.direct > LONG)
    }

    fn number(&mut self, mut token: SourceToken<'t>) {
        if self.fold_number(&token) {
            self.words = 0;
            return;
        }
        if let [before @ .., minus] = self.tokens.as_slice()
            && minus.is_sign(b'-')
            && !minus.comma
            && let TokenKind::Number(value) = token.kind
            && !self.is_dash()
            && before.last().is_none_or(|token| {
                token.comma
                    || !matches!(
                        token.kind,
                        TokenKind::Word | TokenKind::Close | TokenKind::Long | TokenKind::Junk
                    )
            })
        {
            self.tokens.pop();
            token.kind = TokenKind::Negative(value);
        }
        self.words = 0;
        if self.brackets.is_empty() && self.tokens.len() > self.line_start + LONG_LINE {
            self.tokens.truncate(self.line_start);
        }
        if let Some(top) = self.brackets.last_mut() {
            if top.count == 0 {
                top.lines.0 = token.line;
            }
            top.lines.1 = token.line;
            top.count += 1;
            if top.direct > LONG {
                return;
            }
            top.direct += 1;
            top.kept += 1;
        }
        self.tokens.push(token);
    }

    /// Whether the last token is the dash of a list's entry, as in YAML and Markdown, and not a minus. It stands
    /// outside brackets, at the beginning of a line or behind another number.
    fn is_dash(&self) -> bool {
        let line = &self.tokens[self.line_start.min(self.tokens.len())..];
        let before = line.len().checked_sub(2).map(|at| &line[at]);
        self.brackets.is_empty()
            && (line.iter().all(|token| token.is_sign(b'-'))
                || before.is_some_and(|token| !token.comma && token.value().is_some()))
    }

    /// The number of brackets that are open.
    pub(super) fn brackets_open(&self) -> usize {
        self.brackets.len()
    }

    fn close(&mut self) {
        let Some(top) = self.brackets.pop() else { return };
        if top.direct > LONG {
            self.saw(top.count, top.lines);
        }
        if top.kept == 1 && top.direct == 1 && self.fold_brackets(top.start) {
            self.line_start = self.line_start.min(self.tokens.len());
            self.quiet_start = self.quiet_start.min(self.tokens.len());
            return;
        }
        let length = self.tokens.len() - top.start;
        let mut kept = top.kept;
        if top.kept == 0 && top.large == 0 && top.marks == 0 && length > 1 {
            // Brackets without numbers and marks, as in the code `f(x)`, are dropped altogether.
            self.tokens.truncate(top.start);
        } else if top.large == 0 && (top.direct > LONG || top.kept < LEAST && length > 512) {
            self.tokens.truncate(top.start);
            kept = 0;
        }
        self.line_start = self.line_start.min(self.tokens.len());
        self.quiet_start = self.quiet_start.min(self.tokens.len());
        let is_large = kept >= LEAST || top.large > 0;
        if let Some(parent) = self.brackets.last_mut() {
            if parent.direct > LONG && !is_large {
                self.tokens.truncate(top.start);
                parent.count += usize::from(kept == 1);
                if parent.count == 1 {
                    parent.lines.0 = self.line;
                }
                parent.lines.1 = self.line;
                return;
            }
            parent.kept += kept;
            parent.marks += top.marks;
            parent.direct += usize::from(kept > 0);
            parent.count += usize::from(kept == 1);
            parent.large += usize::from(is_large);
            if is_large && parent.large > MOST_LARGE {
                let from = (parent.start + 1).max(top.start.saturating_sub(QUIET));
                self.extracted.push(self.tokens[from..].to_vec());
                self.tokens.truncate(top.start);
                parent.kept -= kept;
            }
        }
    }

    /// Notes a run of numbers, if it is the longest so far.
    fn saw(&mut self, count: usize, lines: (u32, u32)) {
        if self.longest.is_none_or(|(longest, ..)| longest < count) {
            self.longest = Some((count, lines.0, lines.1));
        }
    }

    /// Ends a line. Drops the line's tokens if too many lines before had equally many numbers, and drops words far from
    /// any number.
    fn end_line(&mut self) {
        // Brackets that closed in this line may have dropped tokens of earlier lines.
        self.line_start = self.line_start.min(self.tokens.len());
        let line = &self.tokens[self.line_start..];
        let numbers = line.iter().filter(|token| token.value().is_some()).count();
        let has_brackets =
            line.iter().any(|token| matches!(token.kind, TokenKind::Open | TokenKind::Close));
        if numbers == 0 && !has_brackets {
            self.quiet_start = self.quiet_start.min(self.line_start);
            let quiet = self.tokens.len() - self.quiet_start;
            if quiet > 4 * QUIET {
                self.tokens.drain(self.quiet_start..self.tokens.len() - QUIET);
                self.words = self.words.saturating_sub(quiet - QUIET);
            }
        } else {
            self.quiet_start = usize::MAX;
        }
        if numbers > 0 && numbers == self.run.0 {
            self.run.1 += 1;
            if self.run.1 > MOST_LINES && !has_brackets && self.brackets.is_empty() {
                self.tokens.truncate(self.line_start);
                self.saw(self.run.1 * numbers, (self.run_first, self.line));
            }
        } else {
            self.run = (numbers, 1);
            self.run_first = self.line;
        }
        self.line_start = self.tokens.len();
        self.quiet_start = self.quiet_start.min(self.line_start);
    }

    /// Begins a line, unless it is the current one. Hands on the tokens so far if there are many and none of them can
    /// belong together with later tokens.
    pub(super) fn begin_line(&mut self, line: u32) -> Option<Vec<SourceToken<'t>>> {
        if line == self.line {
            return None;
        }
        self.end_line();
        self.line = line;
        let quiet = self.run.0 == 0;
        let many = self.tokens.len() > if quiet { CHUNK } else { 4 * CHUNK };
        (many && self.brackets.is_empty()).then(|| {
            self.line_start = 0;
            self.quiet_start = 0;
            self.words = 0;
            std::mem::take(&mut self.tokens)
        })
    }
}
