//! Lines that get their indentation: one by one, or while a text is written.

use std::fmt;

/// A text whose lines are indented as they are written. Empty lines stay empty.
#[derive(Clone, Debug)]
pub struct Indented {
    text: String,
    indent: &'static str,
}

impl Indented {
    /// An empty text with this indentation.
    pub const fn new(indent: &'static str) -> Self {
        Self { text: String::new(), indent }
    }

    /// The text, without blanks and line ends behind its last line.
    pub fn finish(mut self) -> String {
        self.text.truncate(self.text.trim_end().len());
        self.text
    }
}

impl fmt::Write for Indented {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for line in text.split_inclusive('\n') {
            let is_begin = self.text.is_empty() || self.text.ends_with('\n');
            if is_begin && !["\n", "\r\n"].contains(&line) {
                self.text.push_str(self.indent);
            }
            self.text.push_str(line);
        }
        Ok(())
    }
}

/// A line behind a margin. An empty line stays empty.
pub fn behind_margin(margin: &str, line: &str) -> String {
    if line.is_empty() { String::new() } else { format!("{margin}{line}") }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    #[test]
    fn lines_are_indented_however_they_are_cut_into_writes() {
        let whole = "class A\n{\n\n    int a;\n}\n\n";
        let wanted = "  class A\n  {\n\n      int a;\n  }";
        for at in 0..=whole.len() {
            let mut text = Indented::new("  ");
            text.write_str(&whole[..at]).unwrap();
            text.write_str(&whole[at..]).unwrap();
            assert_eq!(text.finish(), wanted);
        }
        let mut text = Indented::new("  ");
        text.write_str("a\r\n\r\nb\r\n").unwrap();
        assert_eq!(text.finish(), "  a\r\n\r\n  b");
    }
}
