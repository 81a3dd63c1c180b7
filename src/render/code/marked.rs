//! Lines of source that know where they may be broken.

use std::fmt;

/// A line of source with the places of its brackets and possible line breaks, so that no code has to search for them in
/// the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    /// The line.
    pub text: String,
    /// The marks and their places, in bytes from the line's begin, in order.
    pub marks: Vec<(usize, Mark)>,
}

/// The kind of a place in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// A blank before a list in parentheses.
    List,
    /// A blank where the line may be broken.
    Gap {
        /// The precedence of the operator that follows, or 0 behind a comma.
        bond: u8,
        /// The length of the operator that follows, with its blank; 0 if none follows.
        operator: usize,
    },
}

impl Mark {
    /// A blank behind a comma.
    pub const COMMA: Self = Self::Gap { bond: 0, operator: 0 };
}

impl Marked {
    /// A line without marks.
    pub fn of(text: &str) -> Self {
        Self { text: text.to_owned(), marks: Vec::new() }
    }

    /// Appends text without a mark.
    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn push(&mut self, c: char) {
        self.text.push(c);
    }

    pub(super) fn mark(&mut self, mark: Mark) {
        self.marks.push((self.text.len(), mark));
    }

    pub(super) fn open(&mut self, bracket: &str) {
        self.mark(Mark::Open);
        self.text.push_str(bracket);
    }

    pub(super) fn close(&mut self, bracket: &str) {
        self.mark(Mark::Close);
        self.text.push_str(bracket);
    }

    /// Appends a blank where the line may be broken. The operator that will follow is empty if none follows.
    pub fn gap(&mut self, bond: u8, operator: &str) {
        let operator = if operator.is_empty() { 0 } else { operator.len() + 1 };
        self.mark(Mark::Gap { bond, operator });
        self.text.push(' ');
    }

    /// The line in two, before and behind the blank that has the mark of this number.
    pub fn split(&self, number: usize) -> (Self, Self) {
        let (at, _) = self.marks[number];
        let behind = self.marks[number + 1..].iter().map(|(other, mark)| (other - at - 1, *mark));
        let first = Self { text: self.text[..at].to_owned(), marks: self.marks[..number].into() };
        let rest = Self { text: self.text[at + 1..].to_owned(), marks: behind.collect() };
        (first, rest)
    }

    /// Appends another line with its marks.
    pub fn append(&mut self, other: &Self) {
        let start = self.text.len();
        self.marks.extend(other.marks.iter().map(|(at, mark)| (start + at, *mark)));
        self.text.push_str(&other.text);
    }
}

impl fmt::Write for Marked {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        Ok(())
    }
}
