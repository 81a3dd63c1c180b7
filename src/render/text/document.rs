//! Prints text in lines of limited length (Oppen 1980, Wadler 1998). A [`Document`] is the text on one line, with the
//! places where it may be broken, in groups. A group stays on its line if it fits; [`Breaks`] says what else it does.

/// The breaks of a group that doesn't fit on its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breaks {
    /// All of its breaks, as in an argument list with an argument a line.
    All,
    /// As few as possible, as in prose.
    Few,
}

/// A mark in a document's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::render) enum DocumentMark {
    /// A group begins. The number indents the lines after its breaks; without one, they begin at the group's column.
    Open(Breaks, Option<usize>),
    Close,
    /// A line end may replace these blanks. The last break doesn't indent. An operator may follow, of this bond.
    Break {
        blanks: usize,
        is_last: bool,
        bond: u8,
    },
    /// Text that only a broken group has, for example a trailing comma.
    Broken(&'static str),
}

/// A text on one line, and the places where it may be broken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    text: String,
    /// Marks with their places, in bytes from the text's begin, in order.
    pub(in crate::render) marks: Vec<(usize, DocumentMark)>,
}

/// An open group: its breaks unless it is printed on one line; the indentation after its breaks, and after its last.
type OpenGroup = (Option<Breaks>, [usize; 2]);

impl Document {
    /// The begin of a group that is broken at all of its breaks if it doesn't fit on a line.
    pub fn all(indent: usize) -> Self {
        Self { marks: vec![(0, DocumentMark::Open(Breaks::All, Some(indent)))], ..Self::default() }
    }

    /// The begin of a group that is broken as rarely as possible.
    pub fn few(indent: usize) -> Self {
        Self { marks: vec![(0, DocumentMark::Open(Breaks::Few, Some(indent)))], ..Self::default() }
    }

    /// An empty text, with memory for a line.
    pub fn with_room() -> Self {
        Self { text: String::with_capacity(100), marks: Vec::with_capacity(8) }
    }

    /// A text without breaks.
    pub fn of(text: &str) -> Self {
        Self { text: text.to_owned(), marks: Vec::new() }
    }

    /// The text on one line.
    pub fn flat(&self) -> &str {
        &self.text
    }

    fn mark(&mut self, mark: DocumentMark) -> &mut Self {
        self.marks.push((self.text.len(), mark));
        self
    }

    /// Begins a group, which extends to the end if it isn't closed. Its lines are indented, or aligned with its begin.
    pub fn open(&mut self, breaks: Breaks, indent: impl Into<Option<usize>>) -> &mut Self {
        self.mark(DocumentMark::Open(breaks, indent.into()))
    }

    /// Ends a group.
    pub fn close(&mut self) -> &mut Self {
        self.mark(DocumentMark::Close)
    }

    /// Appends text that isn't broken.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    /// Appends a blank or a line end.
    pub fn line(&mut self) -> &mut Self {
        self.gap(0)
    }

    /// The same before an operator of this precedence.
    pub fn gap(&mut self, bond: u8) -> &mut Self {
        self.mark(DocumentMark::Break { blanks: 1, is_last: false, bond }).text(" ")
    }

    /// Appends a line end, or nothing if the group fits.
    pub fn soft(&mut self) -> &mut Self {
        self.mark(DocumentMark::Break { blanks: 0, is_last: false, bond: 0 })
    }

    /// Appends a line end before a closing bracket, which is indented like the group's first line, or the text `flat`.
    pub fn last(&mut self, flat: &str) -> &mut Self {
        self.mark(DocumentMark::Break { blanks: flat.len(), is_last: true, bond: 0 }).text(flat)
    }

    /// Appends text that only a broken group has.
    pub fn broken(&mut self, text: &'static str) -> &mut Self {
        self.mark(DocumentMark::Broken(text))
    }

    /// Appends texts with a separator and a possible break between any two.
    pub fn list<S: AsRef<str>>(
        &mut self,
        texts: impl IntoIterator<Item = S>,
        separator: &str,
    ) -> &mut Self {
        for (at, text) in texts.into_iter().enumerate() {
            if at > 0 {
                self.text(separator).line();
            }
            self.text(text.as_ref());
        }
        self
    }

    /// Appends another document.
    pub fn append(&mut self, other: &Self) -> &mut Self {
        let start = self.text.len();
        self.marks.extend(other.marks.iter().map(|(at, mark)| (start + at, *mark)));
        self.text(&other.text)
    }

    /// The text in lines of at most `width` characters, if its breaks allow it.
    pub fn lines(&self, width: usize) -> Vec<String> {
        self.lines_from(0, width)
    }

    /// The lines behind a margin, which counts for their width.
    pub fn lines_behind(&self, margin: &str, width: usize) -> Vec<String> {
        let lines = self.lines(width.saturating_sub(margin.len())).into_iter();
        lines.map(|line| format!("{margin}{line}")).collect()
    }

    /// The lines if the first one begins in this column, after text that isn't the document's.
    pub fn lines_from(&self, mut column: usize, width: usize) -> Vec<String> {
        let (mut lines, mut line, mut begin) = (Vec::new(), String::new(), 0);
        let mut groups: Vec<OpenGroup> = vec![(Some(Breaks::All), [0; 2])];
        for (number, (at, mark)) in self.marks.iter().enumerate() {
            let text = &self.text[begin..*at];
            column += text.chars().count();
            line.push_str(text);
            begin = *at;
            let Some((breaks, indents)) = groups.last() else { break };
            let fits = |nested| self.fits(number, nested, &groups, width.saturating_sub(column));
            match *mark {
                DocumentMark::Open(kind, indent) => {
                    let is_broken = breaks.is_some() && !fits(1);
                    let inner = indent.map_or(column, |indent| indents[0] + indent);
                    groups.push((is_broken.then_some(kind), [inner, indents[0]]));
                }
                DocumentMark::Close => groups.truncate(groups.len() - 1),
                DocumentMark::Break { blanks, is_last, .. } => {
                    if *breaks == Some(Breaks::All) || breaks.is_some() && !fits(0) {
                        column = indents[usize::from(is_last)];
                        lines.push(std::mem::replace(&mut line, " ".repeat(column)));
                        begin = at + blanks;
                    }
                }
                DocumentMark::Broken(text) if breaks.is_some() => {
                    column += text.len();
                    line.push_str(text);
                }
                DocumentMark::Broken(_) => {}
            }
        }
        lines.push(line + &self.text[begin..]);
        lines
    }

    /// True if the text after a mark fits into the rest of the line, up to the next break that may end it. `nested`
    /// is the number of groups that begin at the mark.
    fn fits(
        &self,
        number: usize,
        mut nested: usize,
        groups: &[OpenGroup],
        mut room: usize,
    ) -> bool {
        let (mut begin, _) = self.marks[number];
        let mut open = groups.len();
        let end = (self.text.len(), DocumentMark::Close);
        for (at, mark) in self.marks[number + 1..].iter().copied().chain([end]) {
            // No more characters are counted than a line has.
            let length = self.text[begin..at].chars().take(room.saturating_add(1)).count();
            let Some(rest) = room.checked_sub(length) else { return false };
            (begin, room) = (at, rest);
            let is_broken = nested == 0 && groups[open - 1].0.is_some();
            match mark {
                DocumentMark::Open(..) => nested += 1,
                DocumentMark::Close if nested > 0 => nested -= 1,
                DocumentMark::Close => open -= 1,
                DocumentMark::Break { .. } if is_broken => return true,
                DocumentMark::Broken(text) if is_broken => room = room.saturating_sub(text.len()),
                DocumentMark::Break { .. } | DocumentMark::Broken(_) => {}
            }
        }
        true
    }
}

impl From<Document> for String {
    fn from(document: Document) -> Self {
        document.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(arguments: &[&str]) -> Document {
        let mut call = Document::all(4);
        call.text("f(").soft().list(arguments, ",").broken(",").last("").text(");").close();
        call
    }

    #[test]
    fn a_group_is_broken_at_all_of_its_breaks_or_at_few() {
        assert_eq!(call(&["a", "b"]).lines(8), ["f(a, b);"]);
        assert_eq!(call(&["a", "b"]).lines(7), ["f(", "    a,", "    b,", ");"]);
        let words = |words: &[&str]| Document::few(2).list(words, "").lines(5);
        assert_eq!(words(&["aaaaaaaa", "b", "é", "ccc"]), ["aaaaaaaa", "  b é", "  ccc"]);
    }

    #[test]
    fn an_inner_group_is_broken_only_if_it_fits_on_no_line() {
        let mut sum = Document::few(4);
        sum.text("x = ").append(&call(&["a", "b"])).line().text("+ c");
        assert_eq!(sum.lines(14), ["x = f(a, b);", "    + c"]);
        let mut aligned = Document::of("x(");
        aligned.open(Breaks::Few, None).list(["aa", "bb", "cc"], ",").close().text(");");
        assert_eq!(aligned.lines(10), ["x(aa, bb,", "  cc);"]);
    }

    /// Each mark looks ahead for one line at most.
    #[test]
    fn long_texts_take_linear_time() {
        let words = vec!["word"; 200_000];
        assert_eq!(Document::all(0).list(&words, ",").lines(80).len(), words.len());
        assert_eq!(Document::few(0).list(&words, "").lines(79).len(), words.len() / 16);
    }
}
